package hare

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare/internal/exported"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/engines/search"
	"github.com/lanista/lanista/keys"
)

var _ portable.Exporter = (*engine)(nil)

// Portable returns the source of a program that plays like the agent: the rules of Hare and
// Hedgehog, the evaluation and the search. Settings that the program does not support are errors:
// pruning that can change the result, a search with the cards of the old deck, and curves of
// carrots with different numbers of points.
func (e *engine) Portable(a engines.Agent) (portable.Program, error) {
	p, err := e.player(a)
	if err != nil {
		return portable.Program{}, err
	}
	own, pruning := p.engine, p.options.Pruning
	weights, err := portable.Weights(space, a.Weights)
	if err != nil {
		return portable.Program{}, err
	}
	switch {
	case pruning == search.Bounds || pruning == search.Paranoid:
		return portable.Program{}, keys.Errorf("pruning", "%s has no portable form; exact has one", own.settings["pruning"])
	case len(p.tree.pack) > 0 && len(p.tree.pack) != len(pack15):
		return portable.Program{}, keys.Errorf("hares", "expect has no portable form with the old deck; none and penalty have one")
	}
	curves, err := p.eval.portableCurves()
	if err != nil {
		return portable.Program{}, err
	}
	return portable.Program{
		Game:    "hare",
		Sources: []string{exported.Source},
		Values:  append(append(curves, weights), own.portableValues(p)...),
		About: []string{
			"A position has 2 + 5 n numbers for n players: n, the player to move (from 0), then for every player",
			"its square, carrots, lettuces, 1 if its next turn is forced (to eat a lettuce or to miss a turn)",
			"otherwise 0, and its place in the finish, from 1, or 0. A move is described at Choose. A limit of",
			"positions (the setting nodes) is not part of this program.",
		},
		Depth:  p.options.Depth,
		Encode: encode,
		Move:   func(_ engines.Game, m engines.Move) int { return int(m) },
		Agent: func(depth int) engines.Agent {
			settings := engines.Settings{"depth": fmt.Sprint(depth), "nodes": "0"}
			return engines.Agent{Weights: a.Weights, Settings: a.Settings.Merge(settings)}
		},
	}, nil
}

// portableValues returns the values of constants in the source of the exported agent: the agent's
// weights, its search settings, and the board.
func (e *engine) portableValues(p *player) []portable.Value {
	rule := map[search.Rule]int{search.Own: 0, search.Relative: 1, search.Mixed: 2}[p.options.Rule]
	width := p.options.Width
	if len(width) == 0 {
		width = []int{0}
	}
	sorted := 1
	if p.options.Unsorted {
		sorted = 0
	}
	var kinds, pays, start []int
	number := map[squareKind]int{hareSquare: 1, carrotSquare: 2, lettuceSquare: 3, hedgehogSquare: 4}
	for at := range e.board.kinds {
		kinds, pays = append(kinds, number[e.board.kinds[at]]), append(pays, int(e.board.pays[at]))
	}
	for _, carrots := range e.board.start {
		start = append(start, int(carrots))
	}
	return []portable.Value{
		{Name: "Scaled", Value: []int{int(p.eval.k[weightS]), int(p.eval.k[weightC]), int(p.eval.k[weightP])}},
		{Name: "Unit", Value: int(p.eval.unit)},
		{Name: "Depth", Value: p.options.Depth},
		{Name: "Rule", Value: rule},
		{Name: "Cards", Value: min(1, len(p.tree.pack))},
		{Name: "Penalty", Value: int(p.tree.penalty)},
		{Name: "Sorted", Value: sorted},
		{Name: "Width", Value: width},
		{Name: "Widths", Value: len(width)},
		{Name: "Kinds", Value: kinds},
		{Name: "Pays", Value: pays},
		{Name: "Start", Value: start},
	}
}

// portableCurves returns the values of carrots and lettuces as constants of the exported agent. It
// is an error if the curves for carrots have different numbers of points.
func (e *evaluator) portableCurves() ([]portable.Value, error) {
	var carrots, heights, lettuces []int
	corners := len(e.curves.carrots[0])
	for _, c := range e.curves.carrots {
		if len(c) != corners {
			return nil, keys.Errorf("profile", "curves of carrots with different numbers of corners have no portable form")
		}
		for _, p := range c {
			carrots, heights = append(carrots, p.carrots), append(heights, int(hundredths(p.value)))
		}
	}
	for _, row := range e.curves.lettuces {
		for _, v := range row {
			lettuces = append(lettuces, int(hundredths(v)))
		}
	}
	return []portable.Value{
		{Name: "Corners", Value: corners},
		{Name: "CarrotsAt", Value: carrots},
		{Name: "Heights", Value: heights},
		{Name: "Half", Value: e.curves.half},
		{Name: "Lettuces", Value: lettuces},
	}, nil
}

// encode returns a position as the list of numbers that the exported agent reads. It returns false
// for a position of another game and for a finished game. It also returns false if a card of the
// old deck determines a player's next turn.
func encode(p engines.Game) ([]int, bool) {
	t, err := tableOf(p)
	if err != nil || t.Over() {
		return nil, false
	}
	s := &t.state
	out := []int{int(s.seats), int(s.turn)}
	for i := range s.seats {
		if s.flag[i] > pending {
			return nil, false
		}
		out = append(out, int(s.square[i]), int(s.carrots[i]), int(s.lettuces[i]), int(s.flag[i]), int(s.place[i]))
	}
	return out, true
}
