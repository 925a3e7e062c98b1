package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Write replaces a file by rename, so that it is never half-written. What is no
// plain file, such as /dev/stdout, is written to and not replaced.
func Write(path string, data []byte) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = os.WriteFile(path, data, 0o644)
	} else {
		err = replace(path, data)
	}
	var e *fs.PathError
	if errors.As(err, &e) { // it may name a file beside it that nobody knows of
		err = e.Err
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, err)
	}
	return nil
}

// WriteOr writes data to a file as [Write] does, or to a stream where the file is "" or "-".
func WriteOr(stream io.Writer, path string, data []byte) error {
	if path == "" || path == "-" {
		_, err := stream.Write(data)
		return err
	}
	return Write(path, data)
}
