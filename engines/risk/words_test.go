package risk

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// Moves are described with the names of the territories, or their numbers on a grid.
func TestDescribeMove(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings engines.Settings
		moves    map[engines.Move]string
	}{
		{engines.Settings{"map": "classic"}, map[engines.Move]string{placeMove(0, 3): "Alaska +3", attackMove(0, 29, 4): "Alaska attacks Kamchatka with 4", stop: "ends the attacks"}},
		{engines.Settings{"map": "grid", "size": "3"}, map[engines.Move]string{placeMove(4, 1): "territory 4 +1"}},
	} {
		e, err := New().With(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		g, err := e.NewGame(2, 1)
		if err != nil {
			t.Fatal(err)
		}
		for m, want := range c.moves {
			if got := show.DescribeMove(g, m); got != want {
				t.Errorf("%s: %q, not %q", g.FormatMove(m), got, want)
			}
		}
	}
}
