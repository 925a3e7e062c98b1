package charts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
)

func TestDrawByName(t *testing.T) {
	t.Parallel()
	grid := gridRecord()
	grid.Kind = results.Grid
	picture, err := charts.Draw(grid, "")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.SVG")
	if err := picture.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(file); err != nil || !strings.Contains(string(data), "<svg") {
		t.Errorf("%.40q, %v", data, err)
	}
	for _, name := range []string{"strength", "weights"} {
		if _, err := charts.Draw(record(), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := charts.Draw(grid, "crosstable"); err == nil || !strings.HasSuffix(err.Error(), "has the pictures grid") {
		t.Errorf("a picture that a run lacks: %v", err)
	}
	var fitted results.Record
	fitted.ID, fitted.Kind = "x", results.Fit
	if _, err := charts.Draw(fitted, ""); err == nil || err.Error() != "run x is a fit, which has no chart" {
		t.Errorf("%v", err)
	}
	if _, err := charts.Draw(record(), "portrait"); err == nil || !strings.HasPrefix(err.Error(), `unknown chart "portrait" (have strength, `) {
		t.Errorf("%v", err)
	}
}

func TestPicturesAreWrittenByTheEndOfTheirNames(t *testing.T) {
	t.Parallel()
	for file, ok := range map[string]bool{"a.png": true, "a.SVG": true, "a.gif": false, "png": false, "": false} {
		if err := charts.Writable(file); (err == nil) != ok {
			t.Errorf("%q: %v", file, err)
		}
	}
}
