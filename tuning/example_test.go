package tuning_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// The example tunes a game. The strategy's games are played on two cores, and the result is
// measured on new games.
func Example() {
	game, err := risk.New().With(engines.Settings{"depth": "1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	arena, err := engines.NewArena(game, engines.ArenaOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	executor := tournament.Local{Arena: arena, Workers: 2}
	ctx := context.Background()

	spec := game.Spec()
	strategy, err := spsa.New(tuning.Problem{Space: spec.Weights, ScaleFree: spec.ScaleFree, Games: 1000, Seed: 1}, spsa.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	games := 0
	for round, err := range tuning.Run(ctx, strategy, executor, tuning.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		games = round.Total
	}
	start := engines.Agent{Name: "start", Weights: spec.Weights.Default()}
	verdict, err := tuning.Verify(ctx, executor, []tuning.Estimate{strategy.Best()}, []engines.Agent{start}, tuning.VerifyOptions{Games: 1000, Seed: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := verdict.Matches[0]
	fmt.Printf("%s after %d games\n", verdict.Result.Name, games)
	fmt.Printf("against %s: %+.0f Elo [%+.0f, %+.0f] in %d fresh games\n", m.Agent, m.Rating, m.Interval.Low, m.Interval.High, m.Games)
	// Output:
	// the average of the last steps after 1000 games
	// against start: +38 Elo [+23, +53] in 1000 fresh games
}

// twentyOne is a game with one seat. An agent draws numbers from 1 to 10 until their sum
// reaches its weight. It scores the sum if that is at most 21, and 0 otherwise.
type twentyOne struct{}

func (twentyOne) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	deck, sum := engines.Rand(seed), 0
	for float64(sum) < seats[0].Weights[0] {
		sum += 1 + deck.IntN(10)
	}
	if sum > 21 {
		sum = 0
	}
	return engines.Record{Outcome: engines.ByScore(float64(sum))}, nil
}

// Agents of a game with one seat play alone, and their scores on the same deals are compared.
func ExampleNewIndependentPairings() {
	executor := tournament.Local{Arena: twentyOne{}, Workers: 2}
	ctx := context.Background()
	space := engines.Space{{Name: "stop", Min: 1, Max: 21, Default: 5, Kind: engines.Real}}
	start := engines.Agent{Name: "start", Weights: space.Default()}

	scale, err := tournament.ScoreScale(ctx, executor, start, 1, 200, 1, tournament.Terms{})
	if err != nil {
		fmt.Println(err)
		return
	}
	terms := tournament.Terms{Objective: tournament.Objective{Scale: scale}}
	problem := tuning.Problem{Space: space, Seats: 1, Graded: true, Games: 4000, Seed: 1}
	strategy, err := tuning.NewIndependentPairings(problem, func(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{}) })
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, err := range tuning.Run(ctx, strategy, executor, tuning.Options{Terms: terms}) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	verdict, err := tuning.Verify(ctx, executor, []tuning.Estimate{strategy.Best()}, []engines.Agent{start},
		tuning.VerifyOptions{Terms: terms, Games: 2000, Seats: 1, Seed: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := verdict.Matches[0].Scored
	fmt.Printf("stop at %.0f: mean score %.1f ± %.1f against %.1f ± %.1f\n",
		verdict.Result.Weights[0], s.Against.Result.Mean, s.Against.Result.Error, s.Agent.Mean, s.Agent.Error)
	// Output:
	// stop at 14: mean score 15.6 ± 0.2 against 8.1 ± 0.1
}

// nearer is a game with two seats that the agent whose weight is nearer to 3 wins more often.
type nearer struct{}

func (nearer) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	edge := math.Abs(seats[1].Weights[0]-3) - math.Abs(seats[0].Weights[0]-3)
	winner := 1
	if engines.Rand(seed).Float64() < rating.Logistic(edge) {
		winner = 0
	}
	return engines.Record{Outcome: engines.Winner(2, winner)}, nil
}

// climber is a strategy that tries one change of the best weights in each round. The exported
// fields are its snapshot.
type climber struct {
	problem tuning.Problem
	At      engines.Weights
	Step    float64 // standard deviation of a change, as a share of a weight's range
	Round   int
	Games   int
}

// Ask returns 50 pairings of two games between the best weights and a change of them.
func (c *climber) Ask() (tuning.Batch, error) {
	const pairings = 50
	if c.Games+2*pairings > c.problem.Games {
		return tuning.Batch{}, tuning.Done
	}
	seed := engines.Seed(c.problem.Seed, uint64(c.Round)) // Ask depends on nothing but the problem and the results
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

func (c *climber) Tell(b tuning.Batch, results []tournament.Result) error {
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

func (c *climber) Best() tuning.Estimate {
	return tuning.Estimate{Name: "the last change that won", Weights: c.At, Games: c.Games}
}

func (c *climber) Snapshot() ([]byte, error)     { return json.Marshal(c) }
func (c *climber) Restore(snapshot []byte) error { return json.Unmarshal(snapshot, c) }

// The example tunes with a custom strategy. As one of runs.Catalog.Strategies, a config can name it.
func ExampleStrategy() {
	problem := tuning.Problem{Space: engines.Space{{Name: "x", Min: -10, Max: 10}}, Games: 4000, Seed: 1}
	if err := problem.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	strategy := &climber{problem: problem, At: problem.Space.Default(), Step: 0.1}
	for _, err := range tuning.Run(context.Background(), strategy, tournament.Local{Arena: nearer{}}, tuning.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	best := strategy.Best()
	fmt.Printf("%s after %d games: x = %.1f\n", best.Name, best.Games, best.Weights[0])
	// Output: the last change that won after 4000 games: x = 3.1
}
