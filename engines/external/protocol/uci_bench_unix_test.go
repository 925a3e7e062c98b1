//go:build unix

package protocol

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
)

// idleUCI is a script of an engine that answers at once, with one info line.
const idleUCI = `while read -r word rest; do
	case $word in
	uci) echo uciok ;;
	isready) echo readyok ;;
	go) printf 'info depth 1 score cp 1 nodes 3 pv g1f3\nbestmove g1f3\n' ;;
	esac
done`

// ownCPU returns the processor time of this process, without that of the engine.
func ownCPU(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkUCIMove measures a move in the middle of a game: position, pipe, answer, rules.
// The difference to BenchmarkUCIPipe is the cost of Lanista.
func BenchmarkUCIMove(b *testing.B) {
	s := openCommand[*uciSession](b, process.Command{Args: []string{"/bin/sh", "-c", idleUCI}}, Options{})
	if _, err := s.Hello(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := s.Begin(context.Background(), Game{Limit: engines.Limit{Depth: 1}}); err != nil {
		b.Fatal(err)
	}
	g := chessGame(b, "e2e4", "e7e5", "g1f3", "g8f6", "f3g1", "f6g8")
	before := ownCPU(b)
	for b.Loop() {
		c, err := s.Choose(context.Background(), Turn{Position: g})
		if err != nil {
			b.Fatal(err)
		}
		m, err := g.ParseMove(c.Move)
		if err == nil && m == 0 {
			b.Fatal("no move")
		}
	}
	b.ReportMetric(float64(ownCPU(b)-before)/float64(b.N), "own-cpu-ns/op")
}

// BenchmarkUCIPipe only sends the same lines and reads the answer.
func BenchmarkUCIPipe(b *testing.B) {
	s := openCommand[*uciSession](b, process.Command{Args: []string{"/bin/sh", "-c", idleUCI}}, Options{})
	lines := []byte("position startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8\ngo depth 1\n")
	before := ownCPU(b)
	for b.Loop() {
		if err := s.options.Process.Send(context.Background(), time.Time{}, lines); err != nil {
			b.Fatal(err)
		}
		for range 2 {
			if _, err := s.options.Process.Line(context.Background(), time.Time{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(ownCPU(b)-before)/float64(b.N), "own-cpu-ns/op")
}
