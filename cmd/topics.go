package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/configs/reference"
	"github.com/lanista/lanista/terminal"
)

// helpTopics are pages of help that belong to no verb.
func (a *app) helpTopics() []*cobra.Command {
	return []*cobra.Command{
		a.strategiesTopic(),
		{
			Use:   "exit-codes",
			Short: "What the exit codes mean",
			Long: `0    done
1    the work failed
2    the command line or a config is wrong
3    it ran, but the claim put to the test failed (a sequential test that accepted H0)
4    a sequential test that could not decide before its schedule ended
130  interrupted, after what was finished has been saved and a line has said how to resume;
     grid and bench keep nothing until they are finished`,
		},
		{
			Use:   "settings",
			Short: "How settings are written",
			Long: `Settings of a game are written name=value after --set, or under engine.settings of
a config; 'lanista engines NAME' lists them. A value @FILE is the contents of a file:

  lanista tournament my.yaml --set engine.settings.openings=@openings.txt
  lanista eval hare '45;26;2;f;29;19;0;f' --set profile=@curves.yaml`,
		},
		{
			Use:   "environment",
			Short: "The environment variables that are read",
			Long: `LANISTA_NAME    sets the flag --name of any verb where it is not typed:
                LANISTA_WORKERS=4, LANISTA_SEED=7, LANISTA_DB=runs.db, LANISTA_NO_PROGRESS=true
NO_COLOR        when set, nothing is coloured
COLUMNS         the width that tables are fitted to; that of the terminal when not set
TERM=dumb       no progress bar is drawn, and nothing is coloured

Settings come, strongest first, from flags, environment, the config file, the preset
that it names, the defaults.`,
		},
	}
}

// strategiesTopic lists the strategies; whoever asks for it alone gets their keys, too,
// which take a moment to gather.
func (a *app) strategiesTopic() *cobra.Command {
	c := &cobra.Command{Use: "strategies", Short: "The strategies of evolve and their options"}
	c.Long = "The section strategy of a config names one of these; auto is the default.\n"
	for _, m := range a.catalog.Strategies() {
		c.Long += fmt.Sprintf("\n  %s: %s", m.Name, m.Doc)
	}
	c.SetHelpFunc(func(c *cobra.Command, _ []string) {
		if r, err := a.catalog.Reference(); err == nil { // otherwise the names have to do
			c.Long = strategiesPage(r.Sections)
		}
		c.SetHelpFunc(nil)
		_ = c.Help() // a broken standard output shows at the end
	})
	return c
}

// strategiesPage lists the strategies, each with the keys that it takes under strategy.
func strategiesPage(sections []reference.Section) string {
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
			for _, line := range terminal.Wrapped([]string{"  " + row.Path, text}, []int{strategyKeys, 0}, pageWidth) {
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
