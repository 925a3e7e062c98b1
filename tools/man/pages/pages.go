// Package pages formats the manual pages of a command. It is a package of its own, so that a test of
// package cmd can format them without another program.
package pages

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Write writes a manual page for a command and each of its subcommands, such as lanista-evolve.1,
// to a folder. It creates the folder if it is missing. The page of root also contains its help
// topics. If the environment variable SOURCE_DATE_EPOCH is set, it is the date of the pages. Write
// changes the long texts of the commands.
func Write(folder string, root *cobra.Command, version string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	keepTables(root)
	for _, topic := range root.Commands() {
		if topic.IsAdditionalHelpTopicCommand() {
			root.Long += "\n\n# " + strings.ToUpper(strings.ReplaceAll(topic.Name(), "-", " ")) + "\n\n" + topic.Long
		}
	}
	header := doc.GenManHeader{Section: "1", Source: "lanista " + version, Manual: "Lanista"}
	return doc.GenManTree(root, &header, folder)
}

// keepTables changes the long texts of a command and its subcommands to Markdown that preserves
// tables. Lines that are indented or have columns become code. The library that writes the pages
// would otherwise join these lines to paragraphs.
func keepTables(c *cobra.Command) {
	var out strings.Builder
	before := false // the line before is part of a table
	for line := range strings.Lines(c.Long) {
		table := strings.HasPrefix(line, " ") || strings.Contains(strings.TrimSpace(line), "  ")
		if table != before {
			out.WriteString("\n")
		}
		if table {
			out.WriteString("    ")
		}
		out.WriteString(line)
		before = table
	}
	c.Long = out.String()
	for _, sub := range c.Commands() {
		keepTables(sub)
	}
}
