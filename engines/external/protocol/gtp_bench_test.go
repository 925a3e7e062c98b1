package protocol

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines/external/process"
)

// idleGTP is a program that answers at once.
const idleGTP = `while read -r id word rest; do
	case $word in
	protocol_version) printf '=%s 2\n\n' "$id" ;;
	genmove) printf '=%s D3\n\n' "$id" ;;
	*) printf '=%s\n\n' "$id" ;;
	esac
done`

// BenchmarkGTPMove measures the first move of a game: lines in both directions, pipe, rules.
func BenchmarkGTPMove(b *testing.B) {
	s := openCommand[*gtpSession](b, process.Command{Args: []string{"/bin/sh", "-c", idleGTP}}, Options{})
	if _, err := s.Hello(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := s.Begin(context.Background(), Game{Game: "othello", Seats: 2}); err != nil {
		b.Fatal(err)
	}
	g := othelloGame(b, "start")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Choose(context.Background(), Turn{Position: g}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGTPReadAnswer measures only the parsing.
func BenchmarkGTPReadAnswer(b *testing.B) {
	line := []byte("=17 D3")
	b.ReportAllocs()
	for b.Loop() {
		if a, ok := parseGTPAnswer(line, 17); !ok || a.number != 17 {
			b.Fatal(a)
		}
	}
}
