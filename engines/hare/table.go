package hare

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Table is one game. It is an [engines.Game].
type Table struct {
	board *Board
	state State
	deck  deck
	pcg   rand.PCG
	plies int
	guard int // plies after which the game ends
	card  Card
}

var _ engines.Game = (*Table)(nil)

// newTable sets up a position that is played for at most so many plies per
// player.
func newTable(b *Board, d dealing, s State, seed uint64, guard int) *Table {
	t := &Table{board: b, state: s, pcg: deckSeed(seed), guard: guard * int(s.seats)}
	t.deck = newDeck(d, &t.pcg)
	return t
}

// open makes random moves until as many are made or somebody has finished.
func (t *Table) open(plies int, seed uint64) error {
	r := engines.Rand(engines.Seed(seed, engines.Purpose("hare opening")))
	var buffer [maxMoves]engines.Move
	for range plies {
		if t.state.finished > 0 {
			break
		}
		moves := t.Moves(buffer[:0])
		if err := t.Apply(moves[r.IntN(len(moves))]); err != nil {
			return err
		}
	}
	t.plies, t.card = 0, NoCard
	return nil
}

// Seats is the number of players.
func (t *Table) Seats() int { return int(t.state.seats) }

// Turn is the player to move; in a game that is over, the one left on the track.
func (t *Table) Turn() int { return int(t.state.turn) }

// Card is the hare card that the last move drew, or NoCard.
func (t *Table) Card() Card { return t.card }

// Moves appends the legal turn codes: forward from the shortest, back, 1001,
// 1002, 0.
func (t *Table) Moves(dst []engines.Move) []engines.Move {
	if t.Over() {
		return dst
	}
	c := t.state.choose(t.board)
	return c.list(int(t.state.square[t.state.turn]), dst)
}

// Clone copies the table, the cards that are still to come included.
func (t *Table) Clone() engines.Game {
	copied := *t
	copied.deck.cards = slices.Clone(t.deck.cards)
	return &copied
}

// Apply makes a move and carries out the hare card that it draws.
func (t *Table) Apply(m engines.Move) error {
	if t.Over() {
		return fmt.Errorf("move %d: the game is over", m)
	}
	c := t.state.choose(t.board)
	if !c.allows(int(t.state.square[t.state.turn]), m) {
		return fmt.Errorf("move %d is not legal in %s (legal: %v)", m, t.String(), t.Moves(nil))
	}
	t.state.apply(t.board, m, &c)
	t.card = NoCard
	if t.state.drawing {
		t.card = t.deck.draw(&t.pcg)
		t.state.draw(t.board, t.card)
	}
	t.plies++
	return nil
}

// Over reports whether all players but one have finished, or the game has gone
// on for as many plies as the guard allows: with weak players the rules alone do
// not end every one.
func (t *Table) Over() bool {
	return t.state.over() || t.plies >= t.guard
}

// Ending tells a race that was run from one that the guard ended.
func (t *Table) Ending() engines.Ending {
	if t.state.over() {
		return engines.ByRules
	}
	return engines.MoveCap
}

// Outcome places the players in the order they finished. Those left on the
// track follow by square, fewer lettuces, fewer carrots.
func (t *Table) Outcome() engines.Outcome {
	s := &t.state
	var places [MaxSeats]int
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
func (s *State) precedes(i, j uint8) bool {
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
func (t *Table) String() string { return t.state.format() }

// FormatMove writes a turn code.
func (t *Table) FormatMove(m engines.Move) string { return FormatMove(m) }

// ParseMove reads a turn code. It does not say whether the move is legal.
func (t *Table) ParseMove(text string) (engines.Move, error) { return ParseMove(text) }
