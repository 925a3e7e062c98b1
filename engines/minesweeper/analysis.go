package minesweeper

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

var (
	_ analysis.Analyst       = (*engine)(nil)
	_ analysis.MoveEvaluator = (*engine)(nil)
	_ analysis.Solver        = (*engine)(nil)
	_ analysis.PerftCounter  = (*engine)(nil)
)

// candidate is a closed cell that an agent may open, with the agent's evaluation of it.
type candidate struct {
	Move     string             `json:"move"`
	P        float64            `json:"p"`
	Score    *float64           `json:"score"` // nil if the agent gives no score
	Features map[string]float64 `json:"features"`
}

// Analyze evaluates a position for the seat to move as the agent would. Best is the agent's move;
// Features and Value describe the cell that it opens. Static contains the number of mines that each
// seat has found. Extra contains:
//
//   - the number of possible placements of the mines,
//   - the probability of a mine in every closed cell,
//   - the cells where this probability is 0 or 1,
//   - all closed cells with their features and scores, best first.
func (e *engine) Analyze(ctx context.Context, g engines.Position, a engines.Agent) (analysis.Analysis, error) {
	v, err := viewOf(g)
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

// EvaluateMoves returns the moves that the agent considers, with their scores for the seat to move.
// The agent's choice comes first. A bomb has no score, and an agent that chooses cells at random
// gives no scores. If the game is over, there are no moves.
func (e *engine) EvaluateMoves(ctx context.Context, g engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	v, err := viewOf(g)
	if err != nil || v.Over() {
		return nil, err
	}
	made, err := e.NewPlayer(ctx, a)
	if err != nil {
		return nil, err
	}
	return made.(*player).weigh(ctx, v)
}

// Solve computes the value of a very small position under perfect play of both seats. The position
// must have at most 16 closed cells and no bombs. Its value ("points") is the probability that the
// side to move wins, where a draw counts half. "cell_points" contains the value of opening each
// cell, row by row, with null for cells that are not closed. "best_moves" lists the cells with the
// highest value.
func (e *engine) Solve(ctx context.Context, g engines.Position) (analysis.Solution, error) {
	v, err := viewOf(g)
	if err != nil {
		return analysis.Solution{}, err
	}
	flood := e.rules.flood
	if t, ok := g.(*table); ok {
		flood = t.flood
	}
	values, best, err := perfect(ctx, v, flood)
	if err != nil {
		return analysis.Solution{}, err
	}
	moves := []string{}
	for c, x := range values {
		if x != nil && *x > best-tie && !v.Over() {
			moves = append(moves, v.FormatMove(engines.Move(c)))
		}
	}
	s := analysis.Solution{Extra: []analysis.Extra{
		{Key: "exact", Value: true},
		{Key: "points", Value: best, Text: fmt.Sprintf("value %.6f for the side to move", best)},
		{Key: "cell_points", Value: byRow(v, values), Text: numbersText(v, values)},
		{Key: "best_moves", Value: moves, Text: "best: " + strings.Join(moves, " ")},
	}}
	if len(moves) > 0 {
		s.Best = moves[0]
	}
	return s, nil
}

// Perft returns the number of sequences of exactly depth legal moves in a game whose mines are
// known. Sequences that end the game earlier are not counted.
func (e *engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	t, ok := g.(*table)
	if !ok {
		return 0, nil, fmt.Errorf("%T is not a game of Minesweeper with its mines", g)
	}
	if depth < 0 {
		return 0, nil, fmt.Errorf("depth %d is below the minimum 0", depth)
	}
	if depth > t.view.closed { // every move opens a cell
		return 0, nil, ctx.Err()
	}
	p := perft{ctx: ctx}
	for range depth + 1 {
		p.tables = append(p.tables, newTable(t.view.field, rules{}))
		p.moves = append(p.moves, nil)
	}
	p.tables[depth].copyFrom(t)
	n, err := p.count(depth)
	return n, nil, err
}

// featuresOf returns the features of a closed cell in the form of an analysis. The values belong to
// turn, the seat to move; those of the other seat are 0.
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

// featureNames lists the features of a cell in an analysis: those of the agent linear, and three
// numbers of the agent gemini. "blank" is the probability that no neighbour is a mine. "guess" and
// "click" are the two scores from which the agent computes its score of the cell.
var featureNames = func() (names []string) {
	for _, w := range linearWeights {
		names = append(names, w.Name)
	}
	return append(names, "blank", "guess", "click")
}()

// candidates evaluates every closed cell for the agent. It returns the cells from the best to the
// worst; equal ones are in the order of their numbers.
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
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(orLowest(b.Score), orLowest(a.Score)) })
	return out, nil
}

// score returns the agent's score for opening cell c, or nil if the agent computes no scores.
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
		x = j.expectedGain(s, c)
	}
	return &x
}

// explain adds the numbers from which the agent gemini computes its score of cell c to f. "blank"
// is the probability that no neighbour of c is a mine. "guess" is the score of c as a possible
// mine, and "click" its score under the assumption that it is not a mine.
func (j *gemini) explain(s *probability.Solver, c int, f map[string]float64) {
	b := j.blank(s, c)
	guess, blankCounts := j.band(s.P[c])
	if blankCounts {
		guess *= power(1-b, j.w[blankExpU])
	}
	f["blank"], f["guess"], f["click"] = b, guess, j.click(s, c, b)
}

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
	count := probability.Count(s).String()
	out := []analysis.Extra{
		{Key: "configurations", Value: count, Text: "configurations: " + count},
		{Key: "probabilities", Value: byRow(v, values), Text: numbersText(v, values)},
		{Key: "sure_mines", Value: sure, Text: cellsText("certain mines", sure)},
		{Key: "sure_safe", Value: safe, Text: cellsText("certainly no mines", safe)},
		{Key: "candidates", Value: candidates, Text: candidatesText(candidates)},
	}
	if s.Approximate {
		out = append(out, analysis.Extra{Key: "approximate", Value: true, Text: "the position is too complex to count exactly: the probabilities are approximate"})
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
