package files

import (
	"errors"
	"os"
	"path/filepath"
)

// replace makes data the contents of a file: it is written beside it and then
// takes its name. Windows promises no more than that a reader sees one or the
// other.
func replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
