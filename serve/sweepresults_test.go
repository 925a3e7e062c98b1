package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// withResults returns a server that starts runs, with a store of runs whose pages have sections that
// those of other tests lack: "curved" has curves of strength, an explanation and checkpoints,
// "fitted" is a fit, "squares" has a weight for every square of a board, "cut" was interrupted, and
// the experiment "contest" has an unfinished one beside it.
func withResults(t *testing.T) *Server {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "runs.db")
	with := func(name, text string) runs.Options {
		return runs.Options{Store: path, Workers: 2, Name: name, Text: text}
	}
	steps := []func() error{
		func() error {
			_, err := allGames.Tune(t.Context(), with("curved", `{engine: {name: hare, settings: {depth: 1}, weights: {Kp: {start: 3}}}, seed: 2, budget: {games: 3000},
  strategy: {name: rsm}, verification: {games: 400, opponents: [default]}}`), nil)
			return err
		},
		func() error {
			_, err := runs.Explain(t.Context(), allGames, runs.ExplainOptions{Store: path, Run: "curved", Games: 600, Workers: 2})
			return err
		},
		func() error {
			_, err := allGames.Fit(t.Context(), with("fitted", `{engine: {name: risk, settings: {map: grid, size: 3, depth: 1}}, seed: 3,
  strategy: {name: fit, positions: 8}, budget: {games: 200, rounds: 2}, verification: {games: 40, opponents: [default]}}`), nil)
			return err
		},
		func() error {
			_, err := allGames.Tune(t.Context(), with("squares", `{engine: {name: othello, settings: {model: wpc, depth: 1}}, seed: 1, budget: {games: 240},
  strategy: {name: spsa}, verification: {games: 20, opponents: [default]}}`), nil)
			return err
		},
		func() error {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			o := with("cut", `{engine: {name: risk, settings: {map: grid, size: 3, depth: 1}}, seed: 1, budget: {games: 4000}, strategy: {name: genetic, population: 20}}`)
			o.Events = tuning.Events{RoundSaved: func(tuning.Round) { stop() }}
			var interrupted *runs.InterruptedError
			if _, err := allGames.Tune(ctx, o, nil); !errors.As(err, &interrupted) {
				return fmt.Errorf("the run was not interrupted: %v", err)
			}
			return nil
		},
		func() error {
			_, err := runs.Experiment(t.Context(), allGames, with("contest", `config: {engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}}
strategies: [spsa, {name: genetic, population: 8}]
seeds: 1-2
budgets: [96, 200]
verification: {games: 40, opponents: [default, random]}
match: {games: 40}
`))
			return err
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return newServer(t, func(o *Options) {
		o.Store, o.Catalog, o.Program, o.Runs, o.Executable = path, allGames, actor, 1, exe
	})
}

// The pages of results and the forms that start runs are shown in both colour schemes and at the
// widths of a screen and a phone, without horizontal scrolling and without violations found by
// axe-core.
func TestResultPagesInABrowser(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := withResults(t)
	for range 2 {
		started(t, ask(t, s, http.MethodPost, "/api/v1/jobs", aConfig))
	}
	sights := []sight{
		{name: "explained", path: "/runs/curved", ready: `document.querySelector("#why tbody tr") && document.querySelector('[aria-label="Strength by weight"] svg') && document.querySelectorAll(".uplot").length === 2`},
		{name: "fit", path: "/runs/fitted", ready: `document.querySelector("figure svg")`},
		{name: "squares", path: "/runs/squares", ready: `document.querySelectorAll(".weight-board td").length > 64 && document.querySelectorAll(".uplot").length === 2`},
		{name: "interrupted", path: "/runs/cut", ready: `document.querySelector("#result .notice") && document.querySelector(".next a")`},
		{name: "experiments", path: "/experiments", ready: `document.querySelector("tbody tr")`},
		{name: "experiment", path: "/experiments/contest", ready: `document.querySelectorAll("img").length === 2 && [...document.querySelectorAll("img")].every((i) => { i.loading = "eager"; return i.complete; })`},
		{name: "list", path: "/runs?column=status&column=result&column=trend&column=weights", ready: `document.querySelector(".c-weights") && document.querySelector(".spark")`},
		{name: "jobs-queue", path: "/jobs", ready: `document.querySelectorAll("#queue section").length === 2`},
		{name: "step", path: "/runs/cut/step?step=resume", ready: `document.querySelector("#step")`},
		{
			name: "step-refused", path: "/runs/curved/step?step=explain", first: `document.querySelector('[name="set.games"]')`,
			do: `const f = document.querySelector('[name="set.games"]'); f.value = "0"; f.dispatchEvent(new Event("input", { bubbles: true }))`, ready: `document.getElementById("wrong-games")`,
		},
		{name: "new-of-run", path: "/new?run=curved", ready: `document.querySelector("#mistakes .good")`},
		{
			name: "new-wrong", path: "/new?run=curved", first: `document.querySelector("#mistakes .good")`,
			do:    `document.querySelector("#config details").open = true; for (const [name, value] of [["key.seed", "["], ["key.budget.games", "-5"], ["key.engine.weights.Ks.min", "5"], ["key.engine.weights.Ks.max", "2"]]) { const f = document.querySelector('[name="' + name + '"]'); f.value = value; f.dispatchEvent(new Event("input", { bubbles: true })); }`,
			ready: `document.getElementById("wrong-seed") && document.getElementById("wrong-budget.games") && document.querySelector("tr.wrong")`,
		},
		{name: "compare-results", path: "/compare?a=curved&b=curved", ready: `true`},
	}
	for _, l := range looks() {
		t.Run(fmt.Sprint(l.theme, " ", l.width), func(t *testing.T) {
			t.Parallel()
			p := newTab(t, s)
			p.size(l.width, 900)
			p.open("/api")
			eval[bool](p, fmt.Sprintf(`(localStorage.setItem("theme", %q), true)`, l.theme))
			for _, sight := range sights {
				p.inspect(sight, l)
			}
		})
	}
}
