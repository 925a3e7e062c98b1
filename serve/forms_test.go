package serve

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/runs"
)

func TestFormsNeedNoJavaScript(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	form := url.Values{
		"config":   {"# mine\r\n{engine: {name: risk, settings: {map: grid, size: 2}}, budget: {games: 240}}\r\n"},
		"key.seed": {"9"}, "was.seed": {""}, "key.budget.games": {"240"}, "was.budget.games": {"240"},
	}
	w := fill(t, s, "/new", form)
	if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, "# mine\n{engine: {name: risk, settings: {map: grid, size: 2}}, budget: {games: 240}, seed: 9}") ||
		!strings.Contains(text, "OK: risk") || !strings.Contains(text, `name="was.seed" value="9"`) {
		t.Errorf("%d %s", w.Code, text)
	}
	form.Set("key.budget.games", "")
	if text := fill(t, s, "/new", form).Body.String(); !strings.Contains(text, "# mine\n{engine: {name: risk, settings: {map: grid, size: 2}}, seed: 9}") {
		t.Errorf("an emptied field: %s", text)
	}
	form.Set("key.seed", "[")
	if text := fill(t, s, "/new?part=config", form).Body.String(); !strings.Contains(text, "seed: the value is not one line of YAML") || strings.Contains(text, "<html") {
		t.Error(text)
	}
	w = fill(t, s, "/etudes", url.Values{"game": {"hare"}, "do": {"draw"}, "count": {"3"}, "seed": {"1"}})
	if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, "3 positions of seed 1") || strings.Count(text, ";f;\n") != 3 {
		t.Errorf("%d %s", w.Code, text)
	}
	w = fill(t, s, "/etudes", url.Values{"game": {"hare"}, "do": {"check"}, "text": {harePosition + ";2\r\nnonsense\r\n"}})
	if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, "1 etudes") || !strings.Contains(text, "line 2: ") {
		t.Errorf("%d %s", w.Code, text)
	}
	for _, wrong := range []url.Values{{"game": {"nothing"}}, {"game": {"hare"}, "do": {"draw"}, "seed": {"x"}}} {
		if w := fill(t, s, "/etudes", wrong); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `<p class="bad">`) {
			t.Errorf("%v: %d %s", wrong, w.Code, w.Body)
		}
	}
}

// A change of a field changes the config and vice versa, and text that is being entered stays.
func TestTheFormForANewRunFollowsBothSides(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/new?preset=risk-quick")
	p.until(`document.querySelector("#mistakes .good")`)
	p.do(chromedp.SetValue(`[name="key.seed"]`, "77"))
	const typed = `document.querySelector('[name="%s"]').dispatchEvent(new Event("input", { bubbles: true }))`
	eval[bool](p, strings.Replace(typed, "%s", "key.seed", 1))
	p.until(`document.querySelector("#text").value.includes("seed: 77")`)
	eval[bool](p, `(() => {
		const text = document.querySelector("#text");
		text.focus();
		text.value = text.value.replace("{games: 2000}", "{games: 2500}").replace("depth: 1", "depth: x");
		return text.dispatchEvent(new Event("input", { bubbles: true }));
	})()`)
	p.until(`document.querySelector('[name="key.budget.games"]').value === "2500" && document.querySelector("[data-line]")`)
	if !eval[bool](p, `document.activeElement.id === "text" && document.activeElement.value.includes("depth: x")`) {
		t.Error("what is being typed is lost")
	}
	eval[any](p, `document.querySelector("[data-line]").click()`)
	if got := eval[string](p, `document.getSelection().toString() || document.querySelector("#text").value.slice(document.querySelector("#text").selectionStart, document.querySelector("#text").selectionEnd)`); !strings.Contains(got, "depth: x") {
		t.Errorf("the line shown is %q", got)
	}
}

// If a change of the config adds and removes fields, the entries stay in their fields, and so does
// the focus.
func TestEntriesStayInTheirFields(t *testing.T) {
	t.Parallel()
	p := newTab(t, starting(t, func(o *Options) { o.Catalog = allGames }))
	p.open("/new?preset=hare")
	p.until(`document.querySelector('[name="key.engine.weights.Ks.min"]')`)
	eval[any](p, `(() => {
		document.querySelector("#text").value = "engine: {name: othello}\nstrategy: {name: spsa}\nbudget: {games: 60}\n";
		const name = document.querySelector("[name=name]");
		name.focus();
		name.value = "mine";
		name.dispatchEvent(new Event("input", { bubbles: true }));
	})()`)
	p.until(`document.querySelector('[name="key.engine.weights"]')`) // othello has too many weights for fields of ranges
	const got = `JSON.stringify([...document.querySelectorAll("#config input:not([type=hidden])")].filter((e) => e.value).map((e) => e.name + "=" + e.value)) + document.activeElement.name`
	if got, want := eval[string](p, got), `["key.budget.games=60","name=mine"]name`; got != want {
		t.Errorf("the fields contain %s, want %s", got, want)
	}
}

// The list of presets shows each name once.
func TestPresetsAreNamedOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/new", nil)
	form := (&jobPages{s, s.starter, &configAPI{s}}).newRunForm(r, "")
	presets := 0
	for _, g := range form.Games {
		for _, p := range g.Presets {
			presets++
			if game, _, _ := strings.Cut(p.Title, ": "); strings.EqualFold(game, p.Name) || p.Title == "" {
				t.Errorf("%s: %s", p.Name, p.Title)
			}
		}
	}
	if presets < 10 {
		t.Errorf("%d presets", presets)
	}
}

// The form begins with the game of the newest run, has fields for the ranges of weights,
// and shows a price.
func TestTheFormOfANewRun(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	page := ask(t, s, http.MethodGet, "/new", "").Body.String()
	if !strings.Contains(page, `<select name="preset"><optgroup label="hare">`) { // lattice is the newest run
		t.Error("the first game is not that of the newest run")
	}
	for _, want := range []string{`name="key.engine.weights.territories.min"`, "at the pace of the run bred"} {
		if page := ask(t, s, http.MethodGet, "/new?preset=risk-quick", "").Body.String(); !strings.Contains(page, want) {
			t.Errorf("the form lacks %q", want)
		}
	}
}

// Without a run, the pages explain what a run is and how to begin, and the form begins with the first
// game of the program. Only a server that starts runs offers to start one.
func TestTheFirstVisit(t *testing.T) {
	t.Parallel()
	none := filepath.Join(t.TempDir(), "none.db")
	for _, starts := range []bool{false, true} {
		s := newServer(t, func(o *Options) { o.Catalog, o.Store = allGames, none })
		if starts {
			s = starting(t, func(o *Options) { o.Catalog, o.Store = allGames, none })
		}
		page := ask(t, s, http.MethodGet, "/runs", "").Body.String()
		if !strings.Contains(page, "One such search, or a tournament, is a run.") || !strings.Contains(page, `<a href="/play">Play</a> needs no run.`) {
			t.Error("the list of runs explains nothing")
		}
		if offers := strings.Contains(page, `<a href="/new">New run</a> starts a run`); offers != starts {
			t.Errorf("the page offers a form: %t, want %t", offers, starts)
		}
		if page := ask(t, s, http.MethodGet, "/new", "").Body.String(); !strings.Contains(page, `<select name="preset"><optgroup label="`+allGames.Games.Names()[0]+`">`) {
			t.Error("the form does not begin with the first game")
		}
	}
}

// In a program without presets, the form begins with the defaults of the game of the newest run, or
// of the first game if the program does not have that one.
func TestTheFormOfAProgramWithoutPresets(t *testing.T) {
	t.Parallel()
	for _, own := range []string{"lattice", "nim"} { // lattice is the newest run
		game := solo.Func(engines.Spec{Name: own, Weights: engines.Space{{Name: "w", Max: 1}}}, func(context.Context, engines.Agent, uint64) (float64, error) { return 0, nil })
		s := newServer(t, func(o *Options) { o.Catalog = runs.Catalog{Games: engines.Registry{game}} })
		w := ask(t, s, http.MethodGet, "/new", "")
		if page := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(page, "engine: {name: "+own+"}") || strings.Contains(page, `name="preset"`) {
			t.Errorf("%s: status %d: %s", own, w.Code, page)
		}
	}
}

// All mistakes of a config are shown together, each at its field too, and entries that cannot be
// part of a config stay in their fields.
func TestMistakesAreShownAtTheirFields(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	typed := url.Values{
		"config":                             {"engine: {name: risk, settings: {depth: x}}\nbudget: {games: -5}\nstrategy: {name: spsa, spread: -1}\nverification: {games: 4, opponents: [default, nobody]}\nfoo: 1\n"},
		"key.engine.weights.territories.min": {"5"},
		"key.engine.weights.territories.max": {"2"},
		"key.engine.weights.units.max":       {"4000"},
		"key.engine.weights.density.min":     {"low"},
		"key.seed":                           {"["},
	}
	page := fill(t, s, "/new", typed).Body.String()
	for _, want := range []string{
		`name="key.engine.weights.territories.max" value="2"`, "territories: min 5 is above max 2",
		"units: range [0, 4000] is wider than the engine", `id="wrong-engine.weights.density.min"`, `id="wrong-budget.games"`, `id="wrong-verification.opponents"`,
		`name="key.seed" value="["`, `name="was.seed" value=""`, `id="wrong-seed"`,
		`<li class="bad">line 1: engine.settings.depth`, `<li class="bad">line 3: strategy.spread`, `<li class="bad">line 5: foo`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the form lacks %q", want)
		}
	}
	if n, all := strings.Count(page, `aria-invalid="true" aria-describedby="wrong-`), 4; n != all {
		t.Errorf("%d fields are marked as wrong, not %d", n, all)
	}
	if t.Failed() {
		t.Log(page)
	}
}

// The fields are those of the kind of run that the config describes, also if it has mistakes.
func TestFieldsFollowTheKindOfRun(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	all := []string{"seed", "budget.games", "verification.games", "verification.opponents", "opponents", "engine.weights", "strategy.population", "agents", "schedule.kind", "schedule.cycles", "etudes", "strategy.weights"}
	for config, want := range map[string][]string{
		"{engine: {name: risk}, strategy: {name: spsa}}":                           {"seed", "budget.games", "verification.games", "verification.opponents", "opponents", "strategy.population"},
		"{engine: {name: risk}, strategy: {name: spsa}, foo: 1}":                   {"seed", "budget.games", "verification.games", "verification.opponents", "opponents", "strategy.population"},
		"{engine: {name: risk}, agents: [default, random]}":                        {"seed", "agents", "schedule.kind", "schedule.cycles"},
		"{engine: {name: risk}, agents: [default, random], schedule: {cycles: 0}}": {"seed", "agents", "schedule.kind", "schedule.cycles"},
		latticeText: {"etudes", "strategy.weights"},
		"{engine: {name: hare}, etudes: nothing, strategy: {name: grid}}":                 {"etudes", "strategy.weights"},
		"{engine: {name: risk}, strategy: {name: fit}, budget: {games: 300}}":             {"seed", "budget.games", "verification.games", "verification.opponents"},
		"{engine: {name: risk}, strategy: {name: fit}, budget: {games: 300}, seed: many}": {"seed", "budget.games", "verification.games", "verification.opponents"},
	} {
		page := fill(t, s, "/new", url.Values{"config": {config}}).Body.String()
		for _, path := range all {
			if has := strings.Contains(page, `name="key.`+path+`"`); has != slices.Contains(want, path) {
				t.Errorf("%s: the field %s is on the form: %t", config, path, has)
			}
		}
	}
	// A field of a tournament sets its key.
	put := url.Values{"config": {"{engine: {name: risk}, agents: [default, random]}"}, "key.schedule.cycles": {"7"}, "was.schedule.cycles": {""}}
	if page := fill(t, s, "/new", put).Body.String(); !containsAll(page, []string{`name="key.schedule.cycles" value="7"`, "schedule: {cycles: 7}", "OK: risk, 14 games"}) {
		t.Error(page)
	}
}

// The form for a new run can begin with the config of a stored run, and with the changes of one of
// its next steps.
func TestTheFormOfARunThatIsRepeated(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	id := get[runPage](t, s, "/api/v1/runs?kind=evolve").Runs[0].ID
	for path, want := range map[string][]string{
		"/runs/bred":                 {`href="/new?run=` + id + `"`},
		"/new?run=bred":              {"The config is from the run", "name: genetic", "OK: risk with genetic"},
		"/new?run=bred&step=repeat":  {"<code>strategy.name=auto</code>", "name: auto", "OK: risk with auto", "try auto with as many games"},
		"/new?run=cup":               {"agents:", "OK: risk"},
		"/new?run=nobody":            {"No such run"},
		"/new?run=bred&step=explain": {"The step begins no new run"},
		"/new?run=bred&step=widen":   {"not one of the run"},
		"/new?preset=nothing":        {"Unknown preset"},
	} {
		if page := ask(t, s, http.MethodGet, path, "").Body.String(); !containsAll(page, want) {
			t.Errorf("%s lacks one of %q: %s", path, want, page)
		}
	}
}

func containsAll(text string, parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
}

// A form shows why the server refuses it.
func TestARefusedForm(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Searches = 1 })
	p := newTab(t, s)
	p.open("/new")
	for range maxWaiting {
		s.checks.waiting <- struct{}{}
	}
	s.checks.running <- struct{}{}
	p.do(chromedp.SetValue(`[name="key.seed"]`, "5"))
	eval[any](p, `void document.querySelector("[name='key.seed']").dispatchEvent(new Event("input", { bubbles: true }))`)
	p.until(`document.getElementById("mistakes").textContent.includes("try again")`)
	if text := eval[string](p, `document.getElementById("mistakes").textContent`); text != "Too many other requests are being computed; try again in a second." {
		t.Error(text)
	}
	p.forgive("429")
}

// A change of a field reaches the config, and a change of the config the fields, if the user goes on
// to the other before the server has responded.
func TestChangesOfAFormMeet(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Catalog = allGames }))
	p.open("/new?preset=risk-quick")
	change := `(name, value, next) => {
		const field = document.querySelector("[name='" + name + "']");
		field.focus();
		field.value = value(field.value);
		field.dispatchEvent(new Event("input", { bubbles: true }));
		document.querySelector("[name='" + next + "']").focus();
	}`
	eval[any](p, `(`+change+`)("key.budget.games", () => "7777", "config")`)
	eval[any](p, `document.activeElement.setSelectionRange(2, 2)`)
	p.until(`document.querySelector("[name='was.budget.games']").value === "7777"`)
	if !p.holds(`document.activeElement.name === "config" && document.activeElement.value.includes("7777") && document.activeElement.selectionStart === 2`) {
		t.Errorf("a change of a field is lost: %s", eval[string](p, `document.activeElement.value`))
	}
	eval[any](p, `(`+change+`)("config", (text) => "\n" + text.replace("7777", "8888"), "key.budget.games")`)
	p.until(`document.querySelector("[name='was.budget.games']").value === "8888"`)
	if !p.holds(`document.activeElement.value === "8888" && document.getElementById("text").value.startsWith("\n")`) {
		t.Errorf("a change of the config is lost: the field has %s", eval[string](p, `document.activeElement.value`))
	}
}
