package risk

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/engines/risk/internal/exported"
)

var _ portable.Exporter = (*engine)(nil)

// Portable returns the source of a program that plays like the agent: the evaluation, the placement
// of units and the search. It returns an error for a map whose fractions cannot be summed exactly;
// see board.scale.
func (e *engine) Portable(a engines.Agent) (portable.Program, error) {
	c, err := compile(e, a)
	if err != nil {
		return portable.Program{}, err
	}
	weights, err := portable.Weights(space(), a.Weights)
	if err != nil {
		return portable.Program{}, err
	}
	t := e.table
	if t.board.scale == maxScale {
		return portable.Program{}, errors.New("the map has no portable form: its numbers of neighbours have no small common multiple")
	}
	first, near := []int{0}, []int{}
	for x := range t.board.n {
		for _, y := range t.board.near[x] {
			near = append(near, int(y))
		}
		first = append(first, len(near))
	}
	weakest := 0
	if c.filter.weakest {
		weakest = 1
	}
	about := []string{
		"A position has 3 + 2 * Territories numbers: the seat to move, its attacks left (0 while it places",
		"units, before the first placement), the number of seats, the owner of every territory, the units",
		"on every territory. Seats and territories are counted from 0. A move is described at Choose. The",
		"function Draft returns all placements of a turn.",
	}
	if t.forceAfter > 0 {
		about = append(about, "",
			fmt.Sprintf("The program may stop in every round. The agent must attack after round %d (force_attack_after)", t.forceAfter),
			"as long as it has an attack to consider; the program plays as the agent does up to this round.")
	}
	return portable.Program{
		Game:    "risk",
		Sources: []string{exported.Source},
		Values: []portable.Value{
			weights,
			{Name: "Depth", Value: c.depth},
			{Name: "MinDiff", Value: int(c.filter.minDiff)},
			{Name: "WeakestOnly", Value: weakest},
			{Name: "AttacksPerTurn", Value: int(t.attacks)},
			{Name: "Territories", Value: t.board.n},
			{Name: "First", Value: first},
			{Name: "Near", Value: near},
			{Name: "Scale", Value: int(t.board.scale)},
			{Name: "ShareScale", Value: shareScale},
			{Name: "Moves", Value: len(near) + 1},
		},
		About:  about,
		Depth:  max(1, c.depth),
		Encode: encode,
		Move:   func(g engines.Game, m engines.Move) int { return encodeMove(g, m) },
		Agent: func(depth int) engines.Agent {
			return engines.Agent{Weights: a.Weights, Settings: a.Settings.Merge(engines.Settings{"depth": fmt.Sprint(depth)})}
		},
	}, nil
}

// encode returns a position as the list of numbers that the exported agent reads. It returns false
// for a position of another game and for a finished game. It also returns false for two states that
// the list cannot describe. In the first, some of the turn's new units are placed and others are
// not. In the second, the agent must attack (setting force_attack_after).
func encode(p engines.Game) ([]int, bool) {
	g, err := gameOf(p)
	if err != nil || g.over || g.forced() {
		return nil, false
	}
	s, n := &g.state, g.table.board.n
	if g.draft > 0 && g.draft != newUnits(s.count[s.turn]) {
		return nil, false
	}
	out := []int{int(s.turn), int(s.left), int(s.seats)}
	if g.draft > 0 {
		out[1] = 0
	}
	for _, owner := range s.owner[:n] {
		out = append(out, int(owner))
	}
	for _, c := range s.cells[:n] {
		out = append(out, int(c.units))
	}
	return out, true
}

// encodeMove returns a move in the encoding of the exported agent, or math.MinInt for a position of
// another game.
func encodeMove(p engines.Game, m engines.Move) int {
	g, err := gameOf(p)
	if err != nil {
		return math.MinInt
	}
	n := g.table.board.n
	switch {
	case m == stop:
		return -1
	case m > 0:
		from, to, _ := attackOf(m)
		return from*n + to
	}
	x, units := placementOf(m)
	return (1+int(units))*n*n + x
}
