package main

import "github.com/spf13/cobra"

// helpTopics are pages of help that belong to no verb.
func helpTopics() []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "exit-codes",
			Short: "What the exit codes mean",
			Long: `0    done
1    the work failed
2    the command line or a config is wrong
3    it ran, but the claim put to the test failed (a sequential test that accepted H0)
130  interrupted, after what was finished has been saved and a line has said how to resume`,
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
TERM=dumb       no progress bar is drawn

Settings come, strongest first, from flags, environment, the config file, the preset
that it names, the defaults.`,
		},
	}
}
