package workers

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
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
	directory := "is a directory"
	if runtime.GOOS == "windows" {
		directory = "--creds: read "
	}
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
		{Access{URL: here, Credentials: filepath.Dir(token)}, directory},
		{Access{URL: here, CA: token}, "contains no PEM certificate"},
		{Access{URL: here, CA: token + ".absent"}, "--tls-ca: open "},
		{Access{URL: here, TokenFile: token + ".absent"}, "--token-file: "},
		{Access{URL: here, Credentials: token + ".absent"}, "--creds: open "},
		{Access{URL: here + ":1"}, ""},
		{Access{URL: here + ":65536"}, "port 65536 is not a number from 1 to 65535"},
		{Access{URL: "nats://%zz"}, "is not an address such as"},
		{Access{URL: "nats:///path"}, "is not an address such as"},
	} {
		err := c.access.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.access, err, c.want)
		}
	}
}

// EnsureToken returns the token of a file that another process is still writing. A file whose token
// cannot be written is removed.
func TestTokenFilesBeingWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	want := strings.Repeat("a", tokenBytes)
	var got string
	var err error
	for range 10 { // EnsureToken waits a second, which a busy machine may take to write the file
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var writing sync.WaitGroup
		writing.Go(func() {
			time.Sleep(50 * time.Millisecond)
			if err := os.WriteFile(path, []byte(want+"\n"), 0o600); err != nil {
				t.Error(err)
			}
		})
		got, err = EnsureToken(path)
		if writing.Wait(); err == nil {
			break
		}
	}
	if err != nil || got != want {
		t.Errorf("the token is %q, want %q: %v", got, want, err)
	}
	f, err := os.OpenFile(path, os.O_RDONLY, 0) // so that writing fails
	if err != nil {
		t.Fatal(err)
	}
	token, err := writeToken(f, path)
	if _, statErr := os.Stat(path); token != "" || err == nil || !errors.Is(statErr, fs.ErrNotExist) {
		t.Errorf("a token that cannot be written is %q, %v; its file: %v", token, err, statErr)
	}
}

// EnsureToken creates a token that only the owner of the file can read, and returns it again. Files
// without a token, and files that other users can read, are refused.
func TestTokenFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "token")
	token, err := EnsureToken(path)
	if data, readErr := os.ReadFile(path); err != nil || readErr != nil || len(token) != 2*tokenBytes || string(data) != token+"\n" {
		t.Errorf("the new token is %q, and the file has %q: %v, %v", token, data, err, readErr)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if again, err := EnsureToken(path); err != nil || again != token {
		t.Errorf("the token is %q at first, and %q later: %v", token, again, err)
	}
	if other, err := EnsureToken(filepath.Join(dir, "other")); err != nil || other == token {
		t.Errorf("another file has the token %q: %v", other, err)
	}
	if token, err := EnsureToken(filepath.Join(dir, "missing", "token")); err == nil || token != "" {
		t.Errorf("the token of a missing folder is %q", token)
	}
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if token, err := EnsureToken(folder); err == nil || token != "" || strings.Contains(err.Error(), "does not contain a token") {
		t.Errorf("the token of a folder is %q, %v", token, err)
	}
	for text, want := range map[string]string{
		strings.Repeat("x", tokenBytes): "", "  " + strings.Repeat("x", tokenBytes) + "\r\n": "",
		strings.Repeat("x", tokenBytes-1): "does not contain a token", "": "does not contain a token",
		strings.Repeat("x", tokenBytes) + "\nuser": "does not contain a token", strings.Repeat("x y", tokenBytes): "does not contain a token",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readToken(path)
		if want == "" && (err != nil || got != strings.TrimSpace(text)) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("the token in %q is %q, %v", text, got, err)
		}
	}
	for _, mode := range []os.FileMode{0o604, 0o640, 0o610} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := readToken(path); runtime.GOOS != "windows" && (err == nil || !strings.Contains(err.Error(), "other users can read it")) {
			t.Errorf("a file with the mode %o: %v", mode, err)
		}
	}
}
