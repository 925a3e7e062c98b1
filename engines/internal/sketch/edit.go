package sketch

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/engines/show"
)

// These are the tools of the editor of a map that change the number of units on a territory. All
// other tools set its owner.
const (
	MoreUnits  = "+"
	FewerUnits = "-"
)

// Cell is the state of a territory in a scene.
type Cell struct {
	Owner int `json:"owner"` // an index of the list of owners; -1 for none
	Units int `json:"units"`
}

// Tools returns the tools of the editor of a map: one for each of the owners, which are names for
// people, and those that change the number of units.
func Tools(owners ...string) []show.Tool {
	var all []show.Tool
	for i, name := range owners {
		all = append(all, show.Tool{ID: strconv.Itoa(i), Name: name})
	}
	return append(all, show.Tool{ID: MoreUnits, Name: "more units"}, show.Tool{ID: FewerUnits, Name: "fewer units"})
}

// Edit applies a tool of the editor of a map to the cells of a scene, by territory. A territory
// keeps at least one unit. owners is the number of owners.
func Edit(cells []Cell, by show.Edit, owners int) error {
	if by.Tool == "" {
		return nil
	}
	x, err := strconv.Atoi(by.Field)
	if err != nil || x < 0 || x >= len(cells) {
		return fmt.Errorf("the map has no territory %q", by.Field)
	}
	c := &cells[x]
	owner, err := strconv.Atoi(by.Tool)
	switch {
	case by.Tool == MoreUnits:
		c.Units++
	case by.Tool == FewerUnits:
		c.Units = max(1, c.Units-1)
	case err == nil && owner >= 0 && owner < owners:
		c.Owner, c.Units = owner, max(1, c.Units)
	default:
		return fmt.Errorf("there is no tool %q", by.Tool)
	}
	return nil
}
