package external

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// maxHashed is the largest number of bytes of a file that its hash covers.
const maxHashed = 64 << 20

// File is a file that a command refers to: its executable, or an argument that names a file.
type File struct {
	Argument string `yaml:"argument"` // as written in the command
	SHA256   string `yaml:"sha256"`   // of its first 64 MiB
}

// Fingerprint returns the path of the executable and all files in the command with their hashes.
// The results of a run depend on the contents of these files.
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

// hashFile returns the SHA-256 hash of a file, or of its first maxHashed bytes, in hexadecimal.
func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, maxHashed)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Digest returns a hash that identifies how the program plays. It covers the contents of the
// program's files, the rest of its command, and its options, weights and protocol lines. The hash
// does not depend on the folders of the files, the timeouts and the environment variables Env,
// which may contain folders.
func (p Program) Digest() (string, error) {
	_, files, err := p.Fingerprint()
	if err != nil {
		return "", err
	}
	sums := make(map[string]string, len(files))
	for _, f := range files {
		sums[f.Argument] = f.SHA256
	}
	p = p.withDefaults()
	def := definition{Command: slices.Clone(p.Command), Protocol: p.Protocol, Set: p.Set, Restart: p.Restart}
	for i, arg := range p.Command {
		if sum, ok := sums[arg]; ok {
			option, _, _ := strings.Cut(arg, "=")
			if !strings.HasPrefix(arg, "-") {
				option = ""
			}
			def.Command[i] = option + "\x00" + sum
		}
	}
	def.Options = append(def.Options, p.Options...)
	def.Weights = append(def.Weights, p.Weights...)
	def.Setup, def.EachGame = append(def.Setup, p.Setup...), append(def.EachGame, p.EachGame...)
	text, err := json.Marshal(def)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), nil
}

// definition contains those parts of a program's config that determine how it plays. Its hash is
// the digest of the program.
type definition struct {
	Command         []string // with digests in place of the names of files
	Protocol        string
	Options         []protocol.Option
	Weights         engines.Space
	Set             string
	Setup, EachGame []string
	Restart         Restart
}
