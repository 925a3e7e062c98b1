package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// notation checks that positions and moves are read back from their notation.
func (p *probe) notation() error {
	return p.along(func(at place) error {
		text := at.game.String()
		back, err := p.engine.ParseGame(text, at.seed)
		if err != nil {
			return fmt.Errorf("its own notation is refused: %w", err)
		}
		if got := back.String(); got != text {
			return fmt.Errorf("it reads back as %s", got)
		}
		if back.Seats() != at.seats {
			return fmt.Errorf("it reads back with %d seats", back.Seats())
		}
		if at.game.Over() {
			if byRules(at.game) && !back.Over() && !hasHistory(at.game) {
				return errors.New("the game is over, and reads back as one that is not")
			}
			return nil
		}
		if back.Over() || back.Turn() != at.game.Turn() {
			return fmt.Errorf("seat %d is to move; it reads back with seat %d (over: %v)", at.game.Turn(), back.Turn(), back.Over())
		}
		moves := at.game.Moves(nil)
		if got := back.Moves(nil); !slices.Equal(got, moves) {
			return fmt.Errorf("the moves %v read back as %v", moves, got)
		}
		written := make(map[string]engines.Move)
		for _, m := range moves {
			text := at.game.FormatMove(m)
			if other, ok := written[text]; ok {
				return fmt.Errorf("the moves %d and %d are both written %q", other, m, text)
			}
			written[text] = m
			if got, err := at.game.ParseMove(text); err != nil || got != m {
				return fmt.Errorf("the move %d is written %q and read as %d, %v", m, text, got, err)
			}
		}
		return nil
	})
}

// hasHistory reports whether a game may be over because of earlier positions, such as a
// repetition. The notation does not contain these. The check of the history tests the end of such
// a game.
func hasHistory(g engines.Game) bool {
	h, ok := g.(engines.History)
	return ok && len(h.Played()) > 0
}

// byRules reports whether a game that is over has ended by its rules.
func byRules(g engines.Game) bool {
	c, ok := g.(engines.Concluder)
	return !ok || c.Ending() == engines.ByRules
}

// moves checks that legal moves can be made, and that other moves return an error and do not
// change the game.
func (p *probe) moves() error { return p.along(movesAt) }

// legalMoves checks moves as moves does, without the positions of games that are over.
func (p *probe) legalMoves() error {
	return p.along(func(at place) error {
		if at.game.Over() {
			return nil
		}
		return movesAt(at)
	})
}

// movesAt checks the moves of one position.
func movesAt(at place) error {
	if t := at.game.Turn(); t < 0 || t >= at.seats {
		return fmt.Errorf("method Turn returns %d; seats are 0 to %d", t, at.seats-1)
	}
	moves := legal(at.game)
	if at.game.Over() && len(at.game.Moves(nil)) > 0 {
		return fmt.Errorf("the game is over, and has the moves %v", at.game.Moves(nil))
	}
	known := make(map[engines.Move]bool, len(moves))
	for _, m := range moves {
		if known[m] {
			return fmt.Errorf("the move %s is listed twice", at.game.FormatMove(m))
		}
		known[m] = true
	}
	for _, m := range some(at.rng, moves, 12) {
		if err := at.game.Clone().Apply(m); err != nil {
			return fmt.Errorf("the legal move %s is refused: %w", at.game.FormatMove(m), err)
		}
	}
	candidates := []engines.Move{-1, 0, 1, math.MinInt32, math.MaxInt32}
	for range 8 {
		candidates = append(candidates, engines.Move(at.rng.Int32()>>at.rng.IntN(31)))
	}
	if len(moves) > 0 {
		candidates = append(candidates, slices.Min(moves)-1, slices.Max(moves)+1)
	}
	text := at.game.String()
	for _, m := range candidates {
		if known[m] {
			continue
		}
		if err := at.game.Apply(m); err == nil {
			return fmt.Errorf("the move %d is not among the legal moves, and is made", m)
		}
		if now := at.game.String(); now != text || !slices.Equal(legal(at.game), moves) {
			return fmt.Errorf("the refused move %d has changed the game to %s", m, now)
		}
	}
	return nil
}

// clones checks that a copy is independent and has the same chance to come.
func (p *probe) clones() error {
	return p.along(func(at place) error {
		text := at.game.String()
		if moves := legal(at.game); len(moves) > 0 {
			if err := at.game.Clone().Apply(moves[0]); err != nil {
				return fmt.Errorf("the legal move %s is refused by a clone: %w", at.game.FormatMove(moves[0]), err)
			}
			if now := at.game.String(); now != text {
				return fmt.Errorf("a move of a clone changes the game that was cloned, to %s; Clone must copy all state", now)
			}
		}
		one, other := at.game.Clone(), at.game.Clone()
		if one.String() != text || one.Turn() != at.game.Turn() || one.Seats() != at.seats || one.Over() != at.game.Over() {
			return fmt.Errorf("its clone is %s", one)
		}
		for step := 0; step < 10 && !one.Over(); step++ {
			moves := one.Moves(nil)
			if got := other.Moves(nil); !slices.Equal(moves, got) {
				return fmt.Errorf("after %d equal moves two clones have the moves %v and %v", step, moves, got)
			}
			m := moves[at.rng.IntN(len(moves))]
			if err := errors.Join(one.Apply(m), other.Apply(m)); err != nil {
				return fmt.Errorf("after %d moves of a clone: the legal move %d is refused: %w", step, m, err)
			}
			if one.String() != other.String() {
				return fmt.Errorf("two clones differ after the same moves: %s and %s; they have not the same chance", one, other)
			}
		}
		if now := at.game.String(); now != text {
			return fmt.Errorf("moves of its clone have changed it to %s", now)
		}
		if at.game.Over() && at.game.Clone().Outcome() != at.game.Outcome() {
			return fmt.Errorf("its clone has the outcome %v, not %v", at.game.Clone().Outcome(), at.game.Outcome())
		}
		return nil
	})
}

// ends checks the outcome of games that are over.
func (p *probe) ends() error {
	return p.along(func(at place) error {
		if !at.game.Over() {
			return nil
		}
		o := at.game.Outcome()
		if o.Seats() != at.seats {
			return fmt.Errorf("the outcome has %d seats, the game %d", o.Seats(), at.seats)
		}
		best := o.Place(0)
		for seat := range at.seats {
			best = min(best, o.Place(seat))
		}
		if best != 1 {
			return fmt.Errorf("no seat has place 1 in the outcome %v", o)
		}
		if c, ok := at.game.(engines.Concluder); ok && c.Ending() == engines.Forfeited {
			return errors.New("the game says that it ended by forfeit, which the referee alone can know")
		}
		return nil
	})
}

// seeds checks that a seed always deals the same game, and notes whether different seeds deal
// different ones.
func (p *probe) seeds() error {
	courses := make(map[int]map[string]bool) // the games met, by the number of seats
	err := p.every(func(at place) error {
		again, err := p.engine.NewGame(at.seats, at.seed)
		if err != nil {
			return err
		}
		course := []string{at.game.String()}
		for step := 0; step < 60; step++ {
			if at.game.String() != again.String() {
				return at.wrap(fmt.Errorf("dealt twice from one seed and played alike it is also %s", again))
			}
			if at.game.Over() {
				break
			}
			moves := at.game.Moves(nil)
			if len(moves) == 0 {
				return at.wrap(errors.New("the game is not over and has no legal move"))
			}
			m := moves[step%len(moves)] // the same in all games that do not differ
			if err := errors.Join(at.game.Apply(m), again.Apply(m)); err != nil {
				return at.wrap(fmt.Errorf("the legal move %s is refused: %w", at.game.FormatMove(m), err))
			}
			course = append(course, at.game.String())
		}
		if courses[at.seats] == nil {
			courses[at.seats] = make(map[string]bool)
		}
		courses[at.seats][fmt.Sprint(course)] = true
		return nil
	})
	for seats, met := range courses {
		if len(met) == 1 && p.games > 1 {
			p.note("with %d seats all %d seeds deal the same game: between agents without chance it begins with random plies (openings: {random_plies: auto})", seats, p.games)
		}
	}
	return err
}

// views checks that the view of a seat is not a [engines.Game] and shows the same position.
func (p *probe) views() error {
	return p.along(func(at place) error {
		h, ok := at.game.(engines.Hidden)
		if !ok {
			return nil
		}
		for seat := range at.seats {
			v := h.View(seat)
			if _, ok := v.(engines.Game); ok {
				return fmt.Errorf("the view of seat %d is a game: it could be played on, and cloned to look ahead", seat)
			}
			if v.Seats() != at.seats || v.Turn() != at.game.Turn() || v.Over() != at.game.Over() {
				return fmt.Errorf("the view of seat %d has %d seats, seat %d to move, over: %v", seat, v.Seats(), v.Turn(), v.Over())
			}
		}
		if at.game.Over() {
			return nil
		}
		turn := at.game.Turn()
		if mine := h.View(turn).Moves(nil); !slices.Equal(mine, at.game.Moves(nil)) {
			return fmt.Errorf("seat %d sees the moves %v, and has %v", turn, mine, at.game.Moves(nil))
		}
		return nil
	})
}
