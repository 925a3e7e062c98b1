package external

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
)

// Own is the name of the player that a game has of its own, at a table whose
// player is a program.
const Own = "own"

// limitName is the setting that bounds what an agent may spend on its moves.
const limitName = "limit"

// table is a game of Lanista with programs at it, as far as it needs no process.
type table struct {
	game     engines.Engine   // as set, without the limit
	given    engines.Settings // how it was set
	programs *Programs
	main     string // the program that is the table's player; "" is the game's own
	limit    string // of agents that say nothing
	spec     engines.Spec
	effects  *engines.SeedEffects // of the game
}

// Table is a game of Lanista at which programs can sit, each by the name of an
// agent's player. It is an [engines.ArenaFactory].
type Table struct{ table }

var (
	_ engines.ArenaFactory  = (*Table)(nil)
	_ engines.PlayerFactory = (*Table)(nil)
	_ engines.BuiltinAgents = (*Table)(nil)
	_ show.Levels           = (*Table)(nil)
	_ engines.ChanceFinder  = (*Table)(nil)
)

// Table seats programs at a game that is not set yet. main is the program whose
// weights are those of the table, "" for the game's own player. It starts main.
func (ps *Programs) Table(ctx context.Context, game engines.Engine, main string) (*Table, error) {
	t := &Table{table{game: game, programs: ps, main: main, limit: "none", effects: effectsOf(game)}}
	return t, t.describe(ctx)
}

// describe makes the spec.
func (t *table) describe(ctx context.Context) error {
	t.spec = t.game.Spec()
	t.spec.Settings = slices.Clone(t.spec.Settings)
	if !slices.ContainsFunc(t.spec.Settings, func(s engines.Setting) bool { return s.Name == limitName }) {
		t.spec.Settings = append(t.spec.Settings, engines.Setting{
			Name: limitName, Doc: "what an agent may spend on a move: none, depth N, nodes N, movetime 50ms, clock 10s+100ms",
			Default: t.limit, Player: true,
		})
	}
	if t.main == "" {
		return nil
	}
	d, err := t.Describe(ctx, t.main)
	t.spec.Weights, t.spec.ScaleFree = d.Weights, false
	return err
}

// Describe starts a program and returns what it says of itself. It refuses one
// that cannot sit at this table.
func (t *table) Describe(ctx context.Context, name string) (driver.Description, error) {
	d, err := t.programs.Description(ctx, name)
	if err != nil {
		return d, err
	}
	game := t.game.Spec().Name
	plays := d.Games == nil || slices.Contains(d.Games, game)
	if r, ok := t.game.(*ruled); ok { // by the name that the game gives itself, too
		plays = plays || slices.Contains(d.Games, r.about.Name)
	}
	switch {
	case d.Role == driver.Rules:
		return d, &keys.KeyError{Path: "player", Err: fmt.Errorf("%s owns the rules of a game and chooses no moves; name it as engine.name", name)}
	case d.Role != driver.Agent:
		return d, &keys.KeyError{Path: "player", Err: fmt.Errorf("%s plays games of its own and cannot sit at another table; name it as engine.name", name)}
	case !plays:
		return d, &keys.KeyError{Path: "player", Err: fmt.Errorf("%s plays %s, not %s", name, driver.Printable(strings.Join(d.Games, ", ")), game)}
	}
	return d, nil
}

// Spec describes the game, with the weights of the program whose table it is.
func (t *table) Spec() engines.Spec {
	spec := t.spec
	spec.Weights, spec.Settings = slices.Clone(spec.Weights), slices.Clone(spec.Settings)
	return spec
}

// With returns the same table with settings replaced.
func (t *Table) With(s engines.Settings) (engines.Engine, error) {
	rest, limit, err := split(s, t.limit)
	game, refused := t.game.With(rest)
	if err := errors.Join(err, refused); err != nil {
		return nil, err
	}
	with := &Table{t.table}
	with.game, with.effects, with.given, with.limit = game, effectsOf(game), maps.Clone(t.given), limit
	if with.given == nil {
		with.given = make(engines.Settings, len(rest))
	}
	maps.Copy(with.given, rest)
	main := with.spec.Weights
	if err := with.describe(context.Background()); err != nil { // the program is known: nothing is started
		return nil, err
	}
	if with.main != "" {
		with.spec.Weights = main
	}
	return with, nil
}

// split takes the limit out of settings.
func split(s engines.Settings, otherwise string) (rest engines.Settings, limit string, err error) {
	text, ok := s[limitName]
	if !ok {
		return s, otherwise, nil
	}
	rest = maps.Clone(s)
	delete(rest, limitName)
	l, err := engines.ParseLimit(text)
	if err != nil {
		return rest, otherwise, &keys.KeyError{Path: limitName, Err: err}
	}
	return rest, l.String(), nil
}

// NewGame deals the game.
func (t *table) NewGame(seats int, seed uint64) (engines.Game, error) {
	return t.game.NewGame(seats, seed)
}

// FindChance returns what the seed changes in the game.
func (t *table) FindChance(ctx context.Context, seats int) (engines.SeedEffect, error) {
	return t.effects.Find(ctx, seats)
}

func effectsOf(game engines.Engine) *engines.SeedEffects {
	return engines.NewSeedEffects(func(ctx context.Context, seats int) (engines.SeedEffect, error) {
		return engines.FindChance(ctx, game, seats)
	})
}

// ParseGame reads a position of the game.
func (t *table) ParseGame(position string, seed uint64) (engines.Game, error) {
	return t.game.ParseGame(position, seed)
}

// Deals is the number of different deals of the game, 0 where it is large.
func (t *table) Deals() int {
	if d, ok := t.game.(engines.DealCounter); ok {
		return d.Deals()
	}
	return 0
}

// BuiltinAgents names the agents that the game ships. At the table of a program they are
// other players than its own.
func (t *table) BuiltinAgents() []engines.Agent {
	r, ok := t.game.(engines.BuiltinAgents)
	if !ok {
		return nil
	}
	list := slices.Clone(r.BuiltinAgents())
	for i := range list {
		if t.main != "" && list[i].Player == "" {
			list[i].Player = Own
		}
	}
	return list
}

// Levels are those of the game, with its own player at the table of a program.
func (t *table) Levels() []show.Level {
	l, ok := t.game.(show.Levels)
	if !ok {
		return nil
	}
	list := slices.Clone(l.Levels())
	for i := range list {
		if t.main != "" && list[i].Agent.Player == "" {
			list[i].Agent.Player = Own
		}
	}
	return list
}

// As is the same table with the weights of a player that is named, for whoever
// reads weights. It starts programs.
func (t *Table) As(ctx context.Context, player string) (engines.Engine, error) {
	as := &Table{t.table}
	switch {
	case player == t.main:
		return t, nil
	case player == Own || !t.programs.Has(player):
		as.spec.Weights = t.game.Spec().Weights
		return as, nil
	}
	as.main = player
	return as, as.describe(ctx)
}

// Alone is the game without programs, and an agent of its own player as it is there;
// ok is false for an agent that is a program.
func (t *Table) Alone(a engines.Agent) (game engines.Engine, alone engines.Agent, ok bool) {
	if a.Player != Own && (a.Player != "" || t.main != "") {
		return nil, a, false
	}
	rest, _, err := split(a.Settings, t.limit)
	a.Player, a.Settings = "", rest
	return t.game, a, err == nil
}

// NewPlayer makes the table's own player. Its process ends with it.
func (t *Table) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return t.seat(ctx, a, nil)
}

// MakePlayer makes a player by its name.
func (t *Table) MakePlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return t.seat(ctx, a, nil)
}

// seat makes a player. crew is whose processes it uses, nil for its own.
func (t *table) seat(ctx context.Context, a engines.Agent, c *crew) (engines.Player, error) {
	rest, text, err := split(a.Settings, t.limit)
	if err != nil {
		return nil, err
	}
	limit, err := engines.ParseLimit(text)
	if err != nil {
		return nil, err
	}
	if a.Player == "" {
		a.Player = t.main
	}
	if a.Player == "" || a.Player == Own {
		a.Player, a.Settings, a.Limit = "", rest, limit
		return engines.NewPlayer(ctx, t.game, a)
	}
	if !t.programs.Has(a.Player) {
		return nil, fmt.Errorf("unknown player %q", a.Player)
	}
	d, err := t.Describe(ctx, a.Player)
	if err != nil {
		return nil, err
	}
	if a.Weights == nil {
		a.Weights = d.Weights.Default()
	}
	if err := d.Weights.Check(a.Weights); err != nil {
		return nil, err
	}
	switch none := limit == (engines.Limit{}); {
	case d.NeedsLimit != "" && (none || d.DepthAlone && limit.Depth == 0):
		return nil, keys.Errorf("limit", "%s", d.NeedsLimit)
	case d.TimeAlone && !none && !limit.Timed():
		return nil, keys.Errorf("limit", "%s cannot be told %v: set it by its command or by setup, and its limit to none", a.Player, limit)
	}
	settings, err := t.settings()
	if err != nil {
		return nil, err
	}
	p := &player{crew: c, program: t.programs.list[a.Player], game: driver.Game{
		Game: t.spec.Name, Settings: settings, Space: d.Weights, Weights: slices.Clone(a.Weights), Limit: limit,
	}}
	if c == nil {
		p.crew, p.own = &crew{programs: t.programs}, true
	}
	return p, nil
}

// settings are those of the table that a program is told: all but those of the
// game's own players, which it is not.
func (t *table) settings() (engines.Settings, error) {
	known := t.game.Spec().Settings
	out, err := engines.Resolve(known, t.given)
	for _, s := range known {
		if s.Player {
			delete(out, s.Name)
		}
	}
	return out, err
}
