// Man writes the manual pages of lanista, one for every command, such as lanista-evolve.1.
//
//	go run ./tools/man FOLDER
//
// The pages have the date SOURCE_DATE_EPOCH if it is set. The program is separate from lanista, so that
// lanista does not contain the library that formats them.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"github.com/lanista/lanista/cmd"
	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/runs"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: man FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// write writes the manual pages into a folder and makes the folder if it is missing.
func write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root := cmd.Program{Name: "lanista", Games: shipped.Games()}.Command()
	root.DisableAutoGenTag = true
	header := doc.GenManHeader{Section: "1", Source: "lanista " + runs.BuildInfo().Version, Manual: "Lanista"}
	return doc.GenManTree(root, &header, folder)
}
