package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/serve/pages"
)

// heuristics maps the name of a game to a function that completes the game's page. The function
// adds charts and tables that explain the game's evaluation function on example positions.
var heuristics = map[string]func(context.Context, engines.Engine, *pages.EnginePage) error{
	"hare": drawHare, "othello": drawOthello, "risk": drawRisk, "minesweeper": drawMinesweeper,
}

// feature returns the value of one feature of a position for the first seat. index is the index of
// the feature's weight. A game's evaluation function is the sum of its features, each multiplied by
// its weight.
func feature(e engines.Engine, position string, index int) (float64, error) {
	linear, ok := engines.AsHeuristic[engines.Linear](e)
	if !ok {
		return 0, fmt.Errorf("%s has no features", e.Spec().Name)
	}
	g, err := e.ParseGame(position, 0)
	if err != nil {
		return 0, err
	}
	rows, err := linear.Features(g)
	if err != nil {
		return 0, err
	}
	return rows[0][index], nil
}

// These constants are the indices of features of the game Hare, in the order of its weights.
const (
	hareLettuces = iota
	hareCarrots
)

// mostCarrots is the largest number of carrots on the horizontal axis of the carrot chart.
const mostCarrots = 120

// drawHare adds charts of the value of carrots at three points of the track, and of the cost of
// lettuces along the track.
func drawHare(_ context.Context, e engines.Engine, p *pages.EnginePage) error {
	carrots := pages.Chart{Title: "What carrots are worth", Note: "The curves C0 (the first half of the track), C1 (the second) and C2 (once the carrots suffice to reach the finish, which makes the steps).", X: "carrots in hand", Y: "feature C"}
	for _, at := range []struct {
		square int
		name   string
	}{{5, "C0, on square 5"}, {38, "C1, on square 38"}, {61, "C2, on square 61"}} {
		line := pages.Line{Name: at.name}
		for n := range mostCarrots + 1 {
			v, err := feature(e, fmt.Sprintf("%d;%d;0;f;0;68;3;f", at.square, n), hareCarrots)
			if err != nil {
				return err
			}
			line.Points = append(line.Points, [2]float64{float64(n), v})
		}
		carrots.Lines = append(carrots.Lines, line)
	}
	lettuces := pages.Chart{Title: "What lettuces in hand cost", Note: "S1 to S3: the fewer lettuce squares are ahead, the more they cost.", X: "square", Y: "feature S"}
	for n := 1; n <= 3; n++ {
		line := pages.Line{Name: fmt.Sprintf("S%d, %d in hand", n, n)}
		for square := 1; square < 64; square++ {
			v, err := feature(e, fmt.Sprintf("%d;60;%d;f;0;68;3;f", square, n), hareLettuces)
			if err != nil {
				return err
			}
			line.Points = append(line.Points, [2]float64{float64(square), v})
		}
		lettuces.Lines = append(lettuces.Lines, line)
	}
	p.Charts = append(p.Charts, carrots, lettuces)
	return nil
}

// drawOthello adds tables with the values of the board squares. Two show the default weights
// early and late in the game, the others show agents that have one weight per square.
func drawOthello(_ context.Context, e engines.Engine, p *pages.EnginePage) error {
	early, late := make(map[string]float64), make(map[string]float64)
	for _, w := range e.Spec().Weights {
		var class, phase string
		if n, err := fmt.Sscanf(w.Name, "%2s_%s", &class, &phase); n < 2 || err != nil {
			continue
		}
		switch phase {
		case "early":
			early[class] = w.Default
		case "late":
			late[class] = w.Default
		}
	}
	p.Tables = append(p.Tables, squareTable("Square values, early", "The default weights at the start of a game.", early), squareTable("Square values, late", "The same at its end.", late))
	roster, ok := engines.As[engines.BuiltinAgents](e)
	if !ok {
		return nil
	}
	for _, a := range roster.BuiltinAgents() {
		with, err := e.With(a.Settings)
		if err != nil {
			return err
		}
		values := make(map[string]float64)
		for i, w := range with.Spec().Weights {
			if i < len(a.Weights) {
				values[w.Name] = a.Weights[i]
			}
		}
		if table := squareTable("Square values of "+a.Name, "", values); table.Rows != nil && a.Weights != nil {
			p.Tables = append(p.Tables, table)
		}
	}
	return nil
}

// squareTable returns a table of values in the shape of an 8×8 board. values contains a value for
// every square, or one for every class of symmetric squares. The table is empty if the value of a
// square is missing.
func squareTable(title, note string, values map[string]float64) pages.Figures {
	t := pages.Figures{Title: title, Note: note, Head: []string{""}}
	for x := range 8 {
		t.Head = append(t.Head, string(rune('a'+x)))
	}
	for y := range 8 {
		row := []string{fmt.Sprint(y + 1)}
		for x := range 8 {
			v, ok := values[fmt.Sprintf("%c%d", 'a'+x, y+1)]
			if len(values) < 64 {
				a, b := min(x, 7-x), min(y, 7-y)
				v, ok = values[fmt.Sprintf("%c%d", 'a'+max(a, b), min(a, b)+1)]
			}
			if !ok {
				return pages.Figures{}
			}
			row = append(row, fmt.Sprintf("%.4g", v))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// extra analyses a position with the default agent and decodes one entry of the game-specific part
// of the analysis. key is the name of the entry, and into points to the variable that receives it.
func extra(ctx context.Context, e engines.Engine, g engines.Game, key string, into any) error {
	n, err := analysis.Analyze(ctx, e, g, engines.Agent{Weights: e.Spec().Weights.Default()})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(n.Extra, func(x analysis.Extra) bool { return x.Key == key })
	if at < 0 {
		return fmt.Errorf("%s adds no %s", e.Spec().Name, key)
	}
	text, err := json.Marshal(n.Extra[at].Value)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// riskExample is the notation of a Risk position with nine territories.
const riskExample = "A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A draft"

// drawRisk adds a table of the values by which an agent distributes new units over the territories
// of an example position.
func drawRisk(ctx context.Context, e engines.Engine, p *pages.EnginePage) error {
	g, err := e.ParseGame(riskExample, 0)
	if err != nil {
		return err
	}
	var draft []struct {
		Cell  int     `json:"cell"`
		BST   int     `json:"bst"`
		BSR   float64 `json:"bsr"`
		NBSR  float64 `json:"nbsr"`
		Added int     `json:"added"`
	}
	if err := extra(ctx, e, g, "draft", &draft); err != nil {
		return err
	}
	t := pages.Figures{
		Title: "A draft by border security", Head: []string{"territory", "BST", "BSR", "NBSR", "units added"},
		Note: "The position is " + riskExample + ". BST is the number of enemy units next to a territory, BSR is BST divided by the territory's own units, and NBSR is the territory's share of the new units.",
	}
	for _, d := range draft {
		t.Rows = append(t.Rows, []string{fmt.Sprint(d.Cell), fmt.Sprint(d.BST), fmt.Sprintf("%.3g", d.BSR), fmt.Sprintf("%.3g", d.NBSR), fmt.Sprint(d.Added)})
	}
	p.Tables = append(p.Tables, t)
	return nil
}

// drawMinesweeper adds a chart for an example position of Minesweeper. It plots the two scores of
// every cell against the probability that the cell contains a mine.
func drawMinesweeper(ctx context.Context, e engines.Engine, p *pages.EnginePage) error {
	g, err := e.NewGame(2, 1)
	if err != nil {
		return err
	}
	for range 6 { // opens cells, so that numbers are visible
		moves := engines.View(g, g.Turn()).Moves(nil)
		if err := g.Apply(moves[len(moves)/2]); err != nil {
			return err
		}
	}
	var cells []struct {
		P        float64            `json:"p"`
		Features map[string]float64 `json:"features"`
	}
	if err := extra(ctx, e, g, "candidates", &cells); err != nil {
		return err
	}
	guess, click := pages.Line{Name: "as a guess"}, pages.Line{Name: "as a safe click"}
	for _, c := range cells {
		guess.Points = append(guess.Points, [2]float64{c.P, c.Features["guess"]})
		click.Points = append(click.Points, [2]float64{c.P, c.Features["click"]})
	}
	p.Charts = append(p.Charts, pages.Chart{
		Title: "The two scores of a cell", Note: "Every closed cell of an example, by the default weights.", X: "probability of a mine", Y: "score", Dots: true, Lines: []pages.Line{guess, click},
	})
	return nil
}
