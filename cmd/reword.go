package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// rewordHelp adapts the help texts of a command and its subcommands to a program with another name
// and other games. It replaces "lanista" by that name. It removes the examples with a word of
// absent, such as a game that the program does not have.
func rewordHelp(c *cobra.Command, name string, absent []string) {
	for _, text := range []*string{&c.Long, &c.Example, &c.Short} {
		*text = withoutAbsent(*text, absent)
		if name != "lanista" {
			*text = strings.ReplaceAll(*text, "lanista ", name+" ")
		}
	}
	for _, sub := range c.Commands() {
		rewordHelp(sub, name, absent)
	}
}

// withoutAbsent returns a help text without the example lines that mention a game or another name
// that this program does not have. absent contains these names.
func withoutAbsent(text string, absent []string) string {
	if len(absent) == 0 {
		return text
	}
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "  lanista ") || !slices.ContainsFunc(exampleWords(line), func(n string) bool { return slices.Contains(absent, n) }) {
			kept = append(kept, line)
		}
	}
	return strings.Trim(strings.Join(kept, "\n"), "\n")
}

// exampleWords splits a line of an example at spaces and at the characters that may surround a name.
func exampleWords(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" '.;|<>", r) })
}
