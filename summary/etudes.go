package summary

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
)

// Etudes says what the set of etudes of a name holds.
func (w Writer) Etudes(name string, c runs.EtudeCount) error {
	w.Printf("%s: %s, all sound; the default weights hit %d.\n\n", name, terminal.Counted(c.Etudes, "etude"), c.Hits)
	t := w.Table("winner", "etudes")
	for seat := range engines.MaxSeats {
		if c.Winners[seat] > 0 {
			t.Row(fmt.Sprint("player ", seat+1), fmt.Sprint(c.Winners[seat]))
		}
	}
	for n := 1; n <= engines.MaxSeats; n++ {
		if c.Seats[n] > 0 {
			t.Row(fmt.Sprintf("(%d players)", n), fmt.Sprint(c.Seats[n]))
		}
	}
	return t.Flush()
}
