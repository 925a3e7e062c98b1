package charts_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
)

func TestSketch(t *testing.T) {
	t.Parallel()
	first, second := record(), record()
	first.Name, second.Name = "first", "second"
	second.Result.Checkpoints = []results.Checkpoint{{Games: 900, Rating: 20}, {Games: 1800, Rating: 40}}
	got, err := charts.Sketch([]results.Record{first, second}, 19, 10)
	if err != nil {
		t.Fatal(err)
	}
	want := `Elo above default
   +40 |                  *
       |
       |
       |
       |         B
       |
       |
       |
     0 |-------------------
    -5 |     A
       0         1800 games
       A  first
       B  second
`
	if got != want {
		t.Errorf("the sketch is\n%s\nwant\n%s", got, want)
	}
	second.Result.Rating.Against = "start"
	if _, err := charts.Sketch([]results.Record{first, second}, 19, 10); err == nil || !strings.Contains(err.Error(), "against start") {
		t.Errorf("runs against others are one picture: %v", err)
	}
	if _, err := charts.Overlay([]results.Record{first, {}}); err == nil {
		t.Error("a run without strength is drawn")
	}
}
