package runs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// hillOptions are the keys of the strategy climb in a config.
type hillOptions struct {
	Step float64 `yaml:"step"` // first step, as a share of a weight's range; 0 means 0.1
}

// hillClimber is a strategy that tries one change of the best weights in each round. The exported
// fields are its snapshot.
type hillClimber struct {
	problem tuning.Problem
	options hillOptions
	At      engines.Weights
	Step    float64
	Round   int
	Games   int
}

// newHillClimber checks the problem and the options. Its errors name the keys of the config.
func newHillClimber(p tuning.Problem, o hillOptions) (*hillClimber, error) {
	if o.Step == 0 {
		o.Step = 0.1
	}
	if err := keys.Within(0, 1).Check("step", o.Step); err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	return &hillClimber{problem: p, options: o, At: p.Start, Step: o.Step}, nil
}

// Options returns the options in use, which the stored config of a run contains.
func (c *hillClimber) Options() hillOptions { return c.options }

func (c *hillClimber) Ask() (tuning.Batch, error) {
	const pairings = 10
	if c.Games+2*pairings > c.problem.Games {
		return tuning.Batch{}, tuning.Done
	}
	seed := engines.Seed(c.problem.Seed, uint64(c.Round))
	random, changed := engines.Rand(seed), make([]float64, len(c.At))
	for i, w := range c.problem.Space {
		changed[i] = c.At[i] + c.Step*(w.Max-w.Min)*random.NormFloat64()
	}
	b := tuning.Batch{Round: c.Round + 1, Field: []engines.Agent{{Name: "best", Weights: c.At}, {Name: "changed", Weights: c.problem.Space.Snap(changed)}}}
	for i := range uint64(pairings) {
		b.Pairings = append(b.Pairings, tournament.Pairing{Agents: []int{0, 1}, Games: 2, Seed: engines.Seed(seed, i)})
	}
	return b, nil
}

func (c *hillClimber) Tell(b tuning.Batch, results []tournament.Result) error {
	score := 0.0
	for _, r := range results {
		score += r.Points(1) / float64(len(results))
	}
	if c.Step *= 0.9; score > 0.5 {
		c.At, c.Step = b.Field[1].Weights, c.Step*1.5
	}
	c.Round, c.Games = b.Round, c.Games+b.Games()
	return nil
}

func (c *hillClimber) Best() tuning.Estimate {
	return tuning.Estimate{Name: "the last change that won", Weights: c.At, Games: c.Games}
}

func (c *hillClimber) Snapshot() ([]byte, error)     { return json.Marshal(c) }
func (c *hillClimber) Restore(snapshot []byte) error { return json.Unmarshal(snapshot, c) }

// The example adds a strategy to a catalog. A config can then name it, and its runs can be stored,
// resumed and verified like all others.
func ExampleNewStrategy() {
	catalog := runs.Catalog{
		Games:      engines.Registry{hare.New()},
		Strategies: []runs.NamedStrategy{runs.NewStrategy("climb", "tries one change of the best weights in each round", newHillClimber)},
	}
	defer func() { _ = os.Remove("climb.db") }()
	tuned, err := catalog.Tune(context.Background(), runs.Options{Store: "climb.db", Text: `
engine: {name: hare, settings: {depth: 1}}
strategy: {name: climb, step: 0.2}
budget: {games: 200}
verification: {games: 100, opponents: [default]}`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tuned.Record.Strategy, "played", tuned.Record.Rounds, "rounds and", tuned.Record.Games, "games")

	section, err := configs.Section("climb", hillOptions{Step: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = catalog.Resolve(context.Background(), runs.Options{Config: configs.Config{Engine: configs.Engine{Name: "hare"}, Strategy: section}})
	fmt.Println(err)
	// Output:
	// climb played 10 rounds and 200 games
	// strategy.step: 2 is not within [0, 1]
}
