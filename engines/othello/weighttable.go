package othello

import (
	"slices"
	"strings"

	"github.com/lanista/lanista/engines/show"
)

var _ show.WeightArranger = (*engine)(nil)

// WeightTables arranges the weights of squares as boards, for people. A model with a weight per
// square or per class of squares has one board. A model with weights for several stages of the
// game has one board for each. Other models have none.
func (e *engine) WeightTables() []show.WeightTable {
	var out []show.WeightTable
	for _, stage := range e.squareStages() {
		t := show.WeightTable{Title: "Value of a disc on every square" + strings.ReplaceAll(stage, "_", ", ")}
		for y := range 8 {
			t.Rows = append(t.Rows, string(rune('1'+y)))
			t.Columns = append(t.Columns, string(rune('a'+y)))
			var row []string
			for x := range 8 {
				row = append(row, e.squareWeight(8*y+x, stage))
			}
			t.Names = append(t.Names, row)
		}
		if whole := !slices.ContainsFunc(t.Names, func(row []string) bool { return slices.Contains(row, "") }); whole {
			out = append(out, t)
		}
	}
	return out
}

// squareStages returns the suffixes that name the stages of the game in the names of square
// weights. It finds them with the weights of the corner, the first class of squares. The suffix
// is "" if a name has no stage.
func (e *engine) squareStages() (stages []string) {
	for _, w := range e.Spec().Weights {
		if stage, ok := strings.CutPrefix(w.Name, classNames[0]); ok {
			stages = append(stages, stage)
		}
	}
	return stages
}

// squareWeight returns the name of the weight that applies to a square at a stage. It is a weight
// of the square itself or of its class. It returns "" if there is none.
func (e *engine) squareWeight(sq int, stage string) string {
	space := e.Spec().Weights
	for _, name := range []string{square(sq) + stage, classNames[classOf[sq]] + stage} {
		if space.Index(name) >= 0 {
			return name
		}
	}
	return ""
}
