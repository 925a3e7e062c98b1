package cmd

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
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

// events show themselves as progress, and as lines.
func (a *app) events(p *terminal.Progress) tuning.Events {
	var strength string // the last that was measured
	var space engines.Space
	return tuning.Events{
		RunBegun: a.tellRun,
		Progress: func(now tuning.Progress) {
			switch now.Phase {
			case tuning.Search:
				space = now.Space
				p.Describe(live{now.Round, now.Space, now.Best.Weights, strength}.String)
			case tuning.Verifying:
				p.Describe(func() string { return "verification" })
			case tuning.Tournament:
				p.Describe(func() string { return leaders(now.Leaders()) })
			}
			p.At(now.Done, now.Of)
		},
		RoundSaved: func(r tuning.Round) {
			p.Step("%s, %.0f games/s", live{r.Number, space, r.Best.Weights, strength}, float64(r.Games)/r.Elapsed.Seconds())
		},
		StrengthMeasured: func(s tuning.Strength) {
			strength = strengthLine(s)
		},
		VerificationFinished: func(v tuning.Verdict) { p.Step("verification: %d games", v.Games) },
		Warning:              func(text string) { a.warn("%s", text) },
	}
}

// fitEvents show a fit: the games that it learns from, the rounds, the
// verification.
func (a *app) fitEvents(p *terminal.Progress) tuning.Events {
	e := a.events(p)
	e.Progress = func(now tuning.Progress) {
		switch now.Phase {
		case tuning.Playing:
			p.Describe(func() string { return "games to learn from" })
		case tuning.Verifying:
			p.Describe(func() string { return "verification" })
		}
		p.At(now.Done, now.Of)
	}
	e.RoundSaved = func(r tuning.Round) {
		p.Step("round %d: fitted to %d games, %.0f games/s", r.Number, r.Total, float64(r.Games)/r.Elapsed.Seconds())
	}
	return e
}
