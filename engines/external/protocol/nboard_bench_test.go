package protocol

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
)

// idleNBoard is a program that answers at once.
const idleNBoard = `while read -r word rest; do
	case $word in
	ping) printf 'pong %s\n' "$rest" ;;
	go) printf '=== D3/0.00/0.00\n' ;;
	esac
done`

// BenchmarkNBoardMove measures a move of a game: ping, lines in both directions, pipe.
func BenchmarkNBoardMove(b *testing.B) {
	s := openCommand[*nboardSession](b, process.Command{Args: []string{"/bin/sh", "-c", idleNBoard}}, Options{})
	if _, err := s.Hello(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := s.Begin(context.Background(), Game{Seats: 2, Limit: engines.Limit{Depth: 1}}); err != nil {
		b.Fatal(err)
	}
	g := othelloGame(b, "start", "f5", "d6")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Choose(context.Background(), Turn{Position: g}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNBoardReadMove measures only the parsing.
func BenchmarkNBoardReadMove(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := parseNBoardMove(" C4/-1.34/0.00"); err != nil {
			b.Fatal(err)
		}
	}
}
