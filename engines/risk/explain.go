package risk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines/analysis"
)

// draftRow describes the placement of new units on one territory, for an analysis: the number of
// units and the numbers from which it follows. BST is the number of enemy units beside the
// territory, and BSR is BST divided by its own units.
type draftRow struct {
	Cell  int     `json:"cell"`
	BST   int     `json:"bst"`
	BSR   float64 `json:"bsr"`
	NBSR  float64 `json:"nbsr"` // BSR as a share of its sum over the territories that get units; 0 for the other territories
	Added int     `json:"added"`

	units int
}

// attackRow describes an attack that the agent considers, for an analysis: the number of units and
// the probability of success.
type attackRow struct {
	From int     `json:"from"`
	To   int     `json:"to"`
	Army int     `json:"army"`
	Odds float64 `json:"odds"` // of winning the battle
}

// draftTable returns a row for every territory of a seat, with its share of the seat's new units.
// units is their total. The rows are ordered by the ratio of enemy units beside the territory to
// its own units, highest first.
func draftTable(s *state, p int8, units int32) []draftRow {
	rows := []draftRow{}
	for _, x := range s.territories(p, nil) {
		c := s.cells[x]
		bsr := float64(c.threat) / float64(c.units)
		rows = append(rows, draftRow{Cell: x, BST: int(c.threat), BSR: bsr, units: int(c.units)})
	}
	slices.SortStableFunc(rows, func(a, b draftRow) int {
		return cmp.Compare(b.BST*a.units, a.BST*b.units) // territories come in index order
	})
	kept := rows[:min(len(rows), draftCount(int16(len(rows))))]
	sum := 0.0
	for _, r := range kept {
		sum += r.BSR
	}
	for i := range kept {
		kept[i].NBSR = 1 / float64(len(kept))
		if sum > 0 {
			kept[i].NBSR = kept[i].BSR / sum
		}
	}
	if len(rows) == 0 {
		return rows
	}
	var d drafter
	for _, a := range d.draft(s, p, units) {
		for i := range rows {
			if rows[i].Cell == int(a.cell) {
				rows[i].Added = int(a.units)
			}
		}
	}
	return rows
}

// draftExtra describes how the seat to move places its new units. In the attack phase, it describes
// how the seat would place a new set of units now.
func draftExtra(g *game) analysis.Extra {
	s := &g.state
	units := g.draft
	if units == 0 {
		units = newUnits(s.count[s.turn])
	}
	rows := draftTable(s, s.turn, units)
	var text strings.Builder
	fmt.Fprintf(&text, "draft of %s, %s\n", seatName(s.turn), countUnits(units))
	fmt.Fprintf(&text, "%5s %6s %6s %8s %6s %6s", "cell", "units", "BST", "BSR", "NBSR", "added")
	for _, r := range rows {
		fmt.Fprintf(&text, "\n%5d %6d %6d %8.3f %6.3f %6s", r.Cell, r.units, r.BST, r.BSR, r.NBSR, plus(r.Added))
		if g.table.board.names != nil {
			text.WriteString("  " + g.table.board.names[r.Cell])
		}
	}
	return analysis.Extra{Key: "draft", Value: rows, Text: text.String()}
}

func plus(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("+%d", n)
}

func attackExtra(g *game, f filter) analysis.Extra {
	s := &g.state
	rows := []attackRow{}
	var text strings.Builder
	fmt.Fprintf(&text, "attacks of %s\n%8s %6s %10s %8s", seatName(s.turn), "attack", "army", "defenders", "odds")
	for _, m := range f.attacks(g.table.board, s, new(attackList), nil) {
		from, to, army := attackOf(m)
		held := int(s.cells[to].units)
		r := attackRow{from, to, int(army), odds(int(army), held)}
		rows = append(rows, r)
		fmt.Fprintf(&text, "\n%8s %6d %10d %8.4f", fmt.Sprintf("%d-%d", from, to), r.Army, held, r.Odds)
		if g.table.board.names != nil {
			fmt.Fprintf(&text, "  %s - %s", g.table.board.names[from], g.table.board.names[to])
		}
	}
	if len(rows) == 0 {
		text.Reset()
		fmt.Fprintf(&text, "attacks of %s: none", seatName(s.turn))
	}
	return analysis.Extra{Key: "attacks", Value: rows, Text: text.String()}
}
