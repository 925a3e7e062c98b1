package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
)

// resumable turns the interruption of a run into the line that says how to go
// on.
func (a *app) resumable(err error, p *terminal.Progress, verb string, o runs.Options) error {
	config, db := o.Config, fromStore(o.Store)
	var broken *runs.StoppedError
	if errors.As(err, &broken) {
		p.Finish()
		return fmt.Errorf("%w\n  see: %s runs %s --failures%s; go on: %s %s %s--resume %s%s", broken,
			a.name, broken.Run, db, a.name, verb, followed(config), broken.Run, db)
	}
	var stopped *runs.InterruptedError
	if !errors.As(err, &stopped) {
		if errors.Is(err, context.Canceled) {
			p.Finish()
			return cli.Exit(cli.Interrupted, errors.New("interrupted; nothing had been played yet that could be saved"))
		}
		return err
	}
	p.Finish()
	if !stopped.Programs {
		config = ""
	}
	return cli.Exitf(cli.Interrupted, "interrupted; what is finished is saved. Resume with: %s %s %s--resume %s%s", a.name, verb, followed(config), stopped.Run, db)
}

// followed is a word of a command line with a blank after it, if there is one.
func followed(word string) string {
	if word == "" {
		return ""
	}
	return word + " "
}
