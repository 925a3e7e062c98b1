package engines

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// mostOfPipe is how much is read of what may have no end.
const mostOfPipe = 128 << 20

// ReadFile reads a file that a person has named. A pipe or a device may have no end:
// more than 128 MB of what is no regular file are refused. Errors are those of
// [os.ReadFile].
func ReadFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return os.ReadFile(name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, mostOfPipe+1))
	if err == nil && len(data) > mostOfPipe {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("more than %d MB from something that is not a file", mostOfPipe>>20)}
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}
