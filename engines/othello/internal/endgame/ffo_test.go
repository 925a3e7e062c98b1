package endgame

import (
	"bufio"
	"context"
	"math/bits"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

type problem struct {
	id       int
	own, opp uint64
	score    int
	best     uint64
}

func loadFFO(t testing.TB) []problem {
	f, err := os.Open("../../testdata/ffo.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []problem
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if sc.Text() == "" || strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		field := strings.Split(sc.Text(), ";")
		var p problem
		p.id, _ = strconv.Atoi(field[0])
		p.score, _ = strconv.Atoi(field[4])
		for i, c := range field[1] {
			switch {
			case c == '-':
			case string(c) == field[2]:
				p.own |= 1 << i
			default:
				p.opp |= 1 << i
			}
		}
		for _, m := range strings.Split(field[5], ",") {
			p.best |= 1 << (int(m[0]-'A') + 8*int(m[1]-'1'))
		}
		list = append(list, p)
	}
	return list
}

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}

func TestFFOAll(t *testing.T) {
	lo, hi := 1, 79
	if v := os.Getenv("FFO"); v != "" {
		a, b, _ := strings.Cut(v, "-")
		lo, _ = strconv.Atoi(a)
		hi, _ = strconv.Atoi(b)
	}
	var total float64
	var nodes uint64
	for _, p := range loadFFO(t) {
		if p.id < lo || p.id > hi || p.id == 38 && os.Getenv("ALL") == "" || p.id == 39 && os.Getenv("ALL") == "" {
			continue
		}
		start := cpu()
		var s Solver
		r, err := s.Solve(context.Background(), p.own, p.opp)
		d := cpu() - start
		total += d
		nodes += r.Nodes
		if err != nil || r.Score != p.score || r.Best != p.best {
			t.Errorf("#%d: got %+d %#x, want %+d %#x, %v", p.id, r.Score, r.Best, p.score, p.best, err)
		}
		if d > 0.1 {
			t.Logf("#%d %2d empties %.2f s %6.2f Mn  %.1f Mn/s", p.id, 64-bits.OnesCount64(p.own|p.opp), d, float64(r.Nodes)/1e6, float64(r.Nodes)/1e6/d)
		}
	}
	t.Logf("total %.2f s, %.1f Mn, %.1f Mn/s", total, float64(nodes)/1e6, float64(nodes)/1e6/total)
}
