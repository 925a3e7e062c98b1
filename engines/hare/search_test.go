package hare

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
)

// exhaustive reports whether the tests of the search take every position to every depth.
var exhaustive = os.Getenv("LANISTA_EXHAUSTIVE") != ""

// plainly is max^n by its definition. It searches every move and every card and takes the best vector
// for the player to move, the first of equal ones.
type plainly struct {
	engine *engine
	eval   *evaluator
	rule   string
	hares  string
	price  int64
}

// line is a position on a line of play, with the hares that each player has
// jumped on since its beginning.
type line struct {
	state
	hares [maxSeats]int64
}

// better compares two vectors from the view of a player.
func (p *plainly) better(a, b []int64, player int) bool {
	lead := func(v []int64) int64 {
		others := slices.Delete(slices.Clone(v), player, player+1)
		return v[player] - slices.Max(others)
	}
	switch p.rule {
	case "abs":
		return a[player] > b[player]
	case "rel":
		return lead(a) > lead(b)
	}
	return a[player] > b[player] || a[player] == b[player] && lead(a) > lead(b)
}

// judged is the worth of a position as it stands.
func (p *plainly) judged(l line) []int64 {
	v := make([]int64, l.seats)
	for i := range v {
		v[i] = p.eval.scaledValue(&l.state, uint8(i)) - p.price*l.hares[i]
	}
	return v
}

// after is the worth of a position that a player has just moved to, looked at to
// a depth.
func (p *plainly) after(l line, mover, depth int) []int64 {
	switch {
	case l.drawing && p.hares == haresExpect:
		sum, cards := make([]int64, l.seats), int64(0)
		for _, c := range p.engine.dealing.pack {
			next := l
			next.draw(p.engine.board, c.card)
			v := p.after(next, mover, depth)
			for i := range sum {
				sum[i] += int64(c.count) * v[i]
			}
			cards += int64(c.count)
		}
		for i := range sum {
			sum[i] /= cards
		}
		return sum
	case l.drawing:
		l.hares[mover]++
		l.draw(p.engine.board, noCard)
	}
	if depth == 0 || l.place[mover] != 0 {
		return p.judged(l)
	}
	_, v := p.best(l, depth)
	return v
}

// best is the move that max^n prefers, and what it leads to.
func (p *plainly) best(l line, depth int) (engines.Move, []int64) {
	mover := int(l.turn)
	choices := l.choose(p.engine.board)
	type option struct {
		move          engines.Move
		static, value []int64
	}
	var options []option
	for _, m := range choices.list(int(l.square[mover]), nil) {
		next := l
		next.apply(p.engine.board, m, &choices)
		options = append(options, option{m, p.after(next, mover, 0), p.after(next, mover, depth-1)})
	}
	slices.SortStableFunc(options, func(a, b option) int {
		switch {
		case p.better(a.static, b.static, mover):
			return -1
		case p.better(b.static, a.static, mover):
			return 1
		}
		return 0
	})
	top := options[0]
	for _, o := range options[1:] {
		if p.better(o.value, top.value, mover) {
			top = o
		}
	}
	return top.move, top.value
}

// TestSearchIsPlainMaxN compares the search with the definition for 2 to 6
// players, by every rule and every way to take a hare.
func TestSearchIsPlainMaxN(t *testing.T) {
	t.Parallel()
	for seats := minSeats; seats <= maxSeats; seats++ {
		for _, hares := range []string{haresNone, haresExpect, haresPenalty} {
			for _, rule := range []string{"abs", "rel", "mixed"} {
				comparePlainly(t, seats, hares, rule)
			}
		}
	}
}

func comparePlainly(t *testing.T, seats int, hares, rule string) {
	e := with(t, engines.Settings{"board": []string{"2008", "1978"}[seats%2]})
	count := 4
	if exhaustive {
		count = 24
	}
	for i, s := range middles(t, e, seats, count/min(racetest.Effort, 2)) {
		depth := 1 + i%4
		if hares == haresExpect {
			depth = 1 + i%3
		}
		p := searcher(t, e, engines.Settings{
			"depth": fmt.Sprint(depth), "rule": rule, "hares": hares, "width": "0", "pruning": "none",
		})
		got, err := p.search(context.Background(), &s)
		if err != nil {
			t.Fatal(err)
		}
		q := plainly{engine: e, eval: p.eval, rule: rule, hares: hares, price: p.tree.penalty}
		move, value := q.best(line{state: s}, depth)
		if got.Move != move || !slices.Equal(got.Value[:seats], value) {
			t.Fatalf("%s, %s %s depth %d: move %d, %v; plainly %d, %v",
				formatPosition(&s), rule, hares, depth, got.Move, got.Value[:seats], move, value)
		}
	}
}

// TestRelPrunesExactly compares alpha-beta with the full search on random
// positions of two players: 400 to depth 3 and shares of them to 6, or, where
// asked, 5,000 to every depth, which takes a minute.
func TestRelPrunesExactly(t *testing.T) {
	for _, board := range []string{"2008", "1978"} {
		e := with(t, engines.Settings{"board": board})
		count := 100 / racetest.Effort
		if exhaustive {
			count = 2500 / racetest.Effort
		}
		states := middles(t, e, 2, count)
		for depth := 1; depth <= 6; depth++ {
			every := []int{1, 1, 1, 2, 5, 20}[depth-1]
			if exhaustive {
				every = 1
			}
			t.Run(fmt.Sprintf("%s-%d", board, depth), func(t *testing.T) {
				t.Parallel()
				s := engines.Settings{"rule": "rel", "hares": haresNone, "width": "0", "depth": fmt.Sprint(depth)}
				comparePruned(t, e, states, every, s)
			})
		}
	}
}

// TestRelPrunesExactlyOtherwise does so with widths, prices and cards.
func TestRelPrunesExactlyOtherwise(t *testing.T) {
	t.Parallel()
	e := with(t, nil)
	count := 200
	if exhaustive {
		count = 500
	}
	states := middles(t, e, 2, count/racetest.Effort)
	for depth := 1; depth <= 6; depth++ {
		s := engines.Settings{"rule": "rel", "hares": haresPenalty, "depth": fmt.Sprint(depth)}
		comparePruned(t, e, states, 1<<max(0, 2*depth-6), s)
		if s["hares"] = haresExpect; depth <= 4 {
			comparePruned(t, e, states, 1<<max(0, 2*depth-4), s)
		}
	}
}

func comparePruned(t *testing.T, e *engine, states []state, every int, s engines.Settings) {
	var players [2]*player
	for i, pruning := range []string{"none", "exact"} {
		s["pruning"] = pruning
		players[i] = searcher(t, e, s)
	}
	for i := 0; i < len(states); i += every {
		a, err := players[0].search(context.Background(), &states[i])
		if err != nil {
			t.Fatal(err)
		}
		b, err := players[1].search(context.Background(), &states[i])
		if err != nil {
			t.Fatal(err)
		}
		if a.Move != b.Move || a.Value != b.Value || b.Nodes > a.Nodes {
			t.Fatalf("%v %s: full %+v, pruned %+v", s, formatPosition(&states[i]), a, b)
		}
	}
}

// TestRegressionWithoutPruning plays 8 moves for each side from the start with
// pruning off and on; under rel every position is the same.
func TestRegressionWithoutPruning(t *testing.T) {
	e := with(t, nil)
	s := engines.Settings{"rule": "rel", "depth": "4", "hares": haresNone, "pruning": "none"}
	full := searcher(t, e, s)
	s["pruning"] = "exact"
	pruned := searcher(t, e, s)
	a, _ := e.NewGame(2, 1)
	b, _ := e.NewGame(2, 1)
	for ply := range 16 {
		ma, err := full.Choose(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		mb, err := pruned.Choose(context.Background(), b)
		if err != nil || ma != mb {
			t.Fatalf("ply %d: %d without pruning, %d with (%v)", ply+1, ma, mb, err)
		}
		if a.Apply(ma) != nil || b.Apply(mb) != nil || a.String() != b.String() {
			t.Fatalf("ply %d: %s and %s", ply+1, a.String(), b.String())
		}
	}
}
