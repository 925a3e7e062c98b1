package workers

import (
	"crypto/x509"
	"errors"
	"net/url"
	"os"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Validate returns all mistakes in how a server is reached. It reads the files.
func (a Access) Validate() error {
	var mistakes []error
	note := func(key, format string, args ...any) { mistakes = append(mistakes, keys.Errorf(key, format, args...)) }
	for one := range strings.SplitSeq(a.URL, ",") {
		switch u, err := url.Parse(strings.TrimSpace(one)); {
		case err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls":
			note("URL", "an address such as nats://host:4222 or tls://host:4222 is needed")
		case u.User != nil:
			note("URL", "a name or a token in an address is seen by everybody on the machine: use --token-file or --creds")
		}
	}
	if a.TokenFile != "" {
		if _, err := readToken(a.TokenFile); err != nil {
			note("--token-file", "%w", err)
		}
	}
	if a.Credentials != "" {
		if _, err := os.Stat(a.Credentials); err != nil {
			note("--creds", "%w", err)
		}
	}
	if a.CA != "" {
		data, err := os.ReadFile(a.CA)
		if err != nil {
			note("--tls-ca", "%w", err)
		} else if !x509.NewCertPool().AppendCertsFromPEM(data) {
			note("--tls-ca", "%s has no certificate in it", a.CA)
		}
	}
	return errors.Join(mistakes...)
}
