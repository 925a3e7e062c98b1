package charts_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/results/charts"
)

// A title that is wider than its picture is written smaller: centred, it would begin to
// the left of it. Its width is stated, because a viewer may use a wider font.
func TestTitlesStandWithinTheirPictures(t *testing.T) {
	t.Parallel()
	long := record()
	long.ID = "a-program-with-a-name-of-length-20261122-fad8"
	long.Result.KeptStart = true
	long.Result.Rating.Against = "the third of seven opponents of the verification"
	start := regexp.MustCompile(`<text x="([^"]*)"[^>]* textLength="([^"]*)"[^>]*>([^<]*)</text>`)
	size := regexp.MustCompile(`viewBox="0 0 ([0-9.]+) `)
	var drawn []string
	for name, p := range charts.All(long) {
		drawn = append(drawn, name)
		svg, err := p.SVG()
		if err != nil {
			t.Fatal(err)
		}
		width, err := strconv.ParseFloat(size.FindStringSubmatch(svg)[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range start.FindAllStringSubmatch(svg, -1) {
			if !strings.Contains(m[3], long.ID) && !strings.Contains(m[3], "of the verification") {
				continue
			}
			found++
			x, err1 := strconv.ParseFloat(m[1], 64)
			length, err2 := strconv.ParseFloat(m[2], 64)
			if err1 != nil || err2 != nil || x < 0 || x+length > width || length < width/4 {
				t.Errorf("%s: %q begins at %v and is %v wide, in a picture of %v: %v, %v", name, m[3], x, length, width, err1, err2)
			}
		}
		if found == 0 {
			t.Errorf("%s: no title", name)
		}
	}
	if want := []string{"strength", "convergence", "weights", "importance"}; !slices.Equal(drawn, want) {
		t.Errorf("drawn: %v, want %v", drawn, want)
	}
}
