package show

import (
	"github.com/lanista/lanista/engines"
)

// Illustrator is implemented by engines that can draw a position for a terminal.
type Illustrator interface {
	// Draw returns the position as lines of text for a terminal, with the legal
	// moves marked.
	Draw(p engines.Position) string
}

// Illustrate returns a position as lines of text: the engine's drawing if it is an [Illustrator],
// otherwise the text form of the position.
func Illustrate(e engines.Engine, p engines.Position) string {
	if d, ok := engines.As[Illustrator](e); ok {
		return d.Draw(p)
	}
	return p.String()
}
