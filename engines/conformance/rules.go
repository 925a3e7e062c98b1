package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// checkNotation tests the notation of positions and moves. Parsing the text of a position or a move
// must return an equal position or move. Parsing another text must not panic.
func checkNotation(p *probe) error {
	return p.visitPositions(func(at place) error {
		text := at.game.String()
		back, err := p.engine.ParseGame(text, at.seed)
		if err != nil {
			return fmt.Errorf("ParseGame does not read the text of the position: %w", err)
		}
		if got := back.String(); got != text {
			return fmt.Errorf("ParseGame reads the text of the position as %s", got)
		}
		if back.Seats() != at.seats {
			return fmt.Errorf("ParseGame reads the text of the position with %d seats", back.Seats())
		}
		if at.game.Over() {
			if byRules(at.game) && !back.Over() && !hasHistory(at.game) {
				return errors.New("the game is over, but ParseGame reads its text as a game that is not")
			}
			return nil
		}
		if back.Over() || back.Turn() != at.game.Turn() {
			return fmt.Errorf("seat %d is to move, but ParseGame reads the text with seat %d (over: %v)", at.game.Turn(), back.Turn(), back.Over())
		}
		moves := at.game.Moves(nil)
		if got := back.Moves(nil); !slices.Equal(got, moves) {
			return fmt.Errorf("the position has the moves %v, but read from its text %v", moves, got)
		}
		again, err := p.engine.ParseGame(text, at.seed)
		if err == nil {
			err = sameCourse(at, back, again)
		}
		if err != nil {
			return fmt.Errorf("its text is read twice with one seed: %w", err)
		}
		if err := p.refusesTexts(at, text, at.game.FormatMove(moves[0])); err != nil {
			return err
		}
		written := make(map[string]engines.Move)
		for _, m := range moves {
			text := at.game.FormatMove(m)
			if other, ok := written[text]; ok {
				return fmt.Errorf("the moves %d and %d have the same text %q", other, m, text)
			}
			written[text] = m
			if got, err := at.game.ParseMove(text); err != nil || got != m {
				return fmt.Errorf("the move %d has the text %q, which ParseMove reads as %d, %v", m, text, got, err)
			}
		}
		return nil
	})
}

// noText is a text that no game reads as a move or as a position.
const noText = "?!"

// refusesTexts tests that parsing an invalid text does not panic, either as a move or as a
// position. It tries "", noText, and the first halves of the valid texts position and move. For
// noText, which no game should accept, parsing must return an error.
func (p *probe) refusesTexts(at place, position, move string) error {
	for _, text := range []string{"", position[:len(position)/2], move[:len(move)/2], noText} {
		m, err := at.game.ParseMove(text)
		_, failed := p.engine.ParseGame(text, at.seed)
		switch {
		case text != noText:
		case err == nil:
			return fmt.Errorf("method ParseMove reads %q as the move %d; return an error for a text that is no move", text, m)
		case failed == nil:
			return fmt.Errorf("method ParseGame reads %q; return an error for a text that is no position", text)
		}
	}
	return nil
}

// hasHistory reports whether a position contains moves that led to it. Such a game may be over
// because of earlier positions, for example by repetition, although the text of its last position
// does not show this.
func hasHistory(g engines.Game) bool {
	h, ok := g.(engines.History)
	return ok && len(h.Played()) > 0
}

// byRules reports whether a finished game has ended by its rules and not, for example, after a
// maximum number of rounds.
func byRules(g engines.Game) bool {
	c, ok := g.(engines.Concluder)
	return !ok || c.Ending() == engines.ByRules
}

// checkMoves tests that Apply accepts every legal move. For any other move, Apply must return an
// error and must not change the game. The caller of Moves must be allowed to change the returned
// list.
func checkMoves(p *probe) error {
	return p.visitPositions(func(at place) error {
		if err := movesAt(at); err != nil {
			return err
		}
		return appendsMoves(at.game, legal(at.game))
	})
}

// checkLegalMoves tests that legal moves can be made and that others return an error, as [checkMoves]
// does. It skips positions in which the game is over.
func checkLegalMoves(p *probe) error {
	return p.visitPositions(func(at place) error {
		if at.game.Over() {
			return nil
		}
		return movesAt(at)
	})
}

func movesAt(at place) error {
	if t := at.game.Turn(); t < 0 || t >= at.seats {
		return fmt.Errorf("method Turn returns %d; seats are 0 to %d", t, at.seats-1)
	}
	moves := legal(at.game)
	if at.game.Over() && len(at.game.Moves(nil)) > 0 {
		return fmt.Errorf("the game is over, but has the moves %v", at.game.Moves(nil))
	}
	known := make(map[engines.Move]bool, len(moves))
	for _, m := range moves {
		if known[m] {
			return fmt.Errorf("method Moves lists the move %s twice", at.game.FormatMove(m))
		}
		known[m] = true
	}
	for _, m := range sampleMoves(at.rng, moves, 12) {
		if err := at.game.Clone().Apply(m); err != nil {
			return fmt.Errorf("method Apply returns an error for the legal move %s: %w", at.game.FormatMove(m), err)
		}
	}
	candidates := []engines.Move{-1, 0, 1, math.MinInt32, math.MaxInt32}
	for range 8 {
		candidates = append(candidates, engines.Move(at.rng.Int32()>>at.rng.IntN(31)))
	}
	if len(moves) > 0 {
		candidates = append(candidates, slices.Min(moves)-1, slices.Max(moves)+1)
	}
	candidates = append(candidates, sampleMoves(at.rng, at.earlier, 8)...)
	text := at.game.String()
	for _, m := range candidates {
		if known[m] {
			continue
		}
		if err := at.game.Apply(m); err == nil {
			return fmt.Errorf("method Apply makes the move %d, which is not among the legal moves", m)
		}
		if now := at.game.String(); now != text || !slices.Equal(legal(at.game), moves) {
			return fmt.Errorf("method Apply returned an error for the move %d but changed the game to %s", m, now)
		}
	}
	return nil
}

// appendsMoves tests the method Moves of a game. Moves must append to the list that it receives,
// and the caller must be allowed to change the returned list. moves contains the legal moves.
func appendsMoves(g engines.Game, moves []engines.Move) error {
	if len(moves) == 0 {
		return nil
	}
	const before engines.Move = -1
	if list := g.Moves([]engines.Move{before}); len(list) == 0 || list[0] != before || !slices.Equal(list[1:], moves) {
		return fmt.Errorf("method Moves returns %v for a list that contains %d; append the moves %v to the list", list, before, moves)
	}
	list, want := g.Moves(nil), slices.Clone(moves) // moves may be the same list
	for i := range list {
		list[i] = before
	}
	if got := g.Moves(nil); !slices.Equal(got, want) {
		return fmt.Errorf("changing the list that Moves returns changes the moves of the game to %v; append them to the caller's list", got)
	}
	return nil
}

// checkClones tests that a copy of a game is independent and has the same chance events to come.
func checkClones(p *probe) error {
	return p.visitPositions(func(at place) error {
		text := at.game.String()
		if moves := legal(at.game); len(moves) > 0 {
			if err := at.game.Clone().Apply(moves[0]); err != nil {
				return fmt.Errorf("a clone returns an error for the legal move %s: %w", at.game.FormatMove(moves[0]), err)
			}
			if now := at.game.String(); now != text {
				return fmt.Errorf("a move of a clone changes the game that was cloned, to %s; Clone must copy all state", now)
			}
		}
		if err := clonesPart(at.game); err != nil {
			return err
		}
		one, other := at.game.Clone(), at.game.Clone()
		if one.String() != text || one.Turn() != at.game.Turn() || one.Seats() != at.seats || one.Over() != at.game.Over() {
			return fmt.Errorf("a clone has another position: %s", one)
		}
		if err := sameCourse(at, one, other); err != nil {
			return fmt.Errorf("two clones: %w; copy the state of the random numbers", err)
		}
		if now := at.game.String(); now != text {
			return fmt.Errorf("moves of a clone have changed the game to %s", now)
		}
		if at.game.Over() && at.game.Clone().Outcome() != at.game.Outcome() {
			return fmt.Errorf("the outcome is %v, but %v of a clone", at.game.Outcome(), at.game.Clone().Outcome())
		}
		return nil
	})
}

// sameCourse makes the same random moves, at most ten, in two copies of a game. It returns an error
// if their moves or positions differ.
func sameCourse(at place, one, other engines.Game) error {
	for step := 0; step < 10 && !one.Over(); step++ {
		moves := one.Moves(nil)
		if got := other.Moves(nil); !slices.Equal(moves, got) {
			return fmt.Errorf("after %d equal moves the games have the moves %v and %v", step, moves, got)
		}
		if len(moves) == 0 {
			return nil // a mistake that checkEnds finds
		}
		m := moves[at.rng.IntN(len(moves))]
		if err := errors.Join(one.Apply(m), other.Apply(m)); err != nil {
			return fmt.Errorf("after %d moves Apply returns an error for the legal move %d: %w", step, m, err)
		}
		if one.String() != other.String() {
			return fmt.Errorf("after %d equal moves the games have the positions %s and %s", step+1, one, other)
		}
	}
	return nil
}

// clonesPart tests that a move in one clone of a game does not change another clone. Clones that
// append their moves to one shared list fail this test.
func clonesPart(g engines.Game) error {
	moves := legal(g)
	if len(moves) < 2 {
		return nil
	}
	one, other := g.Clone(), g.Clone()
	if err := one.Apply(moves[0]); err != nil {
		return fmt.Errorf("a clone returns an error for the legal move %s: %w", g.FormatMove(moves[0]), err)
	}
	text, next := one.String(), legal(one)
	if err := other.Apply(moves[len(moves)-1]); err != nil {
		return fmt.Errorf("a clone returns an error for the legal move %s: %w", g.FormatMove(moves[len(moves)-1]), err)
	}
	if now := one.String(); now != text || !slices.Equal(legal(one), next) {
		return fmt.Errorf("a move of one clone changes another clone from %s to %s; Clone must copy all lists, also those that only grow", text, now)
	}
	return nil
}

func checkEnds(p *probe) error {
	begun := make(map[int]bool) // whether a game has a move, by the number of seats
	err := p.visitPositions(func(at place) error {
		begun[at.seats] = begun[at.seats] || !at.game.Over()
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
			return errors.New("method Ending returns Forfeited; only the referee decides that")
		}
		return nil
	})
	for seats := p.spec.MinSeats; err == nil && seats <= p.spec.MaxSeats; seats++ {
		if moved, visited := begun[seats]; visited && !moved {
			return fmt.Errorf("%w, with %d seats and every seed", engines.ErrOverAtStart, seats)
		}
	}
	return err
}

// secondGame starts the game of a place again, with the same seed and number of seats. An
// [engines.Renewer] creates it in the memory of a game of another seed. Tests then find data that
// RenewGame has not replaced.
func (p *probe) secondGame(at place) (engines.Game, error) {
	r, ok := p.engine.(engines.Renewer)
	if !ok {
		return p.engine.NewGame(at.seats, at.seed)
	}
	used, err := p.engine.NewGame(at.seats, at.seed+1)
	for step := 0; err == nil && step < 20 && !used.Over(); step++ {
		moves := used.Moves(nil)
		if len(moves) == 0 {
			break // a mistake that checkEnds finds
		}
		err = used.Apply(moves[len(moves)/2])
	}
	if err != nil {
		return nil, err
	}
	return r.RenewGame(used, at.seats, at.seed)
}

// checkSeeds tests that a seed always gives the same game. It adds a note if all seeds give the same
// game.
func checkSeeds(p *probe) error {
	courses := make(map[int]map[string]bool) // the different games, by the number of seats
	err := p.every(func(at place) error {
		again, err := p.secondGame(at)
		if err != nil {
			return err
		}
		course := []string{at.game.String()}
		for step := range 60 {
			p.at.ply = step
			if at.game.String() != again.String() {
				return at.wrap(fmt.Errorf("a second game of the same seed has the position %s after the same moves", again))
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
				return at.wrap(fmt.Errorf("method Apply returns an error for the legal move %s: %w", at.game.FormatMove(m), err))
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
			p.note("with %d seats all %d seeds deal the same game; use random plies for agents without chance (openings: {random_plies: auto})", seats, p.games)
		}
	}
	return err
}

// checkViews tests the views of a game with hidden information: the position that each seat sees. A
// view must not implement [engines.Game], because a player could then read or clone what is hidden.
// It must agree with the game on the number of seats, the seat to move and whether the game is
// over. The view of the seat to move must have the legal moves of the game.
func checkViews(p *probe) error {
	return p.visitPositions(func(at place) error {
		h, ok := at.game.(engines.Hidden)
		if !ok {
			return nil
		}
		for seat := range at.seats {
			v := h.View(seat)
			if _, ok := v.(engines.Game); ok {
				return fmt.Errorf("the view of seat %d implements Game: a player could clone it and look ahead", seat)
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
			return fmt.Errorf("seat %d has the moves %v in its view and %v in the game", turn, mine, at.game.Moves(nil))
		}
		return nil
	})
}
