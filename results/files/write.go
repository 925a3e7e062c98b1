package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteError is the error of a file that cannot be written.
type WriteError struct {
	Path string
	Err  error // error of the system, without the path
}

// Error returns a message with the path.
func (e *WriteError) Error() string { return fmt.Sprintf("%s: cannot be written: %v", e.Path, e.Err) }

// Unwrap returns the error of the system.
func (e *WriteError) Unwrap() error { return e.Err }

// Write writes data to a file. It replaces a regular file atomically, by writing a temporary file
// and renaming it; a symbolic link to the file stays. Anything else, such as /dev/stdout, is opened and
// written. An error is a [WriteError].
func Write(path string, data []byte) error {
	target := path
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if file, err := filepath.EvalSymlinks(path); err == nil {
			target = file
		}
	}
	info, err := os.Lstat(target)
	if err == nil && !info.Mode().IsRegular() { // also a link to a file that does not exist
		err = os.WriteFile(target, data, 0o644)
	} else {
		err = replace(target, data)
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok { // without the name of the temporary file
		err = e.Err
	}
	if err != nil {
		return &WriteError{path, err}
	}
	return nil
}

// WriteOr writes data to a file as [Write] does, or to stream if path is "" or "-".
func WriteOr(stream io.Writer, path string, data []byte) error {
	if path == "" || path == "-" {
		_, err := stream.Write(data)
		return err
	}
	return Write(path, data)
}
