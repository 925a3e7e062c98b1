package minesweeper_test

import (
	"context"
	"encoding/json"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/minesweeper"
)

// This file has a slow reference of the two scores of GeminiAI, written from its author's
// description. Probabilities come from a list of all possible places of the mines. The engine is
// used only to be compared with it.

// fields is a small field as a player sees it. Cells are numbered row by row from the top left.
type fields struct {
	width, height int
	mines         int    // all mines of the field
	open          uint32 // the opened cells without a mine
	found         uint32 // the mines found
	number        [16]int

	chance [16]float64 // of a mine, for closed cells
}

// near returns the cells around a cell, and how many of the eight places are outside the field.
func (f *fields) near(cell int) (cells uint32, outside int) {
	x, y := cell%f.width, cell/f.width
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			switch inside := x+dx >= 0 && x+dx < f.width && y+dy >= 0 && y+dy < f.height; {
			case dx == 0 && dy == 0:
			case inside:
				cells |= 1 << ((y+dy)*f.width + x + dx)
			default:
				outside++
			}
		}
	}
	return cells, outside
}

// randomFields returns a field after random clicks. At least one mine and two cells are closed.
func randomFields(r *rand.Rand) *fields {
	for {
		f := &fields{width: 1 + r.IntN(4), height: 2 + r.IntN(3)}
		cells := f.width * f.height
		f.mines = 1 + r.IntN(max(1, min(cells-1, 6)))
		var hidden uint32
		for _, c := range r.Perm(cells)[:f.mines] {
			hidden |= 1 << c
		}
		for range r.IntN(cells) {
			f.click(r.IntN(cells), hidden)
		}
		if closed := bits.OnesCount32(f.closed()); closed >= 2 && bits.OnesCount32(f.found) < f.mines {
			f.count()
			return f
		}
	}
}

func (f *fields) closed() uint32 { return (1<<(f.width*f.height) - 1) &^ (f.open | f.found) }

// click opens a cell, and the cells around it if none of them has a mine.
func (f *fields) click(cell int, hidden uint32) {
	if f.closed()>>cell&1 == 0 {
		return
	}
	if hidden>>cell&1 == 1 {
		f.found |= 1 << cell
		return
	}
	around, _ := f.near(cell)
	f.open |= 1 << cell
	f.number[cell] = bits.OnesCount32(around & hidden)
	for c := range f.width * f.height {
		if f.number[cell] == 0 && around>>c&1 == 1 {
			f.click(c, hidden)
		}
	}
}

// count computes the probability of a mine for every closed cell from all sets of mines that
// agree with the numbers.
func (f *fields) count() {
	closed, all := f.closed(), 0
	var with [16]int
	for set := uint32(0); set < 1<<(f.width*f.height); set++ {
		if set&^closed != 0 || bits.OnesCount32(set|f.found) != f.mines || !f.agrees(set|f.found) {
			continue
		}
		all++
		for c := range with {
			with[c] += int(set >> c & 1)
		}
	}
	for c := range with {
		f.chance[c] = float64(with[c]) / float64(all)
	}
}

func (f *fields) agrees(mines uint32) bool {
	for c := range f.width * f.height {
		if around, _ := f.near(c); f.open>>c&1 == 1 && bits.OnesCount32(around&mines) != f.number[c] {
			return false
		}
	}
	return true
}

// mine and clear report whether a cell certainly has a mine, found or not, and whether it
// certainly has none, opened or not.
func (f *fields) mine(c int) bool {
	return f.found>>c&1 == 1 || f.closed()>>c&1 == 1 && f.chance[c] == 1
}

func (f *fields) clear(c int) bool {
	return f.open>>c&1 == 1 || f.closed()>>c&1 == 1 && f.chance[c] == 0
}

// blank returns the probability that no cell around a cell has a mine, as if cells were
// independent.
func (f *fields) blank(cell int) float64 {
	around, _ := f.near(cell)
	p := 1.0
	for c := range 16 {
		switch {
		case around>>c&1 == 0:
		case f.mine(c):
			p = 0
		case !f.clear(c):
			p *= 1 - f.chance[c]
		}
	}
	return p
}

// guess returns the score of a cell as a mine.
func (f *fields) guess(cell int) float64 {
	p := f.chance[cell]
	if p >= 0.99 {
		return 10000 + 10000*p
	}
	if p >= 0.799999 {
		return 4000 + 10000*p
	}
	if p >= 0.499999 {
		return 10000 * p * (1 - f.blank(cell))
	}
	return 9000 * p * (1 - f.blank(cell))
}

// step returns the score of a cell as a safe one.
func (f *fields) step(cell int) float64 {
	around, outside := f.near(cell)
	score := 600 * float64(outside)
	for c := range 16 {
		if around>>c&1 == 0 {
			continue
		}
		switch known := f.mine(c) || f.clear(c); {
		case known:
			score += 500
		case f.chance[c] <= 0.05 || f.chance[c] > 0.99:
			score += 700
		}
		if f.mine(c) {
			score += 900
		}
	}
	return score * (1 - f.blank(cell))
}

// score returns the score of a closed cell: an uncertain cell has the higher of both scores, a
// safe cell only the second.
func (f *fields) score(cell int) float64 {
	if f.clear(cell) {
		return f.step(cell)
	}
	return max(f.guess(cell), f.step(cell))
}

// text writes the field as the engine reads it.
func (f *fields) text() string {
	var rows []string
	for y := range f.height {
		row := ""
		for x := range f.width {
			switch c := y*f.width + x; {
			case f.found>>c&1 == 1:
				row += "*"
			case f.open>>c&1 == 1:
				row += strconv.Itoa(f.number[c])
			default:
				row += "."
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

// name returns the name of a cell in a move of the engine.
func (f *fields) name(cell int) string {
	return strconv.Itoa(cell%f.width) + "," + strconv.Itoa(cell/f.width)
}

func alike(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }

// TestGeminiScoresAsItsAuthorDescribes compares the built-in agent gemini with the reference:
// both scores of every closed cell, the score that counts, and the chosen cell, which is one of
// those with the highest score. With LANISTA_EXHAUSTIVE=1 there are 10,000 fields.
func TestGeminiScoresAsItsAuthorDescribes(t *testing.T) {
	t.Parallel()
	count, r := 400, rand.New(rand.NewPCG(3, 4))
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		count = 10_000
	}
	agent := builtin(t, "gemini")
	cells, ties := 0, 0
	for range count {
		f := randomFields(r)
		game, err := minesweeper.New().With(engines.Settings{"mines": strconv.Itoa(f.mines)})
		if err != nil {
			t.Fatal(err)
		}
		g, err := game.ParseGame(f.text(), 1)
		if err != nil {
			t.Fatal(f.text(), err)
		}
		compareScores(t, game, g, agent, f)
		best, names := math.Inf(-1), map[string]bool{}
		for c := range f.width * f.height {
			if f.closed()>>c&1 == 0 {
				continue
			}
			cells++
			switch s := f.score(c); {
			case alike(s, best):
				names[f.name(c)] = true
			case s > best:
				best, names = s, map[string]bool{f.name(c): true}
			}
		}
		if len(names) > 1 {
			ties++
		}
		player, err := game.NewPlayer(context.Background(), agent)
		if err != nil {
			t.Fatal(err)
		}
		m, err := player.Choose(context.Background(), g)
		if err != nil {
			t.Fatal(f.text(), err)
		}
		if !names[g.FormatMove(m)] {
			t.Fatalf("%s with %d mines: opens %s, the reference one of %v", f.text(), f.mines, g.FormatMove(m), names)
		}
	}
	if ties < count/20 {
		t.Errorf("%d of %d fields have equal cells; the comparison needs ties", ties, count)
	}
	t.Logf("%d fields, %d cells; in %d fields the best cells tie", count, cells, ties)
}

func builtin(t *testing.T, name string) engines.Agent {
	t.Helper()
	for _, a := range minesweeper.New().(engines.BuiltinAgents).BuiltinAgents() {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("no built-in agent %s", name)
	return engines.Agent{}
}

func compareScores(t *testing.T, game engines.Engine, g engines.Game, agent engines.Agent, f *fields) {
	t.Helper()
	examined, err := game.(analysis.Analyst).Analyze(context.Background(), g, agent)
	if err != nil {
		t.Fatal(f.text(), err)
	}
	var rows []struct {
		Move     string             `json:"move"`
		P        float64            `json:"p"`
		Score    float64            `json:"score"`
		Features map[string]float64 `json:"features"`
	}
	for _, x := range examined.Extra {
		if x.Key != "candidates" {
			continue
		}
		text, err := json.Marshal(x.Value)
		if err == nil {
			err = json.Unmarshal(text, &rows)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(rows) != bits.OnesCount32(f.closed()) {
		t.Fatalf("%s: %d cells have scores", f.text(), len(rows))
	}
	for c := range f.width * f.height {
		for _, row := range rows {
			if row.Move != f.name(c) {
				continue
			}
			if !alike(row.P, f.chance[c]) || !alike(row.Features["blank"], f.blank(c)) || !alike(row.Features["click"], f.step(c)) ||
				!alike(row.Features["guess"], f.guess(c)) || !alike(row.Score, f.score(c)) {
				t.Fatalf("%s with %d mines, cell %s: %+v, the reference has p %v, blank %v, click %v, guess %v, score %v",
					f.text(), f.mines, row.Move, row, f.chance[c], f.blank(c), f.step(c), f.guess(c), f.score(c))
			}
		}
	}
}

// TestGeminiDrawsAmongEqualCells opens an untouched field with many seeds: the four corners are
// equal, because five places around each are outside the field, and each is chosen.
func TestGeminiDrawsAmongEqualCells(t *testing.T) {
	t.Parallel()
	game, err := minesweeper.New().With(engines.Settings{"mines": "3"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.ParseGame("..../..../..../....", 1)
	if err != nil {
		t.Fatal(err)
	}
	player, err := game.NewPlayer(context.Background(), builtin(t, "gemini"))
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[string]int{}
	for seed := range uint64(400) {
		if err := player.(engines.Starter).Start(context.Background(), engines.Seating{Seed: seed}); err != nil {
			t.Fatal(err)
		}
		m, err := player.Choose(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		chosen[g.FormatMove(m)]++
	}
	// With equal chances a cell is chosen 100 times with a standard deviation of 8.7.
	if len(chosen) != 4 || min(chosen["0,0"], chosen["3,0"], chosen["0,3"], chosen["3,3"]) < 60 {
		t.Errorf("cells chosen: %v", chosen)
	}
}
