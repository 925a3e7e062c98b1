package external

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// mostHashed is how much of a file is hashed.
const mostHashed = 64 << 20

// File is a file that a command consists of: the executable, or an argument that
// names a file.
type File struct {
	Argument string `yaml:"argument"` // as the command has it
	SHA256   string `yaml:"sha256"`   // of its first 64 MiB
}

// Fingerprint returns the path of the executable and the files of the command. They
// are what a run depends on besides its config.
func (p Program) Fingerprint() (path string, files []File, err error) {
	if path, err = p.path(); err != nil {
		return "", nil, err
	}
	sum, err := hashFile(path)
	if err != nil {
		return "", nil, err
	}
	files = []File{{p.Command[0], sum}}
	for _, arg := range p.Command[1:] {
		name := arg
		if strings.HasPrefix(arg, "-") {
			if _, value, ok := strings.Cut(arg, "="); ok {
				name = value
			}
		}
		if name == "" {
			continue
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.dir(), name)
		}
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if sum, err = hashFile(name); err != nil {
			return "", nil, err
		}
		files = append(files, File{arg, sum})
	}
	return path, files, nil
}

// hashFile is the SHA-256 of a file, in hexadecimal.
func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, mostHashed)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
