package charts_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
)

// A title that is wider than its picture is written smaller: centred, it would begin to
// the left of it.
func TestTitlesStandWithinTheirPictures(t *testing.T) {
	t.Parallel()
	long := record()
	long.ID = "a-program-with-a-name-of-length-20261122-fad8"
	long.Result.KeptStart = true
	long.Result.Rating.Against = "the third of seven opponents of the verification"
	start := regexp.MustCompile(`<text x="([^"]*)"[^>]*>([^<]*)</text>`)
	for name, draw := range map[string]func(results.Record) (charts.Picture, error){
		"convergence": charts.Convergence, "weights": charts.Trajectories, "importance": charts.Importance, "strength": charts.Strength,
	} {
		p, err := draw(long)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := p.SVG()
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range start.FindAllStringSubmatch(svg, -1) {
			if !strings.Contains(m[2], long.ID) && !strings.Contains(m[2], "of the verification") {
				continue
			}
			found++
			if x, err := strconv.ParseFloat(m[1], 64); err != nil || x < 0 {
				t.Errorf("%s: %q begins at %v, %v", name, m[2], x, err)
			}
		}
		if found == 0 {
			t.Errorf("%s: no title", name)
		}
	}
}
