package spsa

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func TestContract(t *testing.T) {
	t.Run("auto", func(t *testing.T) { pairwisetest.Contract(t, with(Options{})) })
	t.Run("fishtest", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Schedule: Fishtest})) })
	t.Run("unpaired", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Unpaired: true})) })
}

func TestStoredSnapshots(t *testing.T) {
	pairwisetest.Stored(t, with(Options{}), "testdata/snapshots.json")
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	err := Options{Schedule: "fast", Spread: 0.6, Gain: math.NaN(), Alpha: 2, Gamma: -1, Stability: 3, Rounds: -1}.Validate()
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{
		`schedule: unknown "fast" (have auto, fishtest)`, "spread: 0.6 is not within (0, 0.5]", "gain: NaN is not within (0, 1000]",
		"alpha: 2 is not within (0, 1]", "gamma: -1 is not within (0, 1]", "stability: 3 is not within (0, 1]", "rounds: -1 is below the minimum 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func newSPSA(t interface{ Fatal(...any) }, p tuning.Problem, o Options) *method {
	s, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s.method()
}

// The schedule ends at the configured spread and gain, and a step falls as a/(A+k)^alpha.
func TestScheduleEndsWhereItShould(t *testing.T) {
	m := newSPSA(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 800}, Options{Spread: 0.08, Gain: 0.03, Rounds: 50})
	step := func(round int) (float64, float64) {
		spread, gain := m.schedule(round)
		return spread, gain * spread * spread // a_k in Spall's notation
	}
	spread, end := step(50)
	if spread != 0.08 || math.Abs(end-0.03*0.08*0.08) > 1e-15 {
		t.Errorf("ends at spread %v, step %v", spread, end)
	}
	wide, first := step(1)
	if want := 0.08 * math.Pow(50, 0.101); math.Abs(wide-want) > 1e-12 {
		t.Errorf("begins at spread %v, want %v", wide, want)
	}
	if want := math.Pow((0.1*50+50)/(0.1*50+1), 0.602); math.Abs(first/end-want) > 1e-9 {
		t.Errorf("the step falls by %v, want %v", first/end, want)
	}
}

// A weight with a step and a rate ends at this distance from the centre, and the centre moves by
// rate times step for a game won, as in OpenBench. Other weights keep spread and gain.
func TestStepsOfSingleWeights(t *testing.T) {
	space := engines.Space{
		{Name: "a", Min: 0, Max: 400, Default: 100, Kind: engines.Integer}, {Name: "b", Min: -10, Max: 10, Default: 0}, {Name: "c", Min: 0, Max: 1, Default: 0.5},
	}
	options := Options{
		Schedule: Fishtest, Rounds: 40, Spread: 0.1, Gain: 0.01,
		Step: map[string]float64{"a": 8, "b": 1.5}, Rate: map[string]float64{"a": 0.002},
	}
	m := newSPSA(t, tuning.Problem{Space: space, Games: 800, Seed: 3}, options)
	last := m.plan.Rounds
	spread, _ := m.schedule(last)
	widths := m.widths(spread)
	for i, want := range []float64{8, 1.5, 0.1} {
		if w := space[i]; math.Abs(widths[i]*(w.Max-w.Min)-want) > 1e-12 {
			t.Errorf("%s: a distance of %v, want %v", w.Name, widths[i]*(w.Max-w.Min), want)
		}
	}
	before := slices.Clone(m.state.Centre)
	scores := make([]float64, m.plan.In(last))
	for j := range scores {
		scores[j] = 0.5
	}
	scores[0] = 1 // the first point has won both games of one pair
	if err := m.Learn(last, pairwise.Proposal{}, scores); err != nil {
		t.Fatal(err)
	}
	signs := m.signs(last, 0)
	for i, want := range []float64{0.002 * 8 * 2, 0.01 * 1.5 * 2, 0.01 * 0.1 * 2} {
		moved := (m.state.Centre[i] - before[i]) * (space[i].Max - space[i].Min) * signs[i]
		if math.Abs(moved-want) > 1e-9 {
			t.Errorf("%s: the centre moves by %v, want %v", space[i].Name, moved, want)
		}
	}
	if err := m.Learn(last, pairwise.Proposal{}, scores); err != nil || m.state.Factor != 1 {
		t.Errorf("after equal steps the gain is multiplied by %v, %v", m.state.Factor, err)
	}
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{Step: map[string]float64{"d": 1}}, `step: no weight "d" is tuned (have a, b, c)`},
		{Options{Rate: map[string]float64{"a": 0}}, "rate.a: 0 is not within (0, 1000]"},
		{Options{Rate: map[string]float64{"a": 1e307}}, "rate.a: 1e+307 is not within (0, 1000]"},
		{Options{Rate: map[string]float64{"a": math.Inf(1)}}, "rate.a: +Inf is not a finite number"},
		{Options{Step: map[string]float64{"b": 11}}, "step.b: 11 is more than half of the range [-10, 10]"},
	} {
		if _, err := New(tuning.Problem{Space: space, Games: 800}, test.o); err == nil || err.Error() != test.want {
			t.Errorf("%+v: %v, want %s", test.o, err, test.want)
		}
	}
}

// A whole number with a step below a half is tried at a distance of a half. The centre then moves as in
// OpenBench, which keeps a = rate step^2 and divides it by the distance that it uses: by rate 0.2^2 / 0.5
// for a game won. The same step of the problem has the same effect, and a real number none.
func TestStepsBelowAHalf(t *testing.T) {
	const rate, step = 0.002, 0.2
	space := engines.Space{{Name: "a", Min: 0, Max: 400, Default: 100, Kind: engines.Integer}, {Name: "b", Min: 0, Max: 400, Default: 100}}
	for name, m := range map[string]*method{
		"option":  newSPSA(t, tuning.Problem{Space: space, Games: 800, Seed: 3}, Options{Schedule: Fishtest, Gain: rate, Step: map[string]float64{"a": step, "b": step}}),
		"problem": newSPSA(t, tuning.Problem{Space: space, Games: 800, Seed: 3, Steps: []float64{step, step}}, Options{Schedule: Fishtest, Gain: rate}),
	} {
		last := m.plan.Rounds
		spread, _ := m.schedule(last)
		before, widths := slices.Clone(m.state.Centre), m.widths(spread)
		scores := slices.Repeat([]float64{0.5}, m.plan.In(last))
		scores[0] = 1
		if err := m.Learn(last, pairwise.Proposal{}, scores); err != nil {
			t.Fatal(err)
		}
		for i, want := range []struct{ width, moved float64 }{{0.5, rate * step * step / 0.5 * 2}, {step, rate * step * 2}} {
			moved := (m.state.Centre[i] - before[i]) * 400 * m.signs(last, 0)[i]
			if width := widths[i] * 400; math.Abs(width-want.width) > 1e-9 || math.Abs(moved-want.moved) > 1e-12 {
				t.Errorf("%s, %s: the distance is %v and the centre moves by %v, want %v", name, space[i].Name, width, moved, want)
			}
		}
	}
}

// Spread and gain follow from the budget and the number of weights.
func TestDefaultsFollowTheBudget(t *testing.T) {
	space := func(n int) engines.Space {
		var s engines.Space
		for range n {
			s = append(s, engines.Weight{Name: string(rune('a' + len(s))), Max: 1, Default: 0.5})
		}
		return s
	}
	for _, c := range []struct {
		weights, games int
		spread, gain   float64
	}{
		{4, 2000, 0.1, 2.2 / math.Sqrt(2000)},
		{10, 20000, 0.1, 2.2 / math.Sqrt(20000)},
		{10, 1000, 0.1 * math.Pow(2, 0.2), 2.2 / math.Sqrt(1000)},
		{26, 100, 0.2, 0.22},
	} {
		o := newSPSA(t, tuning.Problem{Space: space(c.weights), Games: c.games}, Options{}).options
		if math.Abs(o.Spread-c.spread) > 1e-12 || math.Abs(o.Gain-c.gain) > 1e-12 {
			t.Errorf("%d weights, %d games: spread %v and gain %v, want %v and %v", c.weights, c.games, o.Spread, o.Gain, c.spread, c.gain)
		}
	}
}

// Steps that agree raise the gain; steps that contradict each other lower it.
func TestGainFollowsTheGames(t *testing.T) {
	gain := func(flip bool) float64 {
		m := newSPSA(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 800}, Options{})
		step := []float64{1, -2, 0.5}
		for range 10 {
			m.adapt(step)
			for i := range step {
				if flip {
					step[i] = -step[i]
				}
			}
		}
		return m.state.Factor
	}
	if up, down := gain(false), gain(true); up <= 1.5 || up > farthest || down >= 0.8 || down < 1/farthest {
		t.Errorf("agreement gives %v, contradiction %v", up, down)
	}
}

// The factor of the gain and the spread have largest values.
func TestLimitsOfTheSchedule(t *testing.T) {
	m := newSPSA(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 800}, Options{Spread: 0.5})
	if spread, _ := m.schedule(1); spread != 0.5 {
		t.Errorf("a spread of %v, want 0.5", spread)
	}
	for range 100 {
		m.adapt([]float64{1, -2, 0.5})
	}
	if m.state.Factor != 4 {
		t.Errorf("100 equal steps multiply the gain by %v, want 4", m.state.Factor)
	}
}

// With two rounds ahead, a step is compared with the moving average that does not contain the two steps
// before it.
func TestGainOfRoundsAhead(t *testing.T) {
	m := newSPSA(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 800, Ahead: 2}, Options{})
	factor := 1.0
	for i, c := range []struct {
		step   []float64
		cosine float64 // of the angle between the step and the average of the steps up to the third before it
	}{
		{[]float64{1, 0, 0}, 0},
		{[]float64{0, 9, 0}, 0},
		{[]float64{0, 0, 9}, 0},
		{[]float64{2, 0, 0}, 1},
		{[]float64{0, 0, 1}, 0},
		{[]float64{0, 0, -1}, -0.9 / math.Sqrt(0.081*0.081+0.81*0.81+0.9*0.9)},
	} {
		m.adapt(c.step)
		factor *= math.Exp(0.05 * c.cosine * math.Sqrt(3))
		if math.Abs(m.state.Factor/factor-1) > 1e-12 {
			t.Errorf("round %d: factor %v, want %v", i+1, m.state.Factor, factor)
		}
	}
}

// The points of a pair are opposite in the centre and inside the box. Their distance allows
// whole numbers to change and coordinates to leave an edge.
func TestPointsLieOpposite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newSPSA(t, tuning.Problem{Space: pairwisetest.Mixed(), Games: 800, Seed: rapid.Uint64().Draw(t, "seed")}, Options{})
		for i := range m.state.Centre {
			m.state.Centre[i] = rapid.SampledFrom([]float64{0, 1, rapid.Float64Range(0, 1).Draw(t, "u")}).Draw(t, "centre")
		}
		round := rapid.IntRange(1, m.plan.Rounds).Draw(t, "round")
		spread, _ := m.schedule(round)
		widths := m.widths(spread)
		for i, w := range widths {
			u := m.state.Centre[i]
			if least := spread / 4; w < least {
				t.Fatalf("coordinate %d at %v: points %v apart, want %v at least", i, u, w, least)
			}
			if out := max(u+w-1, w-u); out > max(spread, m.setup.Box.Quantum(i)/2)/4+1e-12 {
				t.Fatalf("coordinate %d at %v: a point lies %v outside", i, u, out)
			}
		}
		p, centre := m.Propose(round), m.setup.Box.Nearest(m.state.Centre)[0]
		for j, pair := range p.Pairs {
			a, b := p.Points[pair.A][0], p.Points[pair.B][0]
			if u := m.state.Centre[0]; min(u, 1-u) >= widths[0] && math.Abs((a+b)/2-centre) > 1e-9 || a == b {
				t.Fatalf("pair %d has %v and %v about %v", j, a, b, centre)
			}
		}
	})
}

// A step is an unbiased estimate of the gradient: the average over many pairs is proportional
// to it.
func TestStepIsTheSlope(t *testing.T) {
	space := engines.Space{}
	for _, name := range []string{"a", "b", "c", "d"} {
		space = append(space, engines.Weight{Name: name, Max: 1, Default: 0.5})
	}
	const games = 80000
	m := newSPSA(t, tuning.Problem{Space: space, Games: games, Seed: 3}, Options{Rounds: 1, Spread: 0.1, Schedule: Fishtest, Gain: 1e-7})
	slope := []float64{0.4, -0.2, 0.1, 0}
	p := m.Propose(1)
	scores := make([]float64, len(p.Pairs))
	for j, pair := range p.Pairs {
		scores[j] = 0.5
		for i, g := range slope {
			scores[j] += g * (p.Points[pair.A][i] - p.Points[pair.B][i])
		}
	}
	before := slices.Clone(m.state.Centre)
	if err := m.Learn(1, p, scores); err != nil {
		t.Fatal(err)
	}
	for i, g := range slope {
		// 2 g (2 width) of the 2 games of a pair are won, and width is the spread.
		want := 1e-7 * 0.1 * games * 2 * g * 0.2
		if got := m.state.Centre[i] - before[i]; math.Abs(got-want) > 0.05*1e-7*0.1*games*0.4*0.4 {
			t.Errorf("weight %d moved by %v, want %v", i+1, got, want)
		}
	}
}

// The later half of the centres has seven eighths of the weight of the average.
func TestAverageCountsTheLaterHalf(t *testing.T) {
	m := newSPSA(t, tuning.Problem{Space: pairwisetest.Directions(), Games: 4000}, Options{Rounds: 200})
	for round := 1; round <= 200; round++ {
		for i := range m.state.Centre { // 0 in the first half, 1 in the second, and no games
			m.state.Centre[i] = math.Floor(float64(round-1) / 100)
		}
		if err := m.Learn(round, pairwise.Proposal{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, v := range m.state.Average {
		if math.Abs(v-7.0/8) > 0.01 {
			t.Errorf("weight %d: the later half counts %v, want 7/8", i+1, v)
		}
	}
}

// A fast check of quality: 2,000 games with four weights leave a few Elo; the middle of the
// box has 170.
func TestRegretOnDuels(t *testing.T) {
	t.Parallel()
	entries := []bench.Entry{bench.With("spsa", New, Options{}), bench.With("fishtest", New, Options{Schedule: Fishtest})}
	r, err := bench.Run(t.Context(), entries, bench.Options{
		Seeds: pairwisetest.Seeds(3, 20), FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	auto, fishtest := r.Strategies[0].GeometricMean, r.Strategies[1].GeometricMean
	if auto > 14 {
		t.Errorf("geometric mean %.1f Elo, want at most 14", auto)
	}
	if fishtest < 2*auto {
		t.Errorf("the schedule of Fishtest leaves %.1f Elo against %.1f", fishtest, auto)
	}
}

// The optimum is found for all kinds of weights.
func TestMixedWeightsAreTuned(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 6000, Seed: 9}
	if r := pairwisetest.Regret(t, with(Options{}), p); r > 25 {
		t.Errorf("regret %.1f Elo", r)
	}
	p.Seats = 4
	if r := pairwisetest.Regret(t, with(Options{}), p); r > 25 {
		t.Errorf("regret %.1f Elo at a table of four", r)
	}
}
