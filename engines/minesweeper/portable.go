package minesweeper

import (
	"cmp"
	"context"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/exported"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/keys"
)

var _ portable.Exporter = (*engine)(nil)

// exportedKinds lists the agents that can be exported as programs. The index of an agent is the
// value of the constant Kind in the program.
var exportedKinds = []string{agentGemini, agentLinear, agentEV, agentPWQB}

// Portable returns the source of a program that plays like the agent. Among equally good cells the
// program chooses the first, as with the setting ties=first. It is an error if the agent has no
// weights, or if it is ev with the setting unfold.
func (e *engine) Portable(a engines.Agent) (portable.Program, error) {
	own, err := newEngine(e.settings, a.Settings)
	if err != nil {
		return portable.Program{}, err
	}
	s := own.settings
	kind := slices.Index(exportedKinds, s["agent"])
	switch {
	case kind < 0:
		return portable.Program{}, keys.Errorf("agent", "%s has no weights and no portable form", s["agent"])
	case s["agent"] == agentEV && s.Bool("unfold"):
		return portable.Program{}, keys.Errorf("unfold", "true has no portable form; false has one")
	}
	weights, err := portable.Weights(own.space, a.Weights)
	if err != nil {
		return portable.Program{}, err
	}
	w := engines.Weights(weights.Value.([]float64))
	bands := []float64{2, 2, 2, 2}
	if s["agent"] == agentGemini {
		bands = append(slices.Clone(w[:thrMid+1]), 2)
		slices.SortFunc(bands[:3], func(x, y float64) int { return cmp.Compare(y, x) })
		if s.Bool("third_band") {
			bands[3] = w[thrThird]
		}
	}
	settings := s.Merge(engines.Settings{"ties": tiesFirst})
	p := portable.Program{
		Game:    "minesweeper",
		Sources: []string{exported.Solver, exported.Agent},
		Values: []portable.Value{
			weights,
			{Name: "Width", Value: own.rules.width},
			{Name: "Height", Value: own.rules.height},
			{Name: "Mines", Value: own.rules.mines},
			{Name: "Bomb", Value: btoi(own.rules.bomb)},
			{Name: "Kind", Value: kind},
			{Name: "SureFirst", Value: btoi(s["agent"] != agentGemini || s.Bool("sure_first"))},
			{Name: "ZeroMode", Value: slices.Index([]string{"A", "B", "C"}, s["zero_mode"])},
			{Name: "ExactBlank", Value: btoi(s["blank_mode"] == "exact")},
			{Name: "Bands", Value: bands},
			{Name: "Candidates", Value: s.Int("candidates")},
		},
		About: []string{
			"A position has 5 + Cells numbers: the seat to move (0 or 1), the mines of both seats, then for both",
			"seats 1 if it still has its bomb, otherwise 0, then what every cell shows, row by row from the top",
			"left: -1 closed, 0 to 8 a number, 9 a mine that was found. A move is the number of a cell, or Cells",
			"plus the centre of a bomb. The size of the field and the number of mines are constants. Among",
			"equally good cells the program chooses the first, the agent at random unless ties=first. If a",
			"position needs more memory than the program has, every uncertain cell is taken to be a mine with",
			"the same probability.",
		},
		Depth:  1,
		Encode: encode,
		Move:   func(_ engines.Game, m engines.Move) int { return int(m) },
		Agent:  func(int) engines.Agent { return engines.Agent{Weights: w, Settings: settings} },
	}
	scorer := newPlayer(settings, w)
	p.Evaluations = func(ctx context.Context, g engines.Game) ([]float64, error) {
		x, err := scorer.best(ctx, g)
		return []float64{x}, err
	}
	return p, nil
}

// best returns the score of the move that the player makes. The score is 1 if the player opens a
// known mine without comparing scores. The score of a bomb is the expected number of mines in its
// square. The score of any other move is that of the opened cell.
func (p *player) best(ctx context.Context, g engines.Position) (float64, error) {
	v, err := viewOf(g)
	if err != nil {
		return 0, err
	}
	m, err := p.certain(ctx, v)
	switch {
	case err != nil:
		return 0, err
	case int(m) >= v.field.N:
		x, y := v.field.XY(int(m) - v.field.N)
		return v.minesIn(p.solver, x, y), nil
	case m >= 0:
		return 1, nil
	}
	p.pick.reset()
	p.judge.rate(v, p.solver, &p.pick)
	return p.pick.best, p.watch.Err()
}

// portableStates is the limit of complexity for positions that encode accepts, in states of the
// solver; see [probability.Solver.States]. It is far below the exported program's limit MostStates,
// because the program may need several times as many states.
const portableStates = 2048

// encode returns a position as the list of numbers that the exported agent reads. It returns false
// for a position of another game, for a finished game, and for a position that may be too complex
// for the program.
func encode(g engines.Game) ([]int, bool) {
	v, err := viewOf(g)
	if err != nil || v.Over() {
		return nil, false
	}
	s := probability.New()
	if err := s.Solve(v.field, v.cells, v.mines); err != nil || s.States() > portableStates {
		return nil, false
	}
	out := []int{v.turn, v.score[0], v.score[1], btoi(v.bomb && !v.bombed[0]), btoi(v.bomb && !v.bombed[1])}
	for _, shown := range v.cells {
		n := int(shown)
		if shown == field.Closed {
			n = -1
		}
		out = append(out, n)
	}
	return out, true
}
