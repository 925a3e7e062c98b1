package cmd

import (
	"bytes"
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
)

// helpTexts has the long help texts of verbs and topics as NAME.txt. They contain lanista as
// the name of the program.
//
//go:embed help
var helpTexts embed.FS

// longHelp returns the long help text of a command or a help topic. It panics if the text does
// not exist.
func longHelp(verb string) string {
	text, err := helpTexts.ReadFile("help/" + verb + ".txt")
	if err != nil {
		panic(err) // the program is built with it
	}
	return strings.TrimSuffix(string(text), "\n")
}

// fitHelp makes a command wrap its help texts to the width of the screen.
func fitHelp(root *cobra.Command, out *term.Screen) {
	show := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		var text bytes.Buffer
		long := c.Long
		c.Long = term.Reflowed(long, out.Width())
		root.SetOut(&text)
		show(c, args)
		root.SetOut(out)
		c.Long = long
		fmt.Fprint(out, term.Fitted(text.String(), out.Width()))
	})
}
