package weights

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed champions/*.json
var championFiles embed.FS

// Champion is a set of weights that ships with a program.
type Champion struct {
	File string // its name without the ending: "risk", "othello-pieces"
	Document
}

// Shipped are the files of the champions that ship with Lanista.
func Shipped() fs.FS {
	files, err := fs.Sub(championFiles, "champions")
	if err != nil {
		panic(err) // the folder is constant
	}
	return files
}

// Champions reads the champions of a program: the files *.json, each as Write
// writes it. Those of the first file system come first, each by name; of two of
// one name the first counts. The champions of Lanista are those of [Shipped].
func Champions(files ...fs.FS) ([]Champion, error) {
	var list []Champion
	seen := make(map[string]bool)
	for _, from := range files {
		names, err := fs.Glob(from, "*.json") // sorted
		if err != nil {
			return nil, fmt.Errorf("champions: %w", err)
		}
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			data, err := fs.ReadFile(from, name)
			if err != nil {
				return nil, fmt.Errorf("champions: %w", err)
			}
			d, err := Read(bytes.NewReader(data), name)
			if err != nil {
				return nil, fmt.Errorf("champions: %w", err)
			}
			list = append(list, Champion{strings.TrimSuffix(path.Base(name), ".json"), d})
		}
	}
	return list, nil
}
