package runs

import (
	"testing"

	"github.com/lanista/lanista/results"
)

// The error for a state of another version names both versions.
func TestFitStateOfAnotherVersion(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]string{
		`{"version":2}`: "run : its state has version 2; this version of lanista reads version 1",
		`{`:             "run : its state cannot be read: unexpected end of JSON input",
	} {
		rec := &recorder{r: new(Resolved), run: new(results.Run), point: results.Point{Snapshot: []byte(state)}}
		if _, err := newFitRun(rec); err == nil || err.Error() != want {
			t.Errorf("%s: %v", state, err)
		}
	}
}
