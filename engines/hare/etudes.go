package hare

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
)

const (
	defaultGames = 5
	// firstPly and lastPly limit the number of plies per player before a position that may become
	// an etude (a position labelled with the player who should win): at least firstPly, and less
	// than lastPly.
	firstPly, lastPly = 2, 24
	// loosePlies is the number of plies per player at the beginning of a game in which many moves
	// are random, so that games differ.
	loosePlies = 3
	// attempts limits how many positions are drawn to find one with a clear winner. Positions
	// without a clear winner are discarded.
	attempts = 1000
	// guardOfEtudes is the value of the setting guard in all games for etudes: the largest number
	// of plies per player. If a game reaches this number, the places on the track decide it.
	guardOfEtudes = "100"
)

const mostEtudes = 10_000_000

// etudeOptions replaces zero values of options by defaults. It returns an error for values out of
// range.
func etudeOptions(o training.EtudeOptions) (training.EtudeOptions, error) {
	if o.Seats == 0 {
		o.Seats = minSeats
	}
	if o.Games == 0 {
		o.Games = defaultGames
	}
	return o, errors.Join(
		keys.Within(1, mostEtudes).Check("count", float64(o.Count)),
		keys.Within(minSeats, maxSeats).Check("seats", float64(o.Seats)),
		keys.AtLeast(1).Check("games", float64(o.Games)),
	)
}

// makeEtudes makes etudes: positions labelled with the player who should win. A position comes from
// a game of weak players that stops at a random ply. Strong players then play several games from
// it. The label is the player who wins more than half of them; positions without such a player are
// discarded. All positions differ. A larger o.Count only adds etudes at the end of the list.
func makeEtudes(ctx context.Context, e *engine, o training.EtudeOptions) ([]training.Etude, error) {
	o, err := etudeOptions(o)
	if err != nil {
		return nil, err
	}
	out := make([]drawn, o.Count)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu         sync.Mutex
		next, done int
		wait       sync.WaitGroup
	)
	claim := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	for range min(max(o.Workers, 1), o.Count) {
		maker, err := newEtudeMaker(e, o)
		if err != nil {
			return nil, err
		}
		wait.Go(func() {
			for i := claim(); i < o.Count && ctx.Err() == nil; i = claim() {
				d, err := maker.make(ctx, uint64(i), 0)
				if err != nil {
					cancel(err)
					return
				}
				out[i] = d
				mu.Lock()
				if done++; o.Progress != nil {
					o.Progress(done, o.Count)
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return distinct(ctx, e, o, out)
}

// distinct returns etudes (labelled positions) without repeated positions. It replaces each
// position that has occurred before by a newly drawn one.
func distinct(ctx context.Context, e *engine, o training.EtudeOptions, made []drawn) ([]training.Etude, error) {
	maker, err := newEtudeMaker(e, o)
	if err != nil {
		return nil, err
	}
	out := make([]training.Etude, len(made))
	seen := make(map[string]bool, len(made))
	for i, d := range made {
		for seen[d.etude.Position] {
			if d, err = maker.make(ctx, uint64(i), d.attempt+1); err != nil {
				return nil, err
			}
		}
		seen[d.etude.Position] = true
		out[i] = d.etude
	}
	return out, nil
}

// drawn is an etude, a labelled position, with the number of the draw that led to it. Draws before
// it gave no clear winner or a position that another etude has.
type drawn struct {
	etude   training.Etude
	attempt uint64
}

type etudeMaker struct {
	o      training.EtudeOptions
	engine *engine
	weak   []*player // of depths 1 and 2
	strong *player
	depth  string
}

func newEtudeMaker(e *engine, o training.EtudeOptions) (*etudeMaker, error) {
	with, err := e.With(engines.Settings{"guard": guardOfEtudes})
	if err != nil {
		return nil, err
	}
	e = with.(*engine)
	m := &etudeMaker{o: o, engine: e}
	settings := engines.Settings{"depth": "6", "rule": "rel", "hares": haresPenalty}
	for name, v := range o.Label {
		settings[name] = v
	}
	m.depth = settings["depth"]
	if m.strong, err = e.player(engines.Agent{Settings: settings}); err != nil {
		return nil, err
	}
	for _, depth := range []string{"1", "2"} {
		p, err := e.player(engines.Agent{Settings: engines.Settings{"depth": depth, "rule": "rel", "hares": haresNone, "width": "0"}})
		if err != nil {
			return nil, err
		}
		m.weak = append(m.weak, p)
	}
	return m, nil
}

// make returns the etude (labelled position) with the given index, counted from 0. It draws
// positions until one has a clear winner. attempt is the number of the first draw to try.
func (m *etudeMaker) make(ctx context.Context, index, attempt uint64) (drawn, error) {
	for ; attempt < attempts; attempt++ {
		seed := engines.Seed(m.o.Seed, engines.Purpose("hare etude"), index, attempt)
		position, err := m.draw(ctx, seed)
		if err != nil {
			return drawn{}, err
		}
		if position == "" {
			continue
		}
		winner, won, err := m.judge(ctx, position, seed)
		if err != nil {
			return drawn{}, err
		}
		if 2*won > m.o.Games {
			comment := fmt.Sprintf("k=%d depth=%s share=%.2f", m.o.Games, m.depth, float64(won)/float64(m.o.Games))
			return drawn{training.Etude{Position: position, Winner: winner, Comment: comment}, attempt}, nil
		}
	}
	return drawn{}, fmt.Errorf("etude %d: no new position with a clear winner in %d attempts", index+1, attempts)
}

// draw plays a game of weak players to a random ply and returns the position as text. The player to
// move has seat 1 in it. draw returns "" if a player finishes before that ply.
func (m *etudeMaker) draw(ctx context.Context, seed uint64) (string, error) {
	g, err := m.engine.NewGame(m.o.Seats, seed)
	if err != nil {
		return "", err
	}
	t := g.(*table)
	r := engines.Rand(engines.Seed(seed, engines.Purpose("play")))
	last := firstPly*m.o.Seats + r.IntN((lastPly-firstPly)*m.o.Seats)
	for ply := 0; t.state.finished == 0; ply++ {
		if ply == last {
			return formatFields(&t.state), nil
		}
		errs := 8
		if ply < loosePlies*m.o.Seats {
			errs = 2
		}
		move, err := m.weakMove(ctx, t, r, errs)
		if err != nil {
			return "", err
		}
		if err := t.Apply(move); err != nil {
			return "", err
		}
	}
	return "", nil
}

// weakMove returns a move for the player to move: a random move with probability 1/errs, and
// otherwise the choice of a player with a shallow search.
func (m *etudeMaker) weakMove(ctx context.Context, t *table, r *rand.Rand, errs int) (engines.Move, error) {
	if r.IntN(errs) == 0 {
		moves := t.Moves(nil)
		return moves[r.IntN(len(moves))], nil
	}
	return m.weak[r.IntN(len(m.weak))].Choose(ctx, t)
}

// judge plays several games from a position. It returns the seat of the player who wins most of
// them, and the number of games that this player won.
func (m *etudeMaker) judge(ctx context.Context, position string, seed uint64) (winner, won int, err error) {
	players := slices.Repeat([]engines.Player{m.strong}, m.o.Seats)
	wins := make([]int, m.o.Seats)
	for k := range m.o.Games {
		game := engines.Seed(seed, engines.Purpose("label"), uint64(k))
		g, err := m.engine.ParseGame(position, game)
		if err != nil {
			return 0, 0, err
		}
		r, err := engines.Referee(ctx, g, engines.WithChance, players, game)
		switch {
		case err != nil:
			return 0, 0, err
		case r.Forfeit != nil:
			return 0, 0, errors.New(r.Forfeit.Reason)
		}
		for seat := range wins {
			if r.Outcome.Place(seat) == 1 {
				wins[seat]++
			}
		}
	}
	for seat, n := range wins {
		if n > won {
			winner, won = seat, n
		}
	}
	return winner, won, nil
}

//go:embed etudes/*.csv
var etudeSets embed.FS

// etudeFiles returns the files of etudes that ship with the game: positions labelled with the
// player who should win.
func etudeFiles() fs.FS {
	files, err := fs.Sub(etudeSets, "etudes")
	if err != nil {
		panic(err) // the path is constant
	}
	return files
}
