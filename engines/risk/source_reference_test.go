package risk_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/search"
)

// This file has a slow reference of the heuristic, written from the report: border security, the
// foreseen attacks, the four features and the tree. It computes with fractions, on a map of its
// own, and uses the engine only to be compared with it.

// war is a position on a grid. Territories are numbered row by row.
type war struct {
	rows, cols  int
	owner, army []int
	players     int
	turn, left  int // the player to move and its remaining attacks; 0 while it places units
}

func (w war) clone() war {
	w.owner, w.army = slices.Clone(w.owner), slices.Clone(w.army)
	return w
}

// beside lists the neighbours of a territory: left, right, up, down.
func (w war) beside(x int) (list []int) {
	row, col := x/w.cols, x%w.cols
	if col > 0 {
		list = append(list, x-1)
	}
	if col < w.cols-1 {
		list = append(list, x+1)
	}
	if row > 0 {
		list = append(list, x-w.cols)
	}
	if row < w.rows-1 {
		list = append(list, x+w.cols)
	}
	return list
}

func (w war) owned(p int) (list []int) {
	for x, owner := range w.owner {
		if owner == p {
			list = append(list, x)
		}
	}
	return list
}

func part(a, b int) *big.Rat { return big.NewRat(int64(a), int64(b)) }

// reinforce places as many units as the player to move owns territories. Territories are ordered
// by the enemy units beside them for each own unit. The first half of them share the units in
// that proportion, each at least one, in as many passes as it takes.
func (w war) reinforce() {
	own := w.owned(w.turn)
	ratio := map[int]*big.Rat{}
	for _, x := range own {
		threat := 0
		for _, y := range w.beside(x) {
			if w.owner[y] != w.turn {
				threat += w.army[y]
			}
		}
		ratio[x] = part(threat, w.army[x])
	}
	order := slices.Clone(own)
	slices.SortStableFunc(order, func(x, y int) int { return ratio[y].Cmp(ratio[x]) })
	order = order[:max(1, len(order)/2)]
	sum := new(big.Rat)
	for _, x := range order {
		sum.Add(sum, ratio[x])
	}
	for left := len(own); left > 0; {
		atStart := left
		for _, x := range order {
			share := part(1, len(order))
			if sum.Sign() > 0 {
				if ratio[x].Sign() == 0 {
					continue
				}
				share = new(big.Rat).Quo(ratio[x], sum)
			}
			rounded := new(big.Rat).Add(share.Mul(share, part(atStart, 1)), part(1, 2))
			units := int(new(big.Int).Quo(rounded.Num(), rounded.Denom()).Int64())
			units = min(max(units, 1), left)
			w.army[x] += units
			left -= units
		}
	}
}

// attack is an action in the tree. An attack from -1 is the end of the turn.
type attack struct{ from, to, army int }

func (a attack) String() string {
	if a.from < 0 {
		return "stop"
	}
	return fmt.Sprintf("%d-%dx%d", a.from, a.to, a.army)
}

// actions lists the attacks on weaker neighbours, each with the mean of both armies rounded up,
// and the end of the turn.
func (w war) actions() (list []attack) {
	for _, x := range w.owned(w.turn) {
		for _, y := range w.beside(x) {
			if w.owner[y] != w.turn && w.army[x] > w.army[y] {
				list = append(list, attack{x, y, (w.army[x] + w.army[y] + 1) / 2})
			}
		}
	}
	return append(list, attack{from: -1})
}

// act returns the position after an action whose attack succeeds. At the end of a turn the next
// player places its units.
func (w war) act(a attack) war {
	w = w.clone()
	w.left--
	if a.from >= 0 {
		w.army[a.from] -= a.army
		w.army[a.to] = a.army - w.army[a.to]
		w.owner[a.to] = w.turn
		if w.army[a.from] == 0 {
			w.army[a.from], w.army[a.to] = 1, 1
		}
	}
	if !w.over() && (a.from < 0 || w.left == 0) {
		for next := true; next; next = len(w.owned(w.turn)) == 0 {
			w.turn = (w.turn + 1) % w.players
		}
		w.left = 3
		w.reinforce()
	}
	return w
}

func (w war) over() bool { return len(w.owned(w.owner[0])) == len(w.owner) }

// qualities returns the four features for a player.
func (w war) qualities(p int) [4]*big.Rat {
	own := w.owned(p)
	if len(own) == 0 {
		return [4]*big.Rat{{}, {}, {}, {}}
	}
	units, all, borders := 0, 0, 0
	strength, hostile := new(big.Rat), new(big.Rat)
	for x := range w.army {
		all += w.army[x]
	}
	for _, x := range own {
		units += w.army[x]
		enemies := 0
		for _, y := range w.beside(x) {
			if w.owner[y] != p {
				enemies++
				strength.Add(strength, part(w.army[x], w.army[x]+w.army[y]))
			}
		}
		borders += enemies
		hostile.Add(hostile, part(enemies, max(1, len(w.beside(x)))))
	}
	defence := part(1, 1)
	if borders > 0 {
		defence = strength.Quo(strength, part(borders, 1))
	}
	hostile.Quo(hostile, part(len(own), 1))
	return [4]*big.Rat{part(len(own), len(w.owner)), part(units, all), defence, hostile.Sub(part(1, 1), hostile)}
}

// worth is the value of a position for one player. won is 1 if the player owns everything, -1 if
// it owns nothing, otherwise 0. Among won positions the one with more plies left is better, among
// lost ones that with fewer.
type worth struct {
	won, left int
	sum       *big.Rat
}

func (a worth) compare(b worth) int {
	if c := cmp.Compare(a.won, b.won); c != 0 {
		return c
	}
	if a.won != 0 {
		return cmp.Compare(a.left*a.won, b.left*b.won)
	}
	return a.sum.Cmp(b.sum)
}

// value returns the value of a position for a player after the given number of plies: the player
// chooses the best action, all others the worst.
func (w war) value(p, plies int, weights [4]int) worth {
	switch {
	case len(w.owned(p)) == 0:
		return worth{won: -1, left: plies}
	case w.over():
		return worth{won: 1, left: plies}
	case plies == 0:
		sum := new(big.Rat)
		for i, q := range w.qualities(p) {
			sum.Add(sum, q.Mul(q, part(weights[i], 1)))
		}
		return worth{sum: sum}
	}
	var best *worth
	for _, a := range w.actions() {
		v := w.act(a).value(p, plies-1, weights)
		if best == nil || w.turn == p && v.compare(*best) > 0 || w.turn != p && v.compare(*best) < 0 {
			best = &v
		}
	}
	return *best
}

func (w war) text() string {
	var out strings.Builder
	for x := range w.owner {
		switch {
		case x == 0:
		case x%w.cols == 0:
			out.WriteString(" / ")
		default:
			out.WriteByte(' ')
		}
		fmt.Fprintf(&out, "%c%d", 'A'+w.owner[x], w.army[x])
	}
	phase := "draft"
	if w.left > 0 {
		phase = fmt.Sprintf("attack %d", w.left)
	}
	return fmt.Sprintf("%s ; %c %s", out.String(), 'A'+w.turn, phase)
}

// randomWar returns a random position of two or three players, none of whom is out.
func randomWar(r *rand.Rand) war {
	w := war{rows: 2 + r.IntN(2), cols: 2 + r.IntN(3), players: 2 + r.IntN(2)}
	for range w.rows * w.cols {
		w.owner = append(w.owner, r.IntN(w.players))
		w.army = append(w.army, 1+r.IntN([]int{3, 3, 12}[r.IntN(3)]))
	}
	for p, x := range r.Perm(len(w.owner))[:w.players] {
		w.owner[x] = p
	}
	w.turn, w.left = r.IntN(w.players), r.IntN(4)
	return w
}

// TestHeuristicOfTheReport compares the engine with the reference: the features, the placement of
// units, the value of every action and the chosen action, which is the first of the best. With
// LANISTA_EXHAUSTIVE=1 there are 10,000 positions.
func TestHeuristicOfTheReport(t *testing.T) {
	t.Parallel()
	count, r := 300, rand.New(rand.NewPCG(5, 6))
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		count = 10_000
	}
	drafts, actions, ties := 0, 0, 0
	for i := range count {
		w := randomWar(r)
		game := risk.New()
		g, err := game.ParseGame(w.text(), 1)
		if err != nil {
			t.Fatal(w.text(), err)
		}
		rows, err := game.(engines.Linear).Features(g)
		if err != nil {
			t.Fatal(err)
		}
		for p := range w.players {
			for k, want := range w.qualities(p) {
				if f, _ := want.Float64(); math.Abs(rows[p][k]-f) > 1e-12 {
					t.Fatalf("%s: feature %d of %c is %v, want %v", w.text(), k+1, 'A'+p, rows[p][k], f)
				}
			}
		}
		weights := [4]int{1, 1, 1, 1}
		if i%2 == 0 {
			weights = [4]int{r.IntN(11), r.IntN(11), r.IntN(11), 1 + r.IntN(10)}
		}
		depth := 1 + i%3
		agent := engines.Agent{Settings: engines.Settings{"depth": fmt.Sprint(depth)}}
		for _, v := range weights {
			agent.Weights = append(agent.Weights, float64(v))
		}
		if w.left == 0 {
			drafts++
			compareDraft(t, game, g, agent, &w)
		}
		n, tied := compareActions(t, game, g, agent, w, depth, weights)
		actions += n
		if tied {
			ties++
		}
	}
	if ties < count/20 {
		t.Errorf("%d of %d positions have equal actions; the comparison needs ties", ties, count)
	}
	t.Logf("%d positions, %d placements, %d actions; in %d positions the best actions tie", count, drafts, actions, ties)
}

// compareDraft lets the engine's player place its units and compares the position after it with
// the reference, which it leaves in w.
func compareDraft(t *testing.T, game engines.Engine, g engines.Game, agent engines.Agent, w *war) {
	t.Helper()
	before := w.text()
	player, err := game.NewPlayer(context.Background(), agent)
	if err != nil {
		t.Fatal(err)
	}
	w.reinforce()
	w.left = 3
	for range len(w.owned(w.turn)) {
		if !strings.Contains(g.String(), "draft") {
			break
		}
		m, err := player.Choose(context.Background(), g)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			t.Fatal(before, err)
		}
	}
	if got := strings.TrimSpace(g.String()); got != w.text() {
		t.Fatalf("%s: after the placement %s, want %s", before, got, w.text())
	}
}

func compareActions(t *testing.T, game engines.Engine, g engines.Game, agent engines.Agent, w war, depth int, weights [4]int) (n int, tied bool) {
	t.Helper()
	want := map[string]worth{}
	var best worth
	chosen := ""
	for _, a := range w.actions() {
		v := w.act(a).value(w.turn, depth-1, weights)
		want[a.String()] = v
		c := 1
		if chosen != "" {
			c = v.compare(best)
		}
		switch {
		case c > 0:
			best, chosen, tied = v, a.String(), false
		case c == 0:
			tied = true
		}
	}
	rated, err := game.(analysis.MoveEvaluator).EvaluateMoves(context.Background(), g, agent)
	if err != nil {
		t.Fatal(w.text(), err)
	}
	if len(rated) != len(want) {
		t.Fatalf("%s: %d actions have values, want %v", w.text(), len(rated), want)
	}
	for _, r := range rated {
		name, got := g.FormatMove(r.Move), *r.Value[w.turn]
		v, ok := want[name]
		f := 0.0
		if v.sum != nil {
			f, _ = v.sum.Float64()
		}
		if !ok || search.IsWin(got) != (v.won > 0) || search.IsLoss(got) != (v.won < 0) || v.won == 0 && math.Abs(got-f) > 1e-9 {
			t.Fatalf("%s depth %d %v: %s has the value %v, want %+v", w.text(), depth, weights, name, got, v)
		}
	}
	player, err := game.NewPlayer(context.Background(), agent)
	if err != nil {
		t.Fatal(err)
	}
	m, err := player.Choose(context.Background(), g)
	if err != nil {
		t.Fatal(w.text(), err)
	}
	if got := g.FormatMove(m); got != chosen {
		t.Fatalf("%s depth %d %v: chooses %s, want %s of %v", w.text(), depth, weights, got, chosen, want)
	}
	return len(want), tied
}
