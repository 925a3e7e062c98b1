package search

import (
	"cmp"
	"context"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
)

// grove is an artificial game with pseudorandom trees, chance events and ends. A position is a number
// that determines all of them. There are few different values, so that many positions tie.
type grove struct{ seats int }

func (grove) Turn(s *node) int { return s.turn }

func (g grove) Expand(s *node, dst []Branch[node]) []Branch[node] {
	for m := range 1 + s.id>>8%5 {
		next := node{id: scramble(s.id*31 + m), turn: (s.turn + 1) % g.seats}
		if next.id>>16%4 == 0 {
			next.turn = s.turn
		}
		chance := next.id>>20%8 == 0
		dst = append(dst, Branch[node]{
			State: next, Move: engines.Move(m), Chance: chance, Stop: !chance && next.id>>24%12 == 0,
		})
	}
	return dst
}

func (g grove) Events(s *node, dst []Branch[node]) []Branch[node] {
	for m := range 1 + s.id>>40%3 {
		id := scramble(s.id*37 + m)
		dst = append(dst, Branch[node]{
			State: node{id: id, turn: s.turn}, Weight: int32(1 + m), Stop: id>>24%8 == 0,
		})
	}
	return dst
}

// Evaluate gives two seats opposite numbers.
func (g grove) Evaluate(s *node, v *Vector) {
	for seat := range g.seats {
		v[seat] = int64(scramble(s.id^uint64(seat)) >> 7 % 9)
	}
	if g.seats == 2 {
		v[1] = -v[0]
	}
}

// plain computes max^n by its definition, without pruning.
type plain struct {
	grove
	o     MaxNOptions
	mover int
}

// worth rates a vector for a seat, or under Paranoid for its side.
func (p *plain) worth(v Vector, seat int) [2]int64 {
	judge, sign := seat, int64(1)
	if p.o.Pruning == Paranoid && seat != p.mover {
		judge, sign = p.mover, -1
	}
	rival := int64(math.MinInt64)
	for i := range p.seats {
		if i != judge {
			rival = max(rival, v[i])
		}
	}
	switch p.o.Rule {
	case Own:
		return [2]int64{sign * v[judge]}
	case Relative:
		return [2]int64{sign * (v[judge] - rival)}
	}
	return [2]int64{sign * v[judge], sign * (v[judge] - rival)}
}

func (p *plain) branch(b Branch[node], depth, ply int) Vector {
	if b.Chance {
		var sum Vector
		total := int64(0)
		for _, e := range p.Events(&b.State, nil) {
			v := p.branch(e, depth, ply)
			total += int64(e.Weight)
			for i := range p.seats {
				sum[i] += int64(e.Weight) * v[i]
			}
		}
		for i := range p.seats {
			sum[i] /= total
		}
		return sum
	}
	if b.Stop || depth == 0 {
		var v Vector
		p.Evaluate(&b.State, &v)
		return v
	}
	v, _ := p.position(b.State, depth, ply)
	return v
}

func (p *plain) position(s node, depth, ply int) (Vector, engines.Move) {
	type child struct {
		Branch[node]
		static [2]int64
	}
	var children []child
	for _, b := range p.Expand(&s, nil) {
		children = append(children, child{b, p.worth(p.branch(b, 0, 0), s.turn)})
	}
	slices.SortStableFunc(children, func(a, b child) int {
		return cmp.Or(cmp.Compare(b.static[0], a.static[0]), cmp.Compare(b.static[1], a.static[1]))
	})
	if w := p.o.Width; len(w) > 0 {
		if k := w[min(ply, len(w)-1)]; k > 0 && k < len(children) {
			children = children[:k]
		}
	}
	best, bestValue := -1, Vector{}
	for i, c := range children {
		v := p.branch(c.Branch, depth-1, ply+1)
		a, b := p.worth(v, s.turn), p.worth(bestValue, s.turn)
		if best < 0 || cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) > 0 {
			best, bestValue = i, v
		}
	}
	return bestValue, children[best].Move
}

func TestMaxNIsTheDefinition(t *testing.T) {
	widths := [][]int{nil, {0, 2, 1}, {3}}
	trees := 3000 / racetest.Effort
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		trees = 6000
	}
	for id := range trees {
		g := grove{seats: 2 + id%5}
		o := MaxNOptions{
			Depth: 1 + id/5%5, Width: widths[id/7%3], Rule: Rule(id / 11 % 3),
			Pruning: []Pruning{Full, Exact, Paranoid}[id/13%3],
		}
		m, err := NewMaxN[node](g, o)
		if err != nil {
			t.Fatal(err)
		}
		root := node{id: scramble(uint64(id)), turn: id % g.seats}
		got, err := m.Search(context.Background(), &root, g.seats)
		if err != nil {
			t.Fatal(err)
		}
		p := plain{grove: g, o: o, mover: root.turn}
		value, move := p.position(root, o.Depth, 0)
		if got.Value != value || got.Move != move || got.Depth != o.Depth {
			t.Fatalf("id %d, %d seats, %+v: %+v, want move %d, %v", id, g.seats, o, got, move, value)
		}
	}
}

func TestBoundsIsAlphaBetaForTwo(t *testing.T) {
	g := grove{seats: 2}
	full, pruned := uint64(0), uint64(0)
	for id := range 2000 / racetest.Effort {
		root := node{id: scramble(uint64(id)), turn: id % 2}
		var results [3]MaxNResult
		for i, p := range []Pruning{Full, Exact, Bounds} {
			m, _ := NewMaxN[node](g, MaxNOptions{Depth: 5, Rule: Relative, Pruning: p})
			results[i], _ = m.Search(context.Background(), &root, 2)
		}
		full += results[0].Nodes
		pruned += results[1].Nodes
		if results[1] != results[2] || results[0].Value != results[1].Value || results[0].Move != results[1].Move {
			t.Fatalf("id %d: %+v", id, results)
		}
	}
	if pruned >= full {
		t.Errorf("%d nodes, pruned %d: nothing was left out", full, pruned)
	}
}

// twoReplies is the article's example: the first seat chooses between [3;2] and
// a position whose replies are worth [2;4] and [5;5].
type twoReplies struct{}

func (twoReplies) Turn(s *node) int { return s.turn }

func (twoReplies) Expand(s *node, dst []Branch[node]) []Branch[node] {
	for k := uint64(1); k <= 2; k++ {
		next := node{id: s.id*2 + k, turn: 1 - s.turn}
		dst = append(dst, Branch[node]{State: next, Move: engines.Move(k), Stop: next.id == 1})
	}
	return dst
}

func (twoReplies) Events(_ *node, dst []Branch[node]) []Branch[node] { return dst }

func (twoReplies) Evaluate(s *node, v *Vector) {
	v[0], v[1] = 0, 0
	switch s.id {
	case 1:
		v[0], v[1] = 3, 2
	case 5: // looks better to the second seat than its sibling
		v[0], v[1] = 0, 1
	case 11, 12:
		v[0], v[1] = 2, 4
	case 13, 14:
		v[0], v[1] = 5, 5
	}
}

// TestBoundsIsAHeuristic shows the cut that is wrong for Own: a reply of [2;4]
// hides one of [5;5], which is better for both.
func TestBoundsIsAHeuristic(t *testing.T) {
	for p, want := range map[Pruning]engines.Move{Full: 2, Exact: 2, Bounds: 1} {
		m, _ := NewMaxN[node](twoReplies{}, MaxNOptions{Depth: 3, Pruning: p})
		r, err := m.Search(context.Background(), &node{}, 2)
		if err != nil || r.Move != want {
			t.Errorf("pruning %d: move %d (%v), want %d", p, r.Move, err, want)
		}
	}
}

// TestChoiceAmongVectors is the article's example of the rules: [5;5] or [2;1].
func TestChoiceAmongVectors(t *testing.T) {
	a, b := Vector{5, 5}, Vector{2, 1}
	for rule, first := range map[Rule]bool{Own: true, Relative: false, Mixed: true} {
		m, _ := NewMaxN[node](grove{seats: 2}, MaxNOptions{Depth: 1, Rule: rule})
		m.seats = 2
		if m.seatScore(&b, 0).less(m.seatScore(&a, 0)) != first {
			t.Errorf("rule %d prefers the other vector", rule)
		}
	}
	m, _ := NewMaxN[node](grove{seats: 2}, MaxNOptions{Depth: 1, Rule: Mixed})
	m.seats = 2
	if x := (Vector{5, 4}); !m.seatScore(&a, 0).less(m.seatScore(&x, 0)) {
		t.Error("the lead does not decide among equals")
	}
}

func TestMaxNLimits(t *testing.T) {
	g := grove{seats: 3}
	root := node{id: scramble(4)}
	m, _ := NewMaxN[node](g, MaxNOptions{Depth: 40, Nodes: 20_000})
	r, err := m.Search(context.Background(), &root, 3)
	if err != nil || r.Depth < 2 || r.Depth >= 40 || r.Nodes > 25_000 {
		t.Fatalf("%+v, %v", r, err)
	}
	same, _ := NewMaxN[node](g, MaxNOptions{Depth: r.Depth})
	want, _ := same.Search(context.Background(), &root, 3)
	if r.Move != want.Move || r.Value != want.Value {
		t.Errorf("limited %+v, at that depth %+v", r, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m, _ = NewMaxN[node](g, MaxNOptions{Depth: 40})
	if _, err := m.Search(ctx, &root, 3); err == nil {
		t.Error("a cancelled search answered")
	}
	if _, err := NewMaxN[node](g, MaxNOptions{}); err == nil {
		t.Error("depth 0 was taken")
	}
	if _, err := NewMaxN[node](g, MaxNOptions{Depth: 1, Width: []int{-1}}); err == nil {
		t.Error("a negative width was taken")
	}
}

// TestMaxNLineBeforeASearch tests that the line of a result needs no search by the same MaxN.
func TestMaxNLineBeforeASearch(t *testing.T) {
	ctx, root := context.Background(), node{id: scramble(4)}
	used, _ := NewMaxN[node](grove{seats: 3}, MaxNOptions{Depth: 3})
	found, err := used.Search(ctx, &root, 3)
	if err != nil {
		t.Fatal(err)
	}
	unused, _ := NewMaxN[node](grove{seats: 3}, MaxNOptions{Depth: 3})
	got, want := unused.Line(ctx, &root, 3, found), used.Line(ctx, &root, 3, found)
	if !slices.Equal(got, want) || len(want) < 2 {
		t.Errorf("the line is %v, and %v after a search", got, want)
	}
}

// TestMaxNLineByItsPruning tests that a line needs no search by the same MaxN, with a pruning on which
// it depends.
func TestMaxNLineByItsPruning(t *testing.T) {
	ctx := context.Background()
	different := false
	for id := range uint64(200) {
		root := node{id: scramble(id)}
		m, _ := NewMaxN[node](grove{seats: 3}, MaxNOptions{Depth: 4, Pruning: Paranoid})
		found, err := m.Search(ctx, &root, 3)
		if err != nil {
			t.Fatal(err)
		}
		want := m.Line(ctx, &root, 3, found)
		unused, _ := NewMaxN[node](grove{seats: 3}, MaxNOptions{Depth: 4, Pruning: Paranoid})
		if got := unused.Line(ctx, &root, 3, found); !slices.Equal(got, want) {
			t.Fatalf("id %d: the line is %v, and %v after a search", id, got, want)
		}
		full, _ := NewMaxN[node](grove{seats: 3}, MaxNOptions{Depth: 4})
		different = different || !slices.Equal(full.Line(ctx, &root, 3, found), want)
	}
	if !different {
		t.Error("the test has no line that depends on the pruning")
	}
}

// TestOneSeatComparesItsOwnValues tests the rules in a game without other seats.
func TestOneSeatComparesItsOwnValues(t *testing.T) {
	for _, rule := range []Rule{Own, Relative, Mixed} {
		m, _ := NewMaxN[node](grove{seats: 1}, MaxNOptions{Depth: 1, Rule: rule})
		m.seats = 1
		for _, pair := range [][2]int64{{-1, 1}, {-2, -1}, {1, 2}} {
			if !m.seatScore(&Vector{pair[0]}, 0).less(m.seatScore(&Vector{pair[1]}, 0)) {
				t.Errorf("rule %d: %d is not below %d", rule, pair[0], pair[1])
			}
		}
	}
}

func TestMaxNAllocatesNothing(t *testing.T) {
	m, _ := NewMaxN[node](&grove{seats: 4}, MaxNOptions{Depth: 5})
	root := node{id: scramble(9)}
	ctx := context.Background()
	if n := testing.AllocsPerRun(20, func() { _, _ = m.Search(ctx, &root, 4) }); n != 0 {
		t.Errorf("%v allocations in a search", n)
	}
}

// Impossible options and arguments are errors. A search to depth 0 or less would not end.
func TestImpossibleMaxN(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]MaxNOptions{
		"depth 0, at least 1 needed": {}, "width -1 is negative": {Depth: 1, Width: []int{-1}},
		"unknown rule 3": {Depth: 1, Rule: Mixed + 1}, "unknown pruning 4": {Depth: 1, Pruning: Paranoid + 1},
	} {
		if _, err := NewMaxN[node](grove{2}, o); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
	m, err := NewMaxN[node](grove{2}, MaxNOptions{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	for want, do := range map[string]func() (MaxNResult, error){
		"depth 0, at least 1 needed":    func() (MaxNResult, error) { return m.SearchTo(t.Context(), &node{id: 1}, 2, 0) },
		"depth -1, at least 1 needed":   func() (MaxNResult, error) { return m.SearchTo(t.Context(), &node{id: 1}, 2, -1) },
		"0 seats are not within [1, 8]": func() (MaxNResult, error) { return m.Search(t.Context(), &node{id: 1}, 0) },
		"9 seats are not within [1, 8]": func() (MaxNResult, error) { return m.Search(t.Context(), &node{id: 1}, 9) },
	} {
		if r, err := do(); err == nil || err.Error() != want {
			t.Errorf("%+v, %v, want %q", r, err, want)
		}
	}
}
