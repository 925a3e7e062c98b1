package term

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// openTerminal opens a pseudo-terminal of a width. seen reads what the terminal shows; out and
// err write to it.
func openTerminal(t *testing.T, width int) (seen, out, err *os.File) {
	t.Helper()
	seen, failed := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if failed != nil {
		t.Skip(failed)
	}
	number, failed := unix.IoctlGetInt(int(seen.Fd()), unix.TIOCGPTN)
	if failed == nil {
		failed = unix.IoctlSetPointerInt(int(seen.Fd()), unix.TIOCSPTLCK, 0)
	}
	if failed == nil {
		failed = unix.IoctlSetWinsize(int(seen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(width)})
	}
	if failed != nil {
		t.Skip(failed)
	}
	var ends [2]*os.File
	for i := range ends {
		if ends[i], failed = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_WRONLY|unix.O_NOCTTY, 0); failed != nil {
			t.Skip(failed)
		}
	}
	return seen, ends[0], ends[1]
}

// emulator interprets the control sequences of bars. It fails the test if a line is too long
// or a sequence is unknown.
type emulator struct {
	t           *testing.T
	width       int
	lines       [][]rune
	row, column int
	drawn       int    // number of times that a bar was begun
	escape      string // the incomplete sequence
}

func (e *emulator) read(text string) {
	for _, r := range text {
		for len(e.lines) <= e.row {
			e.lines = append(e.lines, nil)
		}
		switch {
		case e.escape != "" || r == '\x1b':
			e.escape += string(r)
			if len(e.escape) > 2 && r >= '@' {
				e.control(e.escape)
				e.escape = ""
			}
		case r == '\r':
			e.column = 0
		case r == '\n':
			e.row, e.column = e.row+1, 0 // the driver writes \r before it
		default:
			e.put(r)
		}
	}
}

func (e *emulator) put(r rune) {
	line := e.lines[e.row]
	for len(line) <= e.column {
		line = append(line, ' ')
	}
	line[e.column] = r
	e.lines[e.row] = line
	if e.column++; e.column >= e.width {
		e.t.Errorf("%d columns: a line fills the terminal: %q", e.width, string(line))
		e.row, e.column = e.row+1, 0
	}
	if r == '|' {
		e.drawn++
	}
}

func (e *emulator) control(sequence string) {
	switch sequence {
	case toEndOfLine:
		e.lines[e.row] = e.lines[e.row][:min(e.column, len(e.lines[e.row]))]
	case toEndOfScreen:
		e.lines = e.lines[:e.row+1]
		e.lines[e.row] = e.lines[e.row][:min(e.column, len(e.lines[e.row]))]
	case lineUp:
		e.row--
	default:
		e.t.Errorf("%q is not known", sequence)
	}
}

func (e *emulator) screen() string {
	var text strings.Builder
	for i, line := range e.lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(strings.TrimRight(string(line), " "))
	}
	return text.String()
}

// A bar never shares a line with other text: on slow terminals of several widths, while other
// goroutines write to both streams, and after its end.
func TestBarOnATerminal(t *testing.T) {
	t.Parallel()
	for _, width := range []int{20, 40, 60, 80, 130} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			seen, outEnd, errEnd := openTerminal(t, width)
			e := &emulator{t: t, width: width}
			var reading sync.WaitGroup
			reading.Go(func() { // slowly
				buffer := make([]byte, 97)
				for {
					n, err := seen.Read(buffer)
					e.read(string(buffer[:n]))
					if err != nil {
						if !errors.Is(err, io.EOF) && !errors.Is(err, unix.EIO) {
							t.Error(err)
						}
						return
					}
					time.Sleep(2 * time.Millisecond)
				}
			})
			out := New(outEnd, func(string) string { return "" })
			errs := out.Beside(errEnd)
			want := work(out, errs)
			time.Sleep(300 * time.Millisecond) // time for goroutines that draw by themselves
			fmt.Fprint(out, "$ ")
			if err := errors.Join(outEnd.Close(), errEnd.Close()); err != nil {
				t.Fatal(err)
			}
			reading.Wait()
			if got := e.screen(); got != want+"$" {
				t.Errorf("the screen shows\n%s\nwant\n%s$", got, want)
			}
			if e.drawn < 8 {
				t.Errorf("a bar was drawn %d times", e.drawn/2)
			}
			_ = seen.Close()
		})
	}
}

// work shows a bar for a second, writes lines meanwhile, and returns the lines that must
// remain.
func work(out, errs *Screen) (want string) {
	p := errs.Progress("games", about)
	p.Describe(func() string { return "round 7, best so far: a line that is longer than narrow terminals are wide" })
	for i := range int64(1000) {
		of := int64(0)
		if i >= 200 {
			of = 17_782
		}
		p.At(i*17, of)
		switch i {
		case 300:
			fmt.Fprintln(errs, "a warning")
			want += "a warning\n"
		case 500:
			fmt.Fprintln(out, "an answer")
			want += "an answer\n"
		case 600:
			fmt.Fprint(out, "begun, ")
		case 800:
			fmt.Fprintln(errs, "ended")
			want += "begun, ended\n"
		case 900:
			p.Count("steps")
		}
		time.Sleep(time.Millisecond)
	}
	p.Finish()
	fmt.Fprintln(out, "the verdict")
	return want + "the verdict\n"
}
