package term

import "io"

// The sequences of ECMA-48 that a bar is drawn with.
const (
	toEndOfLine   = "\x1b[K" // erases
	toEndOfScreen = "\x1b[J" // erases
	lineUp        = "\x1b[A" // moves
)

// draw shows a bar, and below it a line about it unless that is empty, in place of the bar
// before. It leaves the cursor where the bar begins. Both lines must be shorter than the
// terminal is wide. While the last line of the terminal has no end nothing is drawn.
func (s *Screen) draw(bar, below string) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	if s.shared.begun {
		return
	}
	text := "\r" + bar + toEndOfScreen + "\r"
	if below != "" {
		text = "\r" + bar + toEndOfLine + "\n" + below + toEndOfScreen + lineUp + "\r"
	}
	_, _ = io.WriteString(s.to, text) // a terminal that went away is no reason to stop
	s.shared.bar = s
}

// erase clears the bar if one is drawn.
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
