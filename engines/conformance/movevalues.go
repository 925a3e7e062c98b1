package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// ratedPlies is the last ply of a game at which a test evaluates all moves, which takes longer than
// choosing one.
const ratedPlies = 60

// checkMoveValues tests the moves that an engine evaluates (see [analysis.MoveEvaluator]). They
// must be legal and different. The first one must be the move of the engine's player or have the
// same value. The analysis of the position must give the first move the same value, too.
func checkMoveValues(p *probe) error {
	rater, ok := engines.AsHeuristic[analysis.MoveEvaluator](p.engine)
	if !ok {
		p.note("the engine does not implement MoveEvaluator: a page shows only the best move")
		return nil
	}
	return p.visitPositions(func(at place) error {
		seen := engines.View(at.game, at.game.Turn())
		if at.ply > ratedPlies && !at.game.Over() {
			return nil
		}
		text := at.game.String()
		rated, err := rater.EvaluateMoves(p.ctx, seen, engines.Agent{})
		if err != nil {
			return fmt.Errorf("method EvaluateMoves: %w", err)
		}
		if now := at.game.String(); now != text {
			return fmt.Errorf("method EvaluateMoves has changed the game to %s", now)
		}
		if at.game.Over() {
			if len(rated) > 0 {
				return fmt.Errorf("method EvaluateMoves returns moves after the end of the game")
			}
			return nil
		}
		if len(rated) == 0 {
			return fmt.Errorf("method EvaluateMoves returns no moves")
		}
		if err := checkMoveList(at, rated); err != nil {
			return err
		}
		if err := asAnalyzed(p, at, seen, rated[0]); err != nil {
			return err
		}
		return firstIsPlayed(p, at, seen, rated)
	})
}

// asAnalyzed tests that the best move has the same value in the list of evaluated moves and in
// the analysis of the position.
func asAnalyzed(p *probe, at place, seen engines.Position, best analysis.MoveEval) error {
	analyst, ok := engines.AsHeuristic[analysis.Analyst](p.engine)
	if !ok {
		return nil
	}
	n, err := analyst.Analyze(p.ctx, seen, engines.Agent{})
	if err != nil {
		return fmt.Errorf("method Analyze: %w", err)
	}
	if len(n.Line) > 0 && n.Line[0] != n.Best && !strings.HasPrefix(n.Best, n.Line[0]) {
		return fmt.Errorf("method Analyze returns the best move %s and the line %v", n.Best, n.Line)
	}
	a, b := n.Value[at.game.Turn()], best.Value[at.game.Turn()]
	if a != nil && b != nil && math.Abs(*a-*b) > 2*tolerance*max(1, math.Abs(*a)) {
		return fmt.Errorf("the best move %s has the value %v in EvaluateMoves and %v in Analyze", at.game.FormatMove(best.Move), *b, *a)
	}
	return nil
}

// checkMoveList tests a list of evaluated moves. The moves must be legal and different. Each must
// have one value per seat, nil if it is unknown, and a line of play that begins with the move.
// Moves without a value for the seat to move must come last. The first move, the player's choice,
// may have no value.
func checkMoveList(at place, rated []analysis.MoveEval) error {
	legal := at.game.Moves(nil)
	met := make(map[engines.Move]bool)
	for i, r := range rated {
		switch {
		case !slices.Contains(legal, r.Move):
			return fmt.Errorf("method EvaluateMoves returns the illegal move %s", at.game.FormatMove(r.Move))
		case met[r.Move]:
			return fmt.Errorf("method EvaluateMoves returns the move %s twice", at.game.FormatMove(r.Move))
		case len(r.Value) != at.seats:
			return fmt.Errorf("the move %s has %d values for %d seats", at.game.FormatMove(r.Move), len(r.Value), at.seats)
		case len(r.Line) == 0 || r.Line[0] != r.Move:
			return fmt.Errorf("the line %[2]v of the move %[1]s does not begin with it", at.game.FormatMove(r.Move), r.Line)
		}
		met[r.Move] = true
		if i < 2 { // the first is the player's choice, also if others have higher values
			continue
		}
		a, b := rated[i-1].Value[at.game.Turn()], r.Value[at.game.Turn()]
		if a == nil && b != nil {
			return fmt.Errorf("the move %s with the value %v comes after a move without a value", at.game.FormatMove(r.Move), *b)
		}
	}
	return nil
}

// firstIsPlayed tests that a player of the engine plays the move that EvaluateMoves lists first, or
// a move of the same value. Players may choose at random. So the test starts up to 8 players, each
// with another seed, and passes as soon as one plays such a move. If their moves differ, it starts
// up to 200, because the expected move may be rare. The test also passes if a player resigns.
func firstIsPlayed(p *probe, at place, seen engines.Position, rated []analysis.MoveEval) error {
	const seeds, more = 8, 200
	var chosen []string
	for seed := range uint64(more) {
		if seed == seeds && len(slices.Compact(slices.Clone(chosen))) == 1 {
			break
		}
		player, err := engines.NewPlayer(p.ctx, p.engine, engines.Agent{})
		if err != nil {
			return err
		}
		m, err := consult(p.ctx, player, seen, seed)
		closing := engines.Close(player)
		if errors.Is(err, engines.ErrResigned) {
			return closing // no move can be compared
		}
		if err = errors.Join(err, closing); err != nil {
			return err
		}
		if m == rated[0].Move || equalsFirst(rated, m, seen.Turn()) {
			return nil
		}
		chosen = append(chosen, at.game.FormatMove(m))
	}
	return fmt.Errorf("the first move of EvaluateMoves is %s, but the player chooses %v", at.game.FormatMove(rated[0].Move), chosen[:seeds])
}

// equalsFirst reports whether move m has the same value for a seat as the first of the evaluated
// moves.
func equalsFirst(rated []analysis.MoveEval, m engines.Move, seat int) bool {
	first := rated[0].Value[seat]
	for _, r := range rated {
		if v := r.Value[seat]; r.Move == m {
			return v == nil && first == nil || v != nil && first != nil && *v == *first
		}
	}
	return false
}
