package workers

import (
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nkeys"

	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/keys"
)

// Access contains the address of a NATS server and the credentials to connect to it.
type Access struct {
	// URL contains one or more addresses, nats://host:port or tls://host:port, separated by
	// commas.
	URL string
	// TokenFile is the path of a file with the token that the server requires. Only the owner may
	// be able to read this file.
	TokenFile string
	// Credentials is the path of a file with NATS credentials: a JWT and an nkey.
	Credentials string
	// CA is the path of a PEM file with the certificates of the authorities that may sign the
	// server's certificate. "" means the authorities of the operating system.
	CA string
}

// Validate returns an error that lists all invalid fields. It also reads the credential and
// certificate files that the fields name, and reports files that cannot be used.
func (a Access) Validate() error {
	var mistakes []error
	note := func(key, format string, args ...any) { mistakes = append(mistakes, keys.Errorf(key, format, args...)) }
	for one := range strings.SplitSeq(a.URL, ",") {
		switch u, err := url.Parse(strings.TrimSpace(one)); {
		case err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls":
			note("URL", "%q is not an address such as nats://host:4222 or tls://host:4222", one)
		case u.User != nil:
			note("URL", "every user of this machine can see a name or token in an address; use --token-file or --creds")
		case u.Port() != "" && !validPort(u.Port()):
			note("URL", "%s: port %s is not a number from 1 to 65535", one, u.Port())
		}
	}
	if a.TokenFile != "" && a.Credentials != "" {
		note("--creds", "--creds and --token-file exclude each other")
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
		data, err := files.Read(a.CA)
		if err != nil {
			note("--tls-ca", "%w", err)
		} else if !x509.NewCertPool().AppendCertsFromPEM(data) {
			note("--tls-ca", "%s contains no PEM certificate", a.CA)
		}
	}
	return errors.Join(mistakes...)
}

func validPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}

func checkCredentials(file string) error {
	data, err := files.Read(file)
	if err != nil {
		return err
	}
	if _, err := nkeys.ParseDecoratedUserNKey(data); err != nil {
		return fmt.Errorf("%s contains no NATS credentials (a user JWT and its seed)", file)
	}
	return nil
}

// tokenBytes is the number of random bytes of a new token, and the smallest number of characters of
// a token.
const tokenBytes = 32

func newToken() string {
	b := make([]byte, tokenBytes)
	_, _ = rand.Read(b) // never fails, see crypto/rand
	return hex.EncodeToString(b)
}

// EnsureToken returns the token that a file contains. If the file does not exist, EnsureToken
// creates it with a new token, readable only by its owner. If the file is empty because another
// process is creating it, EnsureToken waits up to a second for the token. If the token cannot be
// written, it removes the file and returns an error.
func EnsureToken(path string) (string, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		awaitContents(path)
		return readToken(path)
	}
	if err != nil {
		return "", err
	}
	return writeToken(f, path)
}

// writeToken writes a new token to the new file f, closes it and returns the token. path is the path
// of the file, which writeToken removes if it returns an error.
func writeToken(f io.WriteCloser, path string) (string, error) {
	token := newToken()
	_, err := io.WriteString(f, token+"\n")
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(path))
	}
	return token, nil
}

// awaitContents waits up to a second while a regular file is empty.
func awaitContents(path string) {
	for range 50 {
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() > 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// KeyPair reads a certificate and its key, both in PEM, for a server that uses TLS. It refuses a pipe
// or a device that does not end.
func KeyPair(certFile, keyFile string) (tls.Certificate, error) {
	cert, err := files.Read(certFile)
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := files.Read(keyFile)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(cert, key)
}

// readToken returns the token that a file contains. It returns an error if other users can read
// the file (except on Windows) or the token is too short.
func readToken(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s: other users can read it (mode %04o); run: chmod 600 %s", path, info.Mode().Perm(), path)
	}
	data, err := files.Read(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(data))
	if len(token) < tokenBytes || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("%s does not contain a token: at least %d characters on one line", path, tokenBytes)
	}
	return token, nil
}
