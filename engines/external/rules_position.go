package external

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// rulePosition is a position in a game whose rules a program implements.
type rulePosition struct {
	session *ruleSession
	line    gameLine
	state   protocol.State
	legal   []engines.Move // the legal moves in the program's order
	names   *moveNames
}

var (
	_ engines.Game    = (*rulePosition)(nil)
	_ engines.Hidden  = (*rulePosition)(nil)
	_ engines.History = (*rulePosition)(nil)
)

// set changes the position to one that the program sent.
func (g *rulePosition) set(s protocol.State) {
	g.state = s
	g.legal = make([]engines.Move, len(s.Legal))
	for i, text := range s.Legal {
		g.legal[i] = g.names.number(text)
	}
}

// Seats returns the number of seats.
func (g *rulePosition) Seats() int { return g.line.seats }

// Turn returns the seat to move.
func (g *rulePosition) Turn() int { return g.state.Turn }

// Moves appends the legal moves to dst, in the order in which the program sent them.
func (g *rulePosition) Moves(dst []engines.Move) []engines.Move { return append(dst, g.legal...) }

// Over reports whether the game is over.
func (g *rulePosition) Over() bool { return g.state.Over }

// Outcome returns the outcome that the program reported.
func (g *rulePosition) Outcome() engines.Outcome { return g.state.Outcome }

// String returns the position in the notation of the program that has the rules.
func (g *rulePosition) String() string { return g.state.Position }

// FormatMove returns a move as the program writes it.
func (g *rulePosition) FormatMove(m engines.Move) string { return g.names.text(m) }

// ParseMove parses a move as the program writes it. It ignores case unless two legal moves differ
// only in case.
func (g *rulePosition) ParseMove(text string) (engines.Move, error) {
	text = strings.TrimSpace(text)
	if m, ok := g.names.find(text); ok {
		return m, nil
	}
	alike := slices.IndexFunc(g.state.Legal, func(s string) bool { return strings.EqualFold(s, text) })
	if alike < 0 {
		return 0, fmt.Errorf("%q is not one of the moves %s", text, protocol.Printable(strings.Join(g.state.Legal, ", ")))
	}
	return g.legal[alike], nil
}

// countWords returns how many words at the beginning of list form a move: those of the longest
// legal move with which list begins. If there is none, it returns the number of words in the
// longest of all legal moves, but at most the length of list. An error can then quote these words.
func (g *rulePosition) countWords(list []string) int {
	most := 1
	for _, legal := range g.state.Legal {
		most = max(most, len(strings.Fields(legal)))
	}
	most = min(most, len(list))
	for n := most; n > 0; n-- {
		text := strings.Join(list[:n], " ")
		if slices.ContainsFunc(g.state.Legal, func(legal string) bool { return strings.EqualFold(legal, text) }) {
			return n
		}
	}
	return most
}

// moveTexts returns the legal moves, as the program writes them.
func (g *rulePosition) moveTexts() []string { return g.state.Legal }

// Apply makes a legal move. It requests the position after the move from the program that
// implements the rules. If the move is not legal, the game is over or the program fails, Apply
// returns an error and the position does not change.
func (g *rulePosition) Apply(m engines.Move) error {
	i := slices.Index(g.legal, m)
	switch {
	case g.state.Over:
		return fmt.Errorf("move %s: the game is over", g.FormatMove(m))
	case i < 0:
		return fmt.Errorf("seat %d may not play %s: it can play %s", g.state.Turn+1, g.FormatMove(m), protocol.Printable(strings.Join(g.state.Legal, ", ")))
	}
	next := g.line.after(g.state.Legal[i])
	state, err := g.session.state(next)
	if err != nil {
		return err
	}
	g.line = next
	g.set(state)
	return nil
}

// Clone returns a copy of the position. The copy uses the same session with the program.
func (g *rulePosition) Clone() engines.Game {
	copied := *g
	return &copied
}

// Start returns the text of the start position.
func (g *rulePosition) Start() string { return "start" }

// Played returns the moves since the start position.
func (g *rulePosition) Played() []engines.Move {
	list := make([]engines.Move, len(g.line.moves))
	for i, text := range g.line.moves {
		list[i] = g.names.number(text)
	}
	return list
}

// View returns the position as a seat sees it. It is the whole position unless the program sends
// a view for every seat.
func (g *rulePosition) View(seat int) engines.Position {
	if g.state.Views == nil {
		return g
	}
	return view{g, seat}
}

// view is a position as one seat sees it. It does not implement [engines.History], because the
// moves might contain information that is hidden from the seat.
type view struct {
	game *rulePosition
	seat int
}

func (v view) Seats() int                               { return v.game.Seats() }
func (v view) Turn() int                                { return v.game.Turn() }
func (v view) Over() bool                               { return v.game.Over() }
func (v view) Outcome() engines.Outcome                 { return v.game.Outcome() }
func (v view) FormatMove(m engines.Move) string         { return v.game.FormatMove(m) }
func (v view) moveTexts() []string                      { return v.game.state.Legal }
func (v view) ParseMove(s string) (engines.Move, error) { return v.game.ParseMove(s) }
func (v view) String() string                           { return v.game.state.Views[v.seat] }

// Moves appends the legal moves to dst if the seat of the view is to move.
func (v view) Moves(dst []engines.Move) []engines.Move {
	if v.game.Turn() != v.seat {
		return dst
	}
	return v.game.Moves(dst)
}

// moveNames assigns a number to every move of a game: a hash of its text. A number therefore means
// the same move in every process. If two texts have the same hash, the later one gets the next free
// number.
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
	_, _ = h.Write([]byte(text)) // never fails
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
