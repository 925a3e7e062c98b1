package goban

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/goban/internal/board"
)

// These are the indices of the weights in the space.
const (
	capture = iota
	escape
	near
	hane
	cut
	side
	selfAtari
	firstLine
	amaf
	explore
)

// space describes the weights of the player. The field Doc of each names its unit.
var space = engines.Space{
	{Name: "capture", Min: 0, Max: 50, Default: 5, Doc: "how much likelier than all moves elsewhere a random game captures the chain of the last move"},
	{Name: "escape", Min: 0, Max: 50, Default: 3, Doc: "the same, extends an own chain that the last move put in atari"},
	{Name: "near", Min: 0, Max: 10, Default: 0.2, Doc: "the same, plays one of the eight points around the last move, each"},
	{Name: "hane", Min: 0, Max: 10, Default: 1, Doc: "added to near where a stone turns around the opponent's"},
	{Name: "cut", Min: 0, Max: 10, Default: 1, Doc: "added to near where a stone separates the opponent's"},
	{Name: "side", Min: 0, Max: 10, Default: 1, Doc: "added to near where a stone does either at the edge"},
	{Name: "self_atari", Min: 0, Max: 1, Default: 0.2, Doc: "probability to accept a random move that leaves its chain one liberty"},
	{Name: "first_line", Min: 0, Max: 1, Default: 0.3, Doc: "probability to accept a random move at the edge that touches no stone"},
	{Name: "amaf", Min: 0, Max: 500, Default: 50, Doc: "random games of a move from which on its own results count more than those of games in which it was played later"},
	{Name: "explore", Min: 0, Max: 2, Default: 0.2, Doc: "how much a move is preferred that was tried less often"},
}

// uniform returns weights with which random games choose all moves with almost equal probability.
func uniform() engines.Weights {
	w := space.Default()
	for _, i := range []int{capture, escape, near, hane, cut, side} {
		w[i] = 0
	}
	w[selfAtari], w[firstLine] = 1, 1
	return w
}

// player is the built-in player. It plays random games and makes the move that was tried most.
type player struct {
	weights  engines.Weights
	playouts int
	games    *board.Playout
	pcg      rand.PCG
	seed     uint64
	seat     int
	root     board.Board
	after    board.Board // after a candidate
	tries    []candidate
}

var _ engines.Starter = (*player)(nil)

// candidate is a move with the results of the random games that tried it. A won game counts 1, and
// a drawn game 1/2.
type candidate struct {
	move           engines.Move
	games, won     float64 // random games that began with the move, and the wins among them
	later, wonThen float64 // random games in which the side was the first to play on the point of the move, and the wins among them
}

func newPlayer(w engines.Weights, playouts int) *player {
	p := &player{weights: w, playouts: playouts}
	policy := board.Policy{
		Capture: w[capture], Escape: w[escape], Near: w[near], SelfAtari: w[selfAtari], FirstLine: w[firstLine],
	}
	policy.Pattern[board.Hane], policy.Pattern[board.Cut], policy.Pattern[board.Side] = w[hane], w[cut], w[side]
	p.games = board.NewPlayout(policy, rand.New(&p.pcg))
	return p
}

// Start stores the seed of the game.
func (p *player) Start(_ context.Context, s engines.Seating) error {
	p.seed, p.seat = s.Seed, s.Seat
	return nil
}

// purpose is the label that separates the seeds of random games from all other seeds derived from
// the same game; see [engines.Seed].
var purpose = engines.Purpose("go playouts")

// contextEvery is the number of random games after which a search checks its context.
const contextEvery = 16

// Choose plays random games from every candidate move and returns the move that was tried most. It
// passes at once if every legal move fills an own eye, or if the opponent has passed and the player
// is ahead. If the player is ahead and the opponent has not passed, passing is one of the
// candidates.
func (p *player) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	g, err := gameOf(pos)
	switch {
	case err != nil:
		return 0, err
	case g.Over():
		return 0, errors.New("the game is over")
	}
	now := g.Outcome() // if the game ended now
	wins := now.Place(g.turn) == 1 && !now.Drawn()
	if p.prepare(g); len(p.tries) == 0 || wins && g.passes == 1 {
		return g.pass(), ctx.Err()
	}
	if wins {
		p.tries = append(p.tries, candidate{move: g.pass()})
	}
	p.pcg = engines.PCG(engines.Seed(p.seed, purpose, uint64(p.seat), uint64(len(g.moves))))
	for n := range p.playouts {
		if n%contextEvery == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		p.try(g, &p.tries[p.best(n)])
	}
	most := 0
	for i := range p.tries {
		if p.tries[i].games > p.tries[most].games {
			most = i
		}
	}
	return p.tries[most].move, nil
}

// prepare lists the candidates: the legal moves that fill no eye of their side.
func (p *player) prepare(g *game) {
	p.root.CopyFrom(&g.at)
	p.root.Tidy()
	p.tries = p.tries[:0]
	for m := range g.pass() {
		if g.allows(m) && !p.root.IsEye(board.Point(m), colours[g.turn]) {
			p.tries = append(p.tries, candidate{move: m})
		}
	}
}

// best returns the index of the candidate to try next, by an upper confidence bound. It prefers
// candidates with a high value and candidates with few games. n is the number of random games so
// far.
func (p *player) best(n int) int {
	best, value := 0, math.Inf(-1)
	spread := p.weights[explore] * math.Sqrt(elementary.Log(float64(n+1)))
	for i := range p.tries {
		if v := p.value(&p.tries[i]) + spread/math.Sqrt(p.tries[i].games+1); v > value {
			best, value = i, v
		}
	}
	return best
}

// value returns the expected result of a candidate, from 0 to 1. It is a weighted mean over two
// kinds of random games: those that began with the move, and those in which the move came later
// (the AMAF heuristic). The weight of the second kind falls with the number of games of the first
// kind.
func (p *player) value(c *candidate) float64 {
	const prior = 1 // drawn games that are added to both
	own := (c.won + prior/2.0) / (c.games + prior)
	then := (c.wonThen + prior/2.0) / (c.later + prior)
	share := math.Sqrt(p.weights[amaf] / (float64(3*c.games) + p.weights[amaf] + 1e-9))
	return float64(share*then) + float64((1-share)*own)
}

// try plays a random game that begins with a candidate move, and stores its result.
func (p *player) try(g *game, c *candidate) {
	colour := colours[g.turn]
	p.after.CopyFrom(&p.root)
	last := board.Point(-1)
	if c.move != g.pass() {
		last = board.Point(c.move)
		p.after.Play(last, colour)
	}
	ahead := float64(p.games.Run(&p.after, colour.Other(), last)) - g.table.komi
	if colour == board.White {
		ahead = -ahead
	}
	result := 0.5
	switch {
	case ahead > 0:
		result = 1
	case ahead < 0:
		result = 0
	}
	c.games++
	c.won += result
	for i := range p.tries {
		t := &p.tries[i]
		if t == c || t.move != g.pass() && p.games.WasFirst(board.Point(t.move), colour) {
			t.later++
			t.wonThen += result
		}
	}
}
