package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/configs/reference"
	"github.com/lanista/lanista/runs"
)

// helpTopics are pages of help that belong to no verb.
func (a *app) helpTopics() []*cobra.Command {
	return []*cobra.Command{
		a.strategiesTopic(),
		{
			Use:   "exit-codes",
			Short: "List the exit codes",
			Long:  longHelp("exit-codes"),
		},
		{
			Use:   "settings",
			Short: "Explain how to write settings",
			Long:  longHelp("settings"),
		},
		{
			Use:   "environment",
			Short: "List the environment variables",
			Long:  longHelp("environment"),
		},
	}
}

// strategiesTopic lists the strategies; whoever asks for it alone gets their keys, too,
// which take a moment to gather.
func (a *app) strategiesTopic() *cobra.Command {
	c := &cobra.Command{Use: "strategies", Short: "List the strategies of evolve and their options"}
	c.Long = "The section strategy of a config names one of these; auto is the default.\n"
	for _, m := range a.catalog.AllStrategies() {
		c.Long += fmt.Sprintf("\n  %s: %s", m.Name, m.Doc)
	}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if r, err := runs.Reference(a.catalog); err == nil { // otherwise the names have to do
			c.Long = strategiesText(r.Sections)
		}
		c.SetHelpFunc(nil)
		_ = c.Help() // a broken standard output shows at the end
	})
	return c
}

// strategiesText returns a list of the strategies, each with its keys in the section strategy.
func strategiesText(sections []reference.Section) string {
	var b strings.Builder
	b.WriteString(`The section strategy of a config names one of these; auto is the default. Below each stand
the other keys that the section may then have. 'lanista config reference' also says which
values they take.
`)
	for _, s := range sections {
		if s.Path != "strategy" || s.Name == "grid" || s.Name == "fit" { // which are verbs
			continue
		}
		fmt.Fprintf(&b, "\n%s: %s\n", s.Name, s.Doc)
		for _, row := range s.Shape.Rows() {
			text := strings.ReplaceAll(row.Meaning, "`", "")
			if row.Default != "" && row.Default != "0" {
				text += " Default: " + row.Default + "."
			}
			for _, line := range term.Wrapped([]string{"  " + row.Path, text}, []int{strategyKeys, 0}, pageWidth) {
				b.WriteString(line + "\n")
			}
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// The widths of the page of strategies, in letters.
const (
	strategyKeys = 22 // the column of the keys
	pageWidth    = 90
)
