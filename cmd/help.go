package cmd

import (
	"embed"
	"strings"
)

// helpTexts has the long help texts of verbs and topics as NAME.txt. They contain lanista as
// the name of the program.
//
//go:embed help
var helpTexts embed.FS

// longHelp returns the long help text of a verb or a topic. It panics if there is none.
func longHelp(verb string) string {
	text, err := helpTexts.ReadFile("help/" + verb + ".txt")
	if err != nil {
		panic(err) // the program is built with it
	}
	return strings.TrimSuffix(string(text), "\n")
}
