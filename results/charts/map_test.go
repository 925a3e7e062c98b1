package charts_test

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/tuning"
)

// The cells of a map are equal steps of the search: of a weight that is searched by its
// logarithm the value in the middle of the cells lies in the middle of the picture, and the
// axis says so.
func TestAMapOfALogWeight(t *testing.T) {
	t.Parallel()
	rec := record()
	rec.Space[0].Kind, rec.Space[0].Min = engines.Log, 0.1
	rec.Result.Weights = engines.Weights{1, 5}
	rec.Result.Map = &tuning.Map{Weights: [2]int{0, 1}, X: []float64{0.1, 1, 10}, Y: []float64{0, 10}, Elo: [][]float64{{-90, -20, -10}, {-50, 0, -5}}}
	picture, err := charts.Draw(rec, "map")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := picture.Write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	svg := b.String()
	number := func(pattern string) float64 {
		found := regexp.MustCompile(pattern).FindStringSubmatch(svg)
		if found == nil {
			t.Fatalf("no %s in %s", pattern, svg)
		}
		v, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	left, width := number(`<image x="([0-9.]+)"`), number(`<image [^>]*width="([0-9.]+)"`)
	const radius = 4 // of the dot, which is drawn from its right end on
	if dot := number(`d="M([0-9.]+),[^"]*" style="fill:#D55E00"`) - radius; math.Abs(dot-(left+width/2)) > 0.1 {
		t.Errorf("the result lies at %g, the middle of the cells from %g on is %g", dot, left, left+width/2)
	}
	for _, label := range []string{">0.1<", ">1<", ">10<"} {
		if !strings.Contains(svg, label) {
			t.Errorf("the axis has no %s", label)
		}
	}
	rec.Result.Map.X[0] = 0
	if _, err := charts.Draw(rec, "map"); err == nil {
		t.Error("a map that begins at a logarithm of 0 was drawn")
	}
}
