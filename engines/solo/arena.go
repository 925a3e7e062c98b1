package solo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/internal/panics"
)

// arena plays games that have no positions, only a score. Any number of goroutines may use it.
// Unlike a [fork], it stores no scores.
type arena struct {
	game     Game
	noChance bool // a score depends on the agent alone
}

var (
	_ engines.Arena        = arena{}
	_ engines.PerGoroutine = arena{}
	_ engines.Arena        = (*fork)(nil)
)

// Fork returns an arena for one goroutine. It stores scores, so that it plays only one game for the
// same agent and seed.
func (a arena) Fork() engines.Arena {
	return &fork{game: a.game, noChance: a.noChance, memory: newMemory()}
}

// Play plays one game and returns a record with the agent's score. seats must contain one agent.
func (a arena) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	return (&fork{game: a.game, noChance: a.noChance}).Play(ctx, seats, seed)
}

// fork is an arena for one goroutine. If it has a memory, it plays only one game for the same agent
// and seed, and returns the stored score later.
type fork struct {
	game     Game
	noChance bool
	tables   []table
	memory   *memory // nil in an arena that is not forked
}

// Play returns a record with the agent's score. It plays the game only if it has not stored the
// score of this agent on this seed.
func (f *fork) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if err := ctx.Err(); err != nil {
		return engines.Record{}, err
	}
	if len(seats) != 1 {
		return engines.Record{}, fmt.Errorf("%d agents in a game of one seat", len(seats))
	}
	score, known := f.memory.recall(&seats[0], seed)
	if !known {
		t, agent, err := f.seat(seats[0])
		if err != nil {
			return engines.Record{}, &engines.UnplayableError{Agent: agent.Name, Err: err}
		}
		if score, err = t.score(ctx, agent, seed); err != nil {
			return failed(ctx, agent.Name, err)
		}
		if math.IsNaN(score) || math.IsInf(score, 0) {
			return forfeit(engines.ForfeitMalformed, fmt.Sprintf("a score of %v", score)), nil
		}
		f.memory.keep(&seats[0], seed, score)
	}
	record := engines.Record{Outcome: engines.ByScore(score)}
	if f.noChance {
		record.Content = record.WrittenContent("", []string{strconv.FormatFloat(score, 'g', -1, 64)})
	}
	return record, nil
}

// failed converts err, the error of a Score method, to the result of the game. If err wraps an
// *engines.Fault, the result is a record with a forfeit. Otherwise it is an error: an
// [engines.UnplayableError], or err itself if it is one already or if ctx has ended.
func failed(ctx context.Context, name string, err error) (engines.Record, error) {
	var fault *engines.Fault
	var unplayable *engines.UnplayableError
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()), errors.As(err, &unplayable):
		return engines.Record{}, err
	case errors.As(err, &fault):
		return forfeit(fault.Kind, err.Error()), nil
	}
	return engines.Record{}, &engines.UnplayableError{Agent: name, Err: err}
}

func forfeit(kind engines.ForfeitKind, reason string) engines.Record {
	return engines.ForfeitRecord(1, engines.Forfeit{Kind: kind, Reason: reason})
}

type table struct {
	game     Game
	settings engines.Settings
	space    engines.Space
}

func newTable(g Game, s engines.Settings) (table, error) {
	g, err := with(g, s)
	if err != nil {
		return table{}, err
	}
	return table{g, maps.Clone(s), g.Spec().Weights}, nil
}

// mostTables is the largest number of games that a [fork] keeps for reuse, one for every
// combination of settings of its agents. When it needs more, it drops all of them and begins again.
const mostTables = 64

// seat prepares the game for an agent. It returns the game with the agent's settings, and the agent
// with a value for each of its weights. A limit of depth or nodes becomes the setting of that name,
// if the game has it. seat returns an error for an agent that names a player or has a time limit,
// and for invalid settings or weights.
func (f *fork) seat(a engines.Agent) (*table, engines.Agent, error) {
	switch {
	case a.Player != "":
		return nil, a, fmt.Errorf("there is no player %q: %w", a.Player, ErrNoPositions)
	case a.Limit.Timed():
		return nil, a, fmt.Errorf("limit %v: %w", a.Limit, ErrNoPositions)
	}
	if a.Limit != (engines.Limit{}) {
		a = a.LimitAsSetting(engine{f.game})
	}
	t, err := f.table(a.Settings)
	if err != nil {
		return nil, a, err
	}
	a.Weights, err = t.space.Complete(a.Weights)
	return t, a, err
}

func (f *fork) table(s engines.Settings) (*table, error) {
	for i := range f.tables {
		if maps.Equal(f.tables[i].settings, s) {
			return &f.tables[i], nil
		}
	}
	t, err := newTable(f.game, s)
	if err != nil {
		return nil, err
	}
	if len(f.tables) == mostTables {
		f.tables = f.tables[:0]
	}
	f.tables = append(f.tables, t)
	return &f.tables[len(f.tables)-1], nil
}

// score plays one game and returns the agent's score. A panic of the game is returned as an
// error.
func (t *table) score(ctx context.Context, a engines.Agent, seed uint64) (score float64, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = panics.Error(cause)
		}
	}()
	return t.game.Score(ctx, a, seed)
}
