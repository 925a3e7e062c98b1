package risk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Editor   = (*engine)(nil)
	_ show.Reporter = (*game)(nil)
)

// The tools that change units. The other tools are owners.
const (
	moreUnits  = "+"
	fewerUnits = "-"
)

// Tools returns the owners of a territory and the changes of its units.
func (e *engine) Tools() []show.Tool {
	var all []show.Tool
	for p := range int8(maxSeats) {
		all = append(all, show.Tool{ID: strconv.Itoa(int(p)), Name: seatName(p)})
	}
	return append(all, show.Tool{ID: moreUnits, Name: "more units"}, show.Tool{ID: fewerUnits, Name: "fewer units"})
}

// Edit changes the owner or the units of a territory.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Cells) == 0 || s.Cols*s.Rows != 0 && s.Cols*s.Rows != len(s.Cells) ||
		slices.ContainsFunc(s.Cells, func(c sceneCell) bool { return c.Owner < 0 || c.Owner >= maxSeats }) {
		return show.Edited{}, fmt.Errorf("the scene is not a map of Risk")
	}
	if by.Tool != "" {
		x, err := strconv.Atoi(by.Field)
		if err != nil || x < 0 || x >= len(s.Cells) {
			return show.Edited{}, fmt.Errorf("the map has no territory %q", by.Field)
		}
		c := &s.Cells[x]
		owner, err := strconv.Atoi(by.Tool)
		switch {
		case by.Tool == moreUnits:
			c.Units++
		case by.Tool == fewerUnits:
			c.Units = max(1, c.Units-1)
		case err == nil && owner >= 0 && owner < maxSeats:
			c.Owner = owner
		default:
			return show.Edited{}, fmt.Errorf("there is no tool %q", by.Tool)
		}
	}
	return show.Edited{Scene: s, Position: s.position(by.Turn)}, nil
}

// position returns the text of the map with a seat to move.
func (s scene) position(turn int) string {
	var b strings.Builder
	for x, c := range s.Cells {
		if x > 0 {
			b.WriteByte(' ')
			if s.Cols > 0 && x%s.Cols == 0 {
				b.WriteString("/ ")
			}
		}
		fmt.Fprintf(&b, "%s%d", seatName(int8(c.Owner)), c.Units)
	}
	fmt.Fprintf(&b, " ; %s ", seatName(int8(max(0, min(turn, maxSeats-1)))))
	if s.Phase == "attack" {
		fmt.Fprintf(&b, "attack %d", s.Left)
	} else {
		b.WriteString("draft")
	}
	return b.String()
}

// Status returns the holdings of every seat and the units or attacks left.
func (g *game) Status() string {
	s := &g.state
	parts := make([]string, s.seats)
	for p := range s.seats {
		parts[p] = fmt.Sprintf("%s %d", seatName(p), s.count[p])
	}
	text := strings.Join(parts, ", ") + " territories"
	switch {
	case g.over || g.draft == 0:
		return text
	case g.draft == 1:
		return "1 unit to place; " + text
	}
	return fmt.Sprintf("%d units to place; %s", g.draft, text)
}
