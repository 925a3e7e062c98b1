package rsm

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// probing returns a new probe of a problem.
func probing(t *testing.T, p tuning.Problem) probe {
	t.Helper()
	p.Space = pairwisetest.Mixed()
	s, err := pairwise.NewSetup(p, false)
	if err != nil {
		t.Fatal(err)
	}
	c := Defaults()
	return newProbe(s, &c)
}

// The width of the trust region follows from the scores.
func TestProbeSizesTheRegion(t *testing.T) {
	for name, c := range map[string]struct {
		scores []float64
		radius float64 // expected radius of the last round; 0 if the box stays
	}{
		"level":                  {[]float64{0.6}, 0},
		"a gentle start":         {[]float64{0.69, 0.54}, 0},
		"a lucky start":          {[]float64{0.8, 0.43}, 0},
		"a decline that ends":    {[]float64{0.68, 0.66, 0.61}, 0},
		"a decline":              {[]float64{0.69, 0.69, 0.8, 0.66, 0.55}, 0.009},
		"little to lose":         {[]float64{0.68, 0.67, 0.69}, 0},
		"little to lose closer":  {[]float64{0.72, 0.65, 0.71, 0.6}, 0},
		"one step":               {[]float64{0.99, 0.99, 0.69}, 0.03},
		"two steps":              {[]float64{1, 1, 0.99, 0.65}, 0.009},
		"a plateau all around":   {[]float64{0.75, 0.76, 0.74, 0.76, 0.66, 0.56}, 0.0027},
		"a plateau and no slope": {[]float64{0.75, 0.76, 0.69, 0.71, 0.7}, 0.0027},
	} {
		p := probing(t, tuning.Problem{Games: 2000})
		for i, score := range c.scores {
			if p.over() {
				t.Fatalf("%s: over before round %d", name, i+1)
			}
			p.learn(score)
		}
		switch {
		case !p.over():
			t.Errorf("%s: goes on at %v", name, p.radius)
		case c.radius == 0:
			if p.narrow() || p.near != 0 {
				t.Errorf("%s: half %v, near %v", name, p.half, p.near)
			}
		case !p.narrow() || p.near > 5*c.radius || p.near < c.radius/30 || p.half < p.near/2:
			t.Errorf("%s: half %v, near %v at %v", name, p.half, p.near, c.radius)
		}
	}
	for name, p := range map[string]tuning.Problem{"few games": {Games: 900}, "few rounds": {Games: 9000, Rounds: 10}} {
		if p := probing(t, p); !p.over() || p.narrow() {
			t.Errorf("%s: there is a probe", name)
		}
	}
	if p := probing(t, tuning.Problem{Games: 20000}); p.pairs != 100 {
		t.Errorf("a round of %d pairs, want a hundredth of all games", p.pairs)
	}
}

// If the start beats the points at every radius, the probe ends at the smallest one. It has found
// no distance at which strength varies, so the region is the whole box.
func TestProbeEndsAtTheSmallestRadius(t *testing.T) {
	const rounds = 7
	p := probing(t, tuning.Problem{Games: 2000})
	for i := range rounds {
		if p.over() {
			t.Fatalf("over after %d rounds, want %d", i, rounds)
		}
		p.learn(1)
	}
	if !p.over() || p.half != 1 || p.narrow() {
		t.Errorf("over: %v, half %v, want the whole box", p.over(), p.half)
	}
}

// At a radius below its step a whole-number weight moves by one step in so many points that
// its mean square distance is that of the radius. Other weights move in all points.
func TestWholeNumbersMoveSeldom(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "whole", Max: 10, Default: 4, Kind: engines.Integer}, {Name: "real", Max: 10, Default: 4}}
	for _, c := range []struct {
		radius float64
		want   float64 // share of the points in which the whole-number weight moves
	}{{0.1, 1}, {0.05, 0.25}, {0.03, 0.09}, {0.001, 0}} {
		s, err := pairwise.NewSetup(tuning.Problem{Space: space, Games: 400_000}, false)
		if err != nil {
			t.Fatal(err)
		}
		defaults := Defaults()
		p := newProbe(s, &defaults)
		p.radius = c.radius
		moved, points := 0.0, p.propose(1).Points[1:]
		for _, w := range points {
			if d := math.Abs(w[0] - 4); d != 0 && d != 1 {
				t.Fatalf("the whole number is %v", w[0])
			}
			moved += math.Abs(w[0]-4) / float64(len(points))
			if math.Abs(math.Abs(w[1]-4)-10*c.radius) > 1e-9 {
				t.Fatalf("at %v the other weight is %v", c.radius, w[1])
			}
		}
		if sd := math.Sqrt(c.want * (1 - c.want) / float64(len(points))); math.Abs(moved-c.want) > 4*sd+0.001 {
			t.Errorf("at %v: the whole number moves in %.3f of %d points, want %.3f", c.radius, moved, len(points), c.want)
		}
	}
}

// With whole-number weights only, the radius stays at their smallest step, and the region
// contains a step.
func TestProbeOfWholeNumbersEnds(t *testing.T) {
	t.Parallel()
	for most, first := range map[float64]float64{4: 0.25, 10: 0.1, 100: 0.1} {
		var space engines.Space
		for _, name := range []string{"a", "b"} {
			space = append(space, engines.Weight{Name: name, Max: most, Default: 2, Kind: engines.Integer})
		}
		problem := tuning.Problem{Space: space, Start: space.Default(), Games: 20_000}
		s, err := pairwise.NewSetup(problem, false)
		if err != nil {
			t.Fatal(err)
		}
		c := Defaults()
		for _, score := range []float64{0.6, 0.99} {
			p := newProbe(s, &c)
			if p.radius != first {
				t.Errorf("up to %v: the first radius is %v, want %v", most, p.radius, first)
			}
			rounds := 0
			for ; !p.over() && rounds < 20; rounds++ {
				if p.radius < 1/most {
					t.Fatalf("up to %v: a radius of %v is below a step", most, p.radius)
				}
				p.learn(score)
			}
			if rounds > 8 || p.narrow() != (score > 0.9) {
				t.Errorf("up to %v: %d rounds, half %v", most, rounds, p.half)
			}
			if w := narrowed(problem, p.half, nil).Space[0]; score > 0.9 && (w.Min > 1 || w.Max < 3) {
				t.Errorf("up to %v: the region is [%v, %v]", most, w.Min, w.Max)
			}
		}
	}
}

// With a third of the weights whole numbers in wide ranges, the search gains about as much as
// without them. If a step counted at every radius, the region would shrink until no weight
// moves.
func TestWholeNumbersDoNotFreezeTheOthers(t *testing.T) {
	t.Parallel()
	const games = 2000
	seeds := pairwisetest.Seeds(3, 9)
	var regrets []float64
	for seed := range uint64(seeds) {
		d, err := problems.New("expert", 6, 301+seed, bench.Variant{Integer: 2})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(d.Problem(games), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: games}); err != nil {
			t.Fatal(err)
		}
		regrets = append(regrets, d.Regret(s.Best().Weights))
	}
	slices.Sort(regrets)
	if median := regrets[seeds/2]; median > 5 {
		t.Errorf("median regret %.1f Elo", median)
	}
}

// A smaller box contains the start, lies in the larger one, and has room for a step of whole
// numbers.
func TestRegionIsValid(t *testing.T) {
	space := pairwisetest.Mixed()
	for _, start := range []engines.Weights{space.Default(), smallest(space)} {
		p := narrowed(tuning.Problem{Space: space, Start: start, ScaleFree: true}, 0.01, nil)
		if err := p.Space.Valid(); err != nil {
			t.Fatal(err)
		}
		if err := p.Space.Check(p.Start); err != nil {
			t.Fatal(err)
		}
		for i, w := range p.Space {
			whole := space[i]
			if w.Min < whole.Min || w.Max > whole.Max {
				t.Errorf("%s: [%v, %v] is not within [%v, %v]", w.Name, w.Min, w.Max, whole.Min, whole.Max)
			}
			if free := w.Kind != engines.Fixed && whole.Min < whole.Max; free && w.Max-w.Min > 0.1*(whole.Max-whole.Min) && w.Kind != engines.Integer {
				t.Errorf("%s: [%v, %v] is still wide", w.Name, w.Min, w.Max)
			}
			if w.Kind == engines.Integer && w.Max-w.Min < 1 {
				t.Errorf("%s: [%v, %v] leaves nothing to tune", w.Name, w.Min, w.Max)
			}
		}
	}
}

func smallest(s engines.Space) engines.Weights {
	w := s.Default()
	for i := range w {
		w[i] = s[i].Min
	}
	return w
}

// Ranges that are a hundred times too wide cost little.
func TestWideRangesAreNarrowed(t *testing.T) {
	t.Parallel()
	const games = 4000
	d, err := bench.NewDuel(bench.Quad, 4, 1001, bench.Variant{Wide: 100})
	if err != nil {
		t.Fatal(err)
	}
	p := d.Problem(games)
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: games}); err != nil {
		t.Fatal(err)
	}
	if got := d.Regret(s.Best().Weights); got > 25 {
		t.Errorf("regret %.1f Elo", got)
	}
	if w := s.Region().Space[0]; s.method().fit.offset < 3 || w.Max-w.Min > 30 {
		t.Errorf("%d rounds of the probe led to [%v, %v]", s.method().fit.offset, w.Min, w.Max)
	}
	if played := s.Progress().Games; played > games || played < games-10 {
		t.Errorf("%d games", played)
	}
	for _, games := range []int64{100, 300, games} { // during the probe, just after it, at the end
		first, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := bench.Play(t.Context(), first, &bench.Oracle{Arena: d, Budget: games}); err != nil {
			t.Fatal(err)
		}
		snapshot, err := first.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		again, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		next, _ := first.Ask()
		same, _ := again.Ask()
		if !reflect.DeepEqual(again.Best(), first.Best()) || !reflect.DeepEqual(same, next) {
			t.Errorf("restored after %d games it goes another way", games)
		}
	}
}

// The fitted curve of rounds from a known curve is that curve.
func TestCurveOfTheRounds(t *testing.T) {
	t.Parallel()
	for _, true := range []saturation{{0.004, 200}, {0.02, 120}, {0.0008, 700}} {
		const h = 1e-3 // of the radius near
		slope := func(r float64) float64 { return true.at((r+h)*true.near) - true.at((r-h)*true.near) }
		if middle := slope(1); middle < slope(0.9) || middle < slope(1.1) {
			t.Errorf("%+v: near is not where the loss grows fastest", true)
		}
		small := true.hundred() / 100 // where the curve is a quadratic
		if got := true.at(small); math.Abs(got-0.01) > 1e-4 {
			t.Errorf("%+v: a hundredth of the radius loses %v Elo, want 0.01", true, got)
		}
		var rounds losses
		for _, radius := range []float64{0.1, 0.1, 0.03, 0.009, 0.0027, 0.0008} {
			rounds = append(rounds, loss{radius, rating.Score(true.at(radius)), 4000})
		}
		if got := rounds.curve(); math.Abs(got.near/true.near-1) > 0.1 || math.Abs(got.most/true.most-1) > 0.1 {
			t.Errorf("%+v: found %+v", true, got)
		}
	}
}

// If strength saturates, points stay at smaller distances, and the probe's games at these
// distances are used.
func TestPointsStayWhereStrengthFalls(t *testing.T) {
	t.Parallel()
	var space engines.Space
	for _, name := range []string{"a", "b", "c", "d"} {
		space = append(space, engines.Weight{Name: name, Min: -1, Max: 1})
	}
	// Points far from the best lose 400 Elo, and half of that at a distance of 0.02.
	strength := func(w engines.Weights) float64 {
		square := 0.0
		for i, v := range w {
			d := v - 0.005*float64(i)
			square += d * d
		}
		return rating.Logit(400) * math.Exp2(-square/0.0004)
	}
	p := tuning.Problem{Space: space, Games: 4000, Seed: 3}
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	first, farthest := 0, 0.0
	rng := engines.Rand(1)
	for {
		proposal, err := s.Propose()
		if err != nil {
			break
		}
		probed := s.method().probe.over()
		scores := make([]float64, len(proposal.Pairs))
		for i, pair := range proposal.Pairs {
			a, b := proposal.Points[pair.A], proposal.Points[pair.B]
			for range 2 {
				if rng.Float64() < rating.Logistic(strength(a)-strength(b)) {
					scores[i] += 0.5
				}
			}
			if probed {
				farthest = max(farthest, slices.Max(a), slices.Max(b))
			}
		}
		if err := s.Learn(scores); err != nil {
			t.Fatal(err)
		}
		if !probed && s.method().probe.over() {
			first = len(s.method().fit.log)
		}
	}
	reach := s.method().fit.reach
	if reach <= 0 || first == 0 || farthest >= 0.12 {
		t.Errorf("reach %v, %d pairs of the probe count, points up to %v", reach, first, farthest)
	}
	if lost := rating.Logit(400) - strength(s.Best().Weights); lost > rating.Logit(20) {
		t.Errorf("it ends %.0f Elo below the best", lost*rating.EloPerLogit)
	}
}

// First steps that are long or short for the narrowed ranges leave a valid region: on a logarithmic
// scale the region of a start at its upper end has less than twice the step, and a step may be so
// small that only rounding remains of it.
func TestRegionOfLongAndShortSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		weight      engines.Weight
		start, step float64
	}{
		{engines.Weight{Min: 1, Max: 1000, Kind: engines.Log}, 1000, 450},
		{engines.Weight{Min: 1, Max: 1000, Kind: engines.Log | engines.Integer}, 900, 499},
		{engines.Weight{Min: -1000, Max: 1e9, Kind: engines.Integer}, 739414810, 1e-9},
		{engines.Weight{Min: 0, Max: 3, Kind: engines.Integer}, 3, 1},
	} {
		c.weight.Name, c.weight.Default = "w", c.start
		p := tuning.Problem{Space: engines.Space{c.weight}, Steps: []float64{c.step}, Games: 2000, Seed: 1}
		s, err := New(p, Options{})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		pairwisetest.Play(t, s, p, 3)
		if w := s.Region().Space[0]; !(w.Max > w.Min) || w.Min > c.start || w.Max < c.start || w.Min < c.weight.Min || w.Max > c.weight.Max {
			t.Errorf("%+v: the region is [%v, %v]", c, w.Min, w.Max)
		}
	}
}
