package external

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/ludus"
)

// ruledGame is a table of a game whose rules a program owns. It knows its state, and
// how it came about.
type ruledGame struct {
	stage *stage
	line  line
	state ludus.State
	legal []engines.Move // the legal moves, in the program's order
	names *moveNames
}

var (
	_ engines.Game    = (*ruledGame)(nil)
	_ engines.Hidden  = (*ruledGame)(nil)
	_ engines.History = (*ruledGame)(nil)
)

// enter takes a state.
func (g *ruledGame) enter(s ludus.State) error {
	g.state = s
	g.legal = make([]engines.Move, len(s.Legal))
	for i, text := range s.Legal {
		g.legal[i] = g.names.number(text)
	}
	return nil
}

// Seats is the number of seats.
func (g *ruledGame) Seats() int { return g.line.seats }

// Turn is the seat to move.
func (g *ruledGame) Turn() int { return g.state.Turn }

// Moves appends the legal moves in the program's order.
func (g *ruledGame) Moves(dst []engines.Move) []engines.Move { return append(dst, g.legal...) }

// Over reports whether the program has told the places.
func (g *ruledGame) Over() bool { return g.state.Over }

// Outcome is as the program has told it.
func (g *ruledGame) Outcome() engines.Outcome { return g.state.Outcome }

// String is the position as the program writes it.
func (g *ruledGame) String() string { return g.state.Position }

// FormatMove writes a move as the program does.
func (g *ruledGame) FormatMove(m engines.Move) string { return g.names.text(m) }

// ParseMove reads a move as the program writes it; the case of letters matters only
// where it tells moves apart.
func (g *ruledGame) ParseMove(text string) (engines.Move, error) {
	text = strings.TrimSpace(text)
	if m, ok := g.names.find(text); ok {
		return m, nil
	}
	alike := slices.IndexFunc(g.state.Legal, func(s string) bool { return strings.EqualFold(s, text) })
	if alike < 0 {
		return 0, fmt.Errorf("%q is none of the moves %s", text, driver.Printable(strings.Join(g.state.Legal, " ")))
	}
	return g.legal[alike], nil
}

// Apply asks the program to make a move.
func (g *ruledGame) Apply(m engines.Move) error {
	i := slices.Index(g.legal, m)
	switch {
	case g.state.Over:
		return fmt.Errorf("move %s: the game is over", g.FormatMove(m))
	case i < 0:
		return fmt.Errorf("seat %d may not play %s: it can play %s", g.state.Turn+1, g.FormatMove(m), driver.Printable(strings.Join(g.state.Legal, " ")))
	}
	next := g.line
	next.moves = append(slices.Clip(next.moves), g.state.Legal[i])
	state, err := g.stage.state(next)
	if err != nil {
		return err
	}
	g.line = next
	return g.enter(state)
}

// Clone copies the table; the program is asked again where the two go apart.
func (g *ruledGame) Clone() engines.Game {
	copied := *g
	return &copied
}

// Start is the deal.
func (g *ruledGame) Start() string { return "start" }

// Played lists the moves since the deal.
func (g *ruledGame) Played() []engines.Move {
	list := make([]engines.Move, len(g.line.moves))
	for i, text := range g.line.moves {
		list[i] = g.names.number(text)
	}
	return list
}

// View is what a seat sees: the position, unless the program tells views.
func (g *ruledGame) View(seat int) engines.Position {
	if g.state.Views == nil {
		return g
	}
	return view{g, seat}
}

// view is what a seat sees of a game with views. It has no history, in which there
// may be what the seat does not know.
type view struct {
	game *ruledGame
	seat int
}

func (v view) Seats() int                               { return v.game.Seats() }
func (v view) Turn() int                                { return v.game.Turn() }
func (v view) Over() bool                               { return v.game.Over() }
func (v view) Outcome() engines.Outcome                 { return v.game.Outcome() }
func (v view) FormatMove(m engines.Move) string         { return v.game.FormatMove(m) }
func (v view) ParseMove(s string) (engines.Move, error) { return v.game.ParseMove(s) }
func (v view) String() string                           { return v.game.state.Views[v.seat] }

// Moves are those of the seat; whose turn it is not has none to see.
func (v view) Moves(dst []engines.Move) []engines.Move {
	if v.game.Turn() != v.seat {
		return dst
	}
	return v.game.Moves(dst)
}

// moveNames give the moves of a game numbers that depend on their texts alone, so
// that a stored move means the same in every process. Two texts that would have one
// number, which is rare, are told apart by the order in which they come.
type moveNames struct {
	mu      sync.Mutex
	numbers map[string]engines.Move
	texts   map[engines.Move]string
}

func (n *moveNames) number(text string) engines.Move {
	n.mu.Lock()
	defer n.mu.Unlock()
	if m, ok := n.numbers[text]; ok {
		return m
	}
	if n.numbers == nil {
		n.numbers, n.texts = make(map[string]engines.Move), make(map[engines.Move]string)
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(text)) // a hash takes everything
	m := engines.Move(h.Sum32() >> 1)
	for n.texts[m] != "" {
		m = (m + 1) & (1<<31 - 1)
	}
	n.numbers[text], n.texts[m] = m, text
	return m
}

func (n *moveNames) find(text string) (engines.Move, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m, ok := n.numbers[text]
	return m, ok
}

func (n *moveNames) text(m engines.Move) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if text, ok := n.texts[m]; ok {
		return text
	}
	return fmt.Sprintf("move(%d)", int(m))
}
