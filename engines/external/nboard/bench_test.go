package nboard

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
)

// idle is a program that answers at once.
const idle = `while read -r word rest; do
	case $word in
	ping) printf 'pong %s\n' "$rest" ;;
	go) printf '=== D3/0.00/0.00\n' ;;
	esac
done`

// BenchmarkMove is a move of a game: the fence, the lines both ways, the pipe.
func BenchmarkMove(b *testing.B) {
	s := openCommand(b, proc.Command{Args: []string{"/bin/sh", "-c", idle}}, driver.Options{})
	if _, err := s.Hello(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := s.Begin(context.Background(), driver.Game{Seats: 2, Limit: engines.Limit{Depth: 1}}); err != nil {
		b.Fatal(err)
	}
	g := table(b, "start", "f5", "d6")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Choose(context.Background(), driver.Turn{Position: g}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadMove reads the answer alone.
func BenchmarkReadMove(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := readMove(" C4/-1.34/0.00"); err != nil {
			b.Fatal(err)
		}
	}
}
