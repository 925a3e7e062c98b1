package tournament

import "fmt"

// DisputeError reports that two workers gave different results for the same pairings:
// the results of at least one of them are wrong, and others may be too.
type DisputeError struct {
	What    string    // the pairings
	Workers [2]string // the names of the two
}

// Error names the pairings and the workers, and lists the possible causes.
func (e *DisputeError) Error() string {
	return fmt.Sprintf("workers: %s gave other results on worker %s than on worker %s: two builds, bad memory, or a game that is not deterministic",
		e.What, e.Workers[0], e.Workers[1])
}
