package process

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// begin starts the test binary in a mode. It fails the test if a process of its group is
// left at the end.
func begin(t testing.TB, mode string) *Process {
	t.Helper()
	return beginCommand(t, Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=" + mode, "GORACE=atexit_sleep_ms=0"}})
}

func beginCommand(t testing.TB, c Command) *Process {
	t.Helper()
	p, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.End(0)
		for until := soon(); living(t, p.PID()); time.Sleep(time.Millisecond) {
			if time.Now().After(until) {
				t.Error("its group is still there")
				break
			}
		}
	})
	return p
}

// soon is a deadline that an expected answer always meets. The programs of main_test.go live longer.
func soon() time.Time { return time.Now().Add(2 * time.Minute) }

func TestLinesGoThereAndBack(t *testing.T) {
	t.Parallel()
	p := begin(t, "echo")
	if err := p.Send(t.Context(), soon(), []byte("one\ntwo\n")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"one", "two"} {
		if got, err := p.Line(t.Context(), soon()); err != nil || string(got) != want {
			t.Fatalf("%q, %v", got, err)
		}
	}
	if p.Pending() {
		t.Error("a line is pending")
	}
	if !p.End(2 * time.Minute) {
		t.Error("it was killed, though it ends with its input")
	}
	if !p.End(0) {
		t.Error("a second end differs")
	}
	var got []string
	for _, x := range p.Recent() {
		got = append(got, string(x.Way)+x.Text)
	}
	if strings.Join(got, " ") != ">one >two <one <two" {
		t.Errorf("recent lines: %q", got)
	}
}

func TestLongLinesPass(t *testing.T) {
	t.Parallel()
	p := begin(t, "echo")
	want := strings.Repeat("y", 60_000) // below the scanner's limit
	if err := p.Send(t.Context(), soon(), []byte(want+"\nshort\n")); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Line(t.Context(), soon()); err != nil || string(got) != want {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	if got, err := p.Line(t.Context(), soon()); err != nil || string(got) != "short" {
		t.Fatalf("%q, %v", got, err)
	}
}

func TestCarriageReturns(t *testing.T) {
	t.Parallel()
	p := begin(t, "crlf")
	for _, want := range []string{"one", "two"} {
		if got, err := p.Line(t.Context(), soon()); err != nil || string(got) != want {
			t.Fatalf("%q, %v", got, err)
		}
	}
}

// Await changes when lines are returned, which it does on Linux only, but not which lines.
func TestAwaitedLines(t *testing.T) {
	t.Parallel()
	want := []string{"info 1", "info 2", "info 3", " \tbestmove e2e4", "info 4", "info 5"}
	for _, word := range []string{"", "bestmove", "never"} {
		p := begin(t, "flushes")
		p.Await(word)
		for i, line := range want {
			deadline := soon()
			if word == "never" {
				deadline = time.Now().Add(500 * time.Millisecond) // then the lines so far are returned
			}
			got, err := p.Line(t.Context(), deadline)
			for end := soon(); word == "never" && errors.Is(err, ErrTime) && time.Now().Before(end); { // the process has not written it
				got, err = p.Line(t.Context(), time.Now().Add(500*time.Millisecond))
			}
			if err != nil || string(got) != line {
				t.Fatalf("awaiting %q: line %d is %q, %v", word, i, got, err)
			}
			if word == "bestmove" && i < 3 && !p.Pending() && runtime.GOOS == "linux" {
				t.Errorf("line %d was returned before the awaited one", i)
			}
			if word == "bestmove" && i == 3 {
				p.Await("")
			}
		}
		if _, err := p.Line(t.Context(), time.Now().Add(20*time.Millisecond)); !errors.Is(err, ErrTime) {
			t.Errorf("awaiting %q: %v after the last line", word, err)
		}
	}
}

// Lines before an awaited one are returned when the process ends.
func TestAwaitedLineOfAnEndedProcess(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"exit", "grandchild"} {
		p := begin(t, mode)
		p.Await("bestmove")
		if got, err := p.Line(t.Context(), soon()); err != nil || len(got) == 0 {
			t.Fatalf("%s: %q, %v", mode, got, err)
		}
		var ended *EndedError
		if _, err := p.Line(t.Context(), soon()); !errors.As(err, &ended) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// Lines written before the exit are returned first, then the exit.
func TestExit(t *testing.T) {
	t.Parallel()
	p := begin(t, "exit")
	<-p.exited // the lines can now come only from the pipe
	if got, err := p.Line(t.Context(), soon()); err != nil || string(got) != "last words" {
		t.Fatalf("%q, %v", got, err)
	}
	_, err := p.Line(t.Context(), soon())
	var ended *EndedError
	if !errors.As(err, &ended) || err.Error() != "exit status 3: cannot find model.bin" {
		t.Fatal(err)
	}
	if err := p.Send(t.Context(), soon(), []byte("hello\n")); !errors.As(err, &ended) {
		t.Error(err)
	}
}

func TestSignal(t *testing.T) {
	t.Parallel()
	p := begin(t, "segfault")
	if err := p.Send(t.Context(), soon(), []byte("go\n")); err != nil {
		t.Fatal(err)
	}
	_, err := p.Line(t.Context(), soon())
	var ended *EndedError
	want := "segmentation fault"
	if runtime.GOOS == "windows" { // has no signals
		want = "exit status 0xc0000005"
	}
	if !errors.As(err, &ended) || !strings.Contains(ended.Status, want) {
		t.Fatal(err)
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"sleep", "half"} {
		p := begin(t, mode)
		if _, err := p.Line(t.Context(), time.Now().Add(50*time.Millisecond)); !errors.Is(err, ErrTime) {
			t.Errorf("%s: %v", mode, err)
		}
	}
	p := begin(t, "half")
	_, err := p.Line(t.Context(), time.Now().Add(50*time.Millisecond))
	var unfinished *UnfinishedError
	for end := soon(); errors.Is(err, ErrTime) && !errors.As(err, &unfinished) && time.Now().Before(end); { // the process has not written it
		_, err = p.Line(t.Context(), time.Now().Add(50*time.Millisecond))
	}
	if !errors.As(err, &unfinished) || unfinished.Written != "half a line" {
		t.Errorf("half a line: %v", err)
	}
	p = begin(t, "deaf")
	err = p.Send(t.Context(), time.Now().Add(100*time.Millisecond), bytes.Repeat([]byte("hello\n"), 100_000))
	if !errors.Is(err, ErrTime) {
		t.Errorf("a process that reads nothing: %v", err)
	}
}

func TestTooLong(t *testing.T) {
	t.Parallel()
	p := begin(t, "long")
	if _, err := p.Line(t.Context(), soon()); !errors.Is(err, ErrLong) {
		t.Errorf("got %v", err)
	}
	p = begin(t, "longest") // the longest allowed line, and one byte more
	if line, err := p.Line(t.Context(), soon()); err != nil || len(line) != maxLine {
		t.Errorf("a line of %d bytes: %v", len(line), err)
	}
	if _, err := p.Line(t.Context(), soon()); !errors.Is(err, ErrLong) {
		t.Errorf("got %v", err)
	}
}

func TestStandardErrorIsRead(t *testing.T) {
	t.Parallel()
	p := begin(t, "stderr")
	if got, err := p.Line(t.Context(), soon()); err != nil || string(got) != "written" {
		t.Fatalf("%q, %v", got, err)
	}
	p.End(2 * time.Minute)
	if got := p.Stderr(); len(got) != tailBytes || !strings.HasSuffix(got, "ee\nthe end") {
		t.Errorf("%d bytes, ending with %q", len(got), got[max(0, len(got)-20):])
	}
}

func TestClosedPipes(t *testing.T) {
	t.Parallel()
	p := begin(t, "closed output")
	_, err := p.Line(t.Context(), soon())
	var ended *EndedError
	if !errors.As(err, &ended) || ended.Status != "" {
		t.Errorf("closed output: %v", err)
	}
	p = begin(t, "closed input")
	if _, err := p.Line(t.Context(), soon()); err != nil {
		t.Fatal(err)
	}
	if err := p.Send(t.Context(), soon(), []byte("hello\n")); !errors.Is(err, ErrInput) {
		t.Errorf("closed input: %v", err)
	}
}

// An exit is reported although a child holds the pipes, and the child is killed.
func TestGrandchild(t *testing.T) {
	t.Parallel()
	p := begin(t, "grandchild")
	if _, err := p.Line(t.Context(), soon()); err != nil {
		t.Fatal(err)
	}
	_, err := p.Line(t.Context(), soon())
	var ended *EndedError
	if !errors.As(err, &ended) || ended.Status != "exit status 0" {
		t.Fatal(err)
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	p := begin(t, "echo")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		time.Sleep(20 * time.Millisecond)
		cancel()
	}()
	if _, err := p.Line(ctx, time.Time{}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := p.Send(t.Context(), soon(), []byte("on\n")); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Line(t.Context(), soon()); err != nil || string(got) != "on" {
		t.Fatalf("after a line that nobody waited for any more: %q, %v", got, err)
	}
}

func TestEndKillsWhoDoesNotGo(t *testing.T) {
	t.Parallel()
	p := begin(t, "deaf")
	if p.End(30 * time.Millisecond) {
		t.Error("it went by itself")
	}
	if !p.Exited() {
		t.Error("it lives")
	}
}

func TestNoSuchProgram(t *testing.T) {
	t.Parallel()
	_, err := Start(Command{Args: []string{"/no/such/program"}})
	if !errors.Is(err, os.ErrNotExist) && !errors.Is(err, exec.ErrNotFound) || !strings.Contains(err.Error(), "/no/such/program") {
		t.Errorf("got %v", err)
	}
	if _, err := Start(Command{}); err == nil {
		t.Error("an empty command was started")
	}
}

// closing is a trace that records that it was closed.
type closing struct {
	bytes.Buffer
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

func TestTrace(t *testing.T) {
	t.Parallel()
	trace := new(closing)
	p := beginCommand(t, Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=exit"}, Trace: trace})
	_ = p.Send(t.Context(), soon(), []byte("hello\n"))
	for {
		if _, err := p.Line(t.Context(), soon()); err != nil {
			break
		}
	}
	p.End(0)
	text := trace.String()
	for _, want := range []string{" > hello\n", " < last words\n", " ! cannot find model.bin\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if at, _, _ := strings.Cut(text, " "); len(at) < 5 || at[len(at)-4] != '.' {
		t.Errorf("%q is not a time", at)
	}
	if !trace.closed {
		t.Error("the trace was not closed")
	}
}

// BenchmarkRoundTrip sends a line and reads the answer.
func BenchmarkRoundTrip(b *testing.B) {
	p := begin(b, "echo")
	line := []byte("position startpos moves e2e4\n")
	for b.Loop() {
		if err := p.Send(b.Context(), time.Now().Add(time.Minute), line); err != nil {
			b.Fatal(err)
		}
		if _, err := p.Line(b.Context(), time.Now().Add(time.Minute)); err != nil {
			b.Fatal(err)
		}
	}
}
