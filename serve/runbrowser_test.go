package serve

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/results"
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

// violations returns the violations that axe-core finds on the page, or nothing if it is not
// installed.
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
	return eval[string](p, `axe.run({ resultTypes: ["violations"] }).then(r => r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(" | ")).join("\n"))`)
}

// wider is a script that lists the elements that exceed the width of the page.
const wider = `(() => {
	const width = document.documentElement.clientWidth;
	if (document.documentElement.scrollWidth <= width) return "";
	return [...document.querySelectorAll("main *, header *")].filter((e) => e.getBoundingClientRect().right > width + 1 && !e.closest(".scroll, pre"))
		.slice(0, 3).map((e) => e.outerHTML.slice(0, 160)).join(" | ") || "something";
})()`

// The page of a running run is updated: rounds and charts grow, while the focus and opened
// details stay.
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
	p.until(`document.querySelector("#state .finished") && document.querySelector("#result .big")`)
	// The plots, which are updated less often, also end with all points of the run.
	const words = `getElementById("points").textContent.trim()`
	want := eval[string](p, `fetch(location.pathname + "/points?part=points&round=0").then((r) => r.text())
		.then((text) => new DOMParser().parseFromString(text, "text/html").`+words+`)`)
	p.until(fmt.Sprintf(`document.%s.startsWith(%q)`, words, strings.TrimSpace(want)))
}

// An open list follows runs that are renamed, tagged and deleted, and so does the page of such a run,
// also if it does not follow events at the time, such as while it is hidden.
func TestAListFollowsNamesAndDeletes(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	list, page, away := newTab(t, s), newTab(t, s), newTab(t, s)
	store, err := results.Open(s.options.Store)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	run, err := store.Resolve(t.Context(), "bred")
	if err != nil {
		t.Fatal(err)
	}
	change := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// Before every document, because an event may reload the page.
	away.before(`(() => {
		const send = window.fetch;
		window.fetch = (address, options) => {
			if (options?.method === "HEAD") sessionStorage.setItem("head", address);
			return send(address, options);
		};
	})()`)
	list.open("/runs")
	page.open("/runs/" + run)
	away.open("/runs/bred")
	const live = `document.getElementById("live").dataset.live === "on"`
	for _, p := range []*tab{list, page, away} {
		p.until(live)
	}
	// An event may reload the page meanwhile.
	leave := func() { away.until(`dispatchEvent(new Event("pagehide"))`) }
	come := func() { away.until(`dispatchEvent(new Event("pageshow"))`) }
	leave()
	row := fmt.Sprintf(`document.getElementById("run-%s")`, run)
	list.until(row)
	change(store.Rename(t.Context(), run, "renamed"))
	list.until(row + `?.textContent.includes("renamed")`)
	page.until(`document.querySelector(".crumbs")?.textContent.includes("renamed")`)
	change(store.Tag(t.Context(), run, "tagged"))
	list.until(row + `?.textContent.includes("tagged")`)
	come()
	for _, p := range []*tab{page, away} {
		p.until(`[...document.querySelectorAll(".tag")].some((t) => t.textContent === "tagged") && ` + live)
	}
	leave()
	change(store.Delete(t.Context(), run))
	list.until(`document.querySelector("#list tbody tr") && !` + row)
	come()
	for _, p := range []*tab{page, away} {
		p.until(`document.querySelector("main")?.textContent.includes("o such run")`)
		p.forgive("404")
	}
	// A page whose stream is refused sends a HEAD request for the stream, because a HEAD request for the
	// page makes the server render the page.
	if got := eval[string](away, `sessionStorage.getItem("head") ?? ""`); got != "/api/v1/events?run="+run {
		t.Errorf("the page asks for the head of %q", got)
	}
}

// The charts of the page have the places of a weight of kind log in its range, and distances, by the
// logarithm, as the other charts of a run do.
func TestChartsOfALogWeight(t *testing.T) {
	t.Parallel()
	w := engines.Weight{Name: "w", Min: 0.01, Max: 100, Default: 1, Kind: engines.Log}
	game := solo.Func(engines.Spec{Name: "steep", Weights: engines.Space{w}}, func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
		return -math.Abs(math.Log(a.Weights[0]/5)) + float64(seed%10), nil
	})
	catalog := runs.Catalog{Games: engines.Registry{game}}
	path := filepath.Join(t.TempDir(), "a.db")
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog, o.Store = catalog, path }))
	text := "engine: {name: steep}\nstrategy: {name: spsa}\nbudget: {games: 200}\nverification: {games: 0}\n"
	tuned, err := catalog.Tune(t.Context(), runs.Options{Text: text, Store: path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.open("/runs/last")
	p.until(`document.querySelectorAll("[data-chart=convergence] canvas, [data-chart=weights] canvas").length === 2`)
	got := eval[map[string][]float64](p, `(() => {
		const drawn = {}, { uPlot } = window;
		window.uPlot = class extends uPlot {
			constructor(options, data, host) {
				super(options, data, host);
				drawn[host.closest("[data-chart]").dataset.chart] = data[1];
			}
		};
		[...document.querySelectorAll("[data-chart=weights] button")].find((b) => b.textContent === "% of range").click();
		document.dispatchEvent(new Event("theme"));
		return drawn;
	})()`)
	last := tuned.Record.Generations[len(tuned.Record.Generations)-1].Best.Weights
	for i, g := range tuned.Record.Generations {
		place, far := 100*w.Unit(g.Best.Weights[0]), 100*math.Abs(w.Unit(g.Best.Weights[0])-w.Unit(last[0]))
		if near := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }; !near(got["weights"][i], place) || !near(got["convergence"][i], far) {
			t.Errorf("round %d: place %v, want %v; distance %v, want %v", i+1, got["weights"][i], place, got["convergence"][i], far)
		}
	}
}

// The page of a running tournament is updated, including its sequential test, and at the end
// agrees with the API.
func TestAPageFollowsATournament(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "live.db")
	s := newServer(t, func(o *Options) { o.Store = path })
	p := newTab(t, s)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() { // far more games than are waited for, between two that are alike
		_, err := catalog.Tournament(ctx, runs.Options{Store: path, Workers: 1, Text: `{engine: {name: risk, settings: {map: classic, depth: 2}}, seed: 1,
  agents: [default, {name: other, weights: {territories: 7}}], schedule: {cycles: 200000, sprt: [0, 1]}}`}, nil)
		done <- err
	}()
	p.open("/runs")
	p.until(`document.querySelector("#list tbody tr")`)
	p.open("/runs/last")
	const ratio, score = `document.querySelector("#test .number b").textContent`, `document.querySelector("#cross tbody td:last-child").textContent`
	p.until(`document.querySelector("#test .number b") && document.querySelector("#cross tbody td:last-child")`)
	before := eval[[2]string](p, `[`+ratio+`, `+score+`]`)
	p.until(fmt.Sprintf(ratio+` !== %q && `+score+` !== %q`, before[0], before[1]))
	stop()
	if err := <-done; err == nil {
		t.Fatal("the tournament was not stopped")
	}
	p.until(`document.querySelector("#state .interrupted")`)
	board := get[struct {
		SPRT struct {
			LLR float64 `json:"llr"`
		} `json:"sprt"`
	}](t, s, "/api/v1/runs/last/standings")
	p.until(fmt.Sprintf(ratio+` === "%.2f"`, board.SPRT.LLR))
}

// A browser opens six connections to a server, and a stream of events uses one. A hidden tab
// closes its stream, so that a seventh tab can load. By default the test opens two tabs.
func TestASeventhTabLoads(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	tabs := 2
	if thorough() {
		tabs = 7
	}
	for i := range tabs {
		ctx, cancel := chromedp.NewContext(p)
		t.Cleanup(cancel)
		one := &tab{Context: ctx, t: t, late: p.late, root: p.root}
		one.open("/runs")
		one.until(`document.getElementById("live").dataset.live === "on"`)
		if hidden := eval[bool](one, `(Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }), document.dispatchEvent(new Event("visibilitychange")), document.getElementById("live").dataset.live === "off")`); !hidden {
			t.Errorf("tab %d keeps its stream when it is hidden", i+1)
		}
	}
}

// Tables are shown without JavaScript.
func TestPagesNeedNoJavaScript(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for path, rows := range map[string]string{"/runs": "run-risk-", "/runs/bred": "round-1", "/runs/cup": "random", "/compare?run=bred&run=cup": "schedule"} {
		if w := ask(t, s, http.MethodGet, path, ""); !strings.Contains(w.Body.String(), "<table") || !strings.Contains(w.Body.String(), rows) {
			t.Errorf("%s has no table with %s", path, rows)
		}
	}
}

// The map of a grid shows the values that its form has: also those that it showed before, and in
// whatever order the responses arrive.
func TestTheMapOfAGridFollowsItsForm(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/runs/lattice")
	p.until(`document.getElementById("live").dataset.live === "on"`)
	eval[any](p, `globalThis.select = (value) => {
	const field = document.getElementById("at-Kp");
	field.value = value;
	field.dispatchEvent(new Event("input", { bubbles: true }));
}`)
	shows := func(value int) string {
		return fmt.Sprintf(`document.querySelector("#map caption").textContent.endsWith(", at Kp %d") && document.getElementById("at-Kp").value === "%[1]d"`, value)
	}
	for _, value := range []int{0, 3, 0, 3, 1} {
		eval[any](p, fmt.Sprintf(`select(%d)`, value))
		p.until(shows(value))
	}
	// The response to the first of two requests arrives last.
	eval[any](p, `{
	const send = fetch;
	globalThis.late = 0;
	globalThis.fetch = async (address, options) => {
		const answer = await send(address, options);
		if (new URL(address, location.href).searchParams.get("at-Kp") === "2") {
			await new Promise((done) => setTimeout(done, 500));
			setTimeout(() => late++);
		}
		return answer;
	};
	select(2);
	select(3);
}`)
	p.until(`late === 1`)
	p.until(shows(3))
	if text := eval[string](p, `document.querySelector("#map caption").textContent`); !strings.HasSuffix(text, ", at Kp 3") {
		t.Errorf("after a late response: %q", text)
	}
}

// A wide crosstable shows the whole names of agents that differ only at their ends, and keeps those of
// the rows in view while it is scrolled.
func TestNamesOfACrosstable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "names.db")
	const text = `{engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: 1, schedule: {cycles: 1}, agents: [
  {name: weights of the long search in spring}, {name: weights of the long search in autumn, weights: {units: 2}},
  {name: weights of the long search in winter, weights: {units: 3}}, random]}`
	if _, err := allGames.Tournament(t.Context(), runs.Options{Store: path, Text: text}, nil); err != nil {
		t.Fatal(err)
	}
	p := newTab(t, newServer(t, func(o *Options) { o.Store, o.Catalog = path, allGames }))
	for _, width := range []int64{320, 1280} {
		p.size(width, 900)
		p.open("/runs/last")
		if cut := eval[string](p, `[...document.querySelectorAll("#cross th")].filter((e) => e.scrollWidth > e.clientWidth || getComputedStyle(e).textOverflow === "ellipsis").map((e) => e.textContent).join()`); cut != "" {
			t.Errorf("%d pixels: cut names: %s", width, cut)
		}
		if !p.holds(`document.documentElement.scrollWidth <= ` + strconv.FormatInt(width, 10)) {
			t.Errorf("%d pixels: the table scrolls the page", width)
		}
		if gone := eval[float64](p, `(() => {
			const table = document.querySelector("#cross .scroll");
			table.scrollLeft = table.scrollWidth;
			return table.getBoundingClientRect().left - table.querySelector("tbody th").getBoundingClientRect().left;
		})()`); gone > 2 {
			t.Errorf("%d pixels: the names of the rows are %g pixels out of view", width, gone)
		}
	}
}
