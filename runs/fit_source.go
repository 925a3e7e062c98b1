package runs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
)

// source is where the positions of a fit come from.
type source struct {
	*fitter
	space engines.Space // of the columns that belong to weights

	judged *fit.Data      // of a file
	stored []fit.Game     // of a run
	player engines.Engine // that the run's games were played on
}

// newSource opens what the config names.
func (f *fitter) newSource(ctx context.Context) (*source, error) {
	s := &source{fitter: f, space: f.space}
	linear := f.table != nil
	if l, ok := engines.AsHeuristic[engines.Linear](f.engine); ok {
		if g, err := f.engine.NewGame(f.seats, f.config.Seed); err == nil {
			_, err = l.Features(g)
			linear = err == nil
		}
	}
	if _, ok := engines.AsHeuristic[training.MoveComparer](f.engine); ok {
		linear = true
	}
	if !linear { // what the weights do not move has a column of its own
		s.space = append(append(engines.Space(nil), f.space...), engines.Weight{Name: "rest", Min: 1, Max: 1, Default: 1, Kind: engines.Fixed})
	}
	run, ofRun := strings.CutPrefix(f.fit.From, "run:")
	switch {
	case f.fit.From == selfPlay:
		return s, s.probe(ctx)
	case ofRun:
		return s, s.openRun(ctx, run)
	}
	return s, s.openFile()
}

// probe finds out before anything is stored whether the game has what a fit
// needs.
func (s *source) probe(ctx context.Context) error {
	games := s.common(nil)
	games.Count = 0
	_, err := fit.Collect(ctx, games, s.fit.Options)
	if key := (*keys.KeyError)(nil); errors.As(err, &key) {
		s.wrong("strategy", err)
		return s.checked()
	}
	if err != nil {
		return mistakef("%s: %w", s.engine.Spec().Name, err)
	}
	return nil
}

// common is what all games of the source have in common.
func (s *source) common(at engines.Weights) fit.Games {
	if at == nil {
		at = s.startWeights()
	}
	return fit.Games{
		Engine: s.engine, Player: s.player, Openings: s.openings(), Seats: s.seats, Weights: at,
		Seed: engines.Seed(s.config.Seed, engines.Purpose("fit")),
	}
}

// extend adds the weight of what the weights do not move.
func (s *source) extend(w engines.Weights) engines.Weights {
	if len(s.space) == len(w) {
		return w
	}
	return append(append(engines.Weights(nil), w...), 1)
}

// fixed reports whether the positions do not depend on the weights.
func (s *source) fixed() bool { return s.fit.From != selfPlay }

// games is the number of games that a round plays.
func (s *source) games(round int) int {
	if s.fixed() {
		return len(s.stored)
	}
	if s.staged() {
		return s.fit.Stages[round-1].Games
	}
	total, rounds := s.config.Budget.Games, s.config.Budget.Rounds
	return total*round/rounds - total*(round-1)/rounds
}

// collect returns the positions of a round.
func (s *source) collect(ctx context.Context, round int) (fit.Data, error) {
	if s.judged != nil {
		return *s.judged, nil
	}
	if s.stored != nil {
		games := s.common(nil)
		games.Count, games.Game = len(s.stored), func(i int) fit.Game { return s.stored[i] }
		return fit.Collect(ctx, games, s.fit.Options)
	}
	weights := s.startWeights()
	if round > 1 {
		weights = s.done.Weights[round-2]
	}
	games := s.common(weights)
	for earlier := 1; earlier < round; earlier++ {
		games.First += int32(s.games(earlier))
	}
	field := []engines.Agent{{Name: selfName, Weights: weights, Settings: s.playersOf(round)}}
	if round == 1 && len(s.players) > 0 {
		field = s.players
	}
	seats := s.seating(field)
	games.Count = s.games(round)
	games.Game = func(i int) fit.Game {
		number := uint64(games.First) + uint64(i)
		g := fit.Game{Seats: seats(number), Seed: engines.Seed(games.Seed, engines.Purpose("games"), number)}
		if most := s.fit.Explore; most > 0 {
			g.Explore = int(engines.Seed(g.Seed, engines.Purpose("explore")) % uint64(most+1))
		}
		return g
	}
	return fit.Collect(ctx, games, s.fit.Options)
}

// selfName is the agent of self-play.
const selfName = "self"

// seating says who of a field plays a game: drawn for every seat.
func (s *source) seating(field []engines.Agent) func(game uint64) []engines.Agent {
	return func(game uint64) []engines.Agent {
		rng := engines.PCG(engines.Seed(s.config.Seed, engines.Purpose("seating"), game))
		seats := make([]engines.Agent, s.seats)
		for i := range seats {
			seats[i] = field[rng.Uint64()%uint64(len(field))]
			if _, ok := engines.AsHeuristic[training.MoveComparer](s.engine); ok && seats[i].Name == selfName {
				seats[i].Weights = s.varied(seats[i].Weights, engines.Seed(s.config.Seed, engines.Purpose("variation"), game, uint64(i)))
			}
		}
		return seats
	}
}

// variation is the standard deviation of the weights of players that compare moves, as a
// share of a weight's range. Only where players choose otherwise in like positions do
// games tell what a choice is worth.
const variation = 0.2

// varied draws weights about some.
func (s *source) varied(w engines.Weights, seed uint64) engines.Weights {
	rng := engines.Rand(seed)
	out := append(engines.Weights(nil), w...)
	for j, weight := range s.space[:len(out)] {
		if weight.Free() {
			out[j] = min(max(out[j]+variation*(weight.Max-weight.Min)*rng.NormFloat64(), weight.Min), weight.Max)
		}
	}
	return s.space[:len(out)].Snap(out)
}

// openFile reads positions with known outcomes, from the disk one after the other.
func (s *source) openFile() error {
	name := s.fit.From
	in, err := openPositions(name)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return s.refused("strategy.from", fmt.Errorf("%s: %w (have %s, run:RUN, a file)", cmp.Or(name, `""`), err, selfPlay))
	}
	defer func() { _ = in.Close() }()
	file := training.SampleFile{Name: name, Table: s.fit.table()}
	read := func(each func(training.Sample) error) error {
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return training.ReadSamples(s.engine, file, in, each)
	}
	seats := 0
	err = read(func(j training.Sample) error {
		seats = j.Position.Seats()
		return errSeats
	})
	switch {
	case err != nil && !errors.Is(err, errSeats):
		return mistake(inFile(name, err))
	case seats == 0:
		return mistakef("%s: there is no position in it", name)
	case s.config.Engine.Seats != 0 && s.config.Engine.Seats != seats:
		return mistakef("%s: positions of %d seats, engine.seats is %d", name, seats, s.config.Engine.Seats)
	}
	s.seats = seats
	judged, err := fit.Judge(s.common(nil), read, s.fit.Options)
	if key := (*keys.KeyError)(nil); errors.As(err, &key) {
		return s.refused("strategy."+key.Path, fmt.Errorf("%w (%s)", key.Err, name))
	}
	if err == nil {
		err = judged.Telling()
	}
	if err != nil {
		return mistake(inFile(name, err))
	}
	s.judged = &judged
	return nil
}

// openPositions opens a file that is read several times. What is no regular file, such as
// a pipe, is read once and kept.
func openPositions(name string) (io.ReadSeekCloser, error) {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() {
		return os.Open(name)
	}
	data, err := files.Read(name)
	return inMemory{bytes.NewReader(data)}, err
}

// inMemory is a file that was read.
type inMemory struct{ *bytes.Reader }

// Close does nothing.
func (inMemory) Close() error { return nil }

// errSeats ends the reading of a file at its first position, which says how many seats
// there are.
var errSeats = errors.New("the first position is known")

// openRun reads which games a stored run has played, up to the budget's number.
func (s *source) openRun(ctx context.Context, id string) error {
	store, err := results.OpenReadOnly(s.setup.store)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(ctx, id)
	if err != nil {
		return err
	}
	if rec.Engine != s.engine.Spec().Name {
		return mistakef("run %s is of %s, not of %s", rec.ID, rec.Engine, s.engine.Spec().Name)
	}
	s.fit.From, s.options = "run:"+rec.ID, s.fit
	doc, err := s.catalog.Configs().Parse([]byte(rec.Config), "run "+rec.ID, nil)
	if err != nil {
		return err
	}
	played, err := s.catalog.ready(ctx, doc, Options{Store: s.setup.store})
	if err != nil {
		return err
	}
	if played.seats != s.seats {
		return mistakef("run %s has games of %d seats, not of %d", rec.ID, played.seats, s.seats)
	}
	s.player, s.config.Openings = played.engine, played.config.Openings
	return s.readGames(ctx, store, rec)
}

// readGames lists the games of a run: those of its rounds, then those of its
// tournament or verification.
func (s *source) readGames(ctx context.Context, store *results.Store, rec results.Record) error {
	for round := range rec.Rounds + 1 {
		round = (round + 1) % (rec.Rounds + 1) // 0 comes last
		field, err := store.Field(ctx, rec.ID, round)
		if err != nil {
			return err
		}
		list := store.Pairings(ctx, rec.ID, round)
		if round == 0 {
			list = store.Clusters(ctx, rec.ID)
		}
		for r, err := range list {
			if err != nil {
				return err
			}
			for g, played := range r.Games {
				if most := s.config.Budget.Games; most > 0 && len(s.stored) == most {
					return nil
				}
				if played.Forfeit != nil {
					continue
				}
				game := fit.Game{Seed: r.Pairing.Seed, Outcome: played.Outcome, Known: true}
				for seat := range r.Pairing.Seats() {
					game.Seats = append(game.Seats, field[r.Pairing.Seat(g, seat)])
				}
				s.stored = append(s.stored, game)
			}
		}
	}
	if len(s.stored) == 0 {
		return mistakef("run %s has no games", rec.ID)
	}
	return nil
}
