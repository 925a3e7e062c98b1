package hare

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// EtudeSets holds the sets of etudes that ship with the game, as files
// etudes/NAME.csv.
//
//go:embed etudes/*.csv
var EtudeSets embed.FS

// EtudeSetNames lists the sets.
func EtudeSetNames() []string {
	files, err := fs.Glob(EtudeSets, "etudes/*.csv")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(path.Base(f), ".csv")
	}
	return files
}

// OpenEtudeSet opens a set by its name.
func OpenEtudeSet(name string) (io.Reader, error) {
	data, err := EtudeSets.ReadFile("etudes/" + name + ".csv")
	if err != nil {
		return nil, fmt.Errorf("unknown set of etudes %q (have %s)", name, strings.Join(EtudeSetNames(), ", "))
	}
	return bytes.NewReader(data), nil
}
