package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/runs"
)

// helpTopics are pages of help that belong to no verb.
func (a *app) helpTopics() []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "strategies",
			Short: "The strategies of evolve and their options",
			Long:  strategiesPage(a.catalog.Strategies()),
		},
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

// strategiesPage lists the strategies, each with its section of a config as it
// is where nothing is said.
func strategiesPage(methods []runs.Method) string {
	var b strings.Builder
	b.WriteString(`The section strategy of a config names one of these; "auto" is the default. Its other
keys are shown with their defaults: 0 and "" mean that the strategy chooses by the number
of weights and games.
`)
	none, err := configs.Parse([]byte("{}"), "")
	for _, m := range methods {
		var text []byte
		var options any
		if err == nil {
			options, err = m.Options(none)
		}
		if err == nil {
			text, err = yaml.Marshal(options)
		}
		if err != nil { // the options of a strategy are plain values
			panic(err)
		}
		fmt.Fprintf(&b, "\n%s: %s\n", m.Name, m.Doc)
		for line := range strings.Lines(string(text)) {
			b.WriteString("  " + line)
		}
	}
	b.WriteString(`
"procedure: paper" gives genetic the options of the Risk report in place of "procedure:
bred". What each key takes and means: config reference.`)
	return b.String()
}
