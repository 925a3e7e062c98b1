package term

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/term"
)

// Screen is an output stream that may be a terminal, such as standard output. Several goroutines
// may write to it. After the first error it ignores further output, so that callers can check
// [Screen.Err] once at the end.
type Screen struct {
	to    io.Writer
	env   func(string) string
	plain bool // the stream is a terminal without control sequences

	shared *shared
	breaks int   // line breaks at the end of what was written; protected by shared.mu
	used   bool  // protected by shared.mu
	err    error // protected by shared.mu
}

// shared is the state of a terminal to which several output streams write, such as standard
// output and standard error.
type shared struct {
	mu    sync.Mutex // also keeps lines complete
	bar   *Screen    // stream on which a bar is shown; nil for none
	begun bool       // the last line of the terminal is incomplete
	// suspended is the time, in nanoseconds, for which the process was suspended so far.
	suspended atomic.Int64
}

// New returns a screen for an output stream. The function env returns environment variables, of
// which TERM, NO_COLOR and COLUMNS are used.
func New(to io.Writer, env func(string) string) *Screen {
	return &Screen{to: to, env: env, plain: !acceptsSequences(to), shared: &shared{}}
}

// Beside returns a screen for a second stream that may be the same terminal, such as standard
// error. Before text is written to one stream, a progress bar on the other is erased.
func (s *Screen) Beside(to io.Writer) *Screen {
	return &Screen{to: to, env: s.env, plain: !acceptsSequences(to), shared: s.shared}
}

// Write writes bytes to the stream. If a progress bar is shown, it first erases the bar.
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
	breaks := n - len(bytes.TrimRight(p[:n], "\n"))
	if breaks == n {
		breaks += s.breaks
	}
	s.breaks, s.used, s.err = breaks, true, err
	return n, err
}

// Entered records that the user has ended an incomplete line, such as a question, by typing Enter.
func (s *Screen) Entered() {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	s.shared.begun = false
}

// EraseLine erases the current line of a terminal, such as the ^C that Ctrl-C leaves there. It does
// nothing if the line begins with text of the program, such as a question. It also does nothing if
// the stream is not a terminal or another write is still in progress.
func (s *Screen) EraseLine() {
	if !s.shared.mu.TryLock() {
		return
	}
	defer s.shared.mu.Unlock()
	if s.Interactive() && !s.shared.begun {
		_, _ = io.WriteString(s.to, "\r"+toEndOfScreen)
		s.shared.bar = nil
	}
}

// Err returns the first write error of the stream, or nil.
func (s *Screen) Err() error {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return s.err
}

// Used reports whether text has been written to the screen.
func (s *Screen) Used() bool {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return s.used
}

// Printf writes formatted text. It escapes control characters, except line breaks, tabs and the
// control sequences of [Screen.Coloured].
func (s *Screen) Printf(format string, args ...any) { s.print(fmt.Sprintf(format, args...)) }

// Print writes its arguments formatted as by fmt.Sprint. It escapes control characters as Printf
// does.
func (s *Screen) Print(args ...any) { s.print(fmt.Sprint(args...)) }

// Println writes its arguments formatted as by fmt.Sprintln: separated by spaces and followed by
// a line break. It escapes control characters as Printf does.
func (s *Screen) Println(args ...any) { s.print(fmt.Sprintln(args...)) }

// Gap writes an empty line, unless the last line that was written is empty.
func (s *Screen) Gap() {
	s.shared.mu.Lock()
	empty := s.breaks > 1
	s.shared.mu.Unlock()
	if !empty {
		s.Println()
	}
}

// Paragraph writes formatted text and a line break. It wraps the text at the width of the screen
// and escapes control characters as Printf does.
func (s *Screen) Paragraph(format string, args ...any) {
	for _, line := range Broken(fmt.Sprintf(format, args...), s.Width()) {
		s.Println(line)
	}
}

// ParagraphIn writes a text in the given colour and a line break. It wraps the text as Paragraph
// does.
func (s *Screen) ParagraphIn(colour Colour, text string) {
	for _, line := range Broken(text, s.Width()) {
		s.Println(s.Coloured(colour, line))
	}
}

// Drawing prints a drawing of a position. It wraps lines of prose at the width of the screen. It
// does not wrap lines with several blanks in a row, which are parts of a picture. If such a line is
// wider than the screen, a note after the drawing states the width that it needs.
func (s *Screen) Drawing(text string) {
	width, needed := s.Width(), 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, "  ") {
			s.Println(line)
			needed = max(needed, columnsOf(line))
		} else {
			s.Println(Fitted(line, width))
		}
	}
	if width > 0 && needed > width {
		s.Paragraph("(the drawing needs %d columns, and the screen has %d)", needed, width)
	}
}

func (s *Screen) print(text string) { _, _ = io.WriteString(s, s.shown(text)) }

// painted matches the control sequences for colours and bold text.
var painted = regexp.MustCompile(`\x1b\[[0-9]{1,2}m`)

// shown returns a text with escaped control characters. It does not escape line breaks and tabs,
// nor the sequences for colours if the screen shows colours.
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

// Interactive reports whether the stream is a terminal that supports control sequences.
func (s *Screen) Interactive() bool { return !s.plain && Interactive(s.to, s.env) }

// Interactive reports whether a stream, for reading or writing, is a terminal that supports
// control sequences.
func Interactive(stream any, env func(string) string) bool {
	f, ok := stream.(*os.File)
	return ok && env("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// Width returns the number of characters in a line. It is the environment variable COLUMNS if
// that is set, and otherwise the width of the terminal. It is 0 if the stream is not a terminal.
func (s *Screen) Width() int {
	if columns, err := strconv.Atoi(s.env("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	return s.columns()
}

// columns returns the width of the terminal in characters, or 0 if the stream is not a terminal.
func (s *Screen) columns() int {
	if f, ok := s.to.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return columns
		}
	}
	return 0
}

func (s *Screen) colours() bool { return s.env("NO_COLOR") == "" && s.Interactive() }

// Colour is the ANSI code of a text colour or of bold text.
type Colour string

// These are the colours of text in a terminal.
const (
	Bold   Colour = "1"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Coloured returns a text with control sequences for a colour. It returns the text unchanged if
// the screen does not show colours.
func (s *Screen) Coloured(colour Colour, text string) string {
	if !s.colours() {
		return text
	}
	return "\x1b[" + string(colour) + "m" + text + "\x1b[0m"
}
