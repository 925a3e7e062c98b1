package serve

import (
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// axe is the text of axe-core (the npm package axe-core, file axe.min.js), named by
// LANISTA_AXE; "" where it is not.
var axe = sync.OnceValues(func() (string, error) {
	path := os.Getenv("LANISTA_AXE")
	if path == "" {
		return "", nil
	}
	text, err := os.ReadFile(path)
	return string(text), err
})

// violations lists what axe-core finds wrong with the page; nothing where it is not
// there.
func violations(p *tab) string {
	p.t.Helper()
	source, err := axe()
	if err != nil {
		p.t.Fatal(err)
	}
	if source == "" {
		return ""
	}
	eval[bool](p, source+";true")
	return eval[string](p, `axe.run().then(r => r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | ")).join("\n"))`)
}

// wider lists what makes a page scroll sideways.
const wider = `(() => {
	const width = document.documentElement.clientWidth;
	if (document.documentElement.scrollWidth <= width) return "";
	return [...document.querySelectorAll("main *, header *")].filter((e) => e.getBoundingClientRect().right > width + 1 && !e.closest(".scroll, pre"))
		.slice(0, 3).map((e) => e.outerHTML.slice(0, 160)).join(" | ") || "something";
})()`

func TestPagesOfRunsInABrowser(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	p := newTab(t, s)
	for _, look := range []struct {
		theme string
		width int64
	}{{"light", 1280}, {"dark", 390}} {
		p.size(look.width, 900)
		p.open("/api")
		eval[bool](p, fmt.Sprintf(`(localStorage.setItem("theme", %q), true)`, look.theme))
		for name, page := range map[string]struct{ path, ready string }{
			"list":       {"/runs", `document.querySelectorAll("#list tbody tr").length === 4`},
			"run":        {"/runs/bred", `document.querySelectorAll(".uplot").length >= 6 && document.querySelector('[data-chart="parallel"] canvas')`},
			"tournament": {"/runs/cup", `document.querySelectorAll("#cross tbody tr").length === 3`},
			"test":       {"/runs/duel", `document.querySelector(".llr .mark")`},
			"grid":       {"/runs/lattice", `document.querySelector(".map .cross") && document.querySelectorAll(".map .ring").length > 0`},
			"compare":    {"/compare?run=bred&run=cup", `document.querySelector(".uplot")`},
			"new":        {"/new?preset=risk-quick", `document.querySelector("#mistakes .good") && document.querySelector('[data-set="budget.games"]').value === "2000"`},
			"api":        {"/api", `document.querySelectorAll(".operation").length > 10`},
		} {
			p.open(page.path)
			p.until(page.ready)
			where := fmt.Sprintf("%s-%s-%d", name, look.theme, look.width)
			p.shot(where)
			if wide := eval[string](p, wider); wide != "" {
				t.Errorf("%s scrolls sideways: %s", where, wide)
			}
			if wrong := violations(p); wrong != "" {
				t.Errorf("%s: %s", where, wrong)
			}
		}
	}
}

// A page follows a run that is written meanwhile: its rounds and charts grow, and
// what the reader has focused and opened stays.
func TestAPageFollowsARun(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.db")
	s := newServer(t, func(o *Options) { o.Store = path })
	p := newTab(t, s)
	p.open("/runs")
	p.until(`document.getElementById("live").dataset.live === "on"`)
	done, looked := make(chan error, 1), make(chan struct{})
	go func() {
		text := `{engine: {name: risk, settings: {map: grid, size: 3, depth: 2}}, seed: 1, budget: {games: 6000},
  strategy: {name: genetic, population: 60}, verification: {games: 40, opponents: [default]}}`
		waits := tuning.Events{RoundSaved: func(r tuning.Round) {
			if r.Number == 3 { // until somebody has looked, however fast the machine is
				<-looked
			}
		}}
		_, err := catalog.Tune(t.Context(), runs.Options{Store: path, Text: text, Workers: 1, Events: waits}, nil)
		done <- err
	}()
	look := sync.OnceFunc(func() { close(looked) })
	t.Cleanup(look)
	p.until(`document.querySelector("#list tbody tr")`) // nobody has reloaded the page
	p.open("/runs/last")
	const newest = `Number(document.querySelector("#rounds tbody th")?.textContent ?? 0)`
	p.until(newest + ` >= 2 && document.querySelector(".uplot")`)
	before := eval[int](p, newest)
	eval[bool](p, `(() => {
		document.querySelector('[data-copy="config"]').closest("section").querySelector("details").open = true;
		document.querySelector('[data-copy="config"]').focus({ preventScroll: true });
		scrollTo(0, 400);
		return true;
	})()`)
	const seen = `document.querySelector('[data-chart="points"]').getBoundingClientRect().top`
	y := eval[float64](p, seen)
	look()
	p.until(newest + fmt.Sprintf(` > %d`, before))
	if now := eval[float64](p, seen); math.Abs(now-y) > 2 || eval[float64](p, `scrollY`) == 0 {
		t.Errorf("what the reader sees has moved from %v to %v", y, now)
	}
	if !eval[bool](p, `document.activeElement.dataset.copy === "config" && document.querySelector('[data-copy="config"]').closest("section").querySelector("details").open`) {
		t.Error("focus is lost, or what was open is closed")
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	p.until(`document.querySelector("#state .finished") && document.querySelector("#answer .big")`)
}

// Without JavaScript the tables are there.
func TestPagesNeedNoJavaScript(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for path, rows := range map[string]string{"/runs": "run-risk-", "/runs/bred": "round-1", "/runs/cup": "random", "/compare?run=bred&run=cup": "schedule"} {
		if w := ask(t, s, http.MethodGet, path, ""); !strings.Contains(w.Body.String(), "<table") || !strings.Contains(w.Body.String(), rows) {
			t.Errorf("%s has no table with %s", path, rows)
		}
	}
}
