package chess

import (
	"context"
	"errors"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// player is the built-in chess player with the weights and settings of one agent.
type player struct {
	search searcher
	depth  int

	score float64 // of the position before its last move, in centipawns
	known bool    // whether score is valid

	reached int    // depth of the search for its last move
	visited uint64 // positions of that search
}

var (
	_ engines.Player         = (*player)(nil)
	_ engines.SearchReporter = (*player)(nil)
)

// newPlayer returns a player with the given weights and search depth. nodes is the largest number
// of positions to search for a move, or 0 for no limit; depth 1 is always completed. w contains the
// weights of space or, for a player that evaluates threats, of spaceWithThreats.
func newPlayer(w engines.Weights, depth int, nodes uint64) *player {
	p := &player{search: searcher{limit: nodes, threats: len(w) > len(space)}, depth: depth}
	copy(p.search.weights[:], w)
	return p
}

// Choose returns the best move of the search. If only one move is legal, it returns that move
// without a search.
func (p *player) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	g, err := gameOf(pos)
	switch {
	case err != nil:
		return 0, err
	case g.Over():
		return 0, errors.New("no legal move")
	case len(g.legal) == 1:
		p.known, p.reached, p.visited = false, 0, 0
		return engines.Move(g.legal[0]), nil
	}
	r, err := p.search.think(ctx, g, p.depth)
	if err != nil {
		return 0, err
	}
	p.assess(r.value)
	p.reached, p.visited = r.depth, p.search.nodes
	return engines.Move(r.move), nil
}

// assess stores the score that Assessment returns. A value that means a mate is stored unchanged.
// Other values are converted to centipawns, hundredths of the player's weight of a pawn. The player
// has no score if this weight is not positive.
func (p *player) assess(value float64) {
	pawn := p.search.weights[pawnFeature]
	p.score, p.known = value, true
	if value < mateLeast && value > -mateLeast {
		p.score, p.known = 100*value/pawn, pawn > 0
	}
}

// Assessment returns the score, in centipawns, that the player gave the position before its last
// move. ok is false if it gave none.
func (p *player) Assessment() (centipawns float64, ok bool) { return p.score, p.known }

// LastSearch returns the depth, in plies, and the number of positions of the search for the last
// move.
func (p *player) LastSearch() (depth int, nodes uint64) { return p.reached, p.visited }

// levels returns the built-in opponents for people: easy, medium, hard and best. They search 1 to 4
// plies with the default weights. target lists the weights of the engine. The weights of the
// features of threats, if target has them, are 0. The strengths were measured with the preset
// chess-opponents.
func levels(target engines.Space) []show.Level {
	weights := make(engines.Weights, len(target))
	copy(weights, space.Default())
	level := func(name string, depth int, doc string) show.Level {
		return show.Level{
			Agent: engines.Agent{
				Name: name, Weights: weights,
				Settings: engines.Settings{"depth": strconv.Itoa(depth), "nodes": "0"},
			}, Doc: doc,
		}
	}
	return show.Measured([]show.Level{
		level("easy", 1, "searches 1 ply and the captures after it"),
		level("medium", 2, "searches 2 plies and the captures after them"),
		level("hard", 3, "searches 3 plies and the captures after them"),
		level("best", 4, "searches 4 plies and the captures after them"),
	}, measuredGames, 0.864, 0.885, 0.824)
}

// measuredGames is the number of games in which each built-in opponent played the next weaker one
// to measure its strength.
const measuredGames = 400
