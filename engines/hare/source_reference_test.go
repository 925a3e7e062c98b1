package hare_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/hare"
)

// This file has a slow reference of the evaluation and the search that the article describes: the
// features, the vectors of values, the order of the moves and the number of moves looked at. It
// has its own rules, without hare cards, and uses the engine only to be compared with it.

// squares are the two boards, from the start to the finish.
var squares = map[string]string{
	"standard": "SHCH3CH124LG3CHG124G3CL2GHC432GH1CH23GCHC2LG34H21CGH324CGLHC1CHCF",
	"article":  "SHCH3CHLG42G3CHG124G3CL2GHC432GH1CH23GCHC2LG34H21CGH324CGLHC2HLHF",
}

// runner is a player's piece and cards.
type runner struct {
	at, carrots, lettuces int
	held                  bool // whether the next turn is forced: to eat a lettuce or to miss it
	place                 int  // from 1 after the finish, before it 0
}

// race is a position.
type race struct {
	profile string
	runners []runner
	turn    int
}

func (r race) square(i int) byte { return squares[r.profile][r.runners[i].at] }

func (r race) clone() race {
	r.runners = slices.Clone(r.runners)
	return r
}

func price(steps int) int { return steps * (steps + 1) / 2 }

func (r race) rank(i int) int {
	rank := 1
	for _, other := range r.runners {
		if other.at > r.runners[i].at {
			rank++
		}
	}
	return rank
}

func (r race) finished() (n int) {
	for _, p := range r.runners {
		if p.place > 0 {
			n++
		}
	}
	return n
}

func (r race) over() bool { return r.finished() == len(r.runners)-1 }

// income returns the carrots that a player's number square pays.
func (r race) income(i int) int {
	rank := r.rank(i)
	fits := false
	switch sign := r.square(i); sign {
	case '1':
		fits = rank == 1 || rank == 6 || rank == 5 && r.profile == "standard" || rank == 4 && r.profile == "article"
	case '2', '3', '4':
		fits = rank == int(sign-'0')
	}
	if fits {
		return 10 * rank
	}
	return 0
}

func (r race) taken(at int) bool {
	return slices.ContainsFunc(r.runners, func(p runner) bool { return p.at == at && at != 64 && at != 0 })
}

// codes lists the legal turns: steps forward, the way back to a hedgehog, taking and giving ten
// carrots. A forced turn is 0.
func (r race) codes() (list []int) {
	p, track := r.runners[r.turn], squares[r.profile]
	if p.held {
		return []int{0}
	}
	carrots := p.carrots + r.income(r.turn)
	for n := 1; price(n) <= carrots && p.at+n <= 64; n++ {
		to := p.at + n
		switch {
		case track[to] == 'G', r.taken(to), track[to] == 'L' && p.lettuces == 0:
		case to == 64 && (p.lettuces > 0 || carrots-price(n) > 10*(r.finished()+1)):
		default:
			list = append(list, n)
		}
	}
	if back := strings.LastIndexByte(track[:p.at], 'G'); back > 0 && !r.taken(back) {
		list = append(list, back-p.at)
	}
	if track[p.at] == 'C' {
		list = append(list, 1001)
		if carrots >= 10 {
			list = append(list, 1002)
		}
	}
	if len(list) == 0 {
		return []int{0}
	}
	return list
}

// take returns the position after a turn. A hare square has no effect.
func (r race) take(code int) race {
	r = r.clone()
	p := &r.runners[r.turn]
	switch {
	case p.held:
		p.held = false
		if r.square(r.turn) == 'L' {
			p.lettuces--
			p.carrots += 10 * r.rank(r.turn)
		}
	case code == 0:
		p.at, p.carrots = 0, 68
		if len(r.runners) > 4 && r.profile == "standard" {
			p.carrots = 98
		}
	default:
		p.carrots += r.income(r.turn)
		switch {
		case code == 1001:
			p.carrots += 10
		case code == 1002:
			p.carrots -= 10
		case code < 0:
			p.at, p.carrots = p.at+code, p.carrots-10*code
		default:
			p.at, p.carrots = p.at+code, p.carrots-price(code)
			p.held = r.square(r.turn) == 'L'
			if p.at == 64 {
				p.place = r.finished() + 1
			}
		}
	}
	for next := true; next && !r.over(); next = r.runners[r.turn].place > 0 {
		r.turn = (r.turn + 1) % len(r.runners)
	}
	return r
}

// The curves of carrots, as corners: C0 in the first half of the track, C1 in the second, C2 for
// a player who can pay the way home. Values are in hundredths.
var (
	corners = []int{0, 10, 30, 60, 100, 200, 300}
	heights = [3][]int{
		{0, 2000, 4400, 6800, 8600, 10600, 11100},
		{0, 2000, 4000, 5500, 6300, 6800, 6900},
		{10000, 9800, 8500, 4900, -2100, -27100, -57100},
	}
	// salads is the value of lettuces in hand, by their number and the lettuce squares ahead.
	salads = [4][6]int{
		{},
		{-15000, -4000, -2500, -1800, -1400, -1200},
		{-26000, -12000, -6000, -4000, -3200, -2800},
		{-35000, -19000, -12500, -7500, -5500, -4800},
	}
)

func height(curve, carrots int) int {
	k := 1
	for k < len(corners)-1 && carrots > corners[k] {
		k++
	}
	h := heights[curve]
	return h[k-1] + (h[k]-h[k-1])*(carrots-corners[k-1])/(corners[k]-corners[k-1])
}

// parts returns the features S, C and P of a player on the track, in hundredths.
func (r race) parts(i int) [3]int {
	p := r.runners[i]
	carrots, lettuces := p.carrots+r.income(i), p.lettuces
	if p.held && r.square(i) == 'L' {
		carrots, lettuces = carrots+10*r.rank(i), lettuces-1
	}
	curve := 0
	switch {
	case carrots >= price(64-p.at):
		curve = 2
	case p.at >= 32:
		curve = 1
	}
	ahead := strings.Count(squares[r.profile][p.at+1:], "L")
	return [3]int{salads[lettuces][ahead], height(curve, carrots), 300 * p.at}
}

// vector returns the value of a position for every player, in thousandths. Weights are in tenths.
func (r race) vector(weights [3]int) []int {
	v := make([]int, len(r.runners))
	for i, p := range r.runners {
		switch {
		case p.place > 0:
			v[i] = 1000 * (1_000_000 - 1000*(p.place-1))
		case r.over():
			v[i] = -1000 * 1_000_000
		default:
			for k, x := range r.parts(i) {
				v[i] += weights[k] * x
			}
		}
	}
	return v
}

// adviser is the program of the article: depth, weights, the rule by which a player compares
// vectors, and the number of moves looked at by ply.
type adviser struct {
	depth    int
	weights  [3]int
	relative bool
	width    []int // 0 is all; the last entry repeats
}

// score returns the number by which a player compares vectors: its own value, or the smallest
// lead over another player.
func (a adviser) score(v []int, player int) int {
	if !a.relative {
		return v[player]
	}
	lead := math.MaxInt
	for i := range v {
		if i != player {
			lead = min(lead, v[player]-v[i])
		}
	}
	return lead
}

// best returns the turn that the program chooses, its vector, and whether another one is as good.
// The turns are sorted by the value of the position after them, and the last are dropped. The
// descent ends at the depth, and where the player to move has finished.
func (a adviser) best(r race, ply int) (code int, vector []int, tied bool) {
	player := r.turn
	list := r.codes()
	if len(list) > 1 {
		slices.SortStableFunc(list, func(x, y int) int {
			return a.score(r.take(y).vector(a.weights), player) - a.score(r.take(x).vector(a.weights), player)
		})
	}
	if limit := a.width[min(ply, len(a.width)-1)]; limit > 0 {
		list = list[:min(limit, len(list))]
	}
	for k, c := range list {
		next := r.take(c)
		v := next.vector(a.weights)
		if ply+1 < a.depth && next.runners[player].place == 0 {
			_, v, _ = a.best(next, ply+1)
		}
		switch {
		case k == 0 || a.score(v, player) > a.score(vector, player):
			code, vector, tied = c, v, false
		case a.score(v, player) == a.score(vector, player):
			tied = true
		}
	}
	return code, vector, tied
}

// text writes the position as the engine reads it, the player to move first.
func (r race) text() string {
	var out []string
	for k := range r.runners {
		p := r.runners[(r.turn+k)%len(r.runners)]
		out = append(out, fmt.Sprintf("%d;%d;%d;%t", p.at, p.carrots, p.lettuces, p.held))
	}
	return strings.NewReplacer("true", "t", "false", "f").Replace(strings.Join(out, ";"))
}

// randomRace returns a position after random turns, with the player to move first. A player on a
// hare square sometimes misses its next turn. At most one player has finished.
func randomRace(rnd *rand.Rand) race {
	for {
		r := race{profile: []string{"standard", "article"}[rnd.IntN(2)], runners: make([]runner, 2+rnd.IntN(3)*rnd.IntN(2))}
		for i := range r.runners {
			r.runners[i] = runner{carrots: 68, lettuces: 3}
		}
		for range rnd.IntN(40 * len(r.runners)) {
			if r.over() || r.finished() > 1 {
				break
			}
			codes, player := r.codes(), r.turn
			code := codes[rnd.IntN(len(codes))]
			if rnd.IntN(3) == 0 {
				code, _, _ = adviser{depth: 1, weights: [3]int{10, 10, 10}, width: []int{0}}.best(r, 0)
			}
			r = r.take(code)
			if r.square(player) == 'H' && code > 0 {
				r.runners[player].held = rnd.IntN(3) == 0
			}
		}
		if !r.over() && r.finished() < 2 {
			r.runners = append(slices.Clone(r.runners[r.turn:]), r.runners[:r.turn]...)
			r.turn = 0
			return r
		}
	}
}

// TestSearchOfTheArticle compares the engine with the reference: the legal turns, the features,
// the values, and the chosen turn with its vector of values, for both rules, several depths and
// several lists of widths. With LANISTA_EXHAUSTIVE=1 there are 10,000 positions.
func TestSearchOfTheArticle(t *testing.T) {
	t.Parallel()
	count, rnd := 150, rand.New(rand.NewPCG(7, 8))
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		count = 10_000
	}
	widths := [][]int{{0}, {0, 0, 8, 8, 4}, {3}, {0, 2, 1}, {5, 0, 3}}
	ties := 0
	for i := range count {
		r := randomRace(rnd)
		a := adviser{depth: 1 + i%4, weights: [3]int{10, 10, 10}, relative: i%3 == 0, width: widths[i%len(widths)]}
		if i%2 == 0 {
			a.weights = [3]int{5 + rnd.IntN(16), 5 + rnd.IntN(16), 5 + rnd.IntN(16)}
		}
		if compareRace(t, r, a) {
			ties++
		}
	}
	if ties < count/60 {
		t.Errorf("%d of %d positions have equal turns; the comparison needs ties", ties, count)
	}
	t.Logf("%d positions; in %d the best turns tie", count, ties)
}

func compareRace(t *testing.T, r race, a adviser) (tied bool) {
	t.Helper()
	game, err := hare.New().With(engines.Settings{"profile": r.profile})
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.ParseGame(r.text(), 1)
	if err != nil {
		t.Fatal(r.text(), err)
	}
	var legal []string
	for _, m := range g.Moves(nil) {
		legal = append(legal, g.FormatMove(m))
	}
	var want []string
	for _, c := range r.codes() {
		want = append(want, fmt.Sprint(c))
	}
	slices.Sort(legal)
	slices.Sort(want)
	if !slices.Equal(legal, want) {
		t.Fatalf("%s %s: turns %v, want %v", r.profile, r.text(), legal, want)
	}
	agent := engines.Agent{Settings: engines.Settings{
		"depth": fmt.Sprint(a.depth), "hares": "none", "pruning": "none", "rule": map[bool]string{false: "abs", true: "rel"}[a.relative],
		"width": strings.Trim(strings.ReplaceAll(fmt.Sprint(a.width), " ", ","), "[]"),
	}}
	for _, k := range a.weights {
		agent.Weights = append(agent.Weights, float64(k)/10)
	}
	got, err := game.(analysis.Analyst).Analyze(context.Background(), g, agent)
	if err != nil {
		t.Fatal(r.text(), err)
	}
	code, vector, tied := a.best(r, 0)
	if got.Best != fmt.Sprint(code) {
		t.Fatalf("%s %s %+v: chooses %s, want %d", r.profile, r.text(), a, got.Best, code)
	}
	for i, p := range r.runners {
		if *got.Value[i] != float64(vector[i])/1000 {
			t.Fatalf("%s %s %+v: value %v for player %d, want %v", r.profile, r.text(), a, *got.Value[i], i+1, float64(vector[i])/1000)
		}
		if p.place > 0 {
			continue
		}
		for k, x := range r.parts(i) {
			if got.Features[k].Values[i] != float64(x)/100 {
				t.Fatalf("%s %s: feature %s of player %d is %v, want %v", r.profile, r.text(), got.Features[k].Name, i+1, got.Features[k].Values[i], float64(x)/100)
			}
		}
		if want := float64(r.vector(a.weights)[i]) / 1000; got.Static[i] != want {
			t.Fatalf("%s %s %+v: static value %v for player %d, want %v", r.profile, r.text(), a, got.Static[i], i+1, want)
		}
	}
	return tied
}
