package endgame

import (
	"bufio"
	"context"
	"math/bits"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/tools/racetest"
)

// problem is one line of the FForum endgame suite.
type problem struct {
	id       int
	own, opp uint64
	score    int
	best     uint64
	worth    map[int]int // of every legal move
}

func (p problem) empties() int { return 64 - bits.OnesCount64(p.own|p.opp) }

func loadProblems(t testing.TB) []problem {
	f, err := os.Open("testdata/ffo.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []problem
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if sc.Text() == "" || strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		list = append(list, parseProblem(t, strings.Split(sc.Text(), ";")))
	}
	if err := sc.Err(); err != nil || len(list) != 44 {
		t.Fatalf("%d problems, %v", len(list), err)
	}
	return list
}

// parseProblem reads the fields id, board, side, empties, score, best moves,
// worth of all moves.
func parseProblem(t testing.TB, field []string) problem {
	number := func(s string) int {
		v, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	square := func(s string) int { return int(s[0]-'A') + 8*int(s[1]-'1') }
	p := problem{id: number(field[0]), score: number(field[4]), worth: map[int]int{}}
	for i, c := range field[1] {
		switch string(c) {
		case "-":
		case field[2]:
			p.own |= 1 << i
		default:
			p.opp |= 1 << i
		}
	}
	for m := range strings.SplitSeq(field[5], ",") {
		p.best |= 1 << square(m)
	}
	for m := range strings.SplitSeq(field[6], ",") {
		name, worth, _ := strings.Cut(m, ":")
		p.worth[square(name)] = number(worth)
	}
	return p
}

// TestFFOWithFewNodes solves problems 40 to 44 for one best move each. A search that visits twice as
// many positions orders its moves badly.
func TestFFOWithFewNodes(t *testing.T) {
	t.Parallel()
	if racetest.Enabled {
		t.Skip("a quarter of a second, and more under the race detector")
	}
	patterns, err := pattern.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("millions of positions; TestPatternsChangeNoScore counts them, too: with LANISTA_EXHAUSTIVE=1")
	}
	const from, to, most = 40, 44, uint64(100_000_000)
	nodes := uint64(0)
	for _, p := range loadProblems(t) {
		if p.id < from || p.id > to {
			continue
		}
		s := Solver{Patterns: patterns}
		r, err := s.Best(t.Context(), p.own, p.opp)
		if err != nil || r.Score != p.score || r.Best&p.best != r.Best {
			t.Errorf("#%d: %+d by %#x, %v; want %+d by %#x", p.id, r.Score, r.Best, err, p.score, p.best)
		}
		nodes += r.Nodes
	}
	if nodes > most {
		t.Errorf("%d positions, at most %d", nodes, most)
	}
}

func (p problem) check(t testing.TB) uint64 {
	var s Solver
	r, err := s.Solve(context.Background(), p.own, p.opp)
	if err != nil || r.Score != p.score || r.Best != p.best {
		t.Errorf("#%d: %+d by %#x, %v; want %+d by %#x", p.id, r.Score, r.Best, err, p.score, p.best)
	}
	return r.Nodes
}

// TestFFO solves the problems of up to 18 empty squares, which take a quarter of a second
// together, and with LANISTA_EXHAUSTIVE=1 those of 20, which take four.
func TestFFO(t *testing.T) {
	t.Parallel()
	most := 18
	switch {
	case racetest.Enabled:
		most = 16
	case os.Getenv("LANISTA_EXHAUSTIVE") != "":
		most = 20
	}
	for _, p := range loadProblems(t) {
		if p.empties() <= most {
			p.check(t)
		}
	}
}

// BenchmarkFFO solves the whole suite for one best move, one run a problem set, its
// moves ordered by the patterns that ship.
func BenchmarkFFO(b *testing.B) {
	patterns, err := pattern.Shipped()
	if err != nil {
		b.Fatal(err)
	}
	problems := loadProblems(b)
	for _, set := range []struct {
		name     string
		from, to int
	}{{"1-19", 1, 19}, {"20-39", 20, 39}, {"40-44", 40, 44}} {
		b.Run(set.name, func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				for _, p := range problems {
					if p.id < set.from || p.id > set.to {
						continue
					}
					r, err := Solver{Patterns: patterns}.Best(b.Context(), p.own, p.opp)
					if err != nil || r.Score != p.score || r.Best&p.best != r.Best {
						b.Fatalf("#%d: %+d by %#x, %v; want %+d by %#x", p.id, r.Score, r.Best, err, p.score, p.best)
					}
					nodes += r.Nodes
				}
			}
			b.ReportMetric(float64(nodes)/1e6/float64(b.N), "Mnodes/op")
			b.ReportMetric(float64(nodes)/1e6/b.Elapsed().Seconds(), "Mnodes/s")
		})
	}
}
