package hare

import (
	"context"
	"testing"
)

func TestPerft(t *testing.T) {
	start := "(0;68;3;f)(0;68;3;f)"
	start3 := start + "(0;68;3;f)"
	start5 := "(0;98;3;f)(0;98;3;f)(0;98;3;f)(0;98;3;f)(0;98;3;f)"
	example, trap := "(45;26;2;f)(29;19;0;f)", "(54;43;0;f)(29;19;0;f)"
	for _, c := range []struct {
		board, position string
		want            []uint64
	}{
		{"2008", start, []uint64{1, 10, 90, 613, 4083, 23139}},
		{"2008", start3, []uint64{1, 10, 90, 720}},
		{"1978", start, []uint64{1, 9, 72, 446, 2718, 14658}},
		{"1978", start5, []uint64{1, 11, 110, 990, 7920}},
		{"2008", example, []uint64{1, 6, 42, 266, 1976, 11937, 84809}},
		{"1978", example, []uint64{1, 6, 42, 266, 1976, 11937, 84809}},
		{"2008", trap, []uint64{1, 7, 49, 322, 2288}},
		{"2008", "(61;15;0;f)(2;50;3;f)", []uint64{1, 6}},
	} {
		for depth, want := range c.want {
			got, _, err := New().(*engine).Perft(context.Background(), tableAt(t, c.board, c.position), depth)
			if err != nil || got != want {
				t.Errorf("%s %s depth %d: %d sequences (%v), want %d", c.board, c.position, depth, got, err, want)
			}
		}
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := New().(*engine).Perft(ctx, tableAt(t, "2008", "(0;68;3;f)(0;68;3;f)"), 30); err == nil {
		t.Error("a cancelled count succeeded")
	}
}

func BenchmarkPerft(b *testing.B) {
	tb := tableAt(b, "2008", "(45;26;2;f)(29;19;0;f)")
	e := New().(*engine)
	total := uint64(0)
	for b.Loop() {
		n, _, _ := e.Perft(context.Background(), tb, 6)
		total += n
	}
	b.ReportMetric(float64(total)/b.Elapsed().Seconds()/1e6, "Mseq/s")
}
