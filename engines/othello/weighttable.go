package othello

import (
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/show"
)

// weightTables arranges the weights of squares in space as boards: one board for each stage of the
// game that the weights distinguish. A model without weights of squares has no board.
func weightTables(space engines.Space) []show.WeightTable {
	var out []show.WeightTable
	for _, stage := range squareStages(space) {
		t := show.WeightTable{Title: "Value of a disc on every square" + strings.ReplaceAll(stage, "_", ", ")}
		for y := range 8 {
			t.Rows = append(t.Rows, string(rune('1'+y)))
			t.Columns = append(t.Columns, string(rune('a'+y)))
			var row []string
			for x := range 8 {
				row = append(row, squareWeight(space, 8*y+x, stage))
			}
			t.Names = append(t.Names, row)
		}
		if whole := !slices.ContainsFunc(t.Names, func(row []string) bool { return slices.Contains(row, "") }); whole {
			out = append(out, t)
		}
	}
	return out
}

// squareStages returns the suffixes of the names of square weights, one for each stage of the game.
// For example, the names "a1_early" and "a1_late" give "_early" and "_late". If the weights do not
// distinguish stages, the only suffix is "".
func squareStages(space engines.Space) (stages []string) {
	for _, w := range space {
		if stage, ok := strings.CutPrefix(w.Name, classNames[0]); ok {
			stages = append(stages, stage)
		}
	}
	return stages
}

// squareWeight returns the name of the weight for square sq at a stage of the game: that of the
// square or of its class. It returns "" if space has no such weight.
func squareWeight(space engines.Space, sq int, stage string) string {
	for _, name := range []string{square(sq) + stage, classNames[board.Class[sq]] + stage} {
		if space.Index(name) >= 0 {
			return name
		}
	}
	return ""
}
