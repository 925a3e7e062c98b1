package term

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
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

	shared *shared
	used   bool  // guarded by shared.mu
	err    error // guarded by shared.mu
}

// shared is the state of a terminal that several streams may lead to.
type shared struct {
	mu    sync.Mutex // also keeps lines whole
	bar   *Screen    // the stream on which a bar is drawn, nil while there is none
	begun bool       // the last line of the terminal has no end yet
}

// New makes a screen of a stream. The environment says how it may be drawn on:
// TERM, NO_COLOR, COLUMNS.
func New(to io.Writer, env func(string) string) *Screen {
	return &Screen{to: to, env: env, shared: &shared{}}
}

// Beside returns a screen of another stream that may lead to the same terminal: standard
// error beside standard output. A bar on one of them is erased before the other is written
// to.
func (s *Screen) Beside(to io.Writer) *Screen {
	return &Screen{to: to, env: s.env, shared: s.shared}
}

// Write writes to the stream.
func (s *Screen) Write(p []byte) (int, error) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	seen := s.Interactive()
	if seen {
		s.shared.erase()
	}
	n, err := s.to.Write(p)
	if seen && n > 0 {
		s.shared.begun = p[n-1] != '\n'
	}
	s.used, s.err = true, err
	return n, err
}

// Err is the first failure of the stream, nil where all has been written.
func (s *Screen) Err() error {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return s.err
}

// Used reports whether anything has been written.
func (s *Screen) Used() bool {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return s.used
}

// Printf writes a formatted text. Control characters in it are escaped, as in a plain line,
// but for the ends of lines, tabs and the screen's own colours.
func (s *Screen) Printf(format string, args ...any) { s.print(fmt.Sprintf(format, args...)) }

// Print writes values, as Printf does.
func (s *Screen) Print(args ...any) { s.print(fmt.Sprint(args...)) }

// Println writes values with blanks between them, and ends the line, as Printf does.
func (s *Screen) Println(args ...any) { s.print(fmt.Sprintln(args...)) }

// Paragraph writes a formatted text and ends the line, as Printf does. Where the screen is
// narrower than the text the line is broken between words.
func (s *Screen) Paragraph(format string, args ...any) {
	for _, line := range Broken(fmt.Sprintf(format, args...), s.Width()) {
		s.Println(line)
	}
}

func (s *Screen) print(text string) { _, _ = io.WriteString(s, s.shown(text)) }

// painted is what Coloured puts before and after a text.
var painted = regexp.MustCompile(`\x1b\[[0-9]{1,2}m`)

// shown escapes what is in a text besides letters, ends of lines, tabs and, where the
// screen has them, colours.
func (s *Screen) shown(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return unseen(r) && r != '\n' && r != '\t' }) {
		return text
	}
	var out strings.Builder
	for text != "" {
		end := len(text)
		var kept string
		if at := painted.FindStringIndex(text); at != nil && s.colours() {
			end, kept = at[0], text[at[0]:at[1]]
		}
		out.WriteString(escaped(text[:end], "\n\t"))
		out.WriteString(kept)
		text = text[end+len(kept):]
	}
	return out.String()
}

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

// colours reports whether the screen shows colours.
func (s *Screen) colours() bool { return s.env("NO_COLOR") == "" && s.Interactive() }

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
	if !s.colours() {
		return text
	}
	return "\x1b[" + string(colour) + "m" + text + "\x1b[0m"
}
