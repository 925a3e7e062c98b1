package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/summary"
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
			c.Long = summary.Strategies(r.Sections)
		}
		c.SetHelpFunc(nil)
		_ = c.Help() // a broken standard output shows at the end
	})
	return c
}
