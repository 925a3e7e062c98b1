//go:build unix

package uci

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
)

// idle is an engine that answers at once, with one line of information.
const idle = `while read -r word rest; do
	case $word in
	uci) echo uciok ;;
	isready) echo readyok ;;
	go) printf 'info depth 1 score cp 1 nodes 3 pv g1f3\nbestmove g1f3\n' ;;
	esac
done`

// ownCPU is the processor time of this process, without that of the engine.
func ownCPU(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkMove is a move in the middle of a game as our side has it: writing the
// position, the pipe, reading the answer, the rules. Less BenchmarkPipe it is what
// Lanista costs above a raw pipe.
func BenchmarkMove(b *testing.B) {
	s := openCommand(b, proc.Command{Args: []string{"/bin/sh", "-c", idle}}, driver.Options{})
	if _, err := s.Hello(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := s.Begin(context.Background(), driver.Game{Limit: engines.Limit{Depth: 1}}); err != nil {
		b.Fatal(err)
	}
	g := table(b, "e2e4", "e7e5", "g1f3", "g8f6", "f3g1", "f6g8")
	before := ownCPU(b)
	for b.Loop() {
		c, err := s.Choose(context.Background(), driver.Turn{Position: g})
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

// BenchmarkPipe sends the same lines and reads the answer, and that is all.
func BenchmarkPipe(b *testing.B) {
	s := openCommand(b, proc.Command{Args: []string{"/bin/sh", "-c", idle}}, driver.Options{})
	lines := []byte("position startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8\ngo depth 1\n")
	before := ownCPU(b)
	for b.Loop() {
		if err := s.Process.Send(context.Background(), time.Time{}, lines); err != nil {
			b.Fatal(err)
		}
		for range 2 {
			if _, err := s.Process.Line(context.Background(), time.Time{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(ownCPU(b)-before)/float64(b.N), "own-cpu-ns/op")
}
