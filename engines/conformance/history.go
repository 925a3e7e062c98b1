package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// checkHistory tests the list of moves that a position with an [engines.History] contains. The
// moves must be legal from the start position of the list, and must lead to the same position. If
// they end the game, the position must be over, too. The reverse is not required of a game that
// ended for a reason outside its rules. The caller of Played must be allowed to change the returned
// slice.
func checkHistory(p *probe) error {
	return p.visitPositions(func(at place) error {
		h, ok := at.game.(engines.History)
		if !ok {
			return nil
		}
		g, err := p.engine.ParseGame(h.Start(), at.seed)
		if err != nil {
			return fmt.Errorf("ParseGame does not read the start of the history: %w", err)
		}
		moves := h.Played()
		for i, m := range moves {
			if err := g.Apply(m); err != nil {
				return fmt.Errorf("move %d of the history is illegal: %w", i+1, err)
			}
		}
		if got, want := g.String(), at.game.String(); got != want {
			return fmt.Errorf("the history of %d moves leads to %s", len(moves), got)
		}
		if over := at.game.Over(); g.Over() != over && (!over || byRules(at.game)) {
			return fmt.Errorf("method Over returns %v, but %v after the moves of the history", at.game.Over(), g.Over())
		}
		kept := slices.Clone(moves)
		clear(moves) // the slice belongs to the caller
		if !slices.Equal(h.Played(), kept) {
			return errors.New("changing the result of Played changes the game; return a copy")
		}
		return nil
	})
}
