package summary

import "github.com/lanista/lanista/runs"

// Counted says how many sequences of moves there are.
func (w Writer) Counted(c runs.Counted) error {
	w.Printf("%d sequences of %d moves", c.Nodes, c.Depth)
	for _, x := range c.Extra {
		w.Printf(", %s %v", x.Key, x.Value)
	}
	w.Printf(" (%.3f s)\n", c.Elapsed.Seconds())
	return w.Err()
}
