package term

import (
	"context"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/cmd/internal/term/termtest"
)

// A bar never shares a line with other text: on slow terminals of several widths, while other
// goroutines write to both streams, and after its end. It leaves the last column free, because
// some terminals wrap a full line.
func TestBarOnATerminal(t *testing.T) {
	t.Parallel()
	for _, width := range []int{20, 40, 60, 80, 130} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			terminal := termtest.Open(t, width, true)
			out := New(terminal.Out, func(string) string { return "" })
			errs := out.Beside(terminal.Err)
			var want string
			synctest.Test(t, func(*testing.T) {
				want = work(out, errs)
				time.Sleep(300 * time.Millisecond) // time for goroutines that draw by themselves
			})
			fmt.Fprint(out, "$ ")
			terminal.Close()
			if got := terminal.Screen(); got != want+"$" {
				t.Errorf("the screen shows\n%s\nwant\n%s$", got, want)
			}
			if terminal.Bars() < 4 || terminal.Widest() >= width {
				t.Errorf("%d bars, lines of %d characters", terminal.Bars(), terminal.Widest())
			}
		})
	}
}

// A line counts the seconds of work that cannot be measured: before the first bar, after a complete bar
// and in Await. Its end, or the next bar, removes it.
func TestWaitingOnATerminal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		work func(*Screen) (end func())
		want string
	}{
		"before the first bar": {func(s *Screen) func() {
			p := s.Progress("games", about)
			time.Sleep(2500 * time.Millisecond)
			return p.Finish
		}, "working for 2s; Ctrl-C stops it"},
		"the first bar": {func(s *Screen) func() {
			p := s.Progress("games", about)
			time.Sleep(2500 * time.Millisecond)
			p.At(1, 100)
			time.Sleep(5 * time.Second)
			return p.Finish
		}, "1% |              | (1/100)"},
		"a complete bar": {func(s *Screen) func() {
			p := s.Progress("games", about)
			p.At(99, 100)
			time.Sleep(time.Second)
			p.At(100, 100)
			p.At(100, 100)
			time.Sleep(3500 * time.Millisecond)
			return p.Finish
		}, "working for 3s; Ctrl-C stops it"},
		"a bar after a complete one": {func(s *Screen) func() {
			p := s.Progress("games", about)
			p.At(100, 100)
			time.Sleep(3500 * time.Millisecond)
			p.At(150, 600)
			return p.Finish
		}, "10s left  25% |███           | (150/600)"},
		"the end": {func(s *Screen) func() {
			p := s.Progress("games", about)
			time.Sleep(2500 * time.Millisecond)
			p.Finish()
			time.Sleep(5 * time.Second)
			return p.Finish
		}, ""},
		"solving": {func(s *Screen) func() {
			stop := s.Await(context.Background(), "solving")
			time.Sleep(61500 * time.Millisecond)
			return stop
		}, "solving for 1m1s; Ctrl-C stops it"},
		"solved": {func(s *Screen) func() {
			stop := s.Await(context.Background(), "solving")
			time.Sleep(1500 * time.Millisecond)
			stop()
			return func() {}
		}, ""},
		"an answer to a question": {func(s *Screen) func() {
			s.Print("who? ")
			stop := s.Await(context.Background(), "thinking")
			time.Sleep(1500 * time.Millisecond)
			return stop
		}, "who?"},
		"after the answer to a question": {func(s *Screen) func() {
			s.Print("who? ")
			fmt.Fprintln(s.to, "me") // as the terminal echoes it
			s.Entered()
			stop := s.Await(context.Background(), "thinking")
			time.Sleep(1500 * time.Millisecond)
			return stop
		}, "who? me\nthinking for 1s; Ctrl-C stops it"},
	} {
		terminal := termtest.Open(t, 60, false)
		s := New(terminal.Out, nothing)
		synctest.Test(t, func(t *testing.T) {
			end := c.work(s)
			synctest.Wait()
			terminal.Close()
			end()
		})
		if got := terminal.Screen(); got != c.want {
			t.Errorf("%s: the screen shows %q, want %q", name, got, c.want)
		}
	}
}

// A terminal without control sequences has a width, but neither bars nor colours. After Ctrl-C, the
// message stands in place of ^C.
func TestTerminalsWithoutSequences(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"dumb": "^C|stopped", "xterm": "|stopped"} {
		terminal := termtest.Open(t, 70, false)
		s := New(terminal.Out, func(v string) string { return map[string]string{"TERM": name}[v] })
		if got := s.Width(); got != 70 {
			t.Errorf("%s: %d columns, want 70", name, got)
		}
		if got := s.Interactive(); got != (name == "xterm") {
			t.Errorf("%s: control sequences: %v", name, got)
		}
		fmt.Fprint(terminal.Out, "^C")
		s.EraseLine()
		s.Print("|stopped ")
		s.EraseLine() // a begun line remains
		terminal.Close()
		if got := terminal.Screen(); got != want {
			t.Errorf("%s: the screen shows %q, want %q", name, got, want)
		}
	}
}

// An interrupt is not delayed by output that a pager does not read.
func TestEraseLineDoesNotWaitForAPager(t *testing.T) {
	t.Parallel()
	terminal := termtest.Open(t, 70, false)
	pager, pipe := io.Pipe()
	out := New(pipe, nothing)
	errs := out.Beside(terminal.Err)
	written := make(chan struct{})
	go func() {
		fmt.Fprintln(out, "a page")
		close(written)
	}()
	if _, err := pager.Read(make([]byte, 1)); err != nil { // the write is under way
		t.Fatal(err)
	}
	errs.EraseLine()
	_ = pager.Close()
	<-written
	terminal.Close()
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
	for i := range int64(4) { // a section with a smaller total
		p.At(10*i, 80)
		time.Sleep(110 * time.Millisecond)
	}
	p.Finish()
	fmt.Fprintln(out, "the verdict")
	return want + "the verdict\n"
}
