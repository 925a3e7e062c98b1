package cli

import (
	"path/filepath"
	"strings"
)

// ProgramName is what the file of a program is called, "" where nobody says: nim of ./nim
// and of nim.exe.
func ProgramName(path string) string {
	if path == "" {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(path), ".exe")
}

// InputName is the name of a file that is read, for a person: - is standard input.
func InputName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}
