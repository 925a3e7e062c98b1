package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
)

// Own is the player name that stands for the player built into the game. It is needed at a [Table]
// that tunes an external program, because an empty name stands for that program.
const Own = "own"

// LimitSetting is the name of the setting that limits time, depth or nodes of an agent's moves.
const LimitSetting = "limit"

// Table is a game of Lanista in which external programs can be players. The field Player of an
// agent names the program. Table is an [engines.ArenaFactory].
type Table struct {
	game     engines.Engine   // with its settings, without the limit
	given    engines.Settings // the settings given so far
	programs *Programs
	main     string // the program that is the table's player; "" means the game's own
	limit    string // of agents without a limit of their own
	spec     engines.Spec
}

var (
	_ engines.ArenaFactory  = (*Table)(nil)
	_ engines.PlayerFactory = (*Table)(nil)
	_ engines.BuiltinAgents = (*Table)(nil)
	_ show.Levels           = (*Table)(nil)
	_ engines.Wrapper       = (*Table)(nil)
)

// describe computes the table's [engines.Spec]. If the tuned player is a program, describe starts
// it.
func (t *Table) describe(ctx context.Context) error {
	t.spec = t.game.Spec()
	t.spec.Settings = slices.Clone(t.spec.Settings)
	if !slices.ContainsFunc(t.spec.Settings, func(s engines.Setting) bool { return s.Name == LimitSetting }) {
		t.spec.Settings = append(t.spec.Settings, engines.Setting{
			Name: LimitSetting, Doc: "what an agent may spend on a move: none, depth N, nodes N, movetime 50ms, clock 10s+100ms",
			Default: t.limit, Player: true,
		})
	}
	if t.main == "" {
		return nil
	}
	d, err := t.description(ctx, t.main)
	t.spec.Weights, t.spec.ScaleFree = d.Weights, d.ScaleFree
	return err
}

// description returns the description that a program sends of itself. It returns an error if the
// program cannot be a player of this game. It starts the program.
func (t *Table) description(ctx context.Context, name string) (protocol.Description, error) {
	d, err := t.programs.Description(ctx, name)
	if err != nil {
		return d, err
	}
	game := t.game.Spec().Name
	plays := d.Games == nil || slices.Contains(d.Games, game)
	if r, ok := t.game.(*ruleGame); ok { // also by the name that the rules program declares
		plays = plays || slices.Contains(d.Games, r.game.about.Name)
	}
	switch {
	case d.Role == protocol.Rules:
		return d, keys.Errorf("player", "%s owns the rules of a game and chooses no moves; name it as engine.name", name)
	case d.Role != protocol.Agent:
		return d, keys.Errorf("player", "%s plays games of its own and cannot be a player of another game; name it as engine.name", name)
	case !plays:
		return d, keys.Errorf("player", "%s plays %s, not %s", name, cmp.Or(protocol.Printable(strings.Join(d.Games, ", ")), "no game"), game)
	}
	return d, nil
}

// Spec returns the description of the game. Its weights are those of the game's built-in player,
// unless the table tunes a program. Then they are the weights that this program declares.
func (t *Table) Spec() engines.Spec {
	spec := t.spec
	spec.Weights, spec.Settings = slices.Clone(spec.Weights), slices.Clone(spec.Settings)
	return spec
}

// With returns a copy of the table in which s replaces the settings of the same names.
func (t *Table) With(s engines.Settings) (engines.Engine, error) {
	rest, limit, err := splitLimit(s, t.limit)
	game, refused := t.game.With(rest)
	if err := errors.Join(err, refused); err != nil {
		return nil, err
	}
	with := *t
	with.game, with.given, with.limit = game, t.given.Merge(rest), limit
	main := with.spec.Weights
	if err := with.describe(context.Background()); err != nil { // the program is known and not started again
		return nil, err
	}
	if with.main != "" {
		with.spec.Weights = main
	}
	return &with, nil
}

// splitLimit separates the value of the setting [LimitSetting] from the other settings. limit is
// fallback if the settings do not contain it. The error is a [keys.KeyError] for a text that is not
// a limit.
func splitLimit(s engines.Settings, fallback string) (rest engines.Settings, limit string, err error) {
	text, ok := s[LimitSetting]
	if !ok {
		return s, fallback, nil
	}
	rest = maps.Clone(s)
	delete(rest, LimitSetting)
	l, err := engines.ParseLimit(text)
	if err != nil {
		return rest, fallback, &keys.KeyError{Path: LimitSetting, Err: err}
	}
	return rest, l.String(), nil
}

// Unwrap returns the table's game, so that callers can find the optional interfaces of the game.
func (t *Table) Unwrap() engines.Engine { return t.game }

// NewGame starts the table's game. Its chance events depend on the seed.
func (t *Table) NewGame(seats int, seed uint64) (engines.Game, error) {
	return t.game.NewGame(seats, seed)
}

// ParseGame parses a position of the table's game. The chance events after this position depend on
// the seed.
func (t *Table) ParseGame(position string, seed uint64) (engines.Game, error) {
	return t.game.ParseGame(position, seed)
}

// BuiltinAgents returns the ready-made agents of the game. If the table tunes a program, their
// player name is [Own], which stands for the game's built-in player.
func (t *Table) BuiltinAgents() []engines.Agent {
	r, ok := engines.As[engines.BuiltinAgents](t.game)
	if !ok {
		return nil
	}
	list := slices.Clone(r.BuiltinAgents())
	for i := range list {
		t.nameOwn(&list[i])
	}
	return list
}

// Levels returns the levels of strength of the game's built-in player.
func (t *Table) Levels() []show.Level {
	l, ok := engines.As[show.Levels](t.game)
	if !ok {
		return nil
	}
	list := slices.Clone(l.Levels())
	for i := range list {
		t.nameOwn(&list[i].Agent)
	}
	return list
}

// nameOwn sets the empty player name of an agent to [Own] if the table tunes an external program.
// The agent then plays with the game's built-in player. An empty name would stand for the program.
func (t *Table) nameOwn(a *engines.Agent) {
	if t.main != "" && a.Player == "" {
		a.Player = Own
	}
}

// Player returns the name of the program whose weights [Table.Spec] lists, or "" if they are those
// of the game's built-in player.
func (t *Table) Player() string { return t.main }

// WithPlayer returns a copy of the table whose [Table.Spec] lists the weights of another player.
// player is the name of a program; any other name stands for the game's built-in player. If the
// table has the weights of that program already, WithPlayer returns the table itself. WithPlayer
// starts the program.
func (t *Table) WithPlayer(ctx context.Context, player string) (engines.Engine, error) {
	as := *t
	switch {
	case player == t.main:
		return t, nil
	case player == Own || !t.programs.Has(player):
		as.spec.Weights = t.game.Spec().Weights
		return &as, nil
	}
	as.main = player
	return &as, as.describe(ctx)
}

// WithoutPrograms returns the table's game, and agent a in the form that this game accepts without
// external programs. The returned agent, own, has no setting limit, and an empty player name in
// place of [Own]. ok is false if a program plays for the agent, or if the limit in its settings is
// not valid.
func (t *Table) WithoutPrograms(a engines.Agent) (game engines.Engine, own engines.Agent, ok bool) {
	if a.Player != Own && (a.Player != "" || t.main != "") {
		return nil, a, false
	}
	rest, _, err := splitLimit(a.Settings, t.limit)
	a.Player, a.Settings = "", rest
	return t.game, a, err == nil
}

// NewPlayer returns the player that a.Player names; an empty name stands for the player that is
// tuned at this table. If the player is a program, closing the player ends its process.
func (t *Table) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return t.newPlayer(ctx, a, nil)
}

// MakePlayer returns the player that a.Player names: a program or the game's built-in player.
func (t *Table) MakePlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return t.newPlayer(ctx, a, nil)
}

// newPlayer returns the player that an agent names. If the player is a program, it uses the given
// processes or, if processes is nil, processes of its own.
func (t *Table) newPlayer(ctx context.Context, a engines.Agent, processes *workerProcesses) (engines.Player, error) {
	rest, text, err := splitLimit(a.Settings, t.limit)
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
		known := slices.Concat(t.programs.names(), []string{Own}, engines.Baselines)
		return nil, fmt.Errorf("unknown player %q (%s)", a.Player, keys.Suggest(known, a.Player))
	}
	d, err := t.description(ctx, a.Player)
	if err != nil {
		return nil, err
	}
	if a.Weights, err = d.Weights.Complete(a.Weights); err != nil {
		return nil, err
	}
	switch none := limit == (engines.Limit{}); {
	case d.NeedsLimit != "" && (none || d.DepthOnly && limit.Depth == 0):
		return nil, keys.Errorf("limit", "%s", d.NeedsLimit)
	case d.TimeOnly && !none && !limit.Timed():
		return nil, keys.Errorf("limit", "%s has no such limit as %v in its protocol: set it in command or setup, and limit to none", a.Player, limit)
	case d.CheckLimit != nil:
		if err := d.CheckLimit(limit); err != nil {
			return nil, keys.Errorf("limit", "%v: %w", limit, err)
		}
	}
	settings, err := t.gameSettings()
	if err != nil {
		return nil, err
	}
	if t.programs.byName[a.Player].config.declaresOptions() && settings["chess960"] == "true" && !d.Chess960 {
		return nil, keys.Errorf("chess960", "%s cannot play Chess960: it has no option %s; engines that speak xboard play only the usual chess", a.Player, protocol.VariantOption)
	}
	p := &player{processes: processes, program: t.programs.byName[a.Player], game: protocol.Game{
		Game: t.spec.Name, Settings: settings, Space: d.Weights, Weights: slices.Clone(a.Weights), Limit: limit,
	}}
	if processes == nil {
		p.processes, p.own = &workerProcesses{programs: t.programs}, true
	}
	return p, nil
}

// gameSettings returns the settings that programs receive: the settings of the game, without the
// settings of its built-in players.
func (t *Table) gameSettings() (engines.Settings, error) {
	known := t.game.Spec().Settings
	out, err := engines.Resolve(known, t.given)
	for _, s := range known {
		if s.Player {
			delete(out, s.Name)
		}
	}
	return out, err
}

// LimitOf returns the limit of an agent at this table. It is the limit in the agent's settings, or
// the table's limit if there is none. If the text of the limit is not valid, LimitOf returns no
// limit.
func (t *Table) LimitOf(a engines.Agent) engines.Limit {
	limit, err := t.limitOf(&a)
	if err != nil {
		return engines.Limit{}
	}
	return limit
}

// limitOf returns the limit in an agent's settings, or the limit of the table if the agent has none.
func (t *Table) limitOf(a *engines.Agent) (engines.Limit, error) {
	text, ok := a.Settings[LimitSetting]
	if !ok {
		text = t.limit
	}
	return engines.ParseLimit(text)
}
