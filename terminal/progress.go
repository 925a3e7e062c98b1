package terminal

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress shows how far a piece of work is: on a terminal a bar, and below it a line
// about what is being done; a plain line now and then elsewhere. The zero value shows
// nothing.
type Progress struct {
	on    *Screen
	bar   *progressbar.ProgressBar
	under io.Writer // the terminal that the bar is on
	width int       // of the terminal, in letters
	drawn time.Time // when the bar was last drawn
	of    int64     // how much there is to do, 0 while nobody knows
	lines io.Writer // nil where there is a bar
	unit  string    // what is counted
	about func(seconds float64) string
	began time.Time // when it was made
	last  time.Time // when the last line was written, or it was made

	said   func() string // what is being done, nil where nothing is said of it
	beside func() string // who does it, "" for nothing
}

// patience is how long nothing is said of a step where there is no bar.
const patience = 10 * time.Second

// Progress starts the display of units of work, such as "games". The function says in
// the lines how long the rest takes, as a person would.
func (s *Screen) Progress(unit string, about func(seconds float64) string) *Progress {
	now := time.Now()
	if !s.Interactive() {
		return &Progress{on: s, lines: s, unit: unit, about: about, began: now, last: now}
	}
	const usual = 80
	width := s.columns()
	if width <= 0 {
		width = usual
	}
	return &Progress{on: s, under: s.to, width: width, unit: unit, about: about, began: now, bar: progressbar.NewOptions64(-1, // until somebody knows how much there is to do
		progressbar.OptionSetWriter(s.to),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionSetPredictTime(false), // it stands unnamed between brackets; the description says it in words
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetWidth(max(width-besideBar, leastBar)),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetMaxDetailRow(1),
	)}
}

// What stands beside a bar takes besideBar letters at the most: a line longer than the
// screen would be drawn again and again.
const besideBar, leastBar = 68, 4

// At shows how much is done, of how much where that is known and 0 where not. Calls are
// cheap enough for every game.
func (p *Progress) At(done, of int64) {
	if p.bar == nil {
		p.line(done, of)
		return
	}
	const often = 100 * time.Millisecond
	now := time.Now()
	if now.Sub(p.drawn) < often || of > 0 && done >= of { // a bar that is full is cleared, by Finish
		return
	}
	p.drawn = now
	if of > 0 && of != p.of {
		p.bar.ChangeMax64(of)
		p.of = of
	}
	// A terminal that went away is no reason to stop.
	if of > 0 && done > 0 {
		p.bar.Describe(fmt.Sprintf("%s left", short(p.left(now, done, of))))
	}
	_ = p.bar.Set64(done)
	if p.said != nil {
		_ = p.bar.AddDetail(Shortened(p.said()+p.others(), p.width-1))
	}
}

// left is how many seconds the rest will take, if it goes on as it did.
func (p *Progress) left(now time.Time, done, of int64) float64 {
	return now.Sub(p.began).Seconds() / float64(max(done, 1)) * float64(of-done)
}

// short is a time in seconds in a few letters: "36s", "1h12m".
func short(seconds float64) string {
	text := (time.Duration(min(seconds, 1e9)) * time.Second).String()
	if strings.Contains(text, "h") {
		text = strings.TrimRight(text, "0123456789s")
	}
	return text
}

// line says how much is done where there is no bar and nothing has been said for a
// while.
func (p *Progress) line(done, of int64) {
	if p.lines == nil || time.Since(p.last) < patience {
		return
	}
	p.last = time.Now()
	if of <= 0 {
		fmt.Fprintf(p.lines, "%d %s%s\n", done, p.unit, p.others())
		return
	}
	left := p.about(p.left(p.last, done, of))
	said := ""
	if p.said != nil {
		said = ": " + p.said()
	}
	fmt.Fprintf(p.lines, "%d of %d %s (%.0f%%), %s left%s%s\n", done, of, p.unit, 100*float64(done)/float64(of), left, p.others(), said)
}

// Count changes what is counted. The next piece of the work begins with it, whose time
// says nothing of that of the last.
func (p *Progress) Count(unit string) {
	if unit != p.unit {
		p.unit = unit
		p.Restart()
	}
}

// Describe changes what the next line says that is being done.
func (p *Progress) Describe(text func() string) { p.said = text }

// Beside changes who every line says that does it, such as "3 workers, 11 slots".
func (p *Progress) Beside(text func() string) { p.beside = text }

// others is who else works, after a comma.
func (p *Progress) others() string {
	if p.beside == nil {
		return ""
	}
	return ", " + p.beside()
}

// Step reports a finished step where there is no bar, once a second at most.
func (p *Progress) Step(format string, args ...any) {
	if now := time.Now(); p.lines != nil && (now.Sub(p.last) >= time.Second || p.last.Equal(p.began)) {
		fmt.Fprintf(p.lines, "%s%s\n", fmt.Sprintf(format, args...), p.others())
		p.last = now
	}
}

// Finish clears the display.
func (p *Progress) Finish() {
	if p.bar != nil {
		fmt.Fprint(p.under, "\r\x1b[J") // the bar, and the line below it
		p.bar = nil                     // what is printed from now on stays
	}
}

// Restart clears the display and begins it anew, for the next piece of the same work.
func (p *Progress) Restart() {
	p.Finish()
	if p.on != nil {
		anew := p.on.Progress(p.unit, p.about)
		anew.beside = p.beside
		*p = *anew
	}
}
