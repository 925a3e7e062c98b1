package cmd

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// Rounds with the same result are one row, unless the strategy has a population.
func TestRowsOfRounds(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	record := func(fitness float64, weights ...float64) results.Record {
		var rec results.Record
		rec.Space = engines.Space{{Name: "x", Max: 100}}
		for i, x := range weights {
			g := results.Generation{Number: i + 1, Games: 10, BestFitness: fitness, MeanFitness: fitness, Spread: fitness}
			g.Best = results.Result{Weights: engines.Weights{x}}
			rec.Generations = append(rec.Generations, g)
		}
		return rec
	}
	many := make([]float64, 50)
	for i := range many[:40] {
		many[i] = float64(i)
	}
	gap := record(nan, 3, 3, 3)
	gap.Generations[2].Number = 7
	for _, c := range []struct {
		name string
		rec  results.Record
		want string
	}{
		{"different", record(nan, 3, 4), "ROUND GAMES RESULT SO FAR|1 10 x 3|2 10 x 4"},
		{"equal", record(nan, 3, 4, 4, 4, 5, 5), "ROUND GAMES RESULT SO FAR|1 10 x 3|2-4 30 x 4|5-6 20 x 5"},
		{"a lost round", gap, "ROUND GAMES RESULT SO FAR|1-2 20 x 3|7 10 x 3"},
		{"a population", record(0.5, 3, 3), "ROUND GAMES BEST MEAN SPREAD RESULT SO FAR|1 10 0.5 0.5 0.5 x 3|2 10 0.5 0.5 0.5 x 3"},
	} {
		if got := rowsOf(t, c.rec); strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	got := rowsOf(t, record(nan, many...))
	if len(got) != 2+shownRounds || got[0] != "21 earlier rounds are left out; --json has them all." || got[2] != "22 10 x 21" || got[len(got)-1] != "41-50 100 x 0" {
		t.Errorf("%q", got)
	}
}

// rowsOf returns the lines that printRounds prints, with single blanks.
func rowsOf(t *testing.T, rec results.Record) (rows []string) {
	t.Helper()
	var out bytes.Buffer
	if err := printRounds(term.New(&out, func(string) string { return "" }), rec); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if fields := strings.Fields(line); len(fields) > 0 {
			rows = append(rows, strings.Join(fields, " "))
		}
	}
	return rows
}
