package bench

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// climber is a strategy that plays its point against a random one and keeps the winner.
type climber struct {
	p     tuning.Problem
	best  engines.Weights
	round int
	size  int // games per batch
}

func newClimber(size int) func(tuning.Problem) (tuning.Strategy, error) {
	return func(p tuning.Problem) (tuning.Strategy, error) {
		return &climber{p: p, best: p.Space.Default(), size: size}, nil
	}
}

func (c *climber) Ask() (tuning.Batch, error) {
	rng := engines.Rand(engines.Seed(c.p.Seed, uint64(c.round)))
	x := make(engines.Weights, len(c.p.Space))
	for i, w := range c.p.Space {
		x[i] = w.FromUnit(rng.Float64())
	}
	b := tuning.Batch{Round: c.round + 1, Field: []engines.Agent{{Weights: c.best}, {Weights: x}}}
	for g := range c.size {
		b.Pairings = append(b.Pairings, tournament.Pairing{Agents: []int{0, 1}, Seed: engines.Seed(c.p.Seed, 1, uint64(c.round), uint64(g)), Games: 1})
	}
	return b, nil
}

func (c *climber) Tell(b tuning.Batch, results []tournament.Result) error {
	c.round++
	sum := 0.0
	for _, r := range results {
		sum += r.Points(1)
	}
	if sum > float64(len(results))/2 {
		c.best = b.Field[1].Weights
	}
	return nil
}

func (c *climber) Best() tuning.Estimate     { return tuning.Estimate{Weights: c.best} }
func (c *climber) Snapshot() ([]byte, error) { return nil, nil }
func (c *climber) Restore([]byte) error      { return nil }

// centre returns a strategy whose result is the middle of the box.
func centre(p tuning.Problem) (tuning.Strategy, error) {
	return still{&climber{best: p.Space.Default()}}, nil
}

// still requests no games.
type still struct{ tuning.Strategy }

func (still) Ask() (tuning.Batch, error) { return tuning.Batch{}, tuning.Done }

func TestReportDoesNotDependOnWorkers(t *testing.T) {
	entries := []Entry{{"climber", newClimber(20)}, {"centre", centre}}
	o := Options{Seeds: 3, Budgets: []int{100, 200}, Dims: []int{2, 4}}
	var reports []Report
	for _, workers := range []int{1, 4} {
		o.Workers = workers
		r, err := Run(t.Context(), entries, o)
		if err != nil {
			t.Fatal(err)
		}
		r.Seconds = 0
		reports = append(reports, r)
	}
	if !reflect.DeepEqual(reports[0], reports[1]) {
		t.Errorf("1 worker: %+v\n4 workers: %+v", reports[0], reports[1])
	}
	if n := len(reports[0].Strategies); n != 4 {
		t.Errorf("%d scores, want 2 strategies at 2 budgets", n)
	}
	if n := len(reports[0].Strategies[0].Cells); n != 6 {
		t.Errorf("%d cells, want 3 kinds in 2 dimensions", n)
	}
}

// The middle of the box has about the regret of the published tables: 169, 167, 180 | 198, 133, 188
// | 224, 232, 237 Elo, with a mean of 189.
func TestCentreRegret(t *testing.T) {
	r, err := Run(t.Context(), []Entry{{"centre", centre}}, Options{Seeds: 60, Budgets: []int{1}, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "geometric mean", r.Strategies[0].GeometricMean, 189, 12)
	want := []float64{169, 167, 180, 198, 133, 188, 224, 232, 237}
	for i, c := range r.Strategies[0].Cells {
		tolerance := 45.0
		if c.Problem == Ill && c.Dim == 4 {
			tolerance = 100 // one axis of four dominates, and the seeds differ widely
		}
		near(t, string(c.Problem), c.Median, want[i], tolerance)
	}
}

func TestFailureNamesTheRun(t *testing.T) {
	boom := errors.New("boom")
	_, err := Run(t.Context(), []Entry{{"broken", func(tuning.Problem) (tuning.Strategy, error) { return nil, boom }}},
		Options{Seeds: 2, Budgets: []int{10}, Workers: 3})
	if !errors.Is(err, boom) || !strings.Contains(err.Error(), "broken on quad 4, seed") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, []Entry{{"climber", newClimber(1)}}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Run(t.Context(), nil, Options{Budgets: []int{0}}); err == nil {
		t.Error("a budget of no games was taken")
	}
}

// Play and tuning.Run have the same result.
func TestPlayAgreesWithTheLoop(t *testing.T) {
	d := newDuel(t, Quad, 4, Variant{})
	a, _ := newClimber(30)(d.Problem(100))
	oracle := &Oracle{Arena: d, Budget: 100}
	if err := Play(t.Context(), a, oracle); err != nil {
		t.Fatal(err)
	}
	if oracle.Played() != 90 {
		t.Errorf("%d games played, want the 90 of three whole rounds", oracle.Played())
	}
	b, _ := newClimber(30)(d.Problem(100))
	for _, err := range tuning.Run(t.Context(), b, tournament.Local{Arena: d, Workers: 3}, tuning.Options{Budget: tuning.Budget{Games: 100}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(a.Best(), b.Best()) {
		t.Errorf("%v and %v", a.Best(), b.Best())
	}
}

func TestQuantile(t *testing.T) {
	sorted := []float64{1, 2, 4, 8}
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.25, 1.75}, {0.5, 3}, {0.75, 5}, {1, 8}} {
		near(t, "quantile", Quantile(sorted, c.p), c.want, 1e-12)
	}
	near(t, "quantile of one", Quantile([]float64{7}, 0.25), 7, 0)
}

func TestReportAsJSON(t *testing.T) {
	r := report([]Entry{{Name: "spsa"}}, Options{Seeds: 2, Budgets: []int{2000}, Kinds: []Kind{Quad}, Dims: []int{4}}, []float64{0, 0.2})
	r.Strategies[0].Cells[0].Floor, r.Strategies[0].Cells[0].Ratio = 0.5, 0.2
	got, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"seeds":2,"strategies":[{"strategy":"spsa","budget":2000,"geometric_mean":0.3,"cells":[{"problem":"quad","dim":4,` +
		`"median":0.1,"quartiles":[0.05,0.1,0.15000000000000002],"floor":0.5,"ratio":0.2}]}],"seconds":0}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
