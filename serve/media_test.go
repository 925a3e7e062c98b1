package serve

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// media emulates a medium, such as print, and media features.
func (p *tab) media(medium string, features ...*emulation.MediaFeature) {
	p.t.Helper()
	if _, err := chromedp.Call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium, Features: features}); err != nil {
		p.t.Fatal(err)
	}
}

// seen is a script that lists the visible elements of a selector.
const seen = `((what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility() && e.getClientRects().length).map((e) => e.outerHTML.slice(0, 80)).join(" | "))`

// Printed pages have charts and tables, dark on white, and no buttons.
func TestPagesOnPaper(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/runs")
	eval[bool](p, `(localStorage.setItem("theme", "dark"), true)`)
	for page, ready := range map[string]string{
		"/runs": `document.querySelector("tbody tr")`, "/runs/bred": `document.querySelectorAll(".uplot").length >= 2 && document.querySelector(".parallel polyline")`,
		"/runs/cup": `document.querySelector("#cross tbody tr")`,
	} {
		p.open(page)
		p.until(ready)
		p.media("print")
		p.shot("paper")
		if chrome := eval[string](p, seen+`("header.bar, footer, nav, form, button, .button, .crumbs, .skip")`); chrome != "" {
			t.Errorf("%s on paper has %s", page, chrome)
		}
		if table := eval[string](p, seen+`("table")`); table == "" {
			t.Errorf("%s on paper has no table", page)
		}
		if page == "/runs/bred" && (eval[string](p, seen+`(".uplot canvas")`) == "" || eval[string](p, seen+`(".parallel")`) == "") {
			t.Errorf("%s on paper has no charts", page)
		}
		if ink := eval[string](p, `getComputedStyle(document.querySelector("td, th")).color + getComputedStyle(document.body).backgroundColor`); ink != "rgb(0, 0, 0)rgb(255, 255, 255)" && ink != "rgb(31, 27, 22)rgb(255, 255, 255)" && ink != "rgb(92, 85, 75)rgb(255, 255, 255)" {
			t.Errorf("%s on paper is %s", page, ink)
		}
		p.media("")
	}
}

// With reduced motion, neither discs nor bars are animated. A disc is animated for a moment only, so
// that the page itself has to record what it does.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.sit("othello", "", "")
	eval[any](p, `void new MutationObserver(() => {
		const disc = document.querySelector(".disc.turns");
		if (disc) document.body.dataset.turned ||= getComputedStyle(disc).animationName;
	}).observe(document.getElementById("frame"), { childList: true, subtree: true })`)
	motion := func(move string) string {
		eval[any](p, `void delete document.body.dataset.turned`)
		p.do(chromedp.SendKeys("#move", move+"\r"))
		p.until(`document.body.dataset.turned`)
		return eval[string](p, `(() => { const bar = document.createElement("span");
			document.getElementById("eval").append(bar);
			const all = document.body.dataset.turned + " " + getComputedStyle(bar).transitionDuration;
			bar.remove();
			return all; })()`)
	}
	if moves := motion("f5"); moves != "turn 0.2s" {
		t.Errorf("as a rule it moves by %q", moves)
	}
	p.media("", &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	p.until(idle)
	if moves := motion("d6"); moves != "none 0s" {
		t.Errorf("for who wants no motion it moves by %q", moves)
	}
}

// In forced colours, the current page, a button that is pressed and the current move differ from the
// others, although backgrounds and shadows are replaced.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.media("", &emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	for page, marked := range map[string][2]string{
		"/runs":                 {"nav a[aria-current]", "nav a:not([aria-current])"},
		"/runs/bred":            {`button[aria-pressed="true"]`, `button[aria-pressed="false"]`},
		"/runs/cup/games/0/1/1": {"#moves button[aria-current]", "#moves button:not([aria-current])"},
	} {
		p.open(page)
		if strings.Contains(page, "/games/") {
			p.until(`document.querySelector("#moves button")`)
			eval[any](p, `void document.getElementById("next").click()`)
		}
		p.until(`document.querySelector('` + marked[0] + `') && document.querySelector('` + marked[1] + `')`)
		if colours := eval[string](p, `(() => {
			const probe = document.body.appendChild(document.createElement("p"));
			probe.style.background = "Highlight";
			probe.style.forcedColorAdjust = "none";
			const [want, got, other] = [probe, ...['`+marked[0]+`', '`+marked[1]+`'].map((what) => document.querySelector(what))].map((e) => getComputedStyle(e).backgroundColor);
			return got === want && got !== other ? "" : `+"`${got} and ${other}, want ${want}`"+`; })()`); colours != "" {
			t.Errorf("%s: %s and %s are %s", page, marked[0], marked[1], colours)
		}
	}
}

// Without scripts, pages show no controls that need them.
func TestControlsWithoutScripts(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	if _, err := chromedp.Call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	for page, words := range map[string]string{
		"/play/othello": "Playing in the browser needs JavaScript", "/play/2048": "Playing in the browser needs JavaScript", "/etudes/hare-20": "Rating needs JavaScript",
		"/runs/cup/games/0/1/1": "place 1", "/runs/bred": "Rounds", "/runs/cup": "Standings",
	} {
		p.open(page)
		if text := eval[string](p, `document.querySelector("main").innerText`); !strings.Contains(text, words) {
			t.Errorf("%s has no %q: %s", page, words, text)
		}
		if dead := eval[string](p, seen+`("main :is(button, input, select, textarea):not(form *)")`); dead != "" {
			t.Errorf("%s has %s", page, dead)
		}
	}
}

// The figure of an experiment is dark in the dark scheme, whether the system or the user has chosen it.
func TestFigureInTheDarkScheme(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	p := newTab(t, withExperiment(t))
	for _, c := range []struct{ system, chosen, want string }{
		{"light", "", "none"}, {"dark", "", "invert(0.87) hue-rotate(180deg)"}, {"dark", "light", "none"}, {"light", "dark", "invert(0.87) hue-rotate(180deg)"},
	} {
		p.media("", &emulation.MediaFeature{Name: "prefers-color-scheme", Value: c.system})
		p.open("/experiments/duel")
		eval[bool](p, `(localStorage.setItem("theme", "`+c.chosen+`"), true)`)
		p.open("/experiments/duel")
		if filter := eval[string](p, `getComputedStyle(document.querySelector("main img")).filter`); filter != c.want {
			t.Errorf("system %s, chosen %q: filter %s, want %s", c.system, c.chosen, filter, c.want)
		}
	}
	p.media("print")
	if filter := eval[string](p, `getComputedStyle(document.querySelector("main img")).filter`); filter != "none" {
		t.Errorf("on paper: filter %s", filter)
	}
}

// The number after a name that is written from right to left stays on the right of it.
func TestNamesFromRightToLeft(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	for page, script := range map[string]string{
		"/runs/cup/games": `const name = document.querySelector("td.seats bdi"), next = name.nextElementSibling;`,
		"/runs":           `const name = document.querySelector("th a"), next = document.createElement("span"); name.after(" ", next); next.textContent = "12";`,
	} {
		p.open(page)
		if order := eval[bool](p, `(() => { `+script+` name.textContent = "שלום"; return name.getBoundingClientRect().right <= next.getBoundingClientRect().left; })()`); !order {
			t.Errorf("%s: the number is on the left", page)
		}
	}
}
