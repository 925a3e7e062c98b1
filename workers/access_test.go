package workers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Access.Validate rejects invalid addresses, tokens, credentials and certificates.
func TestAccessRefused(t *testing.T) {
	t.Parallel()
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	token := file("token", strings.Repeat("x", 40))
	const here = "nats://localhost"
	for _, c := range []struct {
		access Access
		want   string // "" if the access is valid
	}{
		{Access{URL: here}, ""},
		{Access{URL: here + ":4222,tls://[::1]:65535", TokenFile: token}, ""},
		{Access{URL: here + ":99999"}, "URL: nats://localhost:99999: port 99999 is not a number from 1 to 65535"},
		{Access{URL: here + "," + here + ":0"}, "port 0 is not a number from 1 to 65535"},
		{Access{URL: "http://localhost"}, "is not an address such as"},
		{Access{URL: "nats://me:secret@localhost"}, "every user of this machine can see"},
		{Access{URL: here, Credentials: token}, "--creds: " + token + " contains no NATS credentials"},
		{Access{URL: here, Credentials: token, TokenFile: token}, "--creds: --creds and --token-file exclude each other"},
		{Access{URL: here, Credentials: filepath.Dir(token)}, "is a directory"},
		{Access{URL: here, CA: token}, "contains no PEM certificate"},
	} {
		err := c.access.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.access, err, c.want)
		}
	}
}
