package serve

import "testing"

// The paths of package json have the indices of lists from Go 1.27 on.
func TestLastKey(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"games": "games", "think.nodes": "nodes", "seats.0": "seats", "agents.2.weights.10": "weights", "agents.2.w1": "w1", "": "", "7": "7",
	} {
		if got := lastKey(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
