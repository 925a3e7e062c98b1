package workers

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// tokenBytes is the number of random bytes in a token.
const tokenBytes = 32

// newToken draws a token.
func newToken() string {
	b := make([]byte, tokenBytes)
	_, _ = rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}

// EnsureToken reads the token of a file, or makes one that only its owner may read
// if there is no file.
func EnsureToken(path string) (string, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return readToken(path)
	}
	if err != nil {
		return "", err
	}
	token := newToken()
	_, err = f.WriteString(token + "\n")
	return token, errors.Join(err, f.Close())
}

// readToken reads the token of a file. It refuses a file that others may read.
func readToken(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s: others may read it (mode %04o); chmod 600 %s", path, info.Mode().Perm(), path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(data))
	if len(token) < tokenBytes || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("%s: no token of at least %d characters on one line", path, tokenBytes)
	}
	return token, nil
}
