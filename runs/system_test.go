package runs_test

import (
	"errors"
	"io/fs"
	"os"
)

// noFile is the text of the system for a file that does not exist, such as "no such file or
// directory".
var noFile = func() string {
	_, err := os.Stat("absent")
	var failed *fs.PathError
	if !errors.As(err, &failed) {
		panic("there is a file absent")
	}
	return failed.Err.Error()
}()
