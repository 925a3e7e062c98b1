package engines

import (
	"context"
	"fmt"
)

// MaxSeats is the largest number of seats of a game.
const MaxSeats = 8

// Engine is a game with the heuristic whose weights are tuned. Its methods may be called
// from several goroutines.
type Engine interface {
	// Spec describes the game under the engine's present settings. The caller may change
	// the slices of the result.
	Spec() Spec

	// With returns the same game with the named settings replaced. The error joins a
	// [keys.KeyError] for every unknown setting and every value out of range; see
	// [Resolve].
	With(Settings) (Engine, error)

	// NewGame deals a game of a number of seats, from MinSeats to MaxSeats of the Spec. All
	// chance in the game comes from seed: one seed always deals the same game.
	NewGame(seats int, seed uint64) (Game, error)

	// ParseGame returns the position with a text in the game's notation, as
	// Position.String returns it. Chance after it comes from seed.
	ParseGame(position string, seed uint64) (Game, error)

	// NewPlayer returns a player with an agent's settings, which replace those of the
	// engine, and weights; nil weights are the defaults under these settings. ctx bounds
	// the time of NewPlayer, not of the player's games.
	//
	// After an error no game is played: for example weights out of range, or a program that
	// does not start. An error that wraps a *[Fault] forfeits the agent's games instead.
	NewPlayer(ctx context.Context, a Agent) (Player, error)
}

// Spec describes a game, its weights and its settings.
type Spec struct {
	Name     string    // one word in lower case, as typed on the command line
	Title    string    // the name as people write it
	Doc      string    // a description of the game, in a sentence or two
	Version  string    // of the rules and the heuristic; equal versions play equal games from equal seeds
	MinSeats int       // fewest seats, at least 1
	MaxSeats int       // most seats, at most [MaxSeats]
	Weights  Space     // the weights of the heuristic, in order
	Settings []Setting // of the game and of its players

	// ScaleFree reports that multiplying all weights by one positive number changes no move,
	// so that only the direction of the weights matters.
	ScaleFree bool

	// Chance states whether the game has chance after its opening. If it is unknown,
	// [FindChance] finds it out.
	Chance Chance

	// Symmetric reports that seats do not matter: from one seed every agent ends alike at
	// every seat, for example because each seat plays by itself.
	Symmetric bool
}

// DefaultSeats returns 2, or the nearest number of seats that the game has.
func (s Spec) DefaultSeats() int { return min(max(2, s.MinSeats), s.MaxSeats) }

// Evaluator is implemented by engines whose heuristic evaluates positions.
type Evaluator interface {
	// Evaluate returns the evaluation of p for every seat; more is better, in a unit of the
	// game. Nil weights are the defaults.
	Evaluate(p Position, weights Weights) ([]float64, error)
}

// Linear is implemented by evaluators that are a weighted sum of features: the evaluation
// of p for seat s is the sum over i of weights[i] * Features(p)[s][i].
type Linear interface {
	Evaluator
	// Features returns one row per seat with one value per weight of the Spec. It returns an
	// error if the evaluation is not linear under the engine's settings.
	Features(p Position) ([][]float64, error)
}

// WeightedSum returns the evaluation of p by an engine that has Features, for every seat: the
// sum over i of weights[i] * Features(p)[s][i], added in this order. Nil weights are the
// defaults. It is an Evaluate for a [Linear] engine.
func WeightedSum(e interface {
	Spec() Spec
	Features(p Position) ([][]float64, error)
}, p Position, weights Weights,
) ([]float64, error) {
	if weights == nil {
		weights = e.Spec().Weights.Default()
	}
	rows, err := e.Features(p)
	if err != nil {
		return nil, err
	}
	evals := make([]float64, len(rows))
	for seat, features := range rows {
		if len(features) != len(weights) {
			return nil, fmt.Errorf("method Features returns %d values for seat %d, one per weight is needed, %d", len(features), seat, len(weights))
		}
		for i, v := range features {
			evals[seat] += weights[i] * v
		}
	}
	return evals, nil
}
