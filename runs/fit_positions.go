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

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
)

// positions provides the positions with known outcomes that a fit learns from.
type positions struct {
	r     *Resolved
	space engines.Space // weights, followed by a constant term if the evaluation has one

	fromFile *fit.Data      // positions of a file; nil for other sources
	stored   []fit.Game     // games of a stored run, for the source run:RUN
	player   engines.Engine // engine on which the stored games were played
}

// newPositions opens the source of positions that the config names: self-play, a stored run or a
// file.
func newPositions(ctx context.Context, r *Resolved, m *mistakes) (*positions, error) {
	p := &positions{r: r, space: r.Space}
	linear := r.fit.table != nil
	if l, ok := engines.AsHeuristic[engines.Linear](r.Engine); ok {
		if g, err := r.Engine.NewGame(r.Seats, r.Config.Seed); err == nil {
			_, err = l.Features(g)
			linear = err == nil
		}
	}
	if _, ok := engines.AsHeuristic[training.MoveComparer](r.Engine); ok {
		linear = true
	}
	if !linear { // what the weights do not move has a column of its own
		p.space = append(append(engines.Space(nil), r.Space...), engines.Weight{Name: "rest", Min: 1, Max: 1, Default: 1, Kind: engines.Fixed})
	}
	run, ofRun := strings.CutPrefix(r.fit.options.From, "run:")
	switch {
	case r.fit.options.From == selfPlay:
		return p, p.probe(ctx, m)
	case ofRun:
		return p, p.openRun(ctx, run)
	}
	return p, p.openFile(m)
}

// probe returns an error if a fit cannot learn from positions of the game, and adds this error to
// m, the mistakes in the config. It is called before the run is stored.
func (p *positions) probe(ctx context.Context, m *mistakes) error {
	games := p.common(nil)
	games.Count = 0
	_, err := fit.Collect(ctx, games, p.r.fit.options.Options)
	if _, ok := errors.AsType[*keys.KeyError](err); ok {
		m.add("strategy", err)
		return m.err()
	}
	if err != nil {
		return m.fail("engine.name", fmt.Errorf("%s: %w", p.r.Engine.Spec().Name, err))
	}
	return nil
}

// common returns options that apply to all sources of positions, such as openings, filter and seed.
// The caller adds the games. A nonlinear evaluation is replaced by its linear approximation near
// the weight vector at; nil means the start weights.
func (p *positions) common(at engines.Weights) fit.Games {
	if at == nil {
		at = p.r.startWeights()
	}
	return fit.Games{
		Engine: p.r.Engine, Player: p.player, Openings: p.r.openings(), Seats: p.r.Seats, Weights: at,
		Filter: p.r.fit.filter, Stage: p.r.fit.stage,
		Seed: engines.Seed(p.r.Config.Seed, engines.Purpose("fit")),
	}
}

// extend returns w with a weight of 1 appended for the constant term of the evaluation. It returns
// w unchanged if the evaluation has no constant term.
func (p *positions) extend(w engines.Weights) engines.Weights {
	if len(p.space) == len(w) {
		return w
	}
	return append(append(engines.Weights(nil), w...), 1)
}

// fixed reports whether the positions come from a file or a stored run, so that they do not
// depend on the weights.
func (p *positions) fixed() bool { return p.r.fit.options.From != selfPlay }

func (p *positions) games(round int) int {
	if p.fixed() {
		return len(p.stored)
	}
	if p.r.fit.options.staged() {
		return p.r.fit.options.Stages[round-1].Games
	}
	total, rounds := p.r.Config.Budget.Games, p.r.Config.Budget.Rounds
	return total*round/rounds - total*(round-1)/rounds
}

// collect returns the positions of a round. before is the result of the previous round, or the zero
// value in the first round.
func (p *positions) collect(ctx context.Context, round int, before fitted) (fit.Data, error) {
	if p.fromFile != nil {
		return *p.fromFile, nil
	}
	if p.stored != nil {
		games := p.common(nil)
		games.Count, games.Game = len(p.stored), func(i int) fit.Game { return p.stored[i] }
		return fit.Collect(ctx, games, p.r.fit.options.Options)
	}
	weights := p.r.startWeights()
	if round > 1 {
		weights = before.weights
	}
	games := p.common(weights)
	for earlier := 1; earlier < round; earlier++ {
		games.First += int32(p.games(earlier))
	}
	field := []engines.Agent{{Name: selfName, Weights: weights, Settings: p.r.fit.options.playersOf(round, before.table)}}
	if round == 1 && len(p.r.Opponents) > 0 {
		field = p.r.Opponents
	}
	seats := p.seating(field)
	games.Count = p.games(round)
	games.Game = func(i int) fit.Game {
		number := uint64(games.First) + uint64(i)
		g := fit.Game{Seats: seats(number), Seed: engines.Seed(games.Seed, engines.Purpose("games"), number)}
		if most := p.r.fit.options.Explore; most > 0 {
			g.Explore = int(engines.Seed(g.Seed, engines.Purpose("explore")) % uint64(most+1))
		}
		return g
	}
	return fit.Collect(ctx, games, p.r.fit.options.Options)
}

// selfName is the name of the agent with the fitted weights in the games of self-play from which a
// fit learns.
const selfName = "self"

// seating returns a function that draws a random agent from field for every seat of a game. If the
// weights of the game compare moves ([training.MoveComparer]), the weights of the agent selfName
// are also changed at random; see [positions.vary].
func (p *positions) seating(field []engines.Agent) func(game uint64) []engines.Agent {
	return func(game uint64) []engines.Agent {
		rng := engines.PCG(engines.Seed(p.r.Config.Seed, engines.Purpose("seating"), game))
		seats := make([]engines.Agent, p.r.Seats)
		for i := range seats {
			seats[i] = field[rng.Uint64()%uint64(len(field))]
			if _, ok := engines.AsHeuristic[training.MoveComparer](p.r.Engine); ok && seats[i].Name == selfName {
				seats[i].Weights = p.vary(seats[i].Weights, engines.Seed(p.r.Config.Seed, engines.Purpose("variation"), game, uint64(i)))
			}
		}
		return seats
	}
}

// variation is the standard deviation of the random changes of weights by [positions.vary], as a
// fraction of a weight's range.
const variation = 0.2

// vary returns a copy of w in which every free weight is changed at random, within its range.
func (p *positions) vary(w engines.Weights, seed uint64) engines.Weights {
	rng := engines.Rand(seed)
	out := append(engines.Weights(nil), w...)
	for j, weight := range p.space[:len(out)] {
		if weight.Free() {
			out[j] = min(max(out[j]+variation*(weight.Max-weight.Min)*rng.NormFloat64(), weight.Min), weight.Max)
		}
	}
	return p.space[:len(out)].Snap(out)
}

// openFile opens a file of positions with known outcomes. Positions are read from the disk one at
// a time.
func (p *positions) openFile(m *mistakes) error {
	name := p.r.fit.options.From
	in, err := openPositions(name)
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return m.fail("strategy.from", fmt.Errorf("%s: %w (have %s, run:RUN, a file)", cmp.Or(name, `""`), err, selfPlay))
	}
	defer func() { _ = in.Close() }()
	file := p.r.fit.options.file()
	read := func(each func(training.Sample) error) error {
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return training.ReadSamples(p.r.Engine, file, in, each)
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
	case p.r.Config.Engine.Seats != 0 && p.r.Config.Engine.Seats != seats:
		return mistakef("%s: positions of %d seats, engine.seats is %d", name, seats, p.r.Config.Engine.Seats)
	}
	p.r.Seats = seats
	omitted := make(map[training.Omission]int)
	first := make(map[training.Omission]int) // lines
	file.Omitted = func(line int, reason training.Omission) {
		if omitted[reason]++; omitted[reason] == 1 {
			first[reason] = line
		}
	}
	judged, err := fit.Judge(p.common(nil), read, p.r.fit.options.Options)
	if key, ok := errors.AsType[*keys.KeyError](err); ok {
		return m.fail("strategy."+key.Path, fmt.Errorf("%w (%s)", key.Err, name))
	}
	if err == nil {
		err = judged.CheckTargets()
	}
	if err != nil {
		return mistake(inFile(name, err))
	}
	p.fromFile = &judged
	for _, o := range omissions {
		if n := omitted[o.reason]; n > 0 {
			p.r.Notes = append(p.r.Notes, fmt.Sprintf("%s: %s %s, because %s; the first in line %d", name, plural(n, o.one, o.many), o.loss, o.reason, first[o.reason]))
		}
	}
	return nil
}

// omissions lists the reasons for which a part of a file of positions is not used, in the order of
// the notes about them. one and many are the singular and the plural of the noun that a note
// counts, and loss states what happened to the counted parts.
var omissions = []struct {
	reason          training.Omission
	one, many, loss string
}{
	{training.GameOver, "position", "positions", "left out"},
	{training.NoResult, "position", "positions", "left out"},
	{training.NullMove, "game", "games", "read only in part"},
	{training.OtherBoard, "game", "games", "left out"},
}

// openPositions opens a file that can be read several times. A pipe, or another file that is not
// regular, is read into memory.
func openPositions(name string) (io.ReadSeekCloser, error) {
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() {
		return os.Open(name)
	}
	data, err := files.Read(name)
	return inMemory{bytes.NewReader(data)}, err
}

// inMemory is a file with its contents in memory.
type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// errSeats stops the reading of a file after its first position, which shows the number of seats.
var errSeats = errors.New("the first position is known")

// openRun lists the games of a stored run from which positions are taken, up to the number of games
// in the budget. It returns an error if the run has another game or another number of seats.
func (p *positions) openRun(ctx context.Context, id string) error {
	store, err := OpenReadOnly(p.r.store)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(ctx, id)
	if err != nil {
		return err
	}
	if rec.Engine != p.r.Engine.Spec().Name {
		return mistakef("run %s is of %s, not of %s", rec.ID, rec.Engine, p.r.Engine.Spec().Name)
	}
	p.r.fit.options.From = "run:" + rec.ID
	if HasPrograms(rec.Summary) {
		return mistakef("run %s: external programs play its games, and a fit starts none", rec.ID)
	}
	played, err := gameOfRun(ctx, p.r.catalog, rec, Options{Store: p.r.store})
	if err != nil {
		return err
	}
	if played.Seats != p.r.Seats {
		return mistakef("run %s has games of %d seats, not of %d", rec.ID, played.Seats, p.r.Seats)
	}
	p.player, p.r.Config.Openings = played.Engine, played.Config.Openings
	return p.readGames(ctx, store, rec)
}

// readGames reads the games of a stored run from the store into the list of games to sample from: first
// those of its rounds, then those of its tournament or verification.
func (p *positions) readGames(ctx context.Context, store *results.Store, rec results.Record) error {
	for _, round := range playedRounds(rec) {
		field, err := store.Field(ctx, rec.ID, round)
		if err != nil {
			return err
		}
		for r, err := range store.Pairings(ctx, rec.ID, round) {
			if err != nil {
				return err
			}
			for g, played := range r.Games {
				if most := p.r.Config.Budget.Games; most > 0 && len(p.stored) == most {
					return nil
				}
				if played.Forfeit != nil {
					continue
				}
				game := fit.Game{Seed: r.Pairing.Seed, Outcome: played.Outcome, Known: true}
				for seat := range r.Pairing.Seats() {
					game.Seats = append(game.Seats, field[r.Pairing.Seat(g, seat)])
				}
				p.stored = append(p.stored, game)
			}
		}
	}
	if len(p.stored) == 0 {
		return mistakef("run %s has no games", rec.ID)
	}
	return nil
}

// playersOf returns the settings with which the agents play in a round of self-play. If the round's
// stage in o.Stages has settings, these are combined with table, which takes precedence. table
// contains the settings with the previously fitted table of values.
func (o FitOptions) playersOf(round int, table engines.Settings) engines.Settings {
	if !o.staged() || len(o.Stages[round-1].Settings) == 0 {
		return table
	}
	return overlay(configs.Settings(o.Stages[round-1].Settings), table)
}
