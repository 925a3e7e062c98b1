package cmd

import (
	"context"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tuning"
)

// progress shows how far a piece of work is, on standard error; nothing where that is
// not wanted. Unit is what is counted, such as "games".
func (a *app) progress(unit string) *terminal.Progress {
	if a.noProgress {
		return &terminal.Progress{}
	}
	return a.err.Progress(unit, runs.About)
}

// await says from time to time that something that nobody can measure is still under way,
// until the function that it returns is called.
func (a *app) await(ctx context.Context, what string) (stop func()) {
	if a.noProgress {
		return func() {}
	}
	return a.err.Await(ctx, what)
}

// events show themselves as progress; what a person must know is told beside it.
func (a *app) events(p *terminal.Progress) tuning.Events { return a.told(summary.Events(p)) }

// told adds what is told in words to events.
func (a *app) told(e tuning.Events) tuning.Events {
	e.RunBegun = a.tellRun
	e.Warning = a.say
	return e
}
