package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// programGame is a game that an external program implements. It contains the program's description
// of the game and the settings.
type programGame struct {
	programs *Programs
	program  *program
	about    protocol.Description
	given    engines.Settings
	settings engines.Settings // given and defaults
}

// newProgramGame returns the game that the program with description d implements, with default
// settings.
func newProgramGame(ps *Programs, name string, d protocol.Description) (programGame, error) {
	return programGame{programs: ps, program: ps.byName[name], about: d}.with(nil)
}

// spec returns the program's description of the game as an [engines.Spec].
func (g *programGame) spec() engines.Spec {
	return engines.Spec{
		Name: g.program.config.Name, Title: cmp.Or(g.about.Name, g.program.config.Name), Doc: g.about.Doc, Version: g.about.Version, Chance: g.about.Chance,
		MinSeats: g.about.MinSeats, MaxSeats: g.about.MaxSeats,
		Weights: slices.Clone(g.about.Weights), ScaleFree: g.about.ScaleFree, Settings: slices.Clone(g.about.Settings),
	}
}

// with returns a copy of the game in which s replaces the settings of the same names.
func (g programGame) with(s engines.Settings) (programGame, error) {
	given := g.given.Merge(s)
	settings, err := engines.Resolve(g.about.Settings, given)
	if err != nil {
		return g, err
	}
	g.given, g.settings = given, settings
	return g, nil
}

// hostedGame is a game that an external program plays by itself, for all seats. It is an
// [engines.ArenaFactory]. It provides no positions, because only the program has them.
type hostedGame struct{ game programGame }

var _ engines.ArenaFactory = (*hostedGame)(nil)

// Spec returns the program's description of the game.
func (h *hostedGame) Spec() engines.Spec { return h.game.spec() }

// With returns a copy of the game in which s replaces the settings of the same names.
func (h *hostedGame) With(s engines.Settings) (engines.Engine, error) {
	g, err := h.game.with(s)
	if err != nil {
		return nil, err
	}
	return &hostedGame{g}, nil
}

// NewGame returns an error, because only the program has positions of the game.
func (h *hostedGame) NewGame(int, uint64) (engines.Game, error) { return nil, h.noPositions() }

// ParseGame returns an error, because only the program has positions of the game.
func (h *hostedGame) ParseGame(string, uint64) (engines.Game, error) { return nil, h.noPositions() }

func (h *hostedGame) noPositions() error {
	return fmt.Errorf("the program %s plays its games itself, and shows no position; a program of role game, which has the rules alone, can be played and replayed (docs/agents.md)", h.game.program.config.Name)
}

// NewPlayer checks the player name and the weights of an agent. The returned player cannot choose
// moves, because the program chooses the moves of all seats itself.
func (h *hostedGame) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	players := h.game.about.Players
	if a.Player != "" && !slices.Contains(players, a.Player) {
		if len(players) == 0 {
			return nil, fmt.Errorf("unknown player %q: %s has no players of its own; remove the key player", a.Player, h.game.program.config.Name)
		}
		return nil, fmt.Errorf("unknown player %q (have %s)", a.Player, protocol.Printable(strings.Join(players, ", ")))
	}
	if a.Weights != nil {
		if err := h.game.about.Weights.Check(a.Weights); err != nil {
			return nil, err
		}
	}
	return noPlayer{h}, nil
}

// noPlayer is the player that [hostedGame.NewPlayer] returns. It only implements the interface: the
// external program chooses all moves of its games.
type noPlayer struct{ game *hostedGame }

// Choose returns an error: the external program that implements the game chooses all moves itself.
func (n noPlayer) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, n.game.noPositions()
}

// BuiltinAgents returns the ready-made agents that the program declares.
func (h *hostedGame) BuiltinAgents() []engines.Agent {
	var list []engines.Agent
	for _, name := range h.game.about.Players {
		list = append(list, engines.Agent{Name: name, Player: name})
	}
	return list
}

// NewArena returns an arena that requests whole games from the program. It returns an error if o
// requests random openings.
func (h *hostedGame) NewArena(o engines.ArenaOptions) (engines.Arena, error) {
	if o.Openings.RandomPlies > 0 {
		return nil, errors.New("openings: the program plays its games itself, from its own start; remove them")
	}
	return hostedArena{h}, nil
}

// hostedArena is an arena for the games of a [hostedGame], which an external program plays by
// itself. Any number of goroutines may use it.
type hostedArena struct{ game *hostedGame }

// Play requests one whole game from the program. It takes a process from the pool for this game
// alone and returns it at the end.
func (a hostedArena) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	w := a.newWorker()
	r, err := w.Play(ctx, seats, seed)
	return r, errors.Join(err, w.Close())
}

// Fork returns an arena for one goroutine. The arena keeps a process of the program between games.
func (a hostedArena) Fork() engines.Arena { return a.newWorker() }

func (a hostedArena) newWorker() *hostedWorker {
	return &hostedWorker{game: &a.game.game, processes: &workerProcesses{programs: a.game.game.programs}}
}

// hostedWorker is an arena for one goroutine, for games that an external program plays by itself.
// It keeps the process of the program between games.
type hostedWorker struct {
	game      *programGame
	processes *workerProcesses
	seats     []engines.Agent
}

// Close returns the process that this worker keeps to the pool, so that others can use it.
func (w *hostedWorker) Close() error {
	w.processes.close()
	return nil
}

// Play requests one whole game from the program. The program may report that an agent forfeited the
// game. If the program itself fails, no agent forfeits. The game then counts as not played, and the
// error describes the failure.
func (w *hostedWorker) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	g := w.game
	w.seats = append(w.seats[:0], seats...)
	for i := range w.seats {
		if w.seats[i].Weights == nil {
			w.seats[i].Weights = g.about.Weights.Default()
		}
	}
	request := protocol.GameRequest{
		Settings: g.settings, Seats: w.seats, Space: g.about.Weights, Seed: GameSeed(seed),
		Content: g.about.Chance == engines.NoChance,
	}
	i, err := w.processes.acquire(ctx, g.program, 0, nil)
	if err != nil {
		return engines.Record{}, err
	}
	record, err := i.session.(*protocol.Ludus).Play(ctx, request)
	err = i.note(ctx, err)
	if f := record.Forfeit; err == nil && f != nil {
		f.Evidence = newEvidence(i, w.seats[f.Seat].Weights, seed, seats)
	}
	_ = w.processes.endGame(ctx, nil) // standard error of a process that failed is complete then
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("programs.%s: %w (%s)", g.program.config.Name, withStderr(withoutFault(err), i.process), request)
	}
	return record, err
}
