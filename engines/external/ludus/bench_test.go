package ludus

import (
	"bufio"
	"context"
	"os"
	"testing"
	"time"

	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
	"github.com/lanista/lanista/engines/othello"
)

// echoVariable makes the test binary a program that answers every line at once
// with the line that the variable holds.
const echoVariable = "LANISTA_ECHO"

func TestMain(m *testing.M) {
	answer := os.Getenv(echoVariable)
	if answer == "" {
		os.Exit(m.Run())
	}
	in := bufio.NewReader(os.Stdin)
	for {
		if _, err := in.ReadSlice('\n'); err != nil {
			return
		}
		_, _ = os.Stdout.WriteString(answer + "\n")
	}
}

func echo(b *testing.B, answer string) *proc.Process {
	b.Helper()
	p, err := proc.Start(proc.Command{Args: []string{os.Args[0]}, Env: []string{echoVariable + "=" + answer}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.End(time.Second) })
	return p
}

// BenchmarkRawLine is a line there and back: what no protocol can save.
func BenchmarkRawLine(b *testing.B) {
	p := echo(b, "answer")
	for b.Loop() {
		if err := p.Send(b.Context(), time.Now().Add(time.Minute), []byte("question\n")); err != nil {
			b.Fatal(err)
		}
		if _, err := p.Line(b.Context(), time.Now().Add(time.Minute)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMove is a move of Othello asked for and read. The program always answers
// request 7, so every request is that.
func BenchmarkMove(b *testing.B) {
	s := &Session{Options: driver.Options{Process: echo(b, `{"id": 7, "move": "d3"}`), Timeouts: driver.Timeouts{Move: time.Minute}}}
	s.wants.Legal = true
	g, err := othello.New().NewGame(2, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.id = 6
		if _, err := s.Choose(context.Background(), driver.Turn{Position: g}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncodeAndDecode is Lanista's own work for a move, without the pipe.
func BenchmarkEncodeAndDecode(b *testing.B) {
	s := &Session{}
	g, err := othello.New().NewGame(2, 1)
	if err != nil {
		b.Fatal(err)
	}
	line := []byte(`{"id": 7, "move": "d3"}`)
	b.ReportAllocs()
	for b.Loop() {
		s.id = 6
		s.request("move")
		s.field("position")
		s.out = appendText(s.out, g.String())
		s.field("legal")
		s.text = g.Moves(s.text[:0])
		s.moves(g, s.text)
		if _, err := s.check(line); err != nil {
			b.Fatal(err)
		}
		if _, err := readChoice(line); err != nil {
			b.Fatal(err)
		}
	}
}
