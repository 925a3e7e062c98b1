package hare

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
)

// table is one game. It is an [engines.Game].
type table struct {
	board *board
	state state
	deck  deck
	pcg   rand.PCG
	plies int
	guard int            // plies after which the game ends
	cards [maxSeats]card // what the last move of each seat drew
	drawn card           // what the last move drew
}

var _ engines.Game = (*table)(nil)

// newTable sets up a position that is played for at most so many plies per
// player.
func newTable(b *board, d dealing, s state, seed uint64, guard int) *table {
	t := &table{board: b, state: s, pcg: deckSeed(seed), guard: guard * int(s.seats)}
	t.deck = newDeck(d, &t.pcg)
	return t
}

// open makes random moves until as many are made, somebody has finished or the guard
// has ended the game.
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

// Seats is the number of players.
func (t *table) Seats() int { return int(t.state.seats) }

// Turn is the player to move; in a game that is over, the one left on the track.
func (t *table) Turn() int { return int(t.state.turn) }

// Moves appends the legal turn codes: forward from the shortest, back, 1001,
// 1002, 0.
func (t *table) Moves(dst []engines.Move) []engines.Move {
	if t.Over() {
		return dst
	}
	c := t.state.choose(t.board)
	return c.list(int(t.state.square[t.state.turn]), dst)
}

// Clone copies the table, the cards that are still to come included.
func (t *table) Clone() engines.Game {
	copied := *t
	copied.deck.cards = slices.Clone(t.deck.cards)
	return &copied
}

// Apply makes a move and carries out the hare card that it draws.
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

// Over reports whether all players but one have finished, or the game has gone
// on for as many plies as the guard allows: with weak players the rules alone do
// not end every one.
func (t *table) Over() bool {
	return t.state.over() || t.plies >= t.guard
}

// Ending tells a race that was run from one that the guard ended.
func (t *table) Ending() engines.Ending {
	if t.state.over() {
		return engines.ByRules
	}
	return engines.MoveCap
}

// Outcome places the players in the order they finished. Those left on the
// track follow by square, fewer lettuces, fewer carrots.
func (t *table) Outcome() engines.Outcome {
	s := &t.state
	var places [maxSeats]int
	for i := range s.seats {
		places[i] = 1
		for j := range s.seats {
			if i != j && s.precedes(j, i) {
				places[i]++
			}
		}
	}
	return engines.Places(places[:s.seats]...)
}

// precedes reports whether player i is placed before player j.
func (s *state) precedes(i, j uint8) bool {
	if s.place[i] != 0 || s.place[j] != 0 {
		return s.place[i] != 0 && (s.place[j] == 0 || s.place[i] < s.place[j])
	}
	return cmp.Or(
		cmp.Compare(s.square[j], s.square[i]),
		cmp.Compare(s.lettuces[i], s.lettuces[j]),
		cmp.Compare(s.carrots[i], s.carrots[j]),
	) < 0
}

// String writes the fields of an etude line, the player to move first.
func (t *table) String() string { return t.state.format() }

// FormatMove writes a turn code.
func (t *table) FormatMove(m engines.Move) string { return formatMove(m) }

// ParseMove reads a turn code. It does not say whether the move is legal.
func (t *table) ParseMove(text string) (engines.Move, error) { return parseMove(text) }
