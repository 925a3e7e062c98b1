package deals

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Supply is the number of different openings of a game, counted or estimated.
type Supply struct {
	// Openings is the number of different positions in which agents may choose their first move,
	// or 0 if the number could not be determined.
	Openings int `json:"openings" doc:"number of different openings; 0 if unknown"`
	// Exact states that the openings were counted. Otherwise Openings is an estimate.
	Exact bool `json:"exact" doc:"false if the number is an estimate"`
	// More states that Openings is a lower limit: the count stopped at the wanted number of
	// openings, or no two openings in a sample were equal.
	More bool `json:"more,omitempty" doc:"whether there are more than openings"`
}

// String returns the number in a form for people, such as "64", "about 41000" or "more than
// 300000".
func (s Supply) String() string {
	switch {
	case s.Exact:
		return fmt.Sprint(s.Openings)
	case s.Openings == 0:
		return "an unknown number of"
	case s.More:
		return fmt.Sprint("more than ", rounded(s.Openings))
	}
	return fmt.Sprint("about ", rounded(s.Openings))
}

// rounded returns n rounded to two significant digits: 1280 becomes 1300.
func rounded(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}

// Below reports whether the game has fewer than n openings, as counted or estimated. It returns false
// if the number is unknown or a lower limit.
func (s Supply) Below(n int) bool { return s.Openings > 0 && !s.More && s.Openings < n }

// These constants bound the work of counting openings. They limit moves and not time, so that a
// count is the same on every machine.
const (
	// FullEffort is the largest number of moves that a count may make if the rules run in this
	// process.
	FullEffort = 200_000
	// SmallEffort is the largest number of moves that a count may make if the rules run in
	// another process, which is slower.
	SmallEffort = 2_000
	// startsTried is the number of seeds whose start positions are compared.
	startsTried = 16
	// samplesPerWant determines how many openings are drawn to estimate whether a game has n
	// different ones: the square root of samplesPerWant*n. If the game has exactly n, about 20
	// pairs of the drawn openings are equal.
	samplesPerWant = 40
	// growthDecline is the factor by which the growth of the number of positions is assumed to
	// decline from ply to ply, because different moves lead to equal positions. If the growth
	// declines faster, openings that could have been counted are estimated.
	growthDecline = 0.7
	// gamesTried is the largest number of random games from which the typical length of a game is
	// estimated, as their median.
	gamesTried = 15
	// openingShare limits the number of random moves in an opening: at most one ply for every
	// openingShare plies of a typical game.
	openingShare = 4
)

// CountOpenings returns the number of different openings of a game. The lines of a list of
// openings ([Listed]) are compared one by one. Random moves from one start position are
// enumerated ply by ply, and equal positions are merged. The enumeration may make at most effort
// moves. If it needs more, CountOpenings draws a sample and estimates the number from the pairs
// of equal openings in it. It ends early with the error of ctx.
func CountOpenings(ctx context.Context, e engines.Engine, seats int, o engines.Openings, effort int) (Supply, error) {
	c, err := newCounter(e, seats, effort)
	if err != nil {
		return Supply{}, err
	}
	if d, ok := engines.As[Listed](e); ok && o.RandomPlies == 0 {
		if lines := d.Deals(); lines > 0 && lines <= effort {
			return c.list(ctx, lines)
		}
	}
	alike, err := c.alike()
	if err != nil {
		return Supply{}, err
	}
	if alike {
		for rest := o.RandomPlies; rest > 0 && c.affordable(ctx, rest); rest-- {
			if _, err := c.step(ctx, effort+1); err != nil { // more than the moves that may be made
				return Supply{}, err
			}
		}
		if c.plies == o.RandomPlies {
			return Supply{Openings: len(c.level), Exact: true}, nil
		}
	}
	c.left = effort
	return c.sample(ctx, o, effort)
}

// ChoosePlies determines how many random moves at the start of a game lead to at least want
// different positions. It returns the smallest such number, and the number of positions. It tries
// numbers from 1 to a quarter of the median length of random games. If none of them suffices, it
// returns the one with the most positions. effort bounds the moves that are made to count
// positions; see [FullEffort]. If ctx ends, ChoosePlies returns its error.
func ChoosePlies(ctx context.Context, e engines.Engine, seats, want, effort int) (plies int, s Supply, err error) {
	c, err := newCounter(e, seats, effort)
	if err != nil {
		return 0, s, err
	}
	if _, err := c.alike(); err != nil {
		return 0, s, err
	}
	most, err := c.typical(ctx)
	if err != nil {
		return 0, s, err
	}
	best := 1
	for plies = 1; plies <= max(1, most/openingShare); plies++ {
		var found Supply
		switch enough, err := c.step(ctx, want); {
		case err != nil:
			return 0, s, err
		case enough:
			return plies, Supply{Openings: want, More: true}, nil
		}
		if c.plies == plies {
			found = Supply{Openings: len(c.level), Exact: true}
		} else {
			c.left = effort
			if found, err = c.sample(ctx, engines.Openings{RandomPlies: plies}, want); err != nil {
				return 0, s, err
			}
		}
		if found.Openings > s.Openings { // some games narrow before their ends
			best, s = plies, found
		}
		if s.Openings >= want {
			break
		}
	}
	return best, s, nil
}

// SameStart reports whether a game has the same start position for several seeds.
func SameStart(e engines.Engine, seats int) (bool, error) {
	c, err := newCounter(e, seats, 0)
	if err != nil {
		return false, err
	}
	return c.alike()
}

type counter struct {
	engine engines.Engine
	seats  int
	left   int // moves that may still be made

	// level contains the different positions after a number of plies, in the order in which they
	// were reached. None of these games is over.
	level []engines.Game
	plies int
	moves int // legal moves in all positions of the level before
}

func newCounter(e engines.Engine, seats, effort int) (*counter, error) {
	if seats < 1 || seats > engines.MaxSeats {
		return nil, fmt.Errorf("%d seats, not within 1 to %d", seats, engines.MaxSeats)
	}
	return &counter{engine: e, seats: seats, left: effort}, nil
}

// countSeed returns the seed for a game that is started only for counting openings. The seed is
// the same in every run.
func countSeed(path ...uint64) uint64 {
	return engines.Seed(engines.Purpose("count openings"), path...)
}

func positionHash(g engines.Game) uint64 {
	text := g.String()
	return engines.Seed(engines.Purpose(text), uint64(len(text)))
}

func (c *counter) list(ctx context.Context, lines int) (Supply, error) {
	seen := make(map[uint64]struct{}, lines)
	for n := range lines {
		if ctx.Err() != nil {
			return Supply{}, ctx.Err()
		}
		g, err := c.engine.NewGame(c.seats, Seed(0, uint32(n)))
		if err != nil {
			return Supply{}, err
		}
		seen[positionHash(g)] = struct{}{}
	}
	return Supply{Openings: len(seen), Exact: true}, nil
}

// alike reports whether games from several seeds have the same start position. If so, it stores
// this position in c.level, and the enumeration of random moves can begin there.
func (c *counter) alike() (bool, error) {
	for n := range uint64(startsTried) {
		g, err := c.engine.NewGame(c.seats, countSeed(n))
		if err != nil {
			return false, err
		}
		if n == 0 {
			c.level = []engines.Game{g}
		} else if positionHash(g) != positionHash(c.level[0]) {
			c.level = nil
			return false, nil
		}
	}
	return true, nil
}

// affordable estimates whether the counter has enough moves left to enumerate the positions of the
// given number of further plies. It counts the legal moves at the current ply. It assumes that
// their number grows from ply to ply, by a factor that declines ([growthDecline]). It returns false
// if ctx has ended.
func (c *counter) affordable(ctx context.Context, plies int) bool {
	moves := 0
	var legal []engines.Move
	for _, g := range c.level {
		if ctx.Err() != nil {
			return false
		}
		legal = g.Moves(legal[:0])
		if moves += len(legal); moves > c.left {
			return false
		}
	}
	growth := 1.0
	if c.moves > 0 {
		growth = float64(moves) / float64(c.moves)
	}
	c.moves = moves
	sum, ply := 0.0, float64(moves)
	for range plies {
		sum += ply
		growth *= growthDecline
		ply *= max(1, growth)
	}
	return sum <= float64(c.left)
}

// step advances the enumeration of positions by one ply. It replaces the current positions by all
// different positions one ply later, without those in which the game is over. If it finds at least
// want positions, it stops and returns true. The counter may make a limited number of moves in
// total. When this limit is reached, step drops all positions and returns false, now and in later
// calls. The only error is that of ctx.
func (c *counter) step(ctx context.Context, want int) (enough bool, err error) {
	if c.level == nil {
		return false, nil
	}
	seen := make(map[uint64]struct{}, len(c.level))
	var next []engines.Game
	var legal []engines.Move
	for _, g := range c.level {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		legal = g.Moves(legal[:0])
		if c.left -= len(legal); c.left < 0 {
			c.level = nil
			return false, nil
		}
		for _, m := range slices.Clone(legal) {
			after := g.Clone()
			if after.Apply(m) != nil || after.Over() {
				continue
			}
			h := positionHash(after)
			if _, known := seen[h]; known {
				continue
			}
			seen[h] = struct{}{}
			if next = append(next, after); len(next) >= want {
				c.level, c.plies = next, c.plies+1
				return true, nil
			}
		}
	}
	c.level, c.plies = next, c.plies+1
	return false, nil
}

// sample estimates the number of different openings from the pairs of equal openings in a random
// sample. Among s openings drawn from n equally likely ones, s(s-1)/2n pairs are equal on average.
// If some openings are more likely than others, the estimate is too low. If no pair is equal, it is
// a lower limit.
func (c *counter) sample(ctx context.Context, o engines.Openings, want int) (Supply, error) {
	size := 100
	for size*size < samplesPerWant*want {
		size += size/4 + 1
	}
	size = max(2, min(size, c.left/max(1, o.RandomPlies)))
	times := make(map[uint64]int, size)
	equal := 0
	for n := range size {
		if ctx.Err() != nil {
			return Supply{}, ctx.Err()
		}
		g, _, err := engines.Deal(c.engine, c.seats, countSeed(uint64(n), uint64(o.RandomPlies)), o)
		if err != nil {
			return Supply{}, err
		}
		h := positionHash(g)
		equal += times[h]
		times[h]++
	}
	pairs := size * (size - 1) / 2
	if equal == 0 { // with three pairs expected, none is found once in twenty samples
		return Supply{Openings: pairs / 3, More: true}, nil
	}
	return Supply{Openings: max(len(times), pairs/equal)}, nil
}

// typical returns the median length in plies of some random games.
func (c *counter) typical(ctx context.Context) (int, error) {
	var lengths []int
	var legal []engines.Move
	for n := range uint64(gamesTried) {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		g, err := c.engine.NewGame(c.seats, countSeed(n))
		if err != nil {
			return 0, err
		}
		rng := engines.Rand(countSeed(n, engines.Purpose("typical")))
		plies := 0
		for ; !g.Over() && plies < engines.MaxRandomPlies; plies++ {
			legal = g.Moves(legal[:0])
			if len(legal) == 0 {
				return 0, fmt.Errorf("a game that is not over has no legal move: %s", g)
			}
			if err := g.Apply(legal[rng.IntN(len(legal))]); err != nil {
				return 0, fmt.Errorf("a random game: %w", err)
			}
		}
		lengths = append(lengths, plies)
		if c.left -= plies; c.left < 0 {
			break
		}
	}
	slices.SortFunc(lengths, cmp.Compare[int])
	return lengths[len(lengths)/2], nil
}
