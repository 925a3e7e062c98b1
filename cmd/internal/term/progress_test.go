package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func about(seconds float64) string { return fmt.Sprintf("about %.0f s", seconds) }

// On a stream that is not a terminal, Progress writes a line every ten seconds, and Step at
// most one a second.
func TestProgressInLines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, b := narrow("")
		p := s.Progress("games", about)
		p.At(1, 100) // too early
		time.Sleep(time.Millisecond)
		p.Step("round %d", 1)
		p.Step("round %d", 2) // too soon after it
		time.Sleep(10 * time.Second)
		p.At(20, 100)
		p.At(21, 100)
		p.Beside(func() string { return "3 workers" })
		p.Describe(func() string { return "verification" })
		time.Sleep(10 * time.Second)
		p.At(40, 100)
		p.Step("round 3")
		time.Sleep(10 * time.Second)
		p.At(50, 0)
		p.Finish()
		p.Restart()
		time.Sleep(10 * time.Second)
		p.At(5, 10)
		p.Count("games") // as before
		p.Count("steps")
		time.Sleep(10 * time.Second)
		p.At(2, 4)
		time.Sleep(10 * time.Second)
		p.At(999, 1000) // which is not all
		want := `round 1
20 of 100 games (20%), about 40 s left
40 of 100 games (40%), about 30 s left, 3 workers: verification
50 games, 3 workers: verification
5 of 10 games (50%), about 10 s left, 3 workers
2 of 4 steps (50%), about 10 s left, 3 workers
999 of 1000 steps (99%), about 0 s left, 3 workers
`
		if b.String() != want {
			t.Errorf("%s\nwant\n%s", b, want)
		}
	})
}

// The remaining time is shown once it is known well enough: for games of equal length on several
// workers the first estimate is within a half of the true time, and games that an earlier process has
// played do not count as speed.
func TestTheFirstEstimate(t *testing.T) {
	t.Parallel()
	const games, each = 400, 30 * time.Second
	for _, before := range []int64{0, 300} {
		for _, workers := range []int64{1, 2, 8} {
			synctest.Test(t, func(t *testing.T) {
				s, b := narrow("")
				p := s.Progress("games", func(seconds float64) string { return fmt.Sprintf("<%.0f>", seconds) })
				began := time.Now()
				for done := before; done < games; { // the workers began at different times
					p.Resumed(before)
					p.At(done, games)
					time.Sleep(each / time.Duration(workers))
					done++
				}
				whole := time.Since(began).Seconds()
				line, _, _ := strings.Cut(b.String()[strings.Index(b.String(), "<")+1:], "\n")
				var left float64
				if _, err := fmt.Sscanf(line, "%f>", &left); err != nil {
					t.Fatalf("%d workers after %d games: %v in\n%s", workers, before, err, b)
				}
				if left < whole/2 || left > 1.5*whole {
					t.Errorf("%d workers after %d games: first %.0f s left of %.0f", workers, before, left, whole)
				}
				if first, _, _ := strings.Cut(b.String(), "\n"); strings.Contains(first, "<") {
					t.Errorf("%d workers after %d games: the first line has an estimate: %s", workers, before, first)
				}
			})
		}
	}
}

// The remaining time is unknown if the amount of work is, as in a match until a sequential test decides.
func TestNoEstimateWithoutATotal(t *testing.T) {
	t.Parallel()
	began := time.Now()
	p := Progress{began: began}
	if left, known := p.left(began.Add(time.Minute), 50, 0); known {
		t.Errorf("%v s left", left)
	}
}

// A bar has the remaining time, the share, the counts and the speed of this process. On narrow screens it
// has fewer of them. The time of a suspension is not time of work.
func TestBarText(t *testing.T) {
	t.Parallel()
	began := time.Now()
	s, _ := narrow("")
	s.shared.suspended.Store(int64(30 * time.Minute))
	for _, c := range []struct {
		most             int
		before, done, of int64
		want             string
	}{
		{79, 0, 150, 600, "30s left, 15 games/s  25% |███         | (150/600)"},
		{79, 100, 150, 600, "1m30s left, 5 games/s  25% |███         | (150/600)"},
		{79, 0, 8, 600, "48 games/min   1% |            | (8/600)"},
		{71, 0, 600_000, 1_200_000, "10s left, 60000 games/s  50% |██  | (600000/1200000)"},
		{70, 0, 150, 600, "30s left  25% |██████                   | (150/600)"},
		{39, 0, 150, 600, "30s left  25% |█   | (150/600)"},
		{26, 0, 150, 600, "30s left  25% (150/600)"},
		{20, 0, 150, 600, "30s left  25% |█   |"},
		{15, 0, 150, 600, "30s left  25%"},
		{10, 0, 150, 600, "30s lef..."},
		{79, 0, 150, 0, "150 games, 15 games/s"},
		{79, 150, 150, 0, "150 games"},
		{12, 0, 150, 0, "150 games"},
	} {
		p := Progress{on: s, unit: "games", began: began, suspended: 10 * time.Minute, before: c.before}
		if got := p.barText(began.Add(20*time.Minute+10*time.Second), c.done, c.of, c.most); got != c.want {
			t.Errorf("%d of %d in %d columns: %q, want %q", c.done, c.of, c.most, got, c.want)
		}
	}
	if got, want := speedText(0.001, "runs"), "4 runs/h"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The zero value shows nothing.
func TestNoProgress(t *testing.T) {
	t.Parallel()
	var p Progress
	p.At(1, 2)
	p.Step("round")
	p.Describe(func() string { panic("nobody looks") })
	p.Count("steps")
	p.At(2, 2)
	p.Restart()
	p.Finish()
}

func TestShortTimes(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]string{0.4: "0s", 36: "36s", 75: "1m15s", 4325: "1h12m"} {
		if got := short(seconds); got != want {
			t.Errorf("%v s: %q, want %q", seconds, got, want)
		}
	}
}

func TestAwait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, b := narrow("")
		stop := s.Await(t.Context(), "solving")
		time.Sleep(25 * time.Second)
		stop()
		ctx, cancel := context.WithCancel(t.Context())
		stop = s.Await(ctx, "counting")
		cancel()
		time.Sleep(time.Minute)
		stop()
		if want := "solving for 10s; Ctrl-C stops it\nsolving for 20s; Ctrl-C stops it\n"; b.String() != want {
			t.Errorf("%q, want %q", b, want)
		}
	})
}

func TestLines(t *testing.T) {
	t.Parallel()
	lines := Lines(t.Context(), strings.NewReader("first\n\n  second  "))
	for _, want := range []Line{{"first", nil}, {"", nil}, {"second", nil}, {"", io.EOF}} {
		if got := <-lines; got.Text != want.Text || !errors.Is(got.Err, want.Err) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{Shortened("a  text\nof words", 40), "a text of words"},
		{Shortened("a text of words", 9), "a text..."},
		{Counted(1, "slot"), "1 slot"},
		{Counted(0, "slot"), "0 slots"},
		{Dashed(""), "-"},
		{Dashed("x"), "x"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}
