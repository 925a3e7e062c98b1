// Package pages formats the manual pages of a command. It is a package of its own, so that a test of
// package cmd can format them without another program.
package pages

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Write writes a page for a command and each of its subcommands, such as lanista-evolve.1, into a
// folder. It makes the folder if it is missing. The pages have the date SOURCE_DATE_EPOCH if it is set.
func Write(folder string, root *cobra.Command, version string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	header := doc.GenManHeader{Section: "1", Source: "lanista " + version, Manual: "Lanista"}
	return doc.GenManTree(root, &header, folder)
}
