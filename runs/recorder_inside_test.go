package runs

import (
	"path/filepath"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
)

// A run that is resumed as "last" stays the same run if another one begins after its config was read,
// whether or not the caller gives a config with a larger budget.
func TestLastIsOneRunWhileItIsResumed(t *testing.T) {
	t.Parallel()
	for _, set := range [][]string{nil, {"budget.games=400"}} {
		o := Options{Store: filepath.Join(t.TempDir(), "runs.db")}.withDefaults()
		begin := func(text string) string {
			fresh := o
			fresh.Text = text
			r, err := resolve(t.Context(), Catalog{Games: engines.Registry{risk.New()}}, request{options: fresh, kind: results.Evolve})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			rec, err := openRecorder(t.Context(), r, fresh)
			if err != nil {
				t.Fatal(err)
			}
			rec.close()
			return rec.run.ID()
		}
		const text = "engine: {name: risk}\nstrategy: {name: spsa}\nbudget: {games: 200}\n"
		first := begin(text)
		o.Resume, o.Set = "last", set
		r, err := resolve(t.Context(), Catalog{Games: engines.Registry{risk.New()}}, request{options: o, kind: results.Evolve})
		if err != nil {
			t.Fatal(err)
		}
		resuming := o
		o.Resume, o.Set = "", nil
		second := begin(text + "seed: 7\n")
		rec, err := openRecorder(t.Context(), r, resuming)
		if err != nil {
			t.Fatalf("%q: %v", set, err)
		}
		if got := rec.run.ID(); got != first || got == second {
			t.Errorf("%q: run %s is resumed, want %s; the other is %s", set, got, first, second)
		}
		rec.close()
		r.Close()
	}
}
