package hare

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
)

// table is one game of Hare and Hedgehog. It implements [engines.Game].
type table struct {
	board *board
	state state
	deck  deck
	pcg   rand.PCG
	plies int
	guard int            // plies after which the game ends
	cards [maxSeats]card // the card of the last move of each seat
	drawn card           // the card of the last move
}

var _ engines.Game = (*table)(nil)

// newTable returns a game that begins in position s. The seed shuffles the cards. The game ends
// after guard moves per player.
func newTable(b *board, d dealing, s state, seed uint64, guard int) *table {
	t := &table{board: b, state: s, pcg: deckSeed(seed), guard: guard * int(s.seats)}
	t.deck = newDeck(d, &t.pcg)
	return t
}

// open makes random moves at the beginning of a game. It stops after plies moves, or earlier if a
// player finishes or the game ends. The moves do not count toward the limit of moves.
func (t *table) open(plies int, seed uint64) error {
	r := engines.Rand(engines.Seed(seed, engines.Purpose("hare opening")))
	var buffer [maxMoves]engines.Move
	for range plies {
		if t.state.finished > 0 || t.Over() {
			break
		}
		moves := t.Moves(buffer[:0])
		if err := t.Apply(moves[r.IntN(len(moves))]); err != nil {
			return err
		}
	}
	t.plies, t.cards, t.drawn = 0, [maxSeats]card{}, noCard
	return nil
}

// Seats returns the number of players.
func (t *table) Seats() int { return int(t.state.seats) }

// Turn returns the seat to move. In a finished race it is the seat of the player who is still on
// the track.
func (t *table) Turn() int { return int(t.state.turn) }

// Moves appends the legal moves to dst. The moves forward come first, the shortest before the
// others. Then follow the move back to a hedgehog, taking ten carrots (1001), giving back ten
// (1002), and the move 0.
func (t *table) Moves(dst []engines.Move) []engines.Move {
	if t.Over() {
		return dst
	}
	c := t.state.choose(t.board)
	return c.list(int(t.state.square[t.state.turn]), dst)
}

// Clone returns a copy of the game. Later cards are equal in the copy and the original.
func (t *table) Clone() engines.Game {
	copied := *t
	copied.deck.cards = slices.Clone(t.deck.cards)
	return &copied
}

// Apply makes a move. If the move enters a hare square, Apply also draws a card and carries it out.
// It returns an error if the move is illegal or the game is over.
func (t *table) Apply(m engines.Move) error {
	if t.Over() {
		return fmt.Errorf("move %d: the game is over", m)
	}
	c := t.state.choose(t.board)
	if !c.allows(int(t.state.square[t.state.turn]), m) {
		return fmt.Errorf("move %d is not legal in %s (legal: %v)", m, t.String(), t.Moves(nil))
	}
	seat := t.state.turn
	t.state.apply(t.board, m, &c)
	t.drawn = noCard
	if t.state.drawing {
		t.drawn = t.deck.draw(&t.pcg)
		t.state.draw(t.board, t.drawn)
	}
	t.cards[seat] = t.drawn
	t.plies++
	return nil
}

// Over reports whether all players but one have finished, or the maximum number of moves has been
// made. Without this maximum, weak players might never finish.
func (t *table) Over() bool {
	return t.state.over() || t.plies >= t.guard
}

// Ending returns ByRules for a finished race, and MoveCap for a game that ended after the maximum
// number of moves.
func (t *table) Ending() engines.Ending {
	if t.state.over() {
		return engines.ByRules
	}
	return engines.MoveCap
}

// Outcome returns the places of the players. Players who have finished come first, in the order in
// which they finished. Players on the track follow, first the one on the higher square, then the
// one with fewer lettuces, then the one with fewer carrots.
func (t *table) Outcome() engines.Outcome {
	return engines.Ranked(int(t.state.seats), t.state.precedes)
}

// String returns the position in the format of [parsePosition], such as "45;26;2;f;29;19;0;f".
func (t *table) String() string { return formatPosition(&t.state) }

// FormatMove returns the code of a move, such as "7" for seven squares forward (see the package
// comment).
func (t *table) FormatMove(m engines.Move) string { return formatMove(m) }

// ParseMove parses the code of a move, such as "7" for seven squares forward. The move may be
// illegal in the position.
func (t *table) ParseMove(text string) (engines.Move, error) { return parseMove(text) }
