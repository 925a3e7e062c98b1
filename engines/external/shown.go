package external

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// What a game can do for a person it does at a table with programs, too.
var (
	_ show.Illustrator = (*Table)(nil)
	_ show.Guided      = (*Table)(nil)
)

// Draw is the game's drawing of a position.
func (t *table) Draw(p engines.Position) string { return show.Illustrate(t.game, p) }

// Guide is the game's guide.
func (t *table) Guide() show.Guide { return show.GuideTo(t.game) }

// Guide says how a game is written whose rules a program owns, as far as that is
// known.
func (r *ruled) Guide() show.Guide {
	return show.Guide{
		Rules: r.about.Doc, Moves: "A move is written as the program has it; moves lists those that are legal.",
		Position: "A position is its moves from the start, with blanks or commas between them.",
	}
}
