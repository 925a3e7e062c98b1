package hare

import (
	"errors"
	"fmt"
	"maps"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
)

// engine is Hare and Hedgehog under some settings. It is immutable.
type engine struct {
	given    engines.Settings // without defaults
	settings engines.Settings // with defaults
	known    []engines.Setting
	board    *board
	dealing  dealing
	curves   curves
}

var (
	_ engines.Linear        = (*engine)(nil)
	_ analysis.Analyst      = (*engine)(nil)
	_ show.Illustrator      = (*engine)(nil)
	_ analysis.PerftCounter = (*engine)(nil)
)

// space describes the weights. The ranges are wider than that of the article, 0.5 to 2.
var space = engines.Space{
	{Name: "Ks", Doc: "lettuces still in hand", Min: 0, Max: 100, Default: 1},
	{Name: "Kc", Doc: "carrots, pay-outs that are due among them", Min: 0, Max: 100, Default: 1},
	{Name: "Kp", Doc: "way made, three for a square", Min: 0, Max: 100, Default: 1},
}

// New returns the game with its default settings.
func New() engines.Engine {
	e, err := newEngine(nil)
	if err != nil {
		panic(err) // the defaults are tested
	}
	return e
}

// newEngine returns the game under the given settings. The error joins all mistakes.
func newEngine(given engines.Settings) (*engine, error) {
	name, ok := given["profile"]
	if !ok {
		name = "standard"
	}
	p, badProfile := findProfile(name)
	squares, ok := given["board"]
	if !ok {
		squares = p.board
	}
	b, badBoard := findBoard(squares)
	known := settingsOf(p)
	settings, err := engines.Resolve(known, given)
	if err := errors.Join(keys.Under("profile", badProfile), keys.Under("board", badBoard), err); err != nil {
		return nil, err
	}
	if p.article {
		b = b.asArticle()
	}
	if _, err := compile(settings); err != nil {
		return nil, err
	}
	return &engine{
		given: given, settings: settings, known: known,
		board: b, dealing: decks[settings["deck"]], curves: p.curves,
	}, nil
}

// Spec describes the game under the present settings.
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:      "hare",
		Title:     "Hare and Hedgehog",
		Version:   "1",
		Doc:       "A race of 65 squares, paid for in carrots: who reaches the finish first, with few carrots and no lettuces left?",
		MinSeats:  minSeats,
		MaxSeats:  maxSeats,
		Weights:   append(engines.Space(nil), space...),
		Settings:  append([]engines.Setting(nil), e.known...),
		ScaleFree: true,
		Chance:    engines.WithChance,
	}
}

// With returns the game with settings replaced. A profile sets the board and the deck unless they
// are set themselves.
func (e *engine) With(s engines.Settings) (engines.Engine, error) {
	given := maps.Clone(e.given)
	if given == nil {
		given = engines.Settings{}
	}
	maps.Copy(given, s)
	out, err := newEngine(given)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// NewGame deals a game of 2 to 6 players and makes the random moves of the opening.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats < minSeats || seats > maxSeats {
		return nil, fmt.Errorf("%d players, not %d to %d", seats, minSeats, maxSeats)
	}
	s := newState(seats)
	for i := range seats {
		s.carrots[i] = e.board.start[seats]
	}
	t := newTable(e.board, e.dealing, s, seed, e.settings.Int("guard"))
	return t, t.open(e.settings.Int("opening"), seed)
}

// ParseGame returns a game from a position, see parsePosition, with a new deck.
func (e *engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	s, err := parsePosition(e.board, position)
	if err != nil {
		return nil, err
	}
	return newTable(e.board, e.dealing, s, seed, e.settings.Int("guard")), nil
}

// evaluator returns the evaluator of weights; nil are the defaults.
func (e *engine) evaluator(w engines.Weights) (*evaluator, error) {
	if w == nil {
		w = space.Default()
	}
	if err := space.Check(w); err != nil {
		return nil, err
	}
	return newEvaluator(e.board, e.curves, w)
}

// Evaluate returns E for every seat.
func (e *engine) Evaluate(g engines.Position, w engines.Weights) ([]float64, error) {
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
		out[i] = v.value(&t.state, int(i))
	}
	return out, nil
}

// Features returns S, C and P for every seat. For a seat whose place is certain, P is the value
// of the place and S and C are 0.
func (e *engine) Features(g engines.Position) ([][]float64, error) {
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

// tableOf returns p as a table of this game, or an error if it is of another game.
func tableOf(g engines.Position) (*table, error) {
	t, ok := g.(*table)
	if !ok {
		return nil, fmt.Errorf("a table of another game (%T)", g)
	}
	return t, nil
}
