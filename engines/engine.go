package engines

import "context"

// MaxSeats is the largest number of seats at one table.
const MaxSeats = 8

// Engine is a game together with the heuristic whose weights are tuned. Its
// methods may be called from several goroutines.
type Engine interface {
	// Spec describes the game under the engine's present settings.
	Spec() Spec

	// With returns the same game with the named settings replaced. It refuses
	// unknown settings and values out of range, every one of them, as Resolve
	// does.
	With(Settings) (Engine, error)

	// NewGame deals a table. All chance in the game comes from seed.
	NewGame(seats int, seed uint64) (Game, error)

	// ParseGame reads a position in the game's notation; chance from there on
	// comes from seed.
	ParseGame(position string, seed uint64) (Game, error)

	// NewPlayer compiles an agent's weights and settings into a player. The
	// agent's settings override those of the engine; nil weights are the
	// defaults of the resulting Spec. ctx bounds the making of the player, not
	// its life.
	//
	// An error means that the player cannot be had, and no game is played: a
	// program that does not start, weights out of range. Where it is the agent
	// that is to blame, and its games are to be lost, the error wraps a *[Fault].
	NewPlayer(ctx context.Context, a Agent) (Player, error)
}

// Spec says what a game is and what of it can be tuned and set.
type Spec struct {
	Name     string    // as typed on the command line, lower case
	Title    string    // as a person writes it
	Doc      string    // what the game is, in a sentence or two
	Version  string    // of the rules and the heuristic: another one may play other games from the same seed
	MinSeats int       // fewest seats, at least 1
	MaxSeats int       // most seats, at most [MaxSeats]
	Weights  Space     // the weights of the heuristic, in order
	Settings []Setting // everything Settings may name

	// ScaleFree says that multiplying all weights by one positive number
	// changes no move, so that only their direction matters.
	ScaleFree bool

	// Chance states whether the game has chance after its opening. The default value
	// leaves it to [HasChance].
	Chance Chance

	// Symmetric says that it does not matter who sits where: the game from the
	// same seed with the agents in other seats ends alike for every agent. So
	// it is where every seat plays on its own.
	Symmetric bool
}

// DefaultSeats is the number of seats where nobody says: two, or the nearest
// number that the game has.
func (s Spec) DefaultSeats() int { return min(max(2, s.MinSeats), s.MaxSeats) }

// Evaluator is implemented by engines whose heuristic can be asked for the worth
// of a position to every seat. A nil weights vector means the defaults.
type Evaluator interface {
	Evaluate(p Position, weights Weights) ([]float64, error)
}

// Linear is implemented by evaluators whose worth is a weighted sum of features:
// the worth of p to seat s is the sum over i of weights[i] * Features(p)[s][i].
type Linear interface {
	Evaluator
	// Features returns a row per seat with a value per weight of the Spec.
	Features(p Position) ([][]float64, error)
}
