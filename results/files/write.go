package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// databaseHeader is the text at the beginning of every SQLite database.
const databaseHeader = "SQLite format 3\x00"

// WriteError is the error of a file that cannot be written.
type WriteError struct {
	Path string
	Err  error // error of the system, without the path
}

// Error returns a message with the path.
func (e *WriteError) Error() string { return fmt.Sprintf("%s: cannot be written: %v", e.Path, e.Err) }

// Unwrap returns the error of the system.
func (e *WriteError) Unwrap() error { return e.Err }

// ErrDatabase is the error for a path that names an SQLite database, such as a store of runs. Such
// a file is never replaced.
var ErrDatabase = errors.New("a database, such as a store of runs, is not replaced; choose another file")

// Write writes data to a file. It replaces a regular file atomically, by writing a temporary file
// and renaming it. A symbolic link to the file stays. Streams of this process, such as /dev/stdout,
// continue at their position; see [OpenStream]. Other paths, such as devices and pipes, are opened
// and written. A database is not replaced. An error is a [WriteError].
func Write(path string, data []byte) error {
	if stream := OpenStream(path); stream != nil {
		_, err := stream.Write(data)
		if err = errors.Join(err, stream.Close()); err != nil {
			return &WriteError{path, withoutPath(err)}
		}
		return nil
	}
	if err := CheckDatabase(path); err != nil {
		return &WriteError{path, err}
	}
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
	if err != nil {
		return &WriteError{path, withoutPath(err)}
	}
	return nil
}

// withoutPath removes the name of a file, which may be temporary, from an error.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// CheckDatabase returns [ErrDatabase] if the file at path is an SQLite database, such as a store of
// runs, which must not be overwritten. It returns nil for any other file, and if no file can be
// read.
func CheckDatabase(path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	begin := make([]byte, len(databaseHeader))
	if _, err := io.ReadFull(f, begin); err == nil && string(begin) == databaseHeader {
		return ErrDatabase
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
