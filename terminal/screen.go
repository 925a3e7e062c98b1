package terminal

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"

	"golang.org/x/term"
)

// Screen is a stream that a person may look at: standard output or standard error.
// It may be written to by several goroutines. It remembers the first failure and
// writes nothing after it, so that callers may print without looking and ask [Screen.Err]
// at the end.
type Screen struct {
	to  io.Writer
	env func(string) string

	mu   sync.Mutex // guards what follows, and keeps lines whole
	used bool
	err  error
}

// New makes a screen of a stream. The environment says how it may be drawn on:
// TERM, NO_COLOR, COLUMNS.
func New(to io.Writer, env func(string) string) *Screen { return &Screen{to: to, env: env} }

// Write writes to the stream.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.to.Write(p)
	s.used, s.err = true, err
	return n, err
}

// Err is the first failure of the stream, nil where all has been written.
func (s *Screen) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Used reports whether anything has been written.
func (s *Screen) Used() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}

// Printf writes a formatted text.
func (s *Screen) Printf(format string, args ...any) { _, _ = fmt.Fprintf(s, format, args...) }

// Print writes values.
func (s *Screen) Print(args ...any) { _, _ = fmt.Fprint(s, args...) }

// Println writes values with blanks between them, and ends the line.
func (s *Screen) Println(args ...any) { _, _ = fmt.Fprintln(s, args...) }

// Interactive reports whether the stream is a terminal that may be drawn on.
func (s *Screen) Interactive() bool { return Interactive(s.to, s.env) }

// Interactive reports whether a stream, for reading or writing, is a terminal that may be
// drawn on.
func Interactive(stream any, env func(string) string) bool {
	f, ok := stream.(*os.File)
	return ok && env("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// Width is how many letters a line has room for, 0 where nobody looks at the stream:
// COLUMNS where it is set, else the width of the terminal.
func (s *Screen) Width() int {
	if columns, err := strconv.Atoi(s.env("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	return s.columns()
}

// columns is the width of the terminal, 0 of anything else.
func (s *Screen) columns() int {
	if f, ok := s.to.(*os.File); ok && s.Interactive() {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return columns
		}
	}
	return 0
}

// Colour is a colour or a weight of letters, as ANSI numbers them.
type Colour string

// The colours in use.
const (
	Bold   Colour = "1"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Coloured is a text in a colour where the stream is a terminal and NO_COLOR is not
// set; elsewhere the text as it is.
func (s *Screen) Coloured(colour Colour, text string) string {
	if s.env("NO_COLOR") != "" || !s.Interactive() {
		return text
	}
	return "\x1b[" + string(colour) + "m" + text + "\x1b[0m"
}
