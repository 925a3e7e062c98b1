// Package pages formats the manual pages of a command. It is a package of its own, so that a test of
// package cmd can format them without another program.
package pages

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Write writes a page for a command and each of its subcommands, such as lanista-evolve.1, into a
// folder. It makes the folder if it is missing. The pages have the date SOURCE_DATE_EPOCH if it is set.
// The page of root also contains its help topics. Write changes the long texts of the commands.
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

// keepTables changes the long texts of a command and its subcommands to Markdown in which lines that
// are indented or have columns are code. The library would otherwise join these lines to paragraphs.
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
