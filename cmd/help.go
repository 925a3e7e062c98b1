package cmd

import (
	"embed"
	"strings"
)

// helpTexts are the long help texts of verbs and topics, NAME.txt, which say lanista for the name of the
// program.
//
//go:embed help
var helpTexts embed.FS

// longHelp is the long help text of a verb or a topic.
func longHelp(verb string) string {
	text, err := helpTexts.ReadFile("help/" + verb + ".txt")
	if err != nil {
		panic(err) // the program is built with it
	}
	return strings.TrimSuffix(string(text), "\n")
}
