package cmd

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// progress shows how far a piece of work is: on a terminal a bar, and below it a line
// about what is being done; a plain line per step elsewhere, nothing where it is not
// wanted. All of it goes to standard error.
type progress struct {
	bar   *progressbar.ProgressBar
	under io.Writer // the terminal that the bar is on
	width int       // of the terminal, in letters
	drawn time.Time // when the bar was last drawn
	of    int64     // how much there is to do, 0 while nobody knows
	lines io.Writer
	unit  string    // what is counted
	began time.Time // when it was made
	last  time.Time // when the last line was written, or it was made

	said func() string               // what is being done, nil where nothing is said of it
	crew func() (workers, slots int) // who plays elsewhere, nil if nobody does
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
	width := a.screen()
	return &progress{under: a.err, width: width, began: time.Now(), bar: progressbar.NewOptions64(-1, // until somebody knows how much there is to do
		progressbar.OptionSetWriter(a.err),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionSetPredictTime(false), // it stands unnamed between brackets; describe says it in words
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetWidth(max(width-besideBar, leastBar)),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetMaxDetailRow(1),
	)}
}

// What stands beside a bar takes besideBar letters at the most: a line longer than the
// screen would be drawn again and again.
const besideBar, leastBar = 68, 4

// screen is the width of the terminal that progress is drawn on.
func (a *app) screen() int {
	const usual = 80
	if columns := a.columns(a.err); columns > 0 {
		return columns
	}
	return usual
}

// at shows how much is done, of how much where that is known. Calls are cheap
// enough for every game.
func (p *progress) at(done, of int64) {
	if p.bar == nil {
		p.line(done, of)
		return
	}
	const often = 100 * time.Millisecond
	now := time.Now()
	if now.Sub(p.drawn) < often || of > 0 && done >= of { // a bar that is full is cleared, by finish
		return
	}
	p.drawn = now
	if of > 0 && of != p.of {
		p.bar.ChangeMax64(of)
		p.of = of
	}
	// A terminal that went away is no reason to stop.
	if of > 0 && done > 0 {
		p.bar.Describe(fmt.Sprintf("%s left", about(p.left(now, done, of))))
	}
	_ = p.bar.Set64(done)
	if p.said != nil {
		_ = p.bar.AddDetail(shortened(p.said()+p.players(), p.width-1))
	}
}

// left is how many seconds the rest will take, if it goes on as it did.
func (p *progress) left(now time.Time, done, of int64) float64 {
	return now.Sub(p.began).Seconds() / float64(max(done, 1)) * float64(of-done)
}

// about is a time in seconds in a few letters: "36s", "1h12m".
func about(seconds float64) string {
	text := (time.Duration(min(seconds, 1e9)) * time.Second).String()
	if strings.Contains(text, "h") {
		text = strings.TrimRight(text, "0123456789s")
	}
	return text
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
	left := p.left(p.last, done, of)
	said := ""
	if p.said != nil {
		said = ": " + p.said()
	}
	fmt.Fprintf(p.lines, "%d of %d %s (%.0f%%), %s left%s%s\n", done, of, p.unit, 100*float64(done)/float64(of), runs.About(left), p.players(), said)
}

// events show themselves as progress, and as lines.
func (a *app) events(p *progress) tuning.Events {
	var strength string // the last that was measured
	var space engines.Space
	return tuning.Events{
		RunBegun: a.tellRun,
		Progress: func(now tuning.Progress) {
			switch now.Phase {
			case tuning.Search:
				space = now.Space
				p.describe(live{now.Round, now.Space, now.Best.Weights, strength}.String)
			case tuning.Verifying:
				p.describe(func() string { return "verification" })
			case tuning.Tournament:
				p.describe(func() string { return leaders(now.Leaders()) })
			}
			p.at(now.Done, now.Of)
		},
		RoundSaved: func(r tuning.Round) {
			p.step("%s, %.0f games/s", live{r.Number, space, r.Best.Weights, strength}, float64(r.Games)/r.Elapsed.Seconds())
		},
		StrengthMeasured: func(s tuning.Strength) {
			strength = strengthLine(s)
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
			p.describe(func() string { return "games to learn from" })
		case tuning.Verifying:
			p.describe(func() string { return "verification" })
		}
		p.at(now.Done, now.Of)
	}
	e.RoundSaved = func(r tuning.Round) {
		p.step("round %d: fitted to %d games, %.0f games/s", r.Number, r.Total, float64(r.Games)/r.Elapsed.Seconds())
	}
	return e
}

// describe changes what the next line says that is being done.
func (p *progress) describe(text func() string) { p.said = text }

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
		fmt.Fprint(p.under, "\r\x1b[J") // the bar, and the line below it
		p.bar = nil                     // what is printed from now on stays
	}
}
