package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

// question is a request that the command oracle reads, as one line of JSON. It opens a problem
// (Kind) or a game (Game), measures a result (Result), runs a strategy of this program (Strategy),
// or plays games (Play).
type question struct {
	Kind     bench.Kind       `json:"kind"`     // see [problems.New]
	Dim      int              `json:"weights"`  // number of weights of the problem; 0 with kind wild leaves it to the seed
	Game     string           `json:"game"`     // name of an engine
	Settings engines.Settings `json:"settings"` // of the game
	Seed     uint64           `json:"seed"`     // of the problem and its games
	Budget   int              `json:"budget"`   // games that may be played

	Result   engines.Weights `json:"result"`   // asks for the regret of these weights
	Strategy string          `json:"strategy"` // name of a strategy, which plays with the whole budget
	SPSA     spsa.Options    `json:"spsa"`     // options of the strategy spsa

	Play  [][2]engines.Weights `json:"play"`  // pairs of vectors that play each other
	Games int                  `json:"games"` // games of each pair; each deal is played in both seat orders
	Fresh bool                 `json:"fresh"` // plays on deals of their own, beyond the budget
}

// answer is the response that the command oracle writes to a question, as one line of JSON. Only
// the fields that belong to the question are present.
type answer struct {
	Low    []float64       `json:"low,omitempty"` // ranges of the weights
	High   []float64       `json:"high,omitempty"`
	Start  engines.Weights `json:"start,omitempty"`  // where a search begins
	Points []float64       `json:"points,omitempty"` // of the first vector of every pair: 1 for a win, 0.5 for a draw
	Regret *float64        `json:"regret,omitempty"` // in Elo
	Best   engines.Weights `json:"best,omitempty"`   // result of a strategy
	Error  string          `json:"error,omitempty"`
}

// oracle plays the games of one problem for an optimiser in another program, which chooses the
// weight vectors. With it, optimisers in other languages can be compared with the strategies.
type oracle struct {
	problem tuning.Problem
	regret  func(engines.Weights) float64 // nil if the strength is unknown
	arena   *bench.Oracle                 // counts the games of the budget
	deals   [2]uint64                     // deals played so far: of the budget, and fresh
}

// serveOracle reads questions from in, one JSON object a line, and writes an answer to each. If a
// question cannot be answered, the answer contains the error.
func serveOracle(ctx context.Context, catalog runs.Catalog, in io.Reader, out io.Writer) error {
	questions, answers := json.NewDecoder(in), json.NewEncoder(out)
	questions.DisallowUnknownFields()
	var o *oracle
	for {
		var q question
		if err := questions.Decode(&q); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		var a answer
		var err error
		switch {
		case q.Kind != "" || q.Game != "":
			o, err = openOracle(catalog, q)
			if err == nil {
				a = o.ranges()
			}
		case o == nil:
			err = errors.New("no problem is open; a question with a kind or a game opens one")
		case q.Strategy != "":
			a, err = o.search(ctx, catalog, q)
		case q.Result != nil:
			a, err = o.measure(q.Result)
		default:
			a, err = o.play(ctx, q)
		}
		if err != nil {
			a = answer{Error: err.Error()}
		}
		if err := answers.Encode(a); err != nil {
			return err
		}
	}
}

// openOracle returns an oracle for the problem or the game that the question q names. A problem is
// generated from its kind and its seed.
func openOracle(catalog runs.Catalog, q question) (*oracle, error) {
	if q.Kind != "" {
		if q.Dim < 1 && q.Kind != problems.Wild {
			return nil, fmt.Errorf("weights: %d is below the minimum 1", q.Dim)
		}
		d, err := problems.New(q.Kind, q.Dim, q.Seed, bench.Variant{})
		if err != nil {
			return nil, err
		}
		return &oracle{problem: d.Problem(q.Budget), regret: d.Regret, arena: &bench.Oracle{Arena: d, Budget: int64(q.Budget)}}, nil
	}
	e, err := catalog.Games.Open(engines.EngineRef{Name: q.Game, Settings: q.Settings})
	if err != nil {
		return nil, err
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		return nil, err
	}
	spec := e.Spec()
	p := tuning.Problem{Space: spec.Weights, ScaleFree: spec.ScaleFree, Games: q.Budget, Seed: engines.Seed(q.Seed, engines.Purpose("lab oracle"))}
	return &oracle{problem: p, arena: &bench.Oracle{Arena: arena, Budget: int64(q.Budget)}}, nil
}

// ranges returns the answer that describes the open problem: the ranges of the weights and the
// start weights.
func (o *oracle) ranges() answer {
	a := answer{Start: o.problem.Start}
	if a.Start == nil {
		a.Start = o.problem.Space.Default()
	}
	for _, w := range o.problem.Space {
		a.Low, a.High = append(a.Low, w.Min), append(a.High, w.Max)
	}
	return a
}

// search runs the strategy that q names and returns its result.
func (o *oracle) search(ctx context.Context, catalog runs.Catalog, q question) (answer, error) {
	entries, err := runs.BenchEntry(catalog, q.Strategy)
	if err != nil {
		return answer{}, err
	}
	entry := entries[0]
	if q.Strategy == "spsa" {
		entry = bench.With("spsa", spsa.New, q.SPSA)
	}
	s, err := entry.New(o.problem)
	if err != nil {
		return answer{}, err
	}
	if err := bench.Play(ctx, s, o.arena); err != nil {
		return answer{}, err
	}
	return answer{Best: s.Best().Weights}, nil
}

// measure returns the regret of the weights x, rounded to allowed values: how much weaker they are
// than the best weights. It returns an error if the best weights are unknown or the number of
// weights is wrong.
func (o *oracle) measure(x engines.Weights) (answer, error) {
	if o.regret == nil || len(x) != len(o.problem.Space) {
		return answer{}, fmt.Errorf("result: a regret needs a problem and %d weights", len(o.problem.Space))
	}
	r := o.regret(o.problem.Space.Snap(x))
	return answer{Regret: &r}, nil
}

// play plays the games that q requests between pairs of weight vectors, rounded to allowed values.
// It returns the points of the first vector of every pair.
func (o *oracle) play(ctx context.Context, q question) (answer, error) {
	arena, deals, purpose := engines.Arena(o.arena), &o.deals[0], engines.Purpose("lab oracle games")
	if q.Fresh {
		arena, deals, purpose = o.arena.Arena, &o.deals[1], engines.Purpose("lab oracle fresh games")
	}
	a := answer{Points: make([]float64, len(q.Play))}
	for i, vectors := range q.Play {
		var pair [2]engines.Agent
		for k, w := range vectors {
			if len(w) != len(o.problem.Space) {
				return answer{}, fmt.Errorf("play: %d weights given, %d needed", len(w), len(o.problem.Space))
			}
			pair[k] = engines.Agent{Weights: o.problem.Space.Snap(w)}
		}
		for g := range q.Games {
			if g%2 == 0 {
				*deals++
			}
			first := g % 2 // seat of the first vector
			r, err := arena.Play(ctx, []engines.Agent{pair[first], pair[1-first]}, engines.Seed(o.problem.Seed, purpose, *deals))
			if err != nil {
				return answer{}, err
			}
			a.Points[i] += r.Outcome.Points(first)
		}
	}
	return a, nil
}
