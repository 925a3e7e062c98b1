package minesweeper

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// judge is the evaluation of cells by one kind of agent. The method rate computes the scores of
// closed cells and offers them to a picker. It may leave out cells that cannot have the best score.
type judge interface {
	rate(v *view, s *probability.Solver, p *picker)
}

// player is the built-in player for one agent. If a cell is known to be a mine, most agents open
// it. Otherwise the player may use its bomb. Otherwise it opens the cell with the highest score.
// The setting ties selects among equal cells: a random one or the first.
type player struct {
	judge     judge
	solver    *probability.Solver // nil if the agent uses no probabilities
	sureFirst bool                // open certain mines first: each is a point, keeps the turn and reveals nothing
	pick      picker
	pcg       rand.PCG // breaks ties
	watch     probability.Watch
}

var _ engines.Starter = (*player)(nil)

func newPlayer(s engines.Settings, w engines.Weights) *player {
	p := &player{judge: newJudge(s, w), sureFirst: s["agent"] != agentGemini || s.Bool("sure_first"), pcg: engines.PCG(0)}
	p.pick.first = s["ties"] == tiesFirst
	if s["agent"] != agentRandom {
		p.solver = probability.New()
		p.solver.Watch(&p.watch)
	}
	return p
}

// newJudge returns the evaluation of cells (the judge) of the agent that the settings select.
func newJudge(s engines.Settings, w engines.Weights) judge {
	switch s["agent"] {
	case agentLinear:
		return newLinear(w)
	case agentEV:
		return newEV(w, s.Int("candidates"), s.Bool("unfold"))
	case agentRandom, agentCertain:
		return anyCell{}
	case agentMaxP:
		return penalised{0}
	case agentPWQB:
		return penalised{w[0]}
	}
	return newGemini(s, w)
}

// Start seeds the random choices among equal cells.
func (p *player) Start(_ context.Context, s engines.Seating) error {
	p.pcg = engines.PCG(engines.Seed(s.Seed, engines.Purpose("minesweeper ties"), uint64(s.Seat)))
	return nil
}

// Choose returns the agent's move: a cell to open or a bomb.
func (p *player) Choose(ctx context.Context, g engines.Position) (engines.Move, error) {
	v, err := viewOf(g)
	if err != nil {
		return 0, err
	}
	if v.Over() {
		return 0, fmt.Errorf("the game is over")
	}
	if m, err := p.certain(ctx, v); err != nil || m >= 0 {
		return m, err
	}
	p.pick.reset()
	p.judge.rate(v, p.solver, &p.pick)
	if err := p.watch.Err(); err != nil {
		return 0, err
	}
	return engines.Move(p.pick.draw(&p.pcg)), nil
}

// certain returns the move that the player makes without comparing scores: opening a known mine, or
// using its bomb. It returns -1 if there is no such move. As a side effect, p.solver then contains
// the probabilities of mines in the position, unless the agent uses none.
func (p *player) certain(ctx context.Context, v *view) (engines.Move, error) {
	if err := ctx.Err(); err != nil || p.solver == nil {
		return -1, err
	}
	p.watch.Begin(ctx, 0)
	if err := p.solver.Solve(v.field, v.cells, v.mines); err != nil {
		return -1, err
	}
	if p.sureFirst {
		if c := p.solver.Sure.First(); c >= 0 {
			return engines.Move(c), nil
		}
	}
	if m, ok := bombing(v, p.solver); ok {
		return m, nil
	}
	return -1, nil
}

// tie is the largest difference between scores that still count as equal. For scores above 1, the
// difference is relative to the score.
const tie = 1e-12

// picker collects the cells with the best score among those that are offered to it.
type picker struct {
	best    float64
	floor   float64 // lowest score that ties with the best
	offered []offer
	first   bool // whether the first of several best cells is chosen, not a random one
}

type offer struct {
	cell  int32
	score float64
}

func (p *picker) reset() {
	p.best, p.floor = math.Inf(-1), math.Inf(-1)
	p.offered = p.offered[:0]
}

// hopeless reports whether a cell cannot be among the best cells if its score is at most bound.
func (p *picker) hopeless(bound float64) bool { return bound < p.floor }

// offer adds a cell to the best cells if its score is the best so far or equal to it.
func (p *picker) offer(c int, score float64) {
	if score < p.floor {
		return
	}
	if score > p.best {
		slack := float64(tie * max(1, math.Abs(score)))
		if score-slack > p.best {
			p.offered = p.offered[:0]
		}
		p.best, p.floor = score, score-slack
	}
	p.offered = append(p.offered, offer{int32(c), score})
}

// draw returns one of the best cells.
func (p *picker) draw(pcg *rand.PCG) int {
	n := 0
	for _, o := range p.offered {
		if o.score >= p.floor {
			p.offered[n] = o
			n++
		}
	}
	if n == 1 {
		return int(p.offered[0].cell)
	}
	if p.first {
		return int(slices.MinFunc(p.offered[:n], func(a, b offer) int { return cmp.Compare(a.cell, b.cell) }).cell)
	}
	at, _ := bits.Mul64(pcg.Uint64(), uint64(n)) // biased by at most n/2^64
	return int(p.offered[at].cell)
}
