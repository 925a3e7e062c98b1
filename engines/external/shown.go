package external

import "github.com/lanista/lanista/engines"

// What a game can do for a person it does at a table with programs, too.
var (
	_ engines.Illustrator = (*Table)(nil)
	_ engines.Guided      = (*Table)(nil)
)

// Draw is the game's drawing of a position.
func (t *table) Draw(p engines.Position) string { return engines.Illustrate(t.game, p) }

// Guide is the game's guide.
func (t *table) Guide() engines.Guide { return engines.GuideTo(t.game) }

// Guide says how a game is written whose rules a program owns, as far as that is
// known.
func (r *ruled) Guide() engines.Guide {
	return engines.Guide{
		Rules: r.about.Doc, Moves: "A move is written as the program has it; moves lists those that are legal.",
		Position: "A position is its moves from the start, with blanks or commas between them.",
	}
}
