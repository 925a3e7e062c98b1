package tuning

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// The first candidate is replaced by the best of those that clearly beat it, whatever its
// other scores are.
func TestChoose(t *testing.T) {
	own := Placing{Score: 0.6, Error: 0.01} // against all, including weak ones
	for name, c := range map[string]struct {
		others []Placing
		want   int
	}{
		"nobody is better":       {[]Placing{{Score: 0.3, Error: 0.01}, {Score: 0.5, Error: 0.01}}, 0},
		"too close to call":      {[]Placing{{Score: 0.53, Error: 0.02}}, 0},
		"one beats it":           {[]Placing{{Score: 0.1, Error: 0.01}, {Score: 0.57, Error: 0.02}}, 2},
		"the best of two":        {[]Placing{{Score: 0.55, Error: 0.02}, {Score: 0.58, Error: 0.02}}, 2},
		"the best is not clear":  {[]Placing{{Score: 0.55, Error: 0.02}, {Score: 0.58, Error: 0.05}}, 1},
		"its score tells little": {[]Placing{{Score: 0.59, Error: 0.01}}, 1},
	} {
		if got := choose(append([]Placing{own}, c.others...)); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// A candidate replaces the first only if it leads by more than two standard errors, in enough
// different pairings. Of two with the same score, the earlier one wins.
func TestChooseAtTheLimits(t *testing.T) {
	few := rating.Variety{Distinct: 18, DistinctPairings: 9}
	enough := rating.Variety{Distinct: 20, DistinctPairings: 10}
	for name, c := range map[string]struct {
		others []Placing
		want   int
	}{
		"exactly two errors":       {[]Placing{{Score: 0.75, Error: 0.125}}, 0},
		"more than two errors":     {[]Placing{{Score: 0.75, Error: 0.1249}}, 1},
		"equal scores":             {[]Placing{{Score: 0.75, Error: 0.01}, {Score: 0.75, Error: 0.01}}, 1},
		"too few pairings":         {[]Placing{{Score: 0.75, Error: 0.01, Variety: few}}, 0},
		"just enough pairings":     {[]Placing{{Score: 0.75, Error: 0.01, Variety: enough}}, 1},
		"the better has too few":   {[]Placing{{Score: 0.6, Error: 0.01}, {Score: 0.75, Error: 0.01, Variety: few}}, 1},
		"the first is not a rival": {nil, 0},
	} {
		if got := choose(append([]Placing{{Score: 0.9, Error: 0.01}}, c.others...)); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// The variance of a spread is that of its different pairings and of one more that differs from their
// mean by one half. Copies count for the mean, and reduce the effective number of pairings.
func TestSpread(t *testing.T) {
	type pairing struct {
		points float64
		nth    int
	}
	for name, list := range map[string][]pairing{
		"one":           {{0.25, 1}},
		"equal":         {{1, 1}, {1, 1}, {1, 1}},
		"different":     {{0, 1}, {1, 1}, {0.5, 1}, {0.75, 1}},
		"copies":        {{0, 1}, {1, 1}, {1, 2}, {1, 3}},
		"copies of all": {{0, 1}, {1, 1}, {1, 2}, {0, 2}},
	} {
		var s spread
		var total, sum, n float64
		copies := map[float64]float64{} // the number of pairings by score, which identifies them here
		for _, p := range list {
			s.add(p.points, p.nth)
			total += p.points
			if p.nth == 1 {
				sum += p.points
				n++
			}
			if name == "equal" {
				copies[float64(len(copies))] = 1
			} else {
				copies[p.points]++
			}
		}
		variance, squares := 0.25/n, 0.0
		for _, p := range list {
			if p.nth == 1 {
				variance += (p.points - sum/n) * (p.points - sum/n) / n
			}
		}
		for _, m := range copies {
			squares += m * m
		}
		effective := float64(len(list)*len(list)) / squares
		mean, err := total/float64(len(list)), math.Sqrt(variance/effective)
		if math.Abs(s.mean()-mean) > 1e-12 || math.Abs(s.err()-err) > 1e-12 {
			t.Errorf("%s: %v ± %v, want %v ± %v", name, s.mean(), s.err(), mean, err)
		}
	}
}

// The expected gain has the sign of the posterior mean for a normal prior of 10 ± 40 Elo.
func TestExpectedGain(t *testing.T) {
	for _, elo := range []float64{-200, -30, -9, -1, 0, 1, 50} {
		for _, err := range []float64{0.5, 3, 10, 39, 41, 150} {
			posterior := (elo/(err*err) + 10/(40.0*40)) / (1/(err*err) + 1/(40.0*40))
			if got := expectedGain(elo, err); got > 0 != (posterior > 0) || got < 0 != (posterior < 0) {
				t.Errorf("%v ± %v: %v, but the posterior mean is %v", elo, err, got, posterior)
			}
		}
	}
	if got := expectedGain(-10, 40); got != 0 {
		t.Errorf("a loss that the prior balances: %v", got)
	}
	if got := expectedGain(-1e9, math.Inf(1)); got <= 0 {
		t.Errorf("games that do not bound the difference: %v", got)
	}
}

// Two vectors have the same direction if one is a positive multiple of the other, up to rounding.
func TestSameDirection(t *testing.T) {
	for _, c := range []struct {
		a, b engines.Weights
		want bool
	}{
		{nil, nil, true},
		{nil, engines.Weights{1}, false},
		{engines.Weights{1, 2}, engines.Weights{1, 2, 0}, false},
		{engines.Weights{1, -2}, engines.Weights{3, -6}, true},
		{engines.Weights{1, -2}, engines.Weights{-1, 2}, false},
		{engines.Weights{1, 2}, engines.Weights{2, 1}, false},
		{engines.Weights{0, 0}, engines.Weights{0, 0}, true},
		{engines.Weights{0, 0}, engines.Weights{0, 1}, false},
		{engines.Weights{0, 1}, engines.Weights{0, 0}, false},
		{engines.Weights{0.1, 0.2, 0.3}, engines.Weights{0.7, 1.4, 2.1}, true},
		{engines.Weights{1, 3}, engines.Weights{1, 3 + 8e-9}, true},  // the shares differ by 5e-10
		{engines.Weights{1, 3}, engines.Weights{1, 3 + 4e-8}, false}, // by 2.5e-9
		{engines.Weights{-1, 3}, engines.Weights{-5, 15}, true},
		{engines.Weights{0, 5, 0}, engines.Weights{0, 5, 1}, false},
	} {
		if got := SameDirection(c.a, c.b); got != c.want || SameDirection(c.b, c.a) != c.want {
			t.Errorf("%v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// In games of one seat, enough pairings are played that every opponent is met by the first agent, at
// most MaxSeats agents in each.
func TestPairingsOfOneSeat(t *testing.T) {
	v := &verification{options: VerifyOptions{Seats: 1}}
	for n := range 40 {
		others := make([]int, n)
		for i := range others {
			others[i] = 100 + i
		}
		list := v.compare(7, others, 5, true)
		var met []int
		games := 0
		for _, p := range list {
			games += p.Played()
			met = append(met, p.Agents[1:]...)
			if p.Agents[0] != 7 || len(p.Agents) < 2 || len(p.Agents) > engines.MaxSeats || !p.Apart || p.Games != 1 || p.Seed != 5 {
				t.Errorf("%d opponents: %+v", n, p)
			}
			for i, k := range rivals(p) {
				if k != i+1 {
					t.Errorf("%d opponents: rivals %v of %v", n, rivals(p), p.Agents)
				}
			}
			if len(rivals(p)) != len(p.Agents)-1 {
				t.Errorf("%d opponents: rivals %v of %v", n, rivals(p), p.Agents)
			}
		}
		if !slices.Equal(met, others) || games != v.perDeal(n) || len(list) != pairingsOf(n) {
			t.Errorf("%d opponents: met %v in %d games of %d pairings; expected %d of %d", n, met, games, len(list), v.perDeal(n), pairingsOf(n))
		}
	}
}

// One agent has one seat and its opponent the others; turned exchanges them. Every seat order is
// played unless seats do not matter.
func TestPairingsOfMoreSeats(t *testing.T) {
	for _, c := range []struct {
		seats             int
		symmetric, turned bool
		want              [][]int
		games             int
	}{
		{2, false, false, [][]int{{7, 1}, {7, 2}}, 2},
		{2, false, true, [][]int{{1, 7}, {2, 7}}, 2},
		{2, true, false, [][]int{{7, 1}, {7, 2}}, 1},
		{4, false, false, [][]int{{7, 1, 1, 1}, {7, 2, 2, 2}}, 4},
		{4, false, true, [][]int{{1, 7, 7, 7}, {2, 7, 7, 7}}, 4},
		{4, true, true, [][]int{{1, 7, 7, 7}, {2, 7, 7, 7}}, 1},
	} {
		v := &verification{options: VerifyOptions{Seats: c.seats, Symmetric: c.symmetric}}
		list := v.compare(7, []int{1, 2}, 5, c.turned)
		for i, p := range list {
			if !slices.Equal(p.Agents, c.want[i]) || p.Games != c.games || p.Seed != 5 || p.Apart || !slices.Equal(rivals(p), []int{1}) {
				t.Errorf("%+v: %+v", c, p)
			}
		}
		if len(list) != 2 || v.perDeal(2) != 2*c.games || v.perDeal(1) != c.games {
			t.Errorf("%+v: %d pairings, %d games a deal", c, len(list), v.perDeal(2))
		}
	}
}

// A rejected candidate is measured by its match and its playoff against the start weights together:
// each score has the weight of its pairings, and so have the variances of their sums.
func TestAddPlayoff(t *testing.T) {
	var met spread
	for range 30 {
		met.add(0.5, 1)
	}
	interval := func(mean, err float64) rating.Interval {
		return rating.Interval{Low: mean - rating.Z()*err, High: mean + rating.Z()*err}.Elo()
	}
	build := func(result int) (*verification, *Refused) {
		v := &verification{start: 1, result: result, met: []spread{{}, met, {}}}
		v.verdict.Playoff = []Placing{{}, {Score: 0.6, Error: 0.08, Games: 60}, {}}
		return v, &Refused{Score: 0.45, Elo: 1, Interval: interval(0.45, 0.05), Games: 20}
	}
	v, r := build(0)
	v.addPlayoff(r, 10)
	score := (30*0.4 + 10*0.45) / 40
	err := math.Sqrt(30*0.08*30*0.08+10*0.05*10*0.05) / 40
	want := interval(score, err)
	if math.Abs(r.Score-score) > 1e-12 || math.Abs(r.Elo-rating.Elo(score)) > 1e-9 || math.Abs(r.Interval.Low-want.Low) > 1e-9 || math.Abs(r.Interval.High-want.High) > 1e-9 || r.Games != 80 {
		t.Errorf("%+v; want score %v and interval %v", r, score, want)
	}
	v, r = build(2) // this candidate has not met the start weights in the playoff
	v.addPlayoff(r, 10)
	if r.Score != 0.45 || r.Elo != 1 || r.Games != 20 {
		t.Errorf("another candidate: %+v", r)
	}
	v, r = build(0)
	v.verdict.Playoff = nil
	v.addPlayoff(r, 10)
	if r.Score != 0.45 || r.Games != 20 {
		t.Errorf("without a playoff: %+v", r)
	}
}

// Scores of 0 and 1 have a finite rating.
func TestRejectedCandidateHasAFiniteRating(t *testing.T) {
	for score, want := range map[float64]float64{0: rating.Elo(0.001), 1: rating.Elo(0.999), 0.5: 0, 0.002: rating.Elo(0.002), 0.3: rating.Elo(0.3)} {
		r := Refused{Score: score}
		r.setInterval(0.01)
		low, high := rating.Elo(score-rating.Z()*0.01), rating.Elo(score+rating.Z()*0.01)
		if math.Abs(r.Elo-want) > 1e-9 || math.Signbit(r.Elo) != (want < 0) || r.Interval.Low != low || r.Interval.High != high {
			t.Errorf("score %v: %v %v, want %v [%v, %v]", score, r.Elo, r.Interval, want, low, high)
		}
	}
}

// The candidate that lost the playoff is the one that the strategy prefers, or the best of the others
// if that is the start.
func TestLostPlayoff(t *testing.T) {
	candidates := []Estimate{{Name: "0"}, {Name: "1"}, {Name: "2"}, {Name: "3"}}
	few := []Placing{{Score: 0.7, Error: 0.2, Games: 8}, {Score: 0.3, Error: 0.2, Games: 8, Variety: rating.Variety{Distinct: 8, DistinctPairings: 4}}}
	playoff := []Placing{{Score: 0.9, Error: 0.01, Games: 60}, {Score: 0.3, Error: 0.02, Games: 20}, {Score: 0.4, Error: 0.03, Games: 22}, {Score: 0.4, Error: 0.04, Games: 24}}
	for name, c := range map[string]struct {
		start, result int
		playoff       []Placing
		loser         string // "" for none
		score, err    float64
		games         int
	}{
		"the start is first":       {0, 0, playoff, "2", 0.4, 0.03, 22},
		"first of two":             {0, 0, playoff[:2], "1", 0.3, 0.02, 20},
		"too few different games":  {0, 0, few, "1", 0.3, math.Inf(1), 8},
		"the start is third":       {2, 2, playoff, "0", 0.6, 0.03, 22},
		"the start is last of two": {1, 1, playoff[:2], "0", 0.7, 0.02, 20},
		"another result":           {2, 1, playoff, "", 0, 0, 0},
		"no start":                 {-1, 0, playoff, "", 0, 0, 0},
		"no playoff":               {0, 0, nil, "", 0, 0, 0},
	} {
		v := &verification{start: c.start, result: c.result, candidates: candidates}
		v.verdict.Playoff = c.playoff
		v.lostPlayoff()
		r := v.verdict.Refused
		if c.loser == "" {
			if r != nil {
				t.Errorf("%s: %+v", name, r)
			}
			continue
		}
		want := &Refused{Score: c.score}
		want.setInterval(c.err)
		const wider = 2.241402727604947 / 1.959963984540054 // quantiles at 98.75% and 97.5%
		want.Interval = rating.Interval{Low: want.Elo + wider*(want.Interval.Low-want.Elo), High: want.Elo + wider*(want.Interval.High-want.Elo)}
		if math.IsInf(c.err, 1) {
			want.Interval = rating.Open()
		}
		if r == nil || r.Candidate.Name != c.loser || math.Abs(r.Score-c.score) > 1e-12 || r.Games != c.games || r.Interval.Half() != want.Interval.Half() && math.Abs(r.Interval.Half()-want.Interval.Half()) > 1e-9 || r.Matches != nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// A stored result is used only for the pairing that it belongs to.
func TestKnownResults(t *testing.T) {
	part := tournament.Pairings{{Agents: []int{0, 1}, Seed: 3, Games: 2}, {Agents: []int{0, 2}, Seed: 4, Games: 2}}
	objective := tournament.Objective{Scale: 8}
	for name, c := range map[string]struct {
		change func(*tournament.Result)
		ok     bool
	}{
		"same":         {func(*tournament.Result) {}, true},
		"other seed":   {func(r *tournament.Result) { r.Pairing.Seed = 3 }, false},
		"other games":  {func(r *tournament.Result) { r.Games = r.Games[:1] }, false},
		"other agents": {func(r *tournament.Result) { r.Pairing.Agents = []int{0, 1} }, false},
	} {
		r := tournament.Result{Index: 11, Pairing: tournament.Pairing{Agents: []int{0, 2}, Seed: 4}, Games: make([]engines.Record, 2)}
		c.change(&r)
		v := &verification{options: VerifyOptions{Terms: tournament.Terms{Objective: objective}, Journal: oneResult{11, r}}}
		got, ok := v.known(part, 10, 1)
		if ok != c.ok || ok && (got.Index != 1 || got.Pairing.Games != 2 || got.Objective != objective) {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
		if _, ok := v.known(part, 11, 1); ok {
			t.Errorf("%s: a result of another index", name)
		}
	}
}

// oneResult is a journal that contains one result.
type oneResult struct {
	index  int
	result tournament.Result
}

func (oneResult) Begin(context.Context, []engines.Agent) error { return nil }
func (o oneResult) Played(i int) (tournament.Result, bool)     { return o.result, i == o.index }
func (oneResult) Drop(context.Context, int) error              { return nil }
func (oneResult) Finished(tournament.Result)                   {}

// The result meets all opponents, and the start weights too if no opponent plays like them and the
// games suffice for one deal. It meets no opponent if all play like it.
func TestToMeet(t *testing.T) {
	for name, c := range map[string]struct {
		candidates    []float64 // first weights
		start, result int       // indices; -1 for no start
		opponents     []float64
		games         int
		others        []int // indices in the field
		guard         int
		unguarded     bool
	}{
		"no start":                 {[]float64{5}, -1, 0, []float64{7, 8}, 100, []int{1, 2}, -1, false},
		"no start, like result":    {[]float64{5}, -1, 0, []float64{5}, 100, []int{1}, -1, false},
		"the start is added":       {[]float64{5, 0}, 1, 0, []float64{7, 8}, 6, []int{2, 3, 1}, 1, false},
		"too few games for it":     {[]float64{5, 0}, 1, 0, []float64{7, 8}, 5, []int{2, 3}, -1, true},
		"alone with the start":     {[]float64{5, 0}, 1, 0, nil, 2, []int{1}, 1, false},
		"alone, too few games":     {[]float64{5, 0}, 1, 0, nil, 1, nil, -1, true},
		"the start is first":       {[]float64{0, 5}, 0, 1, []float64{7}, 4, []int{2, 0}, 0, false},
		"an opponent is the start": {[]float64{5, 0}, 1, 0, []float64{7, 0, 0}, 1, []int{2, 3, 4}, 3, false},
		"the first opponent is":    {[]float64{0, 5}, 0, 1, []float64{0, 7}, 1, []int{2, 3}, 2, false},
		"the result is the start":  {[]float64{5, 0}, 1, 1, []float64{0, 7}, 100, []int{3}, -1, false},
		"the first result is":      {[]float64{0, 5}, 0, 0, []float64{7, 0}, 1, []int{2}, -1, false},
		"all play like the start":  {[]float64{5, 0}, 1, 1, []float64{0, 0}, 100, nil, -1, false},
		"only the start":           {[]float64{0}, 0, 0, nil, 100, nil, -1, false},
	} {
		v := &verification{options: VerifyOptions{Seats: 2}, start: c.start, result: c.result}
		if c.start >= 0 {
			v.options.Start = engines.Weights{0}
		}
		for _, w := range c.candidates {
			v.candidates = append(v.candidates, Estimate{Weights: engines.Weights{w}})
			v.field = append(v.field, engines.Agent{Weights: engines.Weights{w}})
		}
		for _, w := range c.opponents {
			v.field = append(v.field, engines.Agent{Weights: engines.Weights{w}})
		}
		v.agents = v.field
		others, guard := v.toMeet(c.games)
		if !slices.Equal(others, c.others) || guard != c.guard || v.verdict.Unguarded != c.unguarded {
			t.Errorf("%s: meets %v, the start is %d, unguarded %v; want %v, %d, %v", name, others, guard, v.verdict.Unguarded, c.others, c.guard, c.unguarded)
		}
	}
}
