package cmd

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// progress shows how far a piece of work is: a bar on a terminal, a plain line
// per step elsewhere, nothing where it is not wanted. All of it goes to
// standard error.
type progress struct {
	bar   *progressbar.ProgressBar
	of    int64 // how much there is to do, 0 while nobody knows
	lines io.Writer
	unit  string                      // what is counted
	began time.Time                   // when it was made
	last  time.Time                   // when the last line was written, or it was made
	crew  func() (workers, slots int) // who plays elsewhere, nil if nobody does
}

// patience is how long nothing is said of a step where there is no bar.
const patience = 10 * time.Second

// newProgress starts the display of units of work, such as "games".
func (a *app) newProgress(unit string) *progress {
	switch {
	case a.noProgress:
		return &progress{}
	case !a.terminal(a.err):
		now := time.Now()
		return &progress{lines: a.err, unit: unit, began: now, last: now}
	}
	return &progress{bar: progressbar.NewOptions64(-1, // until somebody knows how much there is to do
		progressbar.OptionSetWriter(a.err),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(a.env("NO_COLOR") == ""),
		progressbar.OptionSetElapsedTime(true),
	)}
}

// at shows how much is done, of how much where that is known. Calls are cheap
// enough for every game.
func (p *progress) at(done, of int64) {
	if p.bar == nil {
		p.line(done, of)
		return
	}
	if of > 0 && of != p.of {
		p.bar.ChangeMax64(of)
		p.of = of
	}
	_ = p.bar.Set64(done) // a terminal that went away is no reason to stop
}

// line says how much is done where there is no bar and nothing has been said for a
// while.
func (p *progress) line(done, of int64) {
	if p.lines == nil || time.Since(p.last) < patience {
		return
	}
	p.last = time.Now()
	if of <= 0 {
		fmt.Fprintf(p.lines, "%d %s%s\n", done, p.unit, p.players())
		return
	}
	left := p.last.Sub(p.began).Seconds() / float64(max(done, 1)) * float64(of-done)
	fmt.Fprintf(p.lines, "%d of %d %s (%.0f%%), %s left%s\n", done, of, p.unit, 100*float64(done)/float64(of), runs.About(left), p.players())
}

// events show themselves as progress, and as lines.
func (a *app) events(p *progress) tuning.Events {
	return tuning.Events{
		RunBegun: a.tellRun,
		Progress: func(now tuning.Progress) {
			switch now.Phase {
			case tuning.Search:
				p.describe("round %d, best %.3f", now.Round, now.Best.Fitness)
			case tuning.Verifying:
				p.describe("verification")
			}
			p.at(now.Done, now.Of)
		},
		RoundSaved: func(r tuning.Round) {
			p.step("round %d: %d games, best %.3f, %.0f games/s", r.Number, r.Games, r.Best.Fitness, float64(r.Games)/r.Elapsed.Seconds())
		},
		VerificationFinished: func(v tuning.Verdict) { p.step("verification: %d games", v.Games) },
		Warning:              func(text string) { a.warn("%s", text) },
	}
}

// fitEvents show a fit: the games that it learns from, the rounds, the
// verification.
func (a *app) fitEvents(p *progress) tuning.Events {
	e := a.events(p)
	e.Progress = func(now tuning.Progress) {
		switch now.Phase {
		case tuning.Playing:
			p.describe("games to learn from")
		case tuning.Verifying:
			p.describe("verification")
		}
		p.at(now.Done, now.Of)
	}
	e.RoundSaved = func(r tuning.Round) {
		p.step("round %d: fitted to %d games, %.0f games/s", r.Number, r.Total, float64(r.Games)/r.Elapsed.Seconds())
	}
	return e
}

// describe changes the text beside the bar.
func (p *progress) describe(format string, args ...any) {
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf(format, args...) + p.players())
	}
}

// players says who plays elsewhere: ", 3 workers, 11 slots".
func (p *progress) players() string {
	if p.crew == nil {
		return ""
	}
	workers, slots := p.crew()
	return fmt.Sprintf(", %s, %s", counted(workers, "worker"), counted(slots, "slot"))
}

// step reports a finished step where there is no bar, once a second at most.
func (p *progress) step(format string, args ...any) {
	if now := time.Now(); p.lines != nil && (now.Sub(p.last) >= time.Second || p.last == p.began) {
		fmt.Fprintf(p.lines, format+"%s\n", append(args, p.players())...)
		p.last = now
	}
}

// finish clears the display.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil // what is printed from now on stays
	}
}
