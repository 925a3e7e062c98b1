package process

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// longestFirstLine is the largest length of a script's first line, in bytes, that is searched for
// the name of the interpreter.
const longestFirstLine = 256

// explainStart adds the likely cause to the error of an executable that could not be started. One
// cause is that dir, the folder in which the executable starts, is missing; "" is the current
// folder. Another is a script whose interpreter is missing or not named.
func explainStart(path, dir string, err error) error {
	if dir != "" {
		if _, failed := os.Stat(dir); errors.Is(failed, fs.ErrNotExist) {
			return fmt.Errorf("the folder %s in which it starts does not exist (%w)", dir, err)
		}
	}
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		return fmt.Errorf("%w: a script needs a first line that names its interpreter, such as #!/bin/sh; another file must be a program for this system and processor", err)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	file, failed := os.Open(path)
	if failed != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	line, failed := bufio.NewReaderSize(file, longestFirstLine).ReadSlice('\n')
	interpreter, script := strings.CutPrefix(string(line), "#!")
	if failed != nil || !script {
		return err
	}
	interpreter = strings.Trim(interpreter, " \t\n")
	if strings.HasSuffix(interpreter, "\r") {
		return fmt.Errorf("the first line ends with a carriage return, which belongs to the name of the interpreter %q: remove the carriage returns of the file (%w)", interpreter, err)
	}
	return fmt.Errorf("the interpreter %q of its first line does not exist (%w)", interpreter, err)
}
