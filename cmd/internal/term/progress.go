package term

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
	bar   *progressbar.ProgressBar // makes the text of the bar, nil where there is none
	drawn time.Time                // when the bar was last drawn
	of    int64                    // the amount of work, 0 if it is not known
	lines io.Writer                // nil where there is a bar
	unit  string                   // what is counted
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
	return &Progress{on: s, unit: unit, about: about, began: now, bar: newBar(unit, s.barWidth())}
}

// newBar returns a bar that fits a line of some letters. The bar writes nothing itself: its
// own drawing goes on after its end.
func newBar(unit string, width int) *progressbar.ProgressBar {
	// The texts beside a bar have so many letters at most, with and without the speed.
	const beside, besideSpeed, least = 46, 68, 4
	speed := width >= besideSpeed+least
	left := width - beside
	if speed {
		left = width - besideSpeed
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionSetSpinnerChangeInterval(0), // or a goroutine draws without end
		progressbar.OptionShowCount(),
		progressbar.OptionSetItsString(unit),
		progressbar.OptionSetPredictTime(false), // it stands unnamed between brackets; the description says it in words
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetWidth(max(left, least)),
	}
	if speed {
		options = append(options, progressbar.OptionShowIts())
	}
	return progressbar.NewOptions64(-1, options...) // how much there is to do is not known yet
}

// barWidth is the width of the terminal in letters.
func (s *Screen) barWidth() int {
	const usual = 80
	if width := s.columns(); width > 0 {
		return width
	}
	return usual
}

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
	if of > 0 && done > 0 {
		p.bar.Describe(fmt.Sprintf("%s left", short(p.left(now, done, of))))
	}
	_ = p.bar.Set64(done)
	below := ""
	if p.said != nil {
		below = p.said() + p.others()
	}
	most := max(p.on.barWidth()-1, 3) // a terminal may break a line that fills it
	bar := []rune(strings.Trim(p.bar.String(), "\r "))
	p.on.draw(string(bar[:min(len(bar), most)]), Shortened(below, most))
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
		p.on.erase()
		p.bar = nil
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
