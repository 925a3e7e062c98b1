package cmd

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far a piece of work is: a bar on a terminal, a plain line
// per step elsewhere, nothing where it is not wanted. All of it goes to
// standard error.
type progress struct {
	bar   *progressbar.ProgressBar
	lines io.Writer
	last  time.Time // when the last line was written
}

// newProgress starts the display of total units of work, such as "games"; a
// total of 0 or less means that it is not known.
func (a *app) newProgress(total int64, unit string) *progress {
	switch {
	case a.noProgress:
		return &progress{}
	case !a.terminal(a.err):
		return &progress{lines: a.err}
	}
	if total <= 0 {
		total = -1
	}
	return &progress{bar: progressbar.NewOptions64(total,
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

// at moves the bar. Calls are cheap enough for every game.
func (p *progress) at(done int64) {
	if p.bar != nil {
		_ = p.bar.Set64(done) // a terminal that went away is no reason to stop
	}
}

// total sets how much there is to do, once it is known.
func (p *progress) total(n int64) {
	if p.bar != nil {
		p.bar.ChangeMax64(n)
	}
}

// describe changes the text beside the bar.
func (p *progress) describe(format string, args ...any) {
	if p.bar != nil {
		p.bar.Describe(fmt.Sprintf(format, args...))
	}
}

// step reports a finished step where there is no bar, once a second at most.
func (p *progress) step(format string, args ...any) {
	if p.lines != nil && time.Since(p.last) >= time.Second {
		fmt.Fprintf(p.lines, format+"\n", args...)
		p.last = time.Now()
	}
}

// finish clears the display.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil // what is printed from now on stays
	}
}
