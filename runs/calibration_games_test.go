package runs_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
)

// The two games below have no chance and a fast agent that looks one move ahead, so that
// millions of games can be played to know how strong two agents are.

// plain is what a test game needs to be an engine: the empty board, how it is written,
// and how an agent of some weights moves.
type plain struct {
	name    string
	weights []string
	start   func() engines.Game
	parse   func(string) (engines.Game, error)
	choose  func(g engines.Position, w engines.Weights) engines.Move
	book    []string // start positions, one for a deal; empty for the empty board
}

func (e plain) Spec() engines.Spec {
	s := engines.Spec{
		Name: e.name, Title: e.name, Doc: "A game of the tests.", Version: "1", MinSeats: 2, MaxSeats: 2,
		ScaleFree: true, Chance: engines.NoChance,
	}
	for _, name := range e.weights {
		s.Weights = append(s.Weights, engines.Weight{Name: name, Doc: name, Min: -10, Max: 10, Default: 1})
	}
	return s
}

func (e plain) With(s engines.Settings) (engines.Engine, error) {
	_, err := engines.Resolve(nil, s)
	return e, err
}

// Deals is the number of start positions.
func (e plain) Deals() int { return max(1, len(e.book)) }

func (e plain) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats, not 2", seats)
	}
	if len(e.book) == 0 {
		return e.start(), nil
	}
	return e.parse(e.book[deals.Line(seed, len(e.book))])
}

func (e plain) ParseGame(position string, _ uint64) (engines.Game, error) { return e.parse(position) }

func (e plain) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	a, err := a.Complete(e)
	return plainPlayer{e, a.Weights}, err
}

type plainPlayer struct {
	game    plain
	weights engines.Weights
}

func (p plainPlayer) Choose(_ context.Context, g engines.Position) (engines.Move, error) {
	return p.game.choose(g, p.weights), nil
}

var errIllegal = errors.New("the move is not legal")

// kalah is Kalah(6,4): stones are sown counter-clockwise, a last stone in the own store
// gives another move, a last stone in an empty own house captures the house opposite.
type kalah struct {
	pits [14]int8 // six houses and a store of seat 0, then of seat 1
	turn int8
}

func newKalah() plain {
	parse := func(text string) (engines.Game, error) {
		k := &kalah{}
		if len(text) != 15 {
			return nil, fmt.Errorf("%q is not 14 pits and a seat", text)
		}
		for i := range k.pits {
			k.pits[i] = int8(text[i] - '0')
		}
		k.turn = int8(text[14] - '1')
		return k, nil
	}
	return plain{
		name: "kalah", weights: []string{"store", "side", "again", "mobility"}, parse: parse,
		start: func() engines.Game { g, _ := parse("444444044444401"); return g },
		choose: func(p engines.Position, w engines.Weights) engines.Move {
			k := p.(*kalah)
			return best(k, func(next *kalah, seat int) float64 {
				sum := w[0] * float64(next.pits[7*seat+6]-next.pits[7*(1-seat)+6])
				for i := range 6 {
					own, other := next.pits[7*seat+i], next.pits[7*(1-seat)+i]
					sum += w[1] * float64(own-other)
					sum += w[2]*truth(int(own)+i == 6) + w[3]*truth(own > 0)
				}
				return sum
			})
		},
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// copied is a game that can be copied by value.
type copied[T any] interface {
	*T
	engines.Game
}

// best returns the move after which a position has the highest value for the seat to
// move, the first of several.
func best[T any, G copied[T]](g G, value func(next *T, seat int) float64) engines.Move {
	var buffer [8]engines.Move
	seat := g.Turn()
	chosen, most := engines.Move(-1), 0.0
	for _, m := range g.Moves(buffer[:0]) {
		next := *g
		if G(&next).Apply(m) != nil {
			continue
		}
		if v := value(&next, seat); chosen < 0 || v > most {
			chosen, most = m, v
		}
	}
	return chosen
}

func (k *kalah) Seats() int          { return 2 }
func (k *kalah) Turn() int           { return int(k.turn) }
func (k *kalah) Clone() engines.Game { c := *k; return &c }
func (k *kalah) Over() bool          { return k.side(0) == 0 || k.side(1) == 0 }

func (k *kalah) String() string {
	text := make([]byte, 0, 15)
	for _, n := range k.pits {
		text = append(text, byte('0'+n))
	}
	return string(append(text, byte('1'+k.turn)))
}

func (k *kalah) side(seat int) (n int) {
	for _, v := range k.pits[7*seat : 7*seat+6] {
		n += int(v)
	}
	return n
}

func (k *kalah) Moves(dst []engines.Move) []engines.Move {
	if k.Over() {
		return dst
	}
	for i := range 6 {
		if k.pits[7*int(k.turn)+i] > 0 {
			dst = append(dst, engines.Move(i))
		}
	}
	return dst
}

func (k *kalah) FormatMove(m engines.Move) string { return string(rune('1' + m)) }

func (k *kalah) ParseMove(text string) (engines.Move, error) {
	if len(text) != 1 {
		return 0, errIllegal
	}
	return engines.Move(text[0] - '1'), nil
}

func (k *kalah) Apply(m engines.Move) error {
	if m < 0 || m > 5 || k.Over() || k.pits[7*int(k.turn)+int(m)] == 0 {
		return errIllegal
	}
	at := 7*int(k.turn) + int(m)
	n, other := k.pits[at], 7*(1-int(k.turn))+6
	k.pits[at] = 0
	for ; n > 0; n-- {
		if at = (at + 1) % 14; at == other {
			at = (at + 1) % 14
		}
		k.pits[at]++
	}
	switch {
	case at == 7*int(k.turn)+6:
		return nil
	case at/7 == int(k.turn) && k.pits[at] == 1 && k.pits[12-at] > 0:
		k.pits[7*int(k.turn)+6] += 1 + k.pits[12-at]
		k.pits[at], k.pits[12-at] = 0, 0
	}
	k.turn = 1 - k.turn
	return nil
}

func (k *kalah) Outcome() engines.Outcome {
	return engines.ByScore(float64(int(k.pits[6])+k.side(0)), float64(int(k.pits[13])+k.side(1)))
}

// four is Connect Four on bit boards of seven columns with seven bits each, the seventh
// always empty.
type four struct {
	stones [2]uint64
	plies  int8
	won    bool
}

const fourSquares = uint64(0x3f) * (1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42)

func newFour() plain {
	parse := func(text string) (engines.Game, error) {
		f := &four{}
		if _, err := fmt.Sscanf(text, "%x %x", &f.stones[0], &f.stones[1]); err != nil {
			return nil, fmt.Errorf("%q is not the stones of two seats: %w", text, err)
		}
		f.plies = int8(bits.OnesCount64(f.stones[0] | f.stones[1]))
		f.won = line(f.stones[0]) || line(f.stones[1])
		return f, nil
	}
	return plain{
		name: "four", weights: []string{"three", "two", "centre", "height"}, parse: parse,
		start: func() engines.Game { return &four{} },
		choose: func(p engines.Position, w engines.Weights) engines.Move {
			return best(p.(*four), func(next *four, seat int) float64 {
				if next.won {
					return 1e9
				}
				own, other := next.stones[seat], next.stones[1-seat]
				return w[0]*(open(own, other, 2)-open(other, own, 2)) + w[1]*(open(own, other, 1)-open(other, own, 1)) +
					w[2]*float64(bits.OnesCount64(own&(0x3f<<21))) + w[3]*float64(bits.OnesCount64(own&(0x15*(fourSquares/0x3f))))
			})
		},
	}
}

// open counts the runs of pairs (1) or triples (2) of stones with an empty square at
// their upper end.
func open(own, other uint64, length int) float64 {
	n := 0
	empty := fourSquares &^ (own | other)
	for _, d := range [...]int{1, 6, 7, 8} {
		run := own
		for i := 1; i <= length; i++ {
			run &= own >> (i * d)
		}
		n += bits.OnesCount64(run & (empty >> ((length + 1) * d)))
	}
	return float64(n)
}

func (f *four) Seats() int          { return 2 }
func (f *four) Turn() int           { return int(f.plies % 2) }
func (f *four) Over() bool          { return f.won || f.plies == 42 }
func (f *four) Clone() engines.Game { c := *f; return &c }
func (f *four) String() string      { return fmt.Sprintf("%x %x", f.stones[0], f.stones[1]) }

func (f *four) Moves(dst []engines.Move) []engines.Move {
	if f.won {
		return dst
	}
	for c := range 7 {
		if (f.stones[0]|f.stones[1])>>(7*c+5)&1 == 0 {
			dst = append(dst, engines.Move(c))
		}
	}
	return dst
}

func (f *four) FormatMove(m engines.Move) string { return string(rune('1' + m)) }

func (f *four) ParseMove(text string) (engines.Move, error) {
	if len(text) != 1 {
		return 0, errIllegal
	}
	return engines.Move(text[0] - '1'), nil
}

func (f *four) Apply(m engines.Move) error {
	all := f.stones[0] | f.stones[1]
	if m < 0 || m > 6 || f.Over() || all>>(7*int(m)+5)&1 != 0 {
		return errIllegal
	}
	column := uint64(0x7f) << (7 * int(m))
	square := (all&column + 1<<(7*int(m))) & column
	seat := f.plies % 2
	f.stones[seat] |= square
	f.plies++
	f.won = line(f.stones[seat])
	return nil
}

// line reports whether stones have four in a row.
func line(stones uint64) bool {
	for _, d := range [...]int{1, 6, 7, 8} {
		if pairs := stones & (stones >> d); pairs&(pairs>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

func (f *four) Outcome() engines.Outcome {
	if f.won {
		return engines.Winner(2, int(1-f.plies%2))
	}
	return engines.Draw(2)
}
