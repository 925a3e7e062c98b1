package cmd

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// killedExperiment is long enough that kills hit it in its midst.
const killedExperiment = `config: {engine: {name: risk, settings: {size: 4, depth: 1}}}
strategies: [spsa, {name: genetic, population: 8}]
seeds: 1-3
budgets: [200, 1000]
verification: {games: 200, opponents: [default]}
match: {games: 200}
`

// timesOfTable are the only parts of the tables that differ from one execution to the next.
var timesOfTable = regexp.MustCompile(` +TIME\n| +\d+\.\d s\n`)

// An experiment that is killed at random moments ends with the same table and the same figure as
// one that was not killed, with any number of workers.
func TestExperimentSurvivesKills(t *testing.T) {
	t.Parallel()
	killable(t)
	dir := t.TempDir()
	write(t, dir, "duel.yaml", killedExperiment)
	start := time.Now()
	want := output(t, lanista(t, dir, "experiment", "duel.yaml", "--db", "whole.db", "--figure", "whole.svg", "--workers", "1"))
	length := time.Since(start)
	rnd := rand.New(rand.NewPCG(1, 2))
	kills := 0
	for range 6 {
		verb := lanista(t, dir, "experiment", "duel.yaml", "--workers", "2")
		if err := verb.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration((0.1 + 0.3*rnd.Float64()) * float64(length)))
		if err := verb.Process.Kill(); err == nil {
			kills++
		}
		_ = verb.Wait() // it was killed
	}
	got := output(t, lanista(t, dir, "experiment", "--resume", "last", "--figure", "killed.svg"))
	if w, g := timesOfTable.ReplaceAll(want, nil), timesOfTable.ReplaceAll(got, nil); !bytes.Equal(w, g) {
		t.Errorf("after %d kills:\n%s\nuninterrupted:\n%s", kills, g, w)
	}
	var figures [2][]byte
	for i, name := range []string{"whole.svg", "killed.svg"} {
		var err error
		if figures[i], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(figures[0], figures[1]) {
		t.Error("the figures differ")
	}
}
