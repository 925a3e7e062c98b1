package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// gameName is the name of the game that [NewGame] returns.
const gameName = "duel"

// Rated is implemented by games whose strength is known for every weight vector, so that a result
// can be measured without games.
type Rated interface {
	// Regret returns the strength of the best weights minus the strength of the weights w, in
	// Elo. It is at least 0.
	Regret(w engines.Weights) float64
}

// errNoPositions is returned by the methods of a duel that require positions of a game, which a
// duel does not have.
var errNoPositions = errors.New("a duel has no positions and no moves: the weights of its agents decide the probability of winning")

// game is the engine of a [Duel], a benchmark problem that is played like a game. Its settings
// choose the problem.
type game struct {
	duel     *Duel
	settings engines.Settings
}

var (
	_ engines.Engine       = game{}
	_ engines.ArenaFactory = game{}
	_ Rated                = game{}
)

// NewGame returns a game whose results are drawn at random. The probability of a result follows from the
// known strengths of the weight vectors that play. The game makes the problems of the benchmark
// available to runs, which can be stored, resumed and compared like those of any other game. The
// settings of the game choose the function from weights to strength, the number of weights, the
// instance and the properties of a [Variant].
func NewGame() engines.Engine {
	defaults, err := engines.Resolve(settings)
	if err == nil {
		var g game
		if g, err = newGame(defaults); err == nil {
			return g
		}
	}
	panic(fmt.Sprintf("bench: the default settings of a duel: %v", err)) // constants of this package
}

var settings = []engines.Setting{
	{Name: "kind", Doc: "the strength function: quad (a round quadratic), ill (a rotated quadratic of condition 1000) or multi (many local optima)", Kind: engines.Choice, Default: string(Quad), Choices: []string{string(Quad), string(Ill), string(Multi)}},
	{Name: "weights", Doc: "weights with an effect", Kind: engines.Int, Default: "4", Min: 1, Max: mostDims},
	{Name: "instance", Doc: "chooses the hidden optimum and the axes", Kind: engines.Int, Default: "1", Max: 1<<53 - 1},
	{Name: "scale", Doc: "factor of the strength", Kind: engines.Float, Default: "1", Min: 0.001, Max: 1000},
	{Name: "draws", Doc: "share of drawn games between equal agents", Kind: engines.Float, Default: "0", Max: 0.99},
	{Name: "first_seat", Doc: "advantage of the first seat, in Elo", Kind: engines.Float, Default: "0", Min: -2000, Max: 2000},
	{Name: "deal", Doc: "standard deviation of a deal's advantage for the first seat, in Elo", Kind: engines.Float, Default: "0", Max: 2000},
	{Name: "cycle", Doc: "largest gain of one agent over another that does not follow from their strengths, in Elo", Kind: engines.Float, Default: "0", Min: -2000, Max: 2000},
	{Name: "integer", Doc: "the first weights that are whole numbers", Kind: engines.Int, Default: "0", Max: mostDims},
	{Name: "dead", Doc: "additional weights without an effect", Kind: engines.Int, Default: "0", Max: mostDims},
	{Name: "scale_free", Doc: "only the ratios of the weights matter", Kind: engines.Bool, Default: "false"},
	{Name: "wide", Doc: "factor of the ranges; weights beyond the box play like the nearest ones within", Kind: engines.Float, Default: "1", Min: 1, Max: 1000},
	{Name: "seats", Doc: "seats of a game; with more than 2 there are no draws, cycles and deals", Kind: engines.Int, Default: "2", Min: 2, Max: engines.MaxSeats},
}

// newGame returns the benchmark problem that the settings describe, as a game. s must contain a
// value for every setting.
func newGame(s engines.Settings) (game, error) {
	v := Variant{
		Scale: s.Float("scale"), Draws: s.Float("draws"), FirstSeat: s.Float("first_seat"), Deal: s.Float("deal"), Cycle: s.Float("cycle"),
		Integer: s.Int("integer"), Dead: s.Int("dead"), ScaleFree: s.Bool("scale_free"), Wide: s.Float("wide"), Seats: s.Int("seats"),
	}
	d, err := NewDuel(Kind(s["kind"]), s.Int("weights"), uint64(s.Int("instance")), v)
	return game{d, s}, err
}

// Spec describes the game of this benchmark problem, called a duel, under its settings: its
// weights, settings and number of seats.
func (g game) Spec() engines.Spec {
	list := append([]engines.Setting{}, settings...)
	seats := max(g.duel.variant.Seats, 2)
	return engines.Spec{
		Name: gameName, Title: "Duel", Version: "1",
		Doc:      "A benchmark problem with a hidden optimum: the weights of the agents decide the probability of winning.",
		MinSeats: seats, MaxSeats: seats, Weights: append(engines.Space{}, g.duel.space...), Settings: list,
		ScaleFree: g.duel.variant.ScaleFree, Chance: engines.WithChance,
	}
}

// With returns the duel with the named settings replaced.
func (g game) With(given engines.Settings) (engines.Engine, error) {
	s, err := engines.Resolve(settings, g.settings, given)
	if err != nil {
		return nil, err
	}
	return newGame(s)
}

// NewGame returns an error, because a duel, the game of a benchmark problem, has no positions.
func (game) NewGame(int, uint64) (engines.Game, error) { return nil, errNoPositions }

// ParseGame returns an error, because a duel, the game of a benchmark problem, has no positions.
func (game) ParseGame(string, uint64) (engines.Game, error) { return nil, errNoPositions }

// NewPlayer checks the agent and returns a player that returns an error for every move, because a
// duel has no moves.
func (g game) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if err := g.check(a); err != nil {
		return nil, err
	}
	return idle{}, nil
}

type idle struct{}

// Choose returns an error, because a duel, the game of a benchmark problem, has no moves.
func (idle) Choose(context.Context, engines.Position) (engines.Move, error) { return 0, errNoPositions }

// check returns an error if an agent cannot take part in a duel, the game of a benchmark problem.
// Such an agent names a player, has a time limit or other settings than the duel, or has invalid
// weights.
func (g game) check(a engines.Agent) error {
	switch {
	case a.Player != "":
		return fmt.Errorf("there is no player %q: %w", a.Player, errNoPositions)
	case a.Limit.Timed():
		return fmt.Errorf("limit %v: %w", a.Limit, errNoPositions)
	}
	for name, value := range a.Settings {
		if have, ok := g.settings[name]; !ok || have != value {
			return keys.Errorf(name, "%q differs from the %q of the duel; agents have no settings of their own", value, have)
		}
	}
	if a.Weights == nil {
		return nil
	}
	return g.duel.space.Check(a.Weights)
}

// Regret returns the strength of the optimum minus the strength of w, in Elo.
func (g game) Regret(w engines.Weights) float64 { return g.duel.Regret(w) }

// NewArena returns an arena that plays duels, the games of this benchmark problem. It returns an
// error if the options request openings, because a duel has none.
func (g game) NewArena(o engines.ArenaOptions) (engines.Arena, error) {
	if o.Openings != (engines.Openings{}) {
		return nil, fmt.Errorf("openings: %w", errNoPositions)
	}
	return duelArena{g, g.duel.space.Default()}, nil
}

// duelArena plays duels, the games of a benchmark problem. Before each duel it checks the agents
// and gives agents without weights the default weights.
type duelArena struct {
	game     game
	defaults engines.Weights
}

// Play decides one duel between the agents by their weights and the seed. Agents without weights
// play with the default weights. Play returns an error if the number of seats is wrong, and an
// [engines.UnplayableError] for an agent that cannot take part.
func (a duelArena) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if want := max(a.game.duel.variant.Seats, 2); len(seats) != want {
		return engines.Record{}, fmt.Errorf("%d agents in a duel of %d seats", len(seats), want)
	}
	copied := false
	for i := range seats {
		if err := a.game.check(seats[i]); err != nil {
			return engines.Record{}, &engines.UnplayableError{Agent: seats[i].Name, Err: err}
		}
		if seats[i].Weights == nil {
			if !copied {
				seats, copied = slices.Clone(seats), true
			}
			seats[i].Weights = a.defaults
		}
	}
	return a.game.duel.Play(ctx, seats, seed)
}
