package pages

import (
	"html/template"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/serve/jobs"
)

func TestNumbersAreWrittenForPeople(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12304: "12,304", -1234567: "-1,234,567", -100: "-100"} {
		if got := evidence.Grouped(n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
	for v, want := range map[float64]string{0.123456: "0.12346", 12345.67: "12346", 99999.4: "99999", 131072: "131072", -250000.4: "-250000", 1e20: "1e+20"} {
		if got := number(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
	for s, want := range map[float64]string{0: "0 s left", 12.1: "13 s left", 600: "10 min left", 7200: "2 h left", 400000: "5 days left"} {
		if got := left(&s); got != want {
			t.Errorf("%v s is %q", s, got)
		}
	}
	synctest.Test(t, func(t *testing.T) { // so that no time passes
		for d, want := range map[time.Duration]string{0: "just now", 30 * time.Second: "30 s ago", 5 * time.Minute: "5 min ago", 26 * time.Hour: "26 h ago", 72 * time.Hour: "3 days ago"} {
			if got := ago(time.Now().Add(-d)); got != want {
				t.Errorf("%v is %q", d, got)
			}
		}
	})
}

// Templates are parsed when their page is first rendered, so a page that no test renders could be
// broken.
func TestTemplatesCanBeParsed(t *testing.T) {
	t.Parallel()
	names, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(templates()), len(names)-len(common); got != want {
		t.Errorf("%d pages, want one for each of %d files", got, want)
	}
	for name := range templates() {
		if page := find(name); page.Lookup("layout") == nil || page.Lookup("main") == nil {
			t.Errorf("page %q: no layout or no main part", name)
		}
	}
	first := find("runs")
	if find("layout") != nil || find("runs") != first {
		t.Error("a page is parsed again, or a common file is a page")
	}
}

func TestAxesHaveRoomForEveryInterval(t *testing.T) {
	t.Parallel()
	rows := eloRows([]rating.Standing{
		{Rating: 50, Interval: rating.Interval{Low: 20, High: 80}},
		{Rating: rating.Float(math.NaN()), Interval: rating.Interval{Low: math.Inf(-1), High: math.Inf(1)}},
	})
	a, b := rows[0], rows[1]
	if !(0 < a.Zero && a.Zero < a.From && a.From < a.Dot && a.Dot < a.To && a.To < 100) || b.Known || b.From != 0 {
		t.Errorf("%+v %+v", a, b)
	}
}

// The rows of weights name the end of its range at which a weight lies. A candidate that lost against
// the start has its matches.
func TestRowsOfAResult(t *testing.T) {
	t.Parallel()
	rec := results.Record{}
	rec.Kind, rec.Space = results.Evolve, engines.Space{{Name: "a", Max: 10, Default: 1}, {Name: "b", Max: 10, Default: 1}, {Name: "c", Max: 10, Default: 1}}
	rec.Summary.Result = &results.Result{
		Weights: engines.Weights{0, 5, 9.95}, Standings: []rating.Standing{{Agent: "default", Same: true}},
		Refused: &results.Refused{Standings: []rating.Standing{{Agent: "random", Games: 20, Rating: 100}}},
	}
	got := NewTuned(Run{Record: rec}, false)
	var edges []string
	for _, w := range got.Weights {
		edges = append(edges, w.Edge)
	}
	if want := []string{"at its minimum", "", "near its maximum"}; !slices.Equal(edges, want) {
		t.Errorf("ends of ranges: %q, want %q", edges, want)
	}
	if len(got.Rejected) != 1 || got.Rejected[0].Agent != "random" {
		t.Errorf("matches of the refused candidate: %+v", got.Rejected)
	}
}

func TestLongHistoriesAreThinned(t *testing.T) {
	t.Parallel()
	all := make([]results.Generation, 300)
	for i := range all {
		all[i].Number = i + 1
	}
	rows, cut := thinned(all, false)
	if !cut || len(rows) != roundRows || rows[0].Number != 300 || rows[roundRows-1].Number != 1 {
		t.Errorf("%d rows, %d to %d", len(rows), rows[0].Number, rows[len(rows)-1].Number)
	}
	for i := 1; i < len(rows); i++ {
		if rows[i].Number >= rows[i-1].Number {
			t.Fatalf("%d follows %d", rows[i].Number, rows[i-1].Number)
		}
	}
	part, err := Render("run", "rounds", Page{Data: Tuned{Run: Run{Record: results.Record{Generations: all}}, Rows: rows, Thinned: cut}})
	if err != nil || !strings.Contains(string(part), `<a class="button" href="?all#rounds">`) { // the only link of its line is large enough for a finger
		t.Errorf("%s %v", part, err)
	}
	if rows, cut := thinned(all, true); cut || len(rows) != 300 {
		t.Errorf("all: %d rows", len(rows))
	}
}

// luminance returns the relative luminance of WCAG 2 of a colour #rgb or #rrggbb.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	hex := colour[1:]
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	sum := 0.0
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.03928 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += share * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// tokens returns the colours of the style sheet in the light and the dark scheme.
func tokens(css string) (schemes [2]map[string]string) {
	schemes = [2]map[string]string{{}, {}}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;`).FindAllStringSubmatch(css, -1) {
		schemes[0][m[1]], schemes[1][m[1]] = m[2], m[3]
		if m[3] == "" {
			schemes[1][m[1]] = m[2]
		}
	}
	return schemes
}

func TestTextStandsOut(t *testing.T) {
	t.Parallel()
	css, err := os.ReadFile("../static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range tokens(string(css)) {
		scheme := []string{"light", "dark"}[i]
		if len(c) != 25 {
			t.Errorf("%s: %d colours", scheme, len(c))
		}
		for _, ground := range []string{"bg", "surface"} {
			for name, least := range map[string]float64{"ink": 7, "soft": 4.5, "accent": 4.5, "focus": 4.5, "good": 4.5, "bad": 4.5, "warn": 4.5, "series-1": 3, "series-2": 3, "series-3": 3, "series-4": 3, "series-5": 3} {
				if got := contrast(t, c[name], c[ground]); got < least {
					t.Errorf("%s: %s on %s has %.1f", scheme, name, ground, got)
				}
			}
		}
		if got := contrast(t, c["on-accent"], c["accent"]); got < 4.5 {
			t.Errorf("%s: text on the accent has %.1f", scheme, got)
		}
		for _, seat := range []string{"a", "b", "c", "d", "e", "f"} {
			on := c["on-seat"]
			if seat == "a" {
				on = c["on-seat-a"]
			}
			if got := contrast(t, on, c["seat-"+seat]); got < 4.5 {
				t.Errorf("%s: text on seat %s has %.1f", scheme, seat, got)
			}
		}
	}
	heat, err := os.ReadFile("../static/charts.css")
	if err != nil {
		t.Fatal(err)
	}
	cells := 0
	for _, m := range regexp.MustCompile(`\{ background: ([^;]*); color: ([^;]*); \}`).FindAllStringSubmatch(string(heat), -1) {
		ground, text := inSchemes(m[1]), inSchemes(m[2])
		for i := range ground {
			cells++
			if got := contrast(t, ground[i], text[i]); got < 4.5 {
				t.Errorf("%s on %s has %.1f", text[i], ground[i], got)
			}
		}
	}
	if cells != 2*2*21 {
		t.Fatalf("%d cells", cells)
	}
}

// inSchemes returns a CSS colour in the light and the dark scheme.
func inSchemes(css string) [2]string {
	all := regexp.MustCompile(`#[0-9a-f]+`).FindAllString(css, -1)
	return [2]string{all[0], all[len(all)-1]}
}

func TestTitleOfAJob(t *testing.T) {
	t.Parallel()
	for want, j := range map[string]jobs.Job{
		"risk, evolve by spsa":          {Work: jobs.Work{Engine: "risk", Verb: "evolve", Strategy: "spsa"}},
		"risk, evolve by spsa, resumed": {Work: jobs.Work{Engine: "risk", Verb: "evolve", Strategy: "spsa", Resume: "risk-1"}},
		"risk, explain":                 {Work: jobs.Work{Engine: "risk", Verb: "explain", Strategy: "spsa", Resume: "risk-1"}},
		"hare, grid":                    {Work: jobs.Work{Engine: "hare", Verb: "grid", Strategy: "grid"}},
	} {
		if got := (JobEntry{Job: j}).Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestLongestTimeOfAJob(t *testing.T) {
	t.Parallel()
	for limit, want := range map[time.Duration]string{12 * time.Hour: "12h", 90 * time.Minute: "1h30m", 20 * time.Minute: "20m", 20 * time.Second: "20s", 61 * time.Second: "1m1s"} {
		if got := (Jobs{Limit: limit}).Longest(); got != want {
			t.Errorf("%v: %s, want %s", limit, got, want)
		}
	}
}

// A checkpoint that was better than the result is named with the commands that export and measure its
// weights.
func TestBetterCheckpoint(t *testing.T) {
	t.Parallel()
	result := results.Result{
		Rating: &evidence.Rating{Elo: 10, Interval: rating.Interval{Low: 0, High: 20}, Games: 400, Against: "default"},
		Checkpoints: []results.Checkpoint{
			{Round: 8, Against: "default", Rating: 90, Interval: rating.Interval{Low: 80, High: 100}, Played: 400},
			{Round: 9, Against: "default", Rating: 10, Interval: rating.Interval{Low: 0, High: 20}, Played: 400},
		},
	}
	rec := results.Record{Summary: results.Summary{ID: "x-1", Info: results.Info{Config: "engine: {name: othello}"}, Result: &result}}
	page, err := Render("run", "result", Page{Data: Tuned{Run: Run{Record: rec, Program: "lanista", Store: " --db a.db"}, Best: &result}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Round 8 was better than the result against default", "<code>lanista export x-1 --round 8 --db a.db --output weights.json</code>",
		"<code>lanista tournament run:x-1 --set &#39;agents=[run:x-1,weights.json]&#39; --cycles 500 --db a.db</code>",
	} {
		if !strings.Contains(unmarked.Replace(string(page)), want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

// unmarked removes the elements that keep the words of a command together.
var unmarked = strings.NewReplacer(`<span class="word">`, "", "</span>", "")

func TestEstimatesAreNotBroken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]template.HTML{
		"a<b: +58 Elo [+25, +93] above c":      `a&lt;b: <span class="number">+58 Elo</span> <span class="number">[+25, +93]</span> above c`,
		"brought -17 ± 116 Elo against d":      `brought <span class="number">-17 ± 116 Elo</span> against d`,
		"e: +1,833 Elo [-0.4, open]":           `e: <span class="number">+1,833 Elo</span> <span class="number">[-0.4, open]</span>`,
		"17 of 20 positions correct, [x, y]":   "17 of 20 positions correct, [x, y]",
		"not shown to be stronger than \"f\".": "not shown to be stronger than &#34;f&#34;.",
	} {
		if got := unbroken(text); got != want {
			t.Errorf("%s: %s, not %s", text, got, want)
		}
	}
}

// An interaction of 0 is unknown: its cell is empty. A known one that rounds to 0 is shown.
func TestUnknownInteractionsAreEmpty(t *testing.T) {
	t.Parallel()
	var texts [][]string
	for _, row := range interactions(results.Result{Interaction: rating.Matrix{{0, -4, 0}, {-4, 0, 0.01}, {0, 0.01, 0}}}) {
		var line []string
		for _, c := range row {
			line = append(line, c.Text)
			if (c.Text == "") != (c.Class == "") {
				t.Errorf("the cell %q has the colour %q", c.Text, c.Class)
			}
		}
		texts = append(texts, line)
	}
	if want := [][]string{{"", "-4.0", ""}, {"-4.0", "", "0.0"}, {"", "0.0", ""}}; !reflect.DeepEqual(texts, want) {
		t.Errorf("%q, want %q", texts, want)
	}
	if none := interactions(results.Result{Interaction: rating.Matrix{{0, 1e-14}, {1e-14, 0}}}); none != nil {
		t.Errorf("rounding errors are shown: %v", none)
	}
}

// Interactions that round to 0 have no sign.
func TestInteractionsHaveASign(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0: "0.0", -0.04: "0.0", 0.04: "0.0", 0.051: "+0.1", -5.23: "-5.2"} {
		if got := signed(v); got != want {
			t.Errorf("%g: %s, not %s", v, got, want)
		}
	}
}

func TestTextsBeginWithACapital(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "", "better": "Better", "élan": "Élan", "שלום": "שלום", "🐇 x": "🐇 x", "a": "A"} {
		if got := begins(text); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestBriefNumbers(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		0: "0", 1.2345: "1.23", -0.001234: "-0.00123", 335: "335", 999.4: "999", 999.6: "1000", 1234.5: "1234", -12345.6: "-12346", 999999.4: "999999", 1234567: "1.23e+06",
	} {
		if got := brief(v); got != want {
			t.Errorf("%g: %s, not %s", v, got, want)
		}
	}
}
