package gtp

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
)

// idle is a program that answers at once.
const idle = `while read -r id word rest; do
	case $word in
	protocol_version) printf '=%s 2\n\n' "$id" ;;
	genmove) printf '=%s D3\n\n' "$id" ;;
	*) printf '=%s\n\n' "$id" ;;
	esac
done`

// BenchmarkMove is the first move of a game: the lines both ways, the pipe, the
// rules.
func BenchmarkMove(b *testing.B) {
	s := openCommand(b, proc.Command{Args: []string{"/bin/sh", "-c", idle}}, driver.Options{})
	if _, err := s.Hello(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := s.Begin(context.Background(), driver.Game{Seats: 2}); err != nil {
		b.Fatal(err)
	}
	g := table(b, "start")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Choose(context.Background(), driver.Turn{Position: g}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadAnswer reads the answer alone.
func BenchmarkReadAnswer(b *testing.B) {
	line := []byte("=17 D3")
	b.ReportAllocs()
	for b.Loop() {
		if a, ok := readAnswer(line, 17); !ok || a.number != 17 {
			b.Fatal(a)
		}
	}
}
