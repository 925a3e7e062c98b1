package summary

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tuning"
)

// Events show a search, a verification or a tournament as progress.
func Events(p *terminal.Progress) tuning.Events {
	var checkpoint string // the latest
	var space engines.Space
	var round int
	return tuning.Events{
		Progress: func(now tuning.Progress) {
			switch now.Phase {
			case tuning.Search:
				if now.Round < round {
					checkpoint = "" // it is of the run before
				}
				round, space = now.Round, now.Space
				p.Describe(live{now.Round, now.Space, now.Best.Weights, checkpoint}.String)
			case tuning.Verifying:
				p.Describe(func() string { return "verification" })
			case tuning.Tournament:
				p.Describe(func() string { return leaders(now.Leaders()) })
			}
			p.At(now.Done, now.Of)
		},
		RoundSaved: func(r tuning.Round) {
			p.Step("%s, %.0f games/s", live{r.Number, space, r.Best.Weights, checkpoint}, float64(r.Games)/r.Elapsed.Seconds())
		},
		CheckpointMeasured:   func(c tuning.Checkpoint) { checkpoint = checkpointLine(c) },
		VerificationFinished: func(v tuning.Verdict) { p.Step("verification: %d games", v.Games) },
	}
}

// FitEvents show a fit as progress: the games that it learns from, the rounds, the
// verification.
func FitEvents(p *terminal.Progress) tuning.Events {
	e := Events(p)
	e.Progress = func(now tuning.Progress) {
		p.Count(now.Unit)
		switch now.Phase {
		case tuning.Playing:
			p.Describe(func() string { return "games to learn from" })
		case tuning.Fitting:
			p.Describe(func() string { return "towards the weights that predict best" })
		case tuning.Verifying:
			p.Describe(func() string { return "verification" })
		}
		p.At(now.Done, now.Of)
	}
	e.RoundSaved = func(r tuning.Round) {
		if r.Total == 0 {
			p.Step("round %d: fitted to the positions of a file", r.Number)
			return
		}
		p.Step("round %d: fitted to %d games, %.0f games/s", r.Number, r.Total, float64(r.Games)/r.Elapsed.Seconds())
	}
	return e
}
