package hare

import (
	"embed"
	"io/fs"

	"github.com/lanista/lanista/engines/training"
)

//go:embed etudes/*.csv
var etudeSets embed.FS

var (
	_ training.EtudeFiles = (*engine)(nil)
	_ training.EtudeMaker = (*engine)(nil)
)

// EtudeFiles holds the sets of etudes that ship with the game, as NAME.csv.
func (*engine) EtudeFiles() fs.FS {
	files, err := fs.Sub(etudeSets, "etudes")
	if err != nil {
		panic(err) // the path is constant
	}
	return files
}
