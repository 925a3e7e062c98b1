package term

import "io"

// Control sequences of ECMA-48.
const (
	toEndOfLine   = "\x1b[K" // erase to the end of the line
	toEndOfScreen = "\x1b[J" // erase to the end of the screen
	lineUp        = "\x1b[A" // move up a line
)

// draw replaces the current bar by bar, with the line below under it unless that is empty.
// Both lines must be shorter than the terminal is wide. The cursor stays at the beginning of
// the bar. If the last line of the terminal is incomplete, draw does nothing.
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
	_, _ = io.WriteString(s.to, text) // an error of the terminal must not stop the program
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
