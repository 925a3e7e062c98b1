package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Inline returns a copy of given in which the names of files are replaced by their contents,
// which read returns; see [Read]. It replaces two kinds of values:
//
//   - A value @FILE of any setting. White space around the contents is removed.
//   - A value of a setting of known that is the name of a file; see
//     [engines.Setting.NamesFile].
//
// A file that is not valid UTF-8 is converted from ISO 8859-1, the encoding of older PGN files. A
// byte order mark is removed. The error joins a [keys.KeyError] for every file that read cannot
// read, and for every file that is empty, compressed or in UTF-16.
func Inline(known []engines.Setting, given engines.Settings, read func(name string) ([]byte, error)) (engines.Settings, error) {
	out := maps.Clone(given)
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if file, ok := strings.CutPrefix(given[name], "@"); ok {
			mistakes = append(mistakes, replace(out, name, file, read, strings.TrimSpace))
		}
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	return Named(known, out, read)
}

// Named returns a copy of given in which file names are replaced by the contents of the files. The
// function read returns the contents of a file. Only values of settings in known are replaced, and
// only if they are file names ([engines.Setting.NamesFile]). Unlike [Inline], Named keeps a value
// @FILE of any other setting, so that settings from requests cannot choose files to be read. It
// converts the contents and returns errors in the same way.
func Named(known []engines.Setting, given engines.Settings, read func(name string) ([]byte, error)) (engines.Settings, error) {
	out := maps.Clone(given)
	var mistakes []error
	for _, s := range known {
		if file, ok := given[s.Name]; ok && s.NamesFile(file) {
			mistakes = append(mistakes, replace(out, s.Name, file, read, strings.Clone))
		}
	}
	return out, errors.Join(mistakes...)
}

// replace sets a setting to the contents of a file, converted by trim. It returns an error if the
// file cannot be read, is compressed or in UTF-16, or if the converted text is empty.
func replace(settings engines.Settings, name, file string, read func(name string) ([]byte, error), trim func(string) string) error {
	data, err := read(file)
	if err != nil {
		return &keys.KeyError{Path: name, Err: err}
	}
	if err := keys.CheckText(data[:min(len(data), keys.TextHead)]); err != nil {
		return keys.Errorf(name, "%s: %w", file, err)
	}
	if settings[name] = trim(textOf(data)); settings[name] == "" {
		return keys.Errorf(name, "%s is empty; leave the setting out for its default", file)
	}
	return nil
}

// textOf converts bytes to a string, without a byte order mark. Bytes that are not valid UTF-8 are
// read as ISO 8859-1.
func textOf(data []byte) string {
	if utf8.Valid(data) {
		return strings.TrimPrefix(string(data), "\ufeff")
	}
	out := make([]rune, len(data))
	for i, c := range data {
		out[i] = rune(c)
	}
	return string(out)
}

// maxPipe is the largest number of bytes that [Read] accepts from a pipe or a device.
const maxPipe = 128 << 20

// Read returns the contents of the named file. If the file is a pipe or a device, which may be
// endless, Read returns an error after 128 MB. Otherwise it returns the errors of [os.ReadFile].
func Read(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return os.ReadFile(name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxPipe+1))
	if err == nil && len(data) > maxPipe {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("more than %d MB from a pipe or a device", maxPipe>>20)}
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}
