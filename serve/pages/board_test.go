package pages

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// edited is a game with the given tools of its editor.
type edited struct {
	engines.Engine
	show.Editor
	tools []show.Tool
}

func (edited) Spec() engines.Spec { return engines.Spec{Name: "edited", MaxSeats: 2} }

func (e edited) Tools() []show.Tool { return e.tools }

// A board has the tool that empties it wherever the tool stands in the list of the editor.
func TestABoardIsClearedByAnyTool(t *testing.T) {
	t.Parallel()
	clearing, piece := show.Tool{ID: show.ClearTool, Name: "Clear"}, show.Tool{ID: "X", Name: "piece"}
	for _, tools := range [][]show.Tool{{clearing, piece}, {piece, clearing}} {
		if b := NewBoard(edited{tools: tools}); !b.Clears || len(b.Tools) != 1 || b.Tools[0] != piece {
			t.Errorf("%v: the board is cleared: %v, tools %v", tools, b.Clears, b.Tools)
		}
	}
	if b := NewBoard(edited{tools: []show.Tool{piece}}); b.Clears {
		t.Error("the board is cleared without a tool")
	}
}
