package minesweeper

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

var _ analysis.Analyst = (*engine)(nil)

// candidate is an agent's evaluation of one closed cell.
type candidate struct {
	Move     string             `json:"move"`
	P        float64            `json:"p"`
	Score    *float64           `json:"score"` // nil where the agent does not rate the cell
	Features map[string]float64 `json:"features"`
}

// Analyze analyses a position for the seat to move. Features and value are those of the
// chosen cell, for that seat alone. Static is the number of mines found by each seat.
// Extra values are the exact number of placements, the probability of every closed cell,
// the certain cells, and every closed cell with its features and score, the best first.
func (e *engine) Analyze(ctx context.Context, g engines.Position, a engines.Agent) (analysis.Analysis, error) {
	v, err := look(g)
	if err != nil {
		return analysis.Analysis{}, err
	}
	made, err := e.NewPlayer(ctx, a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	p := made.(*player)
	var watch probability.Watch
	watch.Begin(ctx, 0)
	s := probability.New()
	s.Watch(&watch)
	if err := s.Solve(v.field, v.cells, v.mines); err != nil {
		return analysis.Analysis{}, err
	}
	out := analysis.Analysis{
		Static: []float64{float64(v.score[0]), float64(v.score[1])},
		Value:  make([]*float64, 2),
		Nodes:  1,
	}
	candidates, err := p.candidates(ctx, v, s)
	if err != nil {
		return analysis.Analysis{}, err
	}
	if !v.Over() {
		m, err := p.Choose(ctx, v)
		if err != nil {
			return analysis.Analysis{}, err
		}
		out.Best = v.FormatMove(m)
		if i := slices.IndexFunc(candidates, func(c candidate) bool { return c.Move == out.Best }); i >= 0 { // not a bomb
			out.Value[v.turn] = candidates[i].Score
			out.Features = featuresOf(candidates[i], v.turn)
		}
	}
	out.Extra = extras(v, s, candidates)
	return out, watch.Err()
}

// featuresOf returns the features of a cell for the seat to move.
func featuresOf(c candidate, turn int) []analysis.Feature {
	out := make([]analysis.Feature, 0, len(c.Features))
	for _, name := range featureNames {
		if x, ok := c.Features[name]; ok {
			values := make([]float64, 2)
			values[turn] = x
			out = append(out, analysis.Feature{Name: name, Values: values})
		}
	}
	return out
}

// featureNames are the features of a cell: those of linear, and the two scores
// of gemini with the blank that they use.
var featureNames = func() (names []string) {
	for _, w := range linearWeights {
		names = append(names, w.Name)
	}
	return append(names, "blank", "guess", "click")
}()

// candidates rates every closed cell, the best first and the lowest of equals.
func (p *player) candidates(ctx context.Context, v *view, s *probability.Solver) ([]candidate, error) {
	var out []candidate
	for c, shown := range v.cells {
		if shown != field.Closed {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var x [features]float64
		measure(s, c, &x)
		f := map[string]float64{"blank": s.BlankProduct(c)}
		for i, w := range linearWeights {
			f[w.Name] = x[i]
		}
		if j, ok := p.judge.(*gemini); ok {
			j.explain(s, c, f)
		}
		out = append(out, candidate{v.FormatMove(engines.Move(c)), s.P[c], p.score(s, c), f})
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		switch {
		case a.Score == nil && b.Score == nil:
			return 0
		case b.Score == nil || a.Score != nil && *a.Score > *b.Score:
			return -1
		case a.Score == nil || *a.Score < *b.Score:
			return 1
		}
		return 0
	})
	return out, nil
}

// score is the agent's score of one cell by itself, nil if it gives none.
func (p *player) score(s *probability.Solver, c int) *float64 {
	var all picker
	all.reset()
	x := 0.0
	switch j := p.judge.(type) {
	case anyCell:
		return nil
	case penalised:
		x = j.score(s, c, &all)
	case *linear:
		x = j.score(s, c, &all)
	case *gemini:
		if s.Safe.Has(c) {
			x = j.safe(s, c, &all)
		} else {
			x = j.undecided(s, c, &all)
		}
	case *ev:
		x = j.worth(s, c)
	}
	return &x
}

// explain adds the two scores and the blank that they use.
func (j *gemini) explain(s *probability.Solver, c int, f map[string]float64) {
	b := j.blank(s, c)
	guess, blankCounts := j.band(s.P[c])
	if blankCounts {
		guess *= power(1-b, j.w[blankExpU])
	}
	f["blank"], f["guess"], f["click"] = b, guess, j.click(s, c, b)
}

// extras are what the game adds to an analysis.
func extras(v *view, s *probability.Solver, candidates []candidate) []analysis.Extra {
	values := make([]*float64, v.field.N)
	sure, safe := [][2]int{}, [][2]int{}
	for c, shown := range v.cells {
		if shown != field.Closed {
			continue
		}
		values[c] = &s.P[c]
		x, y := v.field.XY(c)
		switch {
		case s.Sure.Has(c):
			sure = append(sure, [2]int{x, y})
		case s.Safe.Has(c):
			safe = append(safe, [2]int{x, y})
		}
	}
	count := s.Count().String()
	out := []analysis.Extra{
		{Key: "configurations", Value: count, Text: "configurations: " + count},
		{Key: "probabilities", Value: v.byRow(values), Text: numbersText(v, values)},
		{Key: "sure_mines", Value: sure, Text: cellsText("certain mines", sure)},
		{Key: "sure_safe", Value: safe, Text: cellsText("certainly no mines", safe)},
		{Key: "candidates", Value: candidates, Text: candidatesText(candidates)},
	}
	if s.Approximate {
		out = append(out, analysis.Extra{Key: "approximate", Value: true, Text: "too wide to count: the probabilities are approximate"})
	}
	return out
}

func cellsText(title string, cells [][2]int) string {
	if len(cells) == 0 {
		return title + ": none"
	}
	var b strings.Builder
	b.WriteString(title + ":")
	for _, c := range cells {
		fmt.Fprintf(&b, " %d,%d", c[0], c[1])
	}
	return b.String()
}

// candidatesText lists the best few.
func candidatesText(candidates []candidate) string {
	const few = 10
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %8s %12s", "cell", "p", "score")
	for i, c := range candidates {
		if i == few {
			fmt.Fprintf(&b, "\n... and %d more", len(candidates)-few)
			break
		}
		fmt.Fprintf(&b, "\n%-8s %8.4f", c.Move, c.P)
		if c.Score != nil {
			fmt.Fprintf(&b, " %12.4f", *c.Score)
		}
	}
	return b.String()
}
