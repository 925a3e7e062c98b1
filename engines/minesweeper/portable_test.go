package minesweeper_test

import (
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/engines/portable/portabletest"
)

// TestExportedAgentPlaysAlike runs agents of every kind in other languages. The agent that looks
// ahead solves sixty positions for a move, so its field is small. The field "widest" has the largest
// number of placements of mines, just below the largest float64.
func TestExportedAgentPlaysAlike(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]engines.Settings{
		"gemini": {"zero_mode": "B"},
		"exact":  {"width": "7", "height": "9", "mines": "13", "blank_mode": "exact", "zero_mode": "C", "third_band": "true", "sure_first": "false"},
		"linear": {"agent": "linear", "bomb": "true"},
		"ev":     {"agent": "ev", "width": "8", "height": "6", "mines": "9"},
		"p-wqb":  {"agent": "p-wqb", "width": "30", "mines": "99"},
		"widest": {"agent": "p-wqb", "width": "32", "height": "32", "mines": "512"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := minesweeper.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			portabletest.Run(t, e, engines.Agent{Weights: other(e.Spec().Weights)}, 2)
		})
	}
}

// other returns weights that differ from the defaults, so that every term of a score counts.
func other(space engines.Space) engines.Weights {
	w := space.Default()
	for i, x := range space {
		if x.Kind != engines.Fixed {
			w[i] = min(x.Max, w[i]*(0.9+0.013*float64(i))+0.001*(x.Max-x.Min)*float64(i%3))
		}
	}
	return w
}

// TestNotExported checks that agents without a portable form are refused with a reason.
func TestNotExported(t *testing.T) {
	t.Parallel()
	for setting, settings := range map[string]engines.Settings{
		"agent":  {"agent": "max-p"},
		"unfold": {"agent": "ev", "unfold": "true"},
	} {
		_, err := minesweeper.New().(portable.Exporter).Portable(engines.Agent{Settings: settings})
		if err == nil || !strings.Contains(err.Error(), setting) {
			t.Errorf("%v: error %v", settings, err)
		}
	}
}

// Vectors plays as many games as the vectors need, also if a game of one move often has none.
func TestVectorsOfShortGames(t *testing.T) {
	t.Parallel()
	e, err := minesweeper.New().With(engines.Settings{"width": "2", "height": "1", "mines": "1"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.(portable.Exporter).Portable(engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := portable.Vectors(t.Context(), e, p, portable.VectorOptions{Count: 300, Deep: 20, Seats: 2})
	if err != nil || len(vectors) != 320 {
		t.Errorf("%d vectors, %v", len(vectors), err)
	}
}

// Vectors returns an error if the program supports no position.
func TestVectorsOfNoPosition(t *testing.T) {
	t.Parallel()
	e := minesweeper.New()
	p, err := e.(portable.Exporter).Portable(engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	p.Encode = func(engines.Game) ([]int, bool) { return nil, false }
	if v, err := portable.Vectors(t.Context(), e, p, portable.VectorOptions{Count: 1, Seats: 2}); err == nil || !strings.Contains(err.Error(), "no position in 100 games") {
		t.Errorf("%d vectors, %v", len(v), err)
	}
}

// tangled is a position for which the exported program needs 22,745 states, more than it can store.
// The engine, which takes the cells in another order, needs 4,567.
const tangled = "................/.2.1........1.../.....2........../................/................/......1........./" +
	".......*2......./......3.2....1.2/..2.1...1......./..4.3222......../...*..3........./..234*3.2..1..../" +
	"......21......../....2.....2.3.1./........3.4...../................"

// The exported program plays on if it cannot count the placements of a position: it opens a closed cell,
// and its score is a number. Such a position is no test vector.
func TestExportedAgentInATangledPosition(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	e := minesweeper.New()
	g, err := e.ParseGame(tangled, 1)
	if err != nil {
		t.Fatal(err)
	}
	position := []string{"0", "0", "0", "0", "0"}
	for _, c := range strings.ReplaceAll(tangled, "/", "") {
		position = append(position, map[rune]string{'.': "-1", '*': "9"}[c]+strings.Trim(string(c), ".*"))
	}
	for _, settings := range []engines.Settings{{"blank_mode": "exact", "zero_mode": "C"}, {"agent": "ev"}} {
		p, err := e.(portable.Exporter).Portable(engines.Agent{Settings: settings})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.Encode(g); ok {
			t.Error("the position is encoded")
		}
		text, err := p.Write("javascript", nil)
		if err != nil {
			t.Fatal(err)
		}
		text += "const at = [" + strings.Join(position, ",") + "];\nconsole.log(choose(at, 1), evaluate(at, 0));\n"
		run := exec.CommandContext(t.Context(), "node", "-")
		run.Stdin = strings.NewReader(text)
		out, err := run.Output()
		var move int
		var score float64
		if n, _ := fmt.Sscan(string(out), &move, &score); err != nil || n != 2 {
			t.Fatalf("%v: %q, %v", settings, out, err)
		}
		if math.IsNaN(score) || !slices.Contains(g.Moves(nil), engines.Move(move)) {
			t.Errorf("%v: move %d with the score %v", settings, move, score)
		}
		if limit := map[bool]float64{true: 1, false: 1e5}[settings["agent"] == "ev"]; math.Abs(score) > limit {
			t.Errorf("%v: the score %v is above %v", settings, score, limit)
		}
	}
}
