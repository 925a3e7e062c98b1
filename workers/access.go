package workers

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/nats-io/nkeys"

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
		case u.Port() != "" && !isPort(u.Port()):
			note("URL", "%s: there is no port %s", one, u.Port())
		}
	}
	if a.TokenFile != "" && a.Credentials != "" {
		note("--creds", "it and --token-file exclude each other")
	}
	if a.TokenFile != "" {
		if _, err := readToken(a.TokenFile); err != nil {
			note("--token-file", "%w", err)
		}
	}
	if a.Credentials != "" {
		if err := checkCredentials(a.Credentials); err != nil {
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

// isPort reports whether a text of digits is a port that something can listen at.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}

// checkCredentials looks whether a file is one of NATS credentials: a token of a user and
// the seed of a key.
func checkCredentials(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if _, err := nkeys.ParseDecoratedUserNKey(data); err != nil {
		return fmt.Errorf("%s has no NATS credentials in it: a user JWT and its seed", file)
	}
	return nil
}
