package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/configs/reference"
	"github.com/lanista/lanista/runs"
)

// helpTopics returns the help pages that do not belong to one command.
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

// strategiesTopic returns the help page about the tuning strategies. It collects their config
// keys only when the page is shown, because this takes a moment.
func (a *app) strategiesTopic() *cobra.Command {
	c := &cobra.Command{Use: "strategies", Short: "List the strategies of evolve and their options"}
	c.Long = "The section strategy of a config names one of these; auto is the default.\n"
	for _, m := range a.catalog.AllStrategies() {
		c.Long += "\n" + strings.Join(term.Wrapped([]string{"  " + m.Name, m.Doc}, []int{strategyNames, 0}, pageWidth), "\n")
	}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if r, err := runs.Reference(a.catalog); err == nil { // otherwise the page has the names only
			c.Long = strategiesText(r.Sections)
		}
		c.SetHelpFunc(nil)
		_ = c.Help() // Run reports an error of standard output
	})
	return c
}

// strategiesText returns a list of the tuning strategies. Each entry contains the keys that the
// strategy has in the config section "strategy".
func strategiesText(sections []reference.Section) string {
	var b strings.Builder
	b.WriteString(`The section strategy of a config names one of these; auto is the default. Each strategy is
followed by the other keys of the section. 'lanista config reference' also lists their
values. docs/strategies.md helps to choose.

All of them take real, whole and logarithmic weights, switches, choices, and constraints
between weights. genetic breeds choices; every other strategy plays a race of up to 16
combinations of choices, tunes the numbers of the winner, and tests the other choices again.
'grid' and 'fit' take numbers; 'fit' takes no constraints. See docs/weights.md.
`)
	for _, s := range sections {
		if s.Path != "strategy" || s.Name == "grid" || s.Name == "fit" { // these are verbs
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

// These are widths of columns on the help page about the tuning strategies, in characters.
const (
	strategyNames = 9  // width of the column of names
	strategyKeys  = 22 // width of the column of keys
	pageWidth     = 90
)
