package serve

import (
	"fmt"
	"os"
	"slices"
	"testing"
)

// sight is a page in one state.
type sight struct {
	name, path string
	first, do  string // what is done to it, and what must be there before
	ready      string // is true once it is as it is to be seen
}

// thorough reports whether the slow browser tests are enabled.
func thorough() bool { return os.Getenv("LANISTA_AXE") != "" || os.Getenv("LANISTA_EXHAUSTIVE") != "" }

// sights returns all kinds of pages, with panels and dialogs opened.
func sights() []sight {
	const board = `document.querySelectorAll(".hits button").length > 0`
	const thought = `document.querySelector("#thoughts table")`
	all := []sight{
		{name: "runs", path: "/runs", ready: `document.querySelectorAll("#list tbody tr").length === 4`},
		{name: "no-run", path: "/runs?q=nonsense", ready: `true`},
		{name: "run", path: "/runs/bred", ready: `document.querySelectorAll(".uplot").length >= 2 && document.querySelector(".parallel polyline")`},
		{name: "run-tables", path: "/runs/bred?all", ready: `document.querySelectorAll(".uplot").length >= 2`},
		{name: "points", path: "/runs/bred/points", ready: `document.querySelector(".parallel polyline")`},
		{name: "tournament", path: "/runs/cup", ready: `document.querySelectorAll("#cross tbody tr").length === 3`},
		{name: "test", path: "/runs/duel", ready: `document.querySelector(".llr .mark")`},
		{name: "grid", path: "/runs/lattice", ready: `document.querySelector(".map .cross") && document.querySelectorAll(".map .ring").length > 0`},
		{name: "compare", path: "/compare?run=bred&run=cup", ready: `document.querySelector(".uplot") && document.querySelector(".values table")`, first: `document.querySelector(".uplot")`, do: `document.querySelector("figure details").open = true`},
		{name: "compare-none", path: "/compare", ready: `true`},
		{name: "games", path: "/runs/cup/games", ready: `true`},
		{name: "replay", path: "/runs/cup/games/0/1/1", ready: board + ` && !document.getElementById("frame2").hidden`, first: board, do: `document.getElementById("both").click()`},
		{name: "lost", path: "/runs/nobody", ready: `true`},
		{name: "new", path: "/new?preset=risk-quick", ready: `document.querySelector("#mistakes .good") && document.querySelector('[name="key.budget.games"]').value === "2000"`},
		{name: "jobs", path: "/jobs", ready: `true`},
		{name: "api", path: "/api", ready: `document.querySelectorAll(".operation").length > 10`, first: `true`, do: `for (const o of document.querySelectorAll(".operation")) o.open = true`},
		{name: "play", path: "/play", ready: `true`},
		{name: "tally", path: "/play", ready: `document.getElementById("tally")?.hidden === false`, first: `document.getElementById("tally")?.hidden`, do: `localStorage.setItem("tally", JSON.stringify({ othello: { "preset, depth 2": [3, 1, 2] } })); setTimeout(() => location.reload())`},
		{name: "keys", path: "/play/othello", ready: `document.querySelector("dialog[open]")`, first: board, do: `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }))`},
		{name: "etudes", path: "/etudes", ready: `true`},
		{name: "etude", path: "/etudes/hare-20", ready: board},
		{name: "engines", path: "/engines", ready: `true`},
	}
	if !thorough() { // those that differ most, and that no other test opens
		all = slices.DeleteFunc(all, func(s sight) bool {
			return !slices.Contains([]string{"run-tables", "tournament", "grid", "compare", "lost", "api", "tally"}, s.name)
		})
	}
	for _, game := range allGames.Games.Names() {
		if !thorough() && game != "chess" {
			all = append(all, sight{name: "play-" + game, path: "/play/" + game, ready: board})
			continue
		}
		all = append(all,
			sight{name: "engine-" + game, path: "/engines/" + game, ready: `true`},
			sight{name: "play-" + game, path: "/play/" + game, ready: board},
			sight{name: "analysis-" + game, path: "/play/" + game, ready: board + " && " + thought, first: board, do: `document.getElementById("analyse").click(); for (const o of document.querySelectorAll("#overlays input")) o.click()`},
			sight{name: "set-up-" + game, path: "/play/" + game, ready: `!document.getElementById("setup").hidden`, first: board, do: `document.getElementById("edit").click()`})
	}
	return all
}

// look is a colour scheme and a size of the window.
type look struct {
	theme string
	width int64
}

// looks returns the looks in which pages are inspected. With LANISTA_AXE there are two, which have both
// colour schemes and, with the narrowest phones, both kinds of width. With LANISTA_EXHAUSTIVE=1 each
// colour scheme has a wide and a narrow look.
func looks() []look {
	switch {
	case os.Getenv("LANISTA_EXHAUSTIVE") != "":
		return []look{{"light", 390}, {"dark", 1280}, {"light", 1280}, {"dark", 320}}
	case thorough():
		return []look{{"light", 1280}, {"dark", 320}}
	}
	return []look{{"light", 390}}
}

// Every page is shown in both colour schemes and at the widths of a screen and a phone, without
// horizontal scrolling and without violations found by axe-core.
func TestPagesInABrowser(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for _, l := range looks() {
		t.Run(fmt.Sprint(l.theme, " ", l.width), func(t *testing.T) {
			t.Parallel()
			p := newTab(t, s)
			p.size(l.width, 900)
			p.open("/api")
			eval[bool](p, fmt.Sprintf(`(localStorage.setItem("theme", %q), true)`, l.theme))
			for _, sight := range sights() {
				p.inspect(sight, l)
			}
		})
	}
}

// inspect opens a page, brings it to its state, and checks it.
func (p *tab) inspect(s sight, l look) {
	p.t.Helper()
	p.open(s.path)
	if s.name == "lost" {
		p.forgive(s.path)
	}
	if s.do != "" {
		p.until(s.first)
		eval[bool](p, "(() => {"+s.do+"; return true; })()")
	}
	p.until(s.ready)
	where := fmt.Sprintf("%s-%s-%d", s.name, l.theme, l.width)
	p.shot(where)
	if wide := eval[string](p, wider); wide != "" {
		p.t.Errorf("%s scrolls sideways: %s", where, wide)
	}
	if wrong := violations(p); wrong != "" {
		p.t.Errorf("%s: %s", where, wrong)
	}
}
