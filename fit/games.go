package fit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/tuning"
)

// Game is one game from whose positions [Collect] takes examples. It is played or replayed.
type Game struct {
	Seats []engines.Agent
	Seed  uint64 // seed of the deal (game start)
	// Explore is the number of random moves between the opening and the first move of the
	// players.
	Explore int
	// Moves contains the moves of the opening and of the players, and Outcome the outcome. If
	// Moves is nil, [Collect] plays the game.
	Moves   []engines.Move
	Outcome engines.Outcome
	// Known reports whether the outcome is already known, so that the game is replayed only for its
	// positions. A different outcome in the replay is then an error.
	Known bool
}

// Games describes the games from which [Collect] takes positions.
type Games struct {
	// Engine is the game whose evaluation is fitted. Player is the same game with the settings with
	// which games are played; nil means Engine.
	Engine   engines.Engine
	Player   engines.Engine
	Openings engines.Openings
	Seats    int // number of seats of every game
	Count    int // number of games
	// Game returns the i-th game. Several goroutines may call it at the same time.
	Game func(i int) Game
	// Weights is the weight vector near which a nonlinear evaluation is replaced by its linear
	// approximation.
	Weights engines.Weights
	// Filter contains conditions on positions. Positions of a game are first chosen at random, and
	// then positions that violate a condition are excluded.
	Filter []training.Condition
	// Stage returns the stage of the game in a position, by which reports group the positions. It
	// may be nil.
	Stage *training.Measure
	Seed  uint64 // seed of the random choice of positions
	First int32  // number of the first game in the data
}

// Collect plays or replays games and returns examples from their positions. It leaves out games
// that a player lost by failing.
func Collect(ctx context.Context, g Games, o Options) (Data, error) {
	if g.Engine == nil || g.Game == nil && g.Count > 0 {
		return Data{}, errors.New("fit: no games: Engine and Game are needed")
	}
	if g.Count < 0 {
		return Data{}, fmt.Errorf("fit: %d games; at least 0 are needed", g.Count)
	}
	if err := errors.Join(o.Validate(), g.Openings.Validate()); err != nil {
		return Data{}, err
	}
	o = o.Complete()
	if g.Player == nil {
		g.Player = g.Engine
	}
	if err := checkSearched(ctx, g, o); err != nil {
		return Data{}, err
	}
	reader, err := newReader(g)
	if err != nil {
		return Data{}, err
	}
	c := &collection{games: g, options: o, reader: reader, waiting: make(map[int]*examples)}
	c.data = Data{Rows: reader.empty(), Trajectories: reader.trajectories()}
	playing, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wait sync.WaitGroup
	for range max(o.Workers, 1) {
		wait.Go(func() {
			if err := c.work(playing); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	c.data.Mirrored = reader.mirrored()
	err = context.Cause(playing) // what ended the games first: an error of a worker, or the end of ctx
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = ctx.Err()
	}
	return c.data, err
}

// collection is the state of one call of [Collect].
type collection struct {
	games   Games
	options Options
	reader  *reader

	mu      sync.Mutex
	next    int               // index of the next game to process
	merged  int               // number of games whose examples are already in data
	waiting map[int]*examples // examples of games after the first that is not merged, by index
	data    Data
}

// examples is a list of examples of one trajectory, or of several trajectories that were joined. A
// trajectory is the sequence of examples of one game that are seen from the same seat; see
// [Data.Trajectory].
type examples struct {
	rows       growing   // features; nil if there are no examples
	target     []float32 // one element per example
	trajectory []int32   // trajectory of every example; empty before the examples of a game are joined
	stage      []float32 // one element per example; nil if stages are unknown
	filtered   int       // number of positions that the conditions excluded
}

// work processes games, one after the other, until none is left.
func (c *collection) work(ctx context.Context) (err error) {
	h := &gameReader{from: c, arenas: make(map[int]engines.Arena)}
	defer func() { err = h.close(err) }()
	for ctx.Err() == nil {
		i := c.take()
		if i < 0 {
			break
		}
		found, err := h.game(ctx, i)
		if err != nil {
			return err
		}
		c.merge(i, found)
	}
	return ctx.Err()
}

func (c *collection) take() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == c.games.Count {
		return -1
	}
	c.next++
	return c.next - 1
}

// merge adds the examples of game i to the data. It stores them until all earlier games have been
// added, so that the order of the examples does not depend on timing.
func (c *collection) merge(i int, found *examples) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[i] = found
	for ; c.waiting[c.merged] != nil; c.merged++ {
		h := c.waiting[c.merged]
		delete(c.waiting, c.merged)
		c.data.Rows.(growing).join(h.rows)
		c.data.Target = append(c.data.Target, h.target...)
		c.data.Trajectory = append(c.data.Trajectory, h.trajectory...)
		c.data.Stage = append(c.data.Stage, h.stage...)
		c.data.Filtered += h.filtered
	}
	if c.options.Events.Progress != nil {
		c.options.Events.Progress(tuning.Progress{Phase: tuning.Playing, Unit: "games", Done: int64(c.merged), Of: int64(c.games.Count)})
	}
}

// gameReader collects examples from games on one goroutine.
type gameReader struct {
	from   *collection
	arenas map[int]engines.Arena // arenas by number of random moves at the beginning of a game
}

// close closes the arenas. It returns err, or the first error of closing if err is nil.
func (h *gameReader) close(err error) error {
	for _, a := range h.arenas {
		if closed := engines.Close(a); err == nil {
			err = closed
		}
	}
	return err
}

// arena returns an arena, which plays games with the given openings. Arenas are reused.
func (h *gameReader) arena(o engines.Openings) (engines.Arena, error) {
	if a, ok := h.arenas[o.RandomPlies]; ok {
		return a, nil
	}
	a, err := engines.NewArena(h.from.games.Player, engines.ArenaOptions{Openings: o, Moves: true, Evals: h.from.options.Searched > 0})
	if err != nil {
		return nil, err
	}
	if f, ok := a.(engines.PerGoroutine); ok {
		a = f.Fork()
	}
	h.arenas[o.RandomPlies] = a
	return a, nil
}

// game plays or replays game i, chooses positions at random, and returns the examples from them.
func (h *gameReader) game(ctx context.Context, i int) (*examples, error) {
	g := h.from.games.Game(i)
	if g.Explore < 0 {
		return nil, fmt.Errorf("game %d: %d random moves after the opening; at least 0 are needed", i+1, g.Explore)
	}
	found := &examples{rows: h.from.reader.empty()}
	openings := engines.Openings{RandomPlies: h.from.games.Openings.RandomPlies + g.Explore}
	var evals []float64
	if g.Moves == nil {
		arena, err := h.arena(openings)
		if err != nil {
			return nil, err
		}
		played, err := arena.Play(ctx, g.Seats, g.Seed)
		switch {
		case err != nil:
			return nil, err
		case g.Known && played.Outcome != g.Outcome:
			return nil, fmt.Errorf("game %d is played differently now than when it was stored", i+1)
		case played.Forfeit != nil:
			return found, nil
		}
		g.Moves, g.Outcome, evals = played.Moves(), played.Outcome, played.Evals()
	}
	table, opening, err := engines.Deal(h.from.games.Player, len(g.Seats), g.Seed, openings)
	if err != nil {
		return nil, err
	}
	if len(g.Moves) < len(opening) {
		return nil, fmt.Errorf("game %d: %d moves are fewer than the %d of the opening", i+1, len(g.Moves), len(opening))
	}
	g.Moves = g.Moves[len(opening):] // the table is at the position after the opening
	game := h.from.games.First + int32(i)
	chosen := draw(len(opening), len(opening)+len(g.Moves), h.from.options.Positions, engines.Seed(h.from.games.Seed, engines.Purpose("positions"), uint64(game)))
	trajectories, err := h.read(table, g, evals, chosen, len(opening))
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", i+1, err)
	}
	for k := range trajectories {
		found.filtered += trajectories[k].filtered
		if trajectories[k].rows == nil {
			continue
		}
		found.rows.join(trajectories[k].rows)
		found.stage = append(found.stage, trajectories[k].stage...)
		found.target = append(found.target, trajectories[k].target...)
		for range trajectories[k].target {
			found.trajectory = append(found.trajectory, game*int32(len(trajectories))+int32(k))
		}
	}
	return found, nil
}

// read makes the moves of game g and returns examples from some of its positions, one list for each
// trajectory. A game of two seats has one trajectory, and any other game one for each seat.
//
// table must be at the position after the opening, which has the given number of plies. chosen
// contains the plies of the positions to use, in ascending order. A ply is counted from the
// beginning of the opening. evals contains the score that the player to move expected before each
// move, or is nil; see [expected].
func (h *gameReader) read(table engines.Game, g Game, evals []float64, chosen []int, opening int) ([]examples, error) {
	outcome, err := targetsOf(g.Outcome, h.from.options.ByScore())
	if err != nil {
		return nil, err
	}
	var expectations []float64
	if evals != nil {
		if expectations, err = expected(table.Clone(), g.Moves, evals, outcome[0]); err != nil {
			return nil, err
		}
	}
	trajectories := make([]examples, h.from.reader.trajectories())
	for ply, m := range g.Moves {
		if len(chosen) > 0 && chosen[0] == opening+ply {
			chosen = chosen[1:]
			targets := outcome
			if expectations != nil {
				targets = h.from.options.mix(outcome, expectations[ply])
			}
			if err := h.from.reader.read(table, m, targets, trajectories); err != nil {
				return nil, fmt.Errorf("position %s: %w", table, err)
			}
		}
		if err := table.Apply(m); err != nil {
			return nil, err
		}
	}
	return trajectories, nil
}

// draw chooses at most limit plies of the range [from, to) at random, and returns them in ascending
// order.
func draw(from, to, limit int, seed uint64) []int {
	var plies []int
	for ply := from; ply < to; ply++ {
		plies = append(plies, ply)
	}
	if len(plies) > limit {
		rng := engines.Rand(seed)
		rng.Shuffle(len(plies), func(i, j int) { plies[i], plies[j] = plies[j], plies[i] })
		plies = plies[:limit]
		slices.Sort(plies)
	}
	return plies
}
