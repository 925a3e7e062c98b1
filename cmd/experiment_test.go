package cmd

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// killedExperiment is long enough that kills hit it in its midst.
const killedExperiment = `config: {engine: {name: risk, settings: {size: 4, depth: 1}}}
strategies: [spsa, {name: genetic, population: 8}]
seeds: 1-3
budgets: [100, 250]
verification: {games: 100, opponents: [default]}
match: {games: 100}
`

// timesOfTable are the only parts of the tables that differ from one execution to the next.
var timesOfTable = regexp.MustCompile(` +TIME\n| +\d+\.\d s\n`)

// An experiment that is killed at random moments ends with the same table and the same files, to the
// byte, as one that was not killed, with any number of workers.
func TestExperimentSurvivesKills(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("TestEvolveSurvivesKills kills searches, TestExperimentIsResumed of package runs stops an experiment: with LANISTA_EXHAUSTIVE=1")
	}
	killable(t)
	dir := t.TempDir()
	write(t, dir, "duel.yaml", killedExperiment)
	start := time.Now()
	want := output(t, lanista(t, dir, "experiment", "duel.yaml", "--db", "whole.db", "--csv", "whole.csv", "--latex", "whole.tex", "--figure", "whole.svg", "--workers", "1"))
	output(t, lanista(t, dir, "experiment", "--resume", "duel", "--db", "whole.db", "--figure", "whole.pdf"))
	length := time.Since(start)
	rnd := rand.New(rand.NewPCG(1, 2))
	const enough = 5
	kills, inside := 0, 0 // inside are the kills that left some runs finished and some to play
	for ; inside < enough && kills < 20; kills++ {
		verb := lanista(t, dir, "experiment", "duel.yaml", "--workers", "2")
		if err := verb.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration((0.1 + 0.3*rnd.Float64()) * float64(length)))
		_ = verb.Process.Kill() // it may have ended
		_ = verb.Wait()         // it was killed
		list, err := runs.List(t.Context(), filepath.Join(dir, "lanista.db"), results.Query{Status: results.Finished})
		switch {
		case err == nil && len(list) == 12: // it has ended: again from the start
			if err := os.Remove(filepath.Join(dir, "lanista.db")); err != nil {
				t.Fatal(err)
			}
		case err == nil && len(list) > 0:
			inside++
		}
	}
	if inside == 0 {
		t.Fatal("no kill hit the experiment in its midst; the test shows nothing")
	}
	got := output(t, lanista(t, dir, "experiment", "duel.yaml", "--csv", "killed.csv", "--latex", "killed.tex", "--figure", "killed.svg"))
	output(t, lanista(t, dir, "experiment", "--resume", "duel", "--figure", "killed.pdf"))
	if w, g := timesOfTable.ReplaceAll(want, nil), timesOfTable.ReplaceAll(got, nil); !bytes.Equal(w, g) {
		t.Errorf("after %d kills:\n%s\nuninterrupted:\n%s", kills, g, w)
	}
	for _, end := range []string{".csv", ".tex", ".svg", ".pdf"} {
		var files [2][]byte
		for i, name := range []string{"whole", "killed"} {
			var err error
			if files[i], err = os.ReadFile(filepath.Join(dir, name+end)); err != nil {
				t.Fatal(err)
			}
		}
		if len(files[0]) == 0 || !bytes.Equal(files[0], files[1]) {
			t.Errorf("the files %s differ", end)
		}
	}
}

// A note that concerns every run of an experiment is printed once.
func TestNotesOfAllRunsArePrintedOnce(t *testing.T) {
	t.Parallel()
	var printed []string
	warn := once(func(text string) { printed = append(printed, text) })
	for _, note := range []string{"openings: 4 random plies", "warning: slow", "openings: 4 random plies"} {
		warn(note)
	}
	if want := []string{"openings: 4 random plies", "warning: slow"}; !slices.Equal(printed, want) {
		t.Errorf("printed %q, want %q", printed, want)
	}
}
