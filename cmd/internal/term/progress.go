package term

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress displays the progress of long work. On a terminal it draws a bar, and below it a line
// about the current work. To other streams it writes a plain line from time to time. The zero value
// displays nothing.
type Progress struct {
	on    *Screen
	bar   bool      // a bar is drawn
	drawn time.Time // time when the bar was last drawn
	await func()    // ends the line that is shown before the first bar; nil if there is none
	lines io.Writer // stream for plain lines; nil if there is a bar
	unit  string    // plural noun of what is counted
	about func(seconds float64) string
	began time.Time // when the work began
	// suspended is the time for which the process was suspended before the work began.
	suspended time.Duration
	last      time.Time // time of the last plain line, or of the start
	// before is the amount of work that was done when the work began.
	before int64

	said   func() string // returns a description of the current work; may be nil
	beside func() string // returns a description of the workers; may be nil
}

// patience is the shortest time between two plain lines of progress.
const patience = 10 * time.Second

// Progress starts a progress display and returns it. unit is the plural noun of what is counted,
// such as "games". about formats the estimated remaining seconds. While nothing is counted yet,
// and between parts of the work, a terminal shows the elapsed seconds. The caller must call
// [Progress.Finish] at the end.
func (s *Screen) Progress(unit string, about func(seconds float64) string) *Progress {
	now := time.Now()
	if !s.Interactive() {
		return &Progress{on: s, lines: s, unit: unit, about: about, began: now, last: now}
	}
	return &Progress{on: s, unit: unit, about: about, began: now, suspended: s.suspendedSoFar(), bar: true, await: s.Await(context.Background(), "working")}
}

// barWidth returns the width of the terminal in characters, for drawing a bar.
func (s *Screen) barWidth() int {
	const usual = 80
	if width := s.columns(); width > 0 {
		return width
	}
	return usual
}

// At displays that done units of the work are complete. of is the total number of units, or 0 if it
// is unknown. At is fast enough to be called after every game.
func (p *Progress) At(done, of int64) {
	if !p.bar {
		p.line(done, of)
		return
	}
	const often = 100 * time.Millisecond
	now := time.Now()
	if of > 0 && done >= of {
		p.endPart()
		return
	}
	if now.Sub(p.drawn) < often {
		return
	}
	p.drawn = now
	p.endAwait()
	below := ""
	if p.said != nil {
		below = p.said() + p.others()
	}
	most := max(p.on.barWidth()-1, 3) // some terminals wrap a full line
	p.on.draw(p.barText(now, done, of, most), Shortened(below, most))
}

// endPart replaces a complete bar by a line that shows the elapsed seconds until the next call of
// [Progress.At].
func (p *Progress) endPart() {
	if p.await == nil {
		p.on.erase()
		p.await = p.on.Await(context.Background(), "working")
		p.drawn = time.Time{}
	}
}

// endAwait removes the line that shows the elapsed seconds in place of a progress bar, if there is
// one.
func (p *Progress) endAwait() {
	if p.await != nil {
		p.await()
		p.await = nil
	}
}

// barText returns the remaining time, the speed, a bar and the counts in at most most columns. If
// these are too few, it leaves out the speed, then the bar, then the counts.
func (p *Progress) barText(now time.Time, done, of int64, most int) string {
	speed := ""
	if seconds := p.elapsed(now); seconds > 0 && done > p.before {
		speed = ", " + speedText(float64(done-p.before)/seconds, p.unit)
	}
	if of <= 0 {
		count := fmt.Sprintf("%d %s", done, p.unit)
		return firstFitting(most, count+speed, count)
	}
	remaining := ""
	if left, known := p.left(now, done, of); known {
		remaining = short(left) + " left"
	}
	// beside and besideSpeed are the numbers of columns reserved for the text next to a progress
	// bar. besideSpeed is for a text with the speed, and beside for one without it. The length of
	// the bar therefore does not depend on the text. least is the length of the shortest bar.
	const beside, besideSpeed, least = 45, 67, 4
	var texts []string
	if most >= besideSpeed+least {
		texts = append(texts, libraryBar(strings.TrimPrefix(remaining+speed, ", "), done, of, most-besideSpeed, progressbar.OptionShowCount()))
	}
	head := strings.TrimSpace(fmt.Sprintf("%s %4s", remaining, fmt.Sprintf("%d%%", 100*done/of)))
	return firstFitting(most, append(texts,
		libraryBar(remaining, done, of, max(most-beside, least), progressbar.OptionShowCount()),
		fmt.Sprintf("%s (%d/%d)", head, done, of),
		libraryBar(remaining, done, of, least),
		head)...)
}

// libraryBar returns a progress bar as text: a description, the percentage that is done, and a bar
// of the given number of columns. further contains more options of the library that formats the
// text.
func libraryBar(description string, done, of int64, columns int, further ...progressbar.Option) string {
	bar := progressbar.NewOptions64(of, append(further,
		progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionSetSpinnerChangeInterval(0), // avoids a goroutine that never ends
		progressbar.OptionSetDescription(description),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetWidth(columns))...)
	_ = bar.Set64(done)
	return strings.Trim(bar.String(), "\r ")
}

// firstFitting returns the first text that has at most most columns of a terminal. If there is none, it
// returns the last text, truncated.
func firstFitting(most int, texts ...string) string {
	for _, text := range texts {
		if columnsOf(text) <= most {
			return text
		}
	}
	return Shortened(texts[len(texts)-1], most)
}

// speedText formats a number of units a second, such as "12 games/s", "40 games/min" or "3 games/h".
func speedText(perSecond float64, unit string) string {
	switch {
	case perSecond >= 1:
		return fmt.Sprintf("%.0f %s/s", perSecond, unit)
	case 60*perSecond >= 1:
		return fmt.Sprintf("%.0f %s/min", 60*perSecond, unit)
	}
	return fmt.Sprintf("%.0f %s/h", 3600*perSecond, unit)
}

// Resumed sets the amount of work that an earlier process has done. This work is shown as done, but
// ignored when the speed is computed.
func (p *Progress) Resumed(before int64) { p.before = before }

// left estimates the remaining seconds of the work from its average speed so far. known is false if
// the total is unknown. It is also false until at least 20 units or a tenth of the work are done.
func (p *Progress) left(now time.Time, done, of int64) (seconds float64, known bool) {
	if of <= 0 {
		return 0, false
	}
	const enough, share = 20, 10 // units, and the part of less work
	done, of = done-p.before, of-p.before
	if done <= 0 || done < min(enough, of/share) {
		return 0, false
	}
	return p.elapsed(now) / float64(done) * float64(of-done), true
}

// elapsed returns the seconds of work until now, without those for which the process was suspended.
func (p *Progress) elapsed(now time.Time) float64 {
	elapsed := now.Sub(p.began)
	if p.on != nil {
		elapsed -= p.on.suspendedSoFar() - p.suspended
	}
	return elapsed.Seconds()
}

// suspendedSoFar returns the time for which the process was suspended so far.
func (s *Screen) suspendedSoFar() time.Duration { return time.Duration(s.shared.suspended.Load()) }

// short formats a duration in seconds, such as "36s" or "1h12m".
func short(seconds float64) string {
	text := (time.Duration(min(seconds, 1e9)) * time.Second).String()
	if strings.Contains(text, "h") {
		text = strings.TrimRight(text, "0123456789s")
	}
	return text
}

// line writes a plain line with the progress of the work, unless the last such line was written
// recently.
func (p *Progress) line(done, of int64) {
	if p.lines == nil || time.Since(p.last) < patience {
		return
	}
	p.last = time.Now()
	said := ""
	if p.said != nil {
		said = ": " + p.said()
	}
	if of <= 0 {
		fmt.Fprintf(p.lines, "%d %s%s%s\n", done, p.unit, p.others(), said)
		return
	}
	left := ""
	if seconds, known := p.left(p.last, done, of); known {
		left = fmt.Sprintf(", %s left", p.about(seconds))
	}
	fmt.Fprintf(p.lines, "%d of %d %s (%.0f%%)%s%s%s\n", done, of, p.unit, math.Floor(100*float64(done)/float64(of)), left, p.others(), said)
}

// Count starts a new part of the work, which is counted in the given unit. The remaining time is
// estimated for each part separately. If the unit stays the same, Count does nothing.
func (p *Progress) Count(unit string) {
	if unit != p.unit {
		p.unit = unit
		p.Restart()
	}
}

// Describe sets the function that returns the description of the current work.
func (p *Progress) Describe(text func() string) { p.said = text }

// Beside sets a function that returns text for every progress line: a description of the worker
// processes, such as "3 workers, 11 slots". A slot plays one game at a time.
func (p *Progress) Beside(text func() string) { p.beside = text }

// others returns text for the end of a progress line: a comma and the description of the worker
// processes, such as ", 3 workers". It returns "" if [Progress.Beside] was not called.
func (p *Progress) others() string {
	if p.beside == nil {
		return ""
	}
	return ", " + p.beside()
}

// Step writes a line about a finished step of the work, but not more often than once per second. If
// a bar is shown, it writes nothing.
func (p *Progress) Step(format string, args ...any) {
	if now := time.Now(); p.lines != nil && (now.Sub(p.last) >= time.Second || p.last.Equal(p.began)) {
		fmt.Fprintf(p.lines, "%s%s\n", fmt.Sprintf(format, args...), p.others())
		p.last = now
	}
}

// Note writes a line about the work. If a bar is shown, it writes nothing. Unlike [Progress.Step],
// it does not limit how often lines are written.
func (p *Progress) Note(format string, args ...any) {
	if p.lines != nil {
		fmt.Fprintf(p.lines, format+"\n", args...)
	}
}

// Finish removes the bar and the line below it from the screen.
func (p *Progress) Finish() {
	p.endAwait()
	if p.bar {
		p.on.erase()
		p.bar = false
	}
}

// Restart removes the bar from the screen and prepares for the next part of the same work.
func (p *Progress) Restart() {
	p.Finish()
	if p.on != nil {
		anew := p.on.Progress(p.unit, p.about)
		anew.beside = p.beside
		*p = *anew
	}
}

// These are control sequences of terminals from the standard ECMA-48.
const (
	toEndOfLine   = "\x1b[K" // erase to the end of the line
	toEndOfScreen = "\x1b[J" // erase to the end of the screen
	lineUp        = "\x1b[A" // move up a line
)

// draw replaces the bar on the screen by the text bar. If below is not "", it is shown on the next
// line. Both texts must be shorter than the width of the terminal. The cursor stays at the
// beginning of the bar. If the last line on the terminal is incomplete or the process is in the
// background, draw does nothing.
func (s *Screen) draw(bar, below string) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	if s.shared.begun || inBackground(s.to) {
		return
	}
	text := "\r" + bar + toEndOfScreen + "\r"
	if below != "" {
		text = "\r" + bar + toEndOfLine + "\n" + below + toEndOfScreen + lineUp + "\r"
	}
	_, _ = io.WriteString(s.to, text) // an error of the terminal must not stop the program
	s.shared.bar = s
}

// erase removes the bar from the screen if one is shown.
func (s *Screen) erase() {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	s.shared.erase()
}

func (s *shared) erase() {
	if s.bar != nil {
		_, _ = io.WriteString(s.bar.to, "\r"+toEndOfScreen)
		s.bar = nil
	}
}

// Await reports that work without measurable progress is still running, until the caller calls stop
// or ctx is done. The caller must call stop in any case. The report contains the name of the work,
// the time since its start, and how to stop it. On a terminal it is a line that changes every
// second and that stop removes. Other streams receive a line every ten seconds.
func (s *Screen) Await(ctx context.Context, what string) (stop func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	begun := time.Now()
	interval := patience
	report := func(text string) { fmt.Fprintln(s, text) }
	if s.Interactive() {
		interval = time.Second
		report = func(text string) { s.draw(Shortened(text, max(s.barWidth()-1, 3)), "") }
	}
	go func() {
		defer close(gone)
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				report(fmt.Sprintf("%s for %v; Ctrl-C stops it", what, time.Since(begun).Round(time.Second)))
			case <-done:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		close(done)
		<-gone
		if s.Interactive() {
			s.erase()
		}
	}
}
