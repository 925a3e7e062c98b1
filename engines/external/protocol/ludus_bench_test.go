package protocol

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/othello"
)

// echo starts a program that answers every line with answer.
func echo(b *testing.B, answer string) *process.Process {
	b.Helper()
	p, err := process.Start(process.Command{Args: []string{os.Args[0]}, Env: []string{echoVariable + "=" + answer}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.End(time.Second) })
	return p
}

// BenchmarkLudusRawLine sends a line and reads one: the lower bound of any protocol.
func BenchmarkLudusRawLine(b *testing.B) {
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

// BenchmarkLudusMove requests a move of Othello. The program always answers request 7, so
// every request has this id.
func BenchmarkLudusMove(b *testing.B) {
	s := &Ludus{options: Options{Process: echo(b, `{"id": 7, "move": "d3"}`), Timeouts: Timeouts{Move: time.Minute}}}
	s.wants.Legal = true
	g, err := othello.New().NewGame(2, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.id = 6
		if _, err := s.Choose(context.Background(), Turn{Position: g}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLudusEncodeAndDecode measures the work for a move without the pipe.
func BenchmarkLudusEncodeAndDecode(b *testing.B) {
	s := &Ludus{}
	g, err := othello.New().NewGame(2, 1)
	if err != nil {
		b.Fatal(err)
	}
	line := []byte(`{"id": 7, "move": "d3"}`)
	b.ReportAllocs()
	for b.Loop() {
		s.id = 6
		r := s.begin("move")
		r.text("position", g.String())
		s.moves = g.Moves(s.moves[:0])
		r.moves("legal", g, s.moves)
		r.end()
		if _, _, err := readID(line, s.id); err != nil {
			b.Fatal(err)
		}
		if _, err := readChoice(line); err != nil {
			b.Fatal(err)
		}
	}
}
