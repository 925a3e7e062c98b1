//go:build unix

package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The error of a script that cannot be started names what is wrong in its first line.
func TestStartOfScripts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"#!/bin/sh\r\nexit\r\n":        `the first line ends with a carriage return, which belongs to the name of the interpreter "/bin/sh\r": `,
		"#! /no/such/interpreter -x\n": `the interpreter "/no/such/interpreter -x" of its first line does not exist`,
		"exit\n":                       "a script needs a first line that names its interpreter, such as #!/bin/sh",
	} {
		path := filepath.Join(t.TempDir(), "bot.sh")
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		_, err := Start(Command{Args: []string{path}})
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := Start(Command{Args: []string{missing}}); err == nil || err.Error() != missing+": no such file or directory" {
		t.Error(err)
	}
	shell, gone := "/bin/sh", filepath.Join(t.TempDir(), "gone")
	if _, err := Start(Command{Args: []string{shell}, Dir: gone}); err == nil || err.Error() != shell+": the folder "+gone+" in which it starts does not exist (no such file or directory)" {
		t.Error(err)
	}
}
