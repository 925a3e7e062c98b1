package hare

import (
	"fmt"
	"maps"

	"github.com/lanista/lanista/configs/keys"
	"github.com/lanista/lanista/engines"
)

// Engine is Hare and Hedgehog under some settings.
type Engine struct {
	given    engines.Settings // as set so far
	settings engines.Settings // complete
	known    []engines.Setting
	board    *Board
	dealing  dealing
	curves   Curves
}

var (
	_ engines.Engine      = (*Engine)(nil)
	_ engines.Linear      = (*Engine)(nil)
	_ engines.Analyst     = (*Engine)(nil)
	_ engines.Illustrator = (*Engine)(nil)
	_ engines.Perfter     = (*Engine)(nil)
)

// space is the weights, in ranges wide enough for any use; the article searched
// 0.5 to 2.
var space = engines.Space{
	{Name: "Ks", Doc: "lettuces still in hand", Min: 0, Max: 100, Default: 1},
	{Name: "Kc", Doc: "carrots, pay-outs that are due among them", Min: 0, Max: 100, Default: 1},
	{Name: "Kp", Doc: "way made, three for a square", Min: 0, Max: 100, Default: 1},
}

// New returns the game at its default settings.
func New() engines.Engine {
	e, err := newEngine(nil)
	if err != nil {
		panic(err) // the defaults are tested
	}
	return e
}

func newEngine(given engines.Settings) (*Engine, error) {
	name, ok := given["profile"]
	if !ok {
		name = "standard"
	}
	p, err := findProfile(name)
	if err != nil {
		return nil, keys.Errorf("profile", "%w", err)
	}
	e := &Engine{given: given, known: settingsOf(p), curves: p.Curves}
	if e.settings, err = engines.Resolve(e.known, given); err != nil {
		return nil, err
	}
	if e.board, err = findBoard(e.settings["board"]); err != nil {
		return nil, keys.Errorf("board", "%w", err)
	}
	if _, err := compile(e.settings); err != nil {
		return nil, err
	}
	e.dealing = decks[e.settings["deck"]]
	return e, nil
}

// Spec describes the game under the present settings.
func (e *Engine) Spec() engines.Spec {
	return engines.Spec{
		Name:      "hare",
		Title:     "Hare and Hedgehog",
		Version:   "1",
		Doc:       "A race of 65 squares, paid for in carrots: who reaches the finish first, with few carrots and no lettuces left?",
		MinSeats:  MinSeats,
		MaxSeats:  MaxSeats,
		Weights:   append(engines.Space(nil), space...),
		Settings:  append([]engines.Setting(nil), e.known...),
		ScaleFree: true,
	}
}

// With returns the game with some settings replaced. Setting a profile sets the
// board and the deck that are not set themselves.
func (e *Engine) With(s engines.Settings) (engines.Engine, error) {
	given := maps.Clone(e.given)
	if given == nil {
		given = engines.Settings{}
	}
	maps.Copy(given, s)
	return newEngine(given)
}

// NewGame deals a table for 2 to 6 players and makes the random moves of the
// opening.
func (e *Engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats < MinSeats || seats > MaxSeats {
		return nil, fmt.Errorf("%d players, not %d to %d", seats, MinSeats, MaxSeats)
	}
	t := newTable(e.board, e.dealing, newState(seats), seed, e.settings.Int("guard"))
	return t, t.open(e.settings.Int("opening"), seed)
}

// ParseGame reads a position as ParsePosition does; the deck is fresh.
func (e *Engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	s, err := ParsePosition(e.board, position)
	if err != nil {
		return nil, err
	}
	return newTable(e.board, e.dealing, s, seed, e.settings.Int("guard")), nil
}

// evaluator compiles weights; nil are the defaults.
func (e *Engine) evaluator(w engines.Weights) (*Evaluator, error) {
	if w == nil {
		w = space.Default()
	}
	return newEvaluator(e.board, e.curves, w)
}

// Evaluate returns E for every seat.
func (e *Engine) Evaluate(g engines.Position, w engines.Weights) ([]float64, error) {
	t, err := tableOf(g)
	if err != nil {
		return nil, err
	}
	v, err := e.evaluator(w)
	if err != nil {
		return nil, err
	}
	out := make([]float64, t.state.seats)
	for i := range t.state.seats {
		out[i] = v.Worth(&t.state, int(i))
	}
	return out, nil
}

// Features returns S, C and P for every seat. A seat for which the race is
// decided has all of its worth in P.
func (e *Engine) Features(g engines.Position) ([][]float64, error) {
	t, err := tableOf(g)
	if err != nil {
		return nil, err
	}
	v, err := e.evaluator(nil)
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, t.state.seats)
	for i := range rows {
		rows[i] = make([]float64, weightCount)
		for k, x := range v.features(&t.state, uint8(i)) {
			rows[i][k] = float64(x) / 100
		}
	}
	return rows, nil
}

// tableOf refuses the tables of other games.
func tableOf(g engines.Position) (*Table, error) {
	t, ok := g.(*Table)
	if !ok {
		return nil, fmt.Errorf("a table of another game (%T)", g)
	}
	return t, nil
}
