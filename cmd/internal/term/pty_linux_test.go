package term

import (
	"fmt"
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
