package surface

import (
	"context"
	"math"
	"reflect"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/duel/dueltest"
)

// The box becomes as wide as the scores say.
func TestSoundingGoesNearer(t *testing.T) {
	elo := func(score float64) float64 { return 400 * math.Log10(score/(1-score)) }
	for name, c := range map[string]struct {
		scores []float64
		half   float64
	}{
		"open country":   {[]float64{0.6}, 1},
		"a gentle start": {[]float64{0.69}, 1},
		"a lucky start":  {[]float64{0.8, 0.59}, 1},
		"one step":       {[]float64{0.9, 0.9, 0.69}, 2.5 * 0.03 * math.Sqrt(100/elo(0.69))},
		"two steps":      {[]float64{0.95, 0.95, 0.9, 0.65}, 2.5 * 0.009 * math.Sqrt(100/elo(0.65))},
		"noise":          {[]float64{0.8, 0.7, 0.45}, 2.5 * 0.03 * math.Sqrt(100.0/30)},
		"whitewash":      {[]float64{1, 1, 1, 1, 1, 1, 1}, 2.5 * 0.1 * math.Pow(0.3, 5) * math.Sqrt(100/elo(0.999))},
	} {
		s := newSounding(tuning.Problem{Games: 2000})
		for i, score := range c.scores {
			s.hear(score)
			if last := i == len(c.scores)-1; s.over() != last || last && math.Abs(s.half-c.half) > 1e-3*c.half {
				t.Errorf("%s: score %v gives %v, over %v; want %v", name, score, s.half, s.over(), c.half)
			}
		}
	}
	for name, p := range map[string]tuning.Problem{"few games": {Games: 900}, "few rounds": {Games: 9000, Rounds: 10}} {
		if s := newSounding(p); !s.over() || s.narrow() {
			t.Errorf("%s: sounded", name)
		}
	}
}

// A smaller box holds the start, lies in the larger one, and leaves whole numbers
// a step.
func TestNarrowedBoxIsValid(t *testing.T) {
	space := dueltest.Mixed()
	for _, start := range []engines.Weights{space.Default(), smallest(space)} {
		p := narrowed(tuning.Problem{Space: space, Start: start, ScaleFree: true}, 0.01)
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

// plateau plays a duel for points outside of its box where they are nearest to it.
type plateau struct{ *bench.Duel }

func (d plateau) inside(w engines.Weights) engines.Weights {
	in := append(engines.Weights(nil), w...)
	for i := range in {
		in[i] = min(max(in[i], 0), 10)
	}
	return in
}

func (d plateau) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	seats = append([]engines.Agent(nil), seats...)
	for i := range seats {
		seats[i].Weights = d.inside(seats[i].Weights)
	}
	return d.Duel.Play(ctx, seats, seed)
}

// Ranges a hundred times too wide cost little: outside of the true box all
// points are as bad as its edge.
func TestWideRangesAreNarrowed(t *testing.T) {
	const games = 4000
	d, err := bench.NewDuel(bench.Quad, 4, 1001, bench.Variant{})
	if err != nil {
		t.Fatal(err)
	}
	p := d.Problem(games)
	p.Space = append(engines.Space(nil), p.Space...)
	for i := range p.Space {
		p.Space[i].Min, p.Space[i].Max = -495, 505
	}
	made, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := made.(*Strategy)
	if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: plateau{d}, Budget: games}); err != nil {
		t.Fatal(err)
	}
	if got := d.Regret(plateau{d}.inside(s.Best().Weights)); got > 25 {
		t.Errorf("regret %.1f Elo", got)
	}
	if w := s.Part().Space[0]; s.sounded < 3 || w.Max-w.Min > 30 {
		t.Errorf("%d rounds of sounding led to [%v, %v]", s.sounded, w.Min, w.Max)
	}
	if s.games > games || s.games < games-10 {
		t.Errorf("%d games", s.games)
	}
	for _, games := range []int64{100, 300, games} { // amid the sounding, just after it, at the end
		made, _ := New(p, Options{})
		if err := bench.Play(t.Context(), made, &bench.Oracle{Arena: plateau{d}, Budget: games}); err != nil {
			t.Fatal(err)
		}
		snapshot, err := made.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		again, _ := New(p, Options{})
		if err := again.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		next, _ := made.Ask()
		same, _ := again.Ask()
		if !reflect.DeepEqual(again.Best(), made.Best()) || !reflect.DeepEqual(same, next) {
			t.Errorf("restored after %d games it goes another way", games)
		}
	}
}
