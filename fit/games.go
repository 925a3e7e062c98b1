package fit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Game is a game whose positions are to be learned from.
type Game struct {
	Seats []engines.Agent
	Seed  uint64 // of the deal
	// Explore is how many random moves more than the openings have are made before
	// the players begin.
	Explore int
	// Moves are those of opening and game, and Outcome what came of it. Without
	// moves the game is played.
	Moves   []engines.Move
	Outcome engines.Outcome
	// Known says that the outcome is known and the game is played only for its
	// moves: another outcome is an error.
	Known bool
}

// Games are where positions come from.
type Games struct {
	// Engine has the evaluation whose weights are fitted. Player, where it is not
	// nil, is the same game as it was set when it was played.
	Engine   engines.Engine
	Player   engines.Engine
	Openings engines.Openings
	Seats    int
	Count    int
	// Game returns the i-th game. Several goroutines call it.
	Game func(i int) Game
	// Weights are those around which an evaluation that is no sum of features is
	// taken for one.
	Weights engines.Weights
	Seed    uint64 // of the choice of positions
	First   int32  // the number of the first game in the data
}

// Collect goes through games and returns what their positions say. Games that an
// agent forfeits are left out.
func Collect(ctx context.Context, g Games, o Options) (Data, error) {
	if g.Engine == nil || g.Game == nil && g.Count > 0 {
		return Data{}, errors.New("fit: no games: Engine and Game are needed")
	}
	o = o.Complete()
	if g.Player == nil {
		g.Player = g.Engine
	}
	if err := expecting(ctx, g, o); err != nil {
		return Data{}, err
	}
	reader, err := newReader(g)
	if err != nil {
		return Data{}, err
	}
	c := &collection{Games: g, Options: o, reader: reader, waiting: make(map[int]*harvest)}
	c.data = Data{Rows: reader.empty(), Lines: reader.lines()}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wait sync.WaitGroup
	for range max(o.Workers, 1) {
		wait.Go(func() {
			if err := c.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	return c.data, context.Cause(ctx)
}

// collection is games being gone through.
type collection struct {
	Games
	Options
	reader *reader

	mu      sync.Mutex
	next    int // game to take
	merged  int // games in data
	waiting map[int]*harvest
	data    Data
}

// harvest is what one game gives.
type harvest struct {
	rows   growing
	target []float32
	line   []int32
}

// work goes through games until there is none left.
func (c *collection) work(ctx context.Context) (err error) {
	h := &harvester{collection: c, arenas: make(map[int]engines.Arena)}
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
	if c.next == c.Count {
		return -1
	}
	c.next++
	return c.next - 1
}

// merge puts what games gave together in their order.
func (c *collection) merge(i int, found *harvest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[i] = found
	for ; c.waiting[c.merged] != nil; c.merged++ {
		h := c.waiting[c.merged]
		delete(c.waiting, c.merged)
		c.data.Rows.(growing).join(h.rows)
		c.data.Target = append(c.data.Target, h.target...)
		c.data.Line = append(c.data.Line, h.line...)
	}
	if c.Events.Progress != nil {
		c.Events.Progress(tuning.Progress{Phase: tuning.Playing, Unit: "games", Done: int64(c.merged), Of: int64(c.Count)})
	}
}

// harvester goes through games one after the other.
type harvester struct {
	*collection
	arenas map[int]engines.Arena // by the random moves that games begin with
}

// close closes the arenas and returns the first error.
func (h *harvester) close(err error) error {
	for _, a := range h.arenas {
		if closed := engines.Close(a); err == nil {
			err = closed
		}
	}
	return err
}

// arena returns the arena of games that begin so.
func (h *harvester) arena(o engines.Openings) (engines.Arena, error) {
	if a, ok := h.arenas[o.RandomPlies]; ok {
		return a, nil
	}
	a, err := engines.NewArena(h.Player, engines.ArenaOptions{Openings: o, Moves: true, Evals: h.Searched > 0})
	if err != nil {
		return nil, err
	}
	if f, ok := a.(engines.PerGoroutine); ok {
		a = f.Fork()
	}
	h.arenas[o.RandomPlies] = a
	return a, nil
}

// game plays a game if need be and reads the positions that are drawn from it.
func (h *harvester) game(ctx context.Context, i int) (*harvest, error) {
	g := h.Game(i)
	found := &harvest{rows: h.reader.empty()}
	openings := engines.Openings{RandomPlies: h.Openings.RandomPlies + g.Explore}
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
			return nil, fmt.Errorf("game %d is played otherwise now than when it was stored", i+1)
		case played.Forfeit != nil:
			return found, nil
		}
		g.Moves, g.Outcome, evals = played.Moves(), played.Outcome, played.Evals()
	}
	table, opening, err := engines.Deal(h.Player, len(g.Seats), g.Seed, openings)
	if err != nil {
		return nil, err
	}
	g.Moves = g.Moves[len(opening):] // the table stands after them
	game := h.First + int32(i)
	chosen := draw(len(opening), len(opening)+len(g.Moves), h.Positions, engines.Seed(h.Seed, engines.Purpose("positions"), uint64(game)))
	lines, err := h.read(table, g, evals, chosen, len(opening))
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", i+1, err)
	}
	for k := range lines {
		if lines[k].rows == nil {
			continue
		}
		found.rows.join(lines[k].rows)
		found.target = append(found.target, lines[k].target...)
		for range lines[k].target {
			found.line = append(found.line, game*int32(len(lines))+int32(k))
		}
	}
	return found, nil
}

// read reads the chosen plies of a game whose opening, so many plies, has been made on
// the table.
func (h *harvester) read(table engines.Game, g Game, evals []float64, chosen []int, opening int) ([]harvest, error) {
	came, err := targetsOf(g.Outcome, h.ByScore())
	if err != nil {
		return nil, err
	}
	var hopes []float64
	if evals != nil {
		if hopes, err = expected(table.Clone(), g.Moves, evals, came[0]); err != nil {
			return nil, err
		}
	}
	lines := make([]harvest, h.reader.lines())
	for ply, m := range g.Moves {
		if len(chosen) > 0 && chosen[0] == opening+ply {
			chosen = chosen[1:]
			targets := came
			if hopes != nil {
				targets = h.mix(came, hopes[ply])
			}
			if err := h.reader.read(table, m, targets, lines); err != nil {
				return nil, fmt.Errorf("position %s: %w", table, err)
			}
		}
		if err := table.Apply(m); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// draw chooses plies in [from, to) at random, at most so many, in rising order.
func draw(from, to, most int, seed uint64) []int {
	var plies []int
	for ply := from; ply < to; ply++ {
		plies = append(plies, ply)
	}
	if len(plies) > most {
		rng := engines.Rand(seed)
		rng.Shuffle(len(plies), func(i, j int) { plies[i], plies[j] = plies[j], plies[i] })
		plies = plies[:most]
		slices.Sort(plies)
	}
	return plies
}
