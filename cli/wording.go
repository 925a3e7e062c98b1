package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Reword makes the help texts of a command and of those below it those of a program of
// another name than lanista: that name in the lines to type, and no line that names what is
// absent, such as a game that the program does not have.
func Reword(c *cobra.Command, name string, absent []string) {
	for _, text := range []*string{&c.Long, &c.Example, &c.Short} {
		*text = withoutAbsent(*text, absent)
		if name != "lanista" {
			*text = strings.ReplaceAll(*text, "lanista ", name+" ")
		}
	}
	for _, sub := range c.Commands() {
		Reword(sub, name, absent)
	}
}

// withoutAbsent drops the lines to type that name what this program lacks.
func withoutAbsent(text string, absent []string) string {
	if len(absent) == 0 {
		return text
	}
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		names := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" '.;|<>", r) })
		typed := strings.HasPrefix(line, "  lanista ")
		if !typed || !slices.ContainsFunc(names, func(n string) bool { return slices.Contains(absent, n) }) {
			kept = append(kept, line)
		}
	}
	return strings.Trim(strings.Join(kept, "\n"), "\n")
}
