package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// history checks the [engines.History] of a position: its moves lead from its start to the
// position, and to its end if it is over.
func (p *probe) history() error {
	return p.along(func(at place) error {
		h, ok := at.game.(engines.History)
		if !ok {
			return nil
		}
		g, err := p.engine.ParseGame(h.Start(), at.seed)
		if err != nil {
			return fmt.Errorf("the start of its history is refused: %w", err)
		}
		moves := h.Played()
		for i, m := range moves {
			if err := g.Apply(m); err != nil {
				return fmt.Errorf("its history cannot be played again: move %d: %w", i+1, err)
			}
		}
		if got, want := g.String(), at.game.String(); got != want {
			return fmt.Errorf("its history of %d moves leads to %s", len(moves), got)
		}
		if byRules(at.game) && g.Over() != at.game.Over() {
			return fmt.Errorf("over: %v; played again from its history: %v", at.game.Over(), g.Over())
		}
		kept := slices.Clone(moves)
		clear(moves) // they are the caller's
		if !slices.Equal(h.Played(), kept) {
			return errors.New("its history can be changed from outside")
		}
		return nil
	})
}
