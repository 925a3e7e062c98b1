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
			Long:  longHelp("exit-codes"),
		},
		{
			Use:   "settings",
			Short: "How settings are written",
			Long:  longHelp("settings"),
		},
		{
			Use:   "environment",
			Short: "The environment variables that are read",
			Long:  longHelp("environment"),
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
