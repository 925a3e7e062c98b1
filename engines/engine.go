package engines

import (
	"context"
	"errors"
	"fmt"
)

// MaxSeats is the largest number of seats that a game may have. A seat is a place in the turn
// order.
const MaxSeats = 8

// Engine implements a game and a built-in player whose weights can be tuned. Its methods may be
// called from several goroutines.
type Engine interface {
	// Spec describes the game under the engine's current settings. The caller may change the
	// slices in the returned value.
	Spec() Spec

	// With returns the same game with the named settings replaced. The error joins a
	// [keys.KeyError] for every unknown setting and every value out of range; see
	// [Resolve].
	With(Settings) (Engine, error)

	// NewGame starts a game. seats is from MinSeats to MaxSeats of the Spec. All chance in the
	// game comes from seed, so equal arguments always return equal games.
	NewGame(seats int, seed uint64) (Game, error)

	// ParseGame returns the game in a position given in the text form of Position.String, and an
	// error for a text that is no position. Chance after this position comes from seed.
	ParseGame(position string, seed uint64) (Game, error)

	// NewPlayer returns a player for an agent. The agent's settings replace those of the engine.
	// Nil weights stand for the default weights under these settings. The function [NewPlayer]
	// resolves an agent's field Player before it calls this method. Neither this method nor the
	// player may change the agent's weights. An agent has at most one limit; an engine whose players
	// cannot keep to a limit of depth or nodes refuses it ([Limit.Refuse]). ctx bounds the time of
	// NewPlayer, not of the player's games.
	//
	// After an error no game is played, for example if weights are out of range or a program does
	// not start. If the error wraps a *[Fault], the agent loses its games instead.
	NewPlayer(ctx context.Context, a Agent) (Player, error)
}

// Spec describes a game, its weights and its settings.
type Spec struct {
	Name  string // one word in lower case, as typed on the command line
	Title string // the name as people write it
	Doc   string // a description of the game, in a sentence or two
	// Version is the version of the rules and the heuristic. Equal versions play equal games from
	// equal seeds. A worker, or a stored game of the web page, with another version is refused.
	Version  string
	MinSeats int       // fewest seats, at least 1
	MaxSeats int       // most seats, at most [MaxSeats]
	Weights  Space     // the weights of the heuristic, in order
	Settings []Setting // of the game and of its players

	// ScaleFree states that multiplying all weights by one positive number changes no move, so
	// that only the direction of the weights matters.
	ScaleFree bool

	// Chance states whether the game has chance after its opening. For UnknownChance,
	// [FindChance] plays games to find out.
	Chance Chance

	// Symmetric states that the seat does not matter. From one seed an agent gets the same result
	// at every seat, for example because each seat plays a separate game.
	Symmetric bool
}

// DefaultSeats returns 2 if the game can be played with two seats, otherwise the number of seats
// nearest to 2.
func (s Spec) DefaultSeats() int { return min(max(2, s.MinSeats), s.MaxSeats) }

// Renewer is implemented by engines that can create a new game in the memory of a finished one.
// This saves an allocation, which matters in very short games. The referee does not use it for an
// engine inside a [Wrapper], because the wrapper may start other games.
type Renewer interface {
	// RenewGame returns the same game as NewGame. It may use the memory of old, which NewGame or
	// RenewGame has returned and which is not used any more.
	RenewGame(old Game, seats int, seed uint64) (Game, error)
}

// errNoEngine is returned by functions that receive nil in place of an engine.
var errNoEngine = errors.New("the engine is nil")

// Evaluator is implemented by engines that can evaluate a position.
type Evaluator interface {
	// Evaluate returns one evaluation of p per seat in a new slice. A higher value is better for the
	// seat. The unit is the game's. Nil weights are the defaults; it must not change other weights.
	// [OnePly] evaluates positions after a move, in which p.Turn() is the opponent. An evaluation
	// that depends on the turn must take this into account.
	Evaluate(p Position, weights Weights) ([]float64, error)
}

// Linear is implemented by engines whose evaluation is a weighted sum of features: the evaluation
// of p for seat s is the sum over i of weights[i] * Features(p)[s][i].
type Linear interface {
	Evaluator
	// Features returns the features of p: one row per seat, with one value per weight of the Spec. The
	// caller may keep the rows. It returns an error if the evaluation is not linear under the engine's
	// settings.
	Features(p Position) ([][]float64, error)
}

// WeightedSum returns the evaluation of p for every seat s: the sum over i of weights[i] *
// Features(p)[s][i], added in this order. A [Linear] engine can implement Evaluate with it. Nil
// weights are the defaults.
func WeightedSum(e interface {
	Spec() Spec
	Features(p Position) ([][]float64, error)
}, p Position, weights Weights,
) ([]float64, error) {
	if e == nil {
		return nil, errNoEngine
	}
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
			evals[seat] += float64(weights[i] * v)
		}
	}
	return evals, nil
}
