package serve

import (
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/pages"
)

// A page that is opened when its run begins, and requests its parts when the run has ended, shows
// what the page of the finished run shows.
func TestPartsHaveAllThatChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ended.db")
	with := func(name, text string) runs.Options {
		return runs.Options{Store: path, Name: name, Text: text, Workers: 2}
	}
	const small = `engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: 1, verification: {games: 40, opponents: [default]}`
	if _, err := allGames.Tune(t.Context(), with("run", `{`+small+`, strategy: {name: rsm}, budget: {games: 600}}`), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := allGames.Fit(t.Context(), with("fit", `{`+small+`, strategy: {name: fit, positions: 8}, budget: {games: 200}}`), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := allGames.Grid(t.Context(), with("grid", latticeText), runs.GridOptions{}); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *Options) { o.Store, o.Catalog = path, allGames })
	heading := map[string]string{"run": "Strength by weight", "fit": "How well the weights predict", "grid": "Correct positions by two weights"}
	for name, want := range heading {
		rec, err := s.record(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		begun := rec
		begun.Status, begun.Ended, begun.Summary.Rounds, begun.Games = results.Running, time.Time{}, 0, 0
		begun.Result, begun.Grid, begun.Generations, begun.Checkpoints = nil, nil, nil, nil
		page := "run"
		if name == "grid" {
			page = "grid"
		}
		data := func(rec results.Record) pages.Page {
			base := (&runPages{server: s}).runBase(httptest.NewRequest("GET", "/runs/"+rec.ID, nil), rec)
			if page == "grid" {
				return pages.Page{Data: pages.NewGrid(base, nil), Live: true}
			}
			return pages.Page{Data: pages.NewTuned(base, false), Live: true}
		}
		render := func(part string, rec results.Record) string {
			text, err := pages.Render(page, part, data(rec))
			if err != nil {
				t.Fatal(err)
			}
			return regexp.MustCompile(` max="\d+"`).ReplaceAllString(string(text), "") // of the rounds, which a script sets
		}
		live := replaceParts(render("", begun), func(part string) string { return render(part, rec) })
		whole := render("", rec)
		if live != whole || !strings.Contains(whole, want) {
			got, expected := strings.Split(live, "\n"), strings.Split(whole, "\n")
			for i := range min(len(got), len(expected)) {
				if got[i] != expected[i] {
					t.Errorf("%s: line %d of the page after the end:\n%.300s\nof a new page:\n%.300s", name, i+1, got[i], expected[i])
					break
				}
			}
			t.Errorf("%s: the page differs from that of the finished run, which has %q: %v", name, want, strings.Contains(whole, want))
		}
	}
}

var partTag = regexp.MustCompile(`<([a-z]+) [^>]*data-part="([a-z]+)"`)

// replaceParts replaces the parts of a page. fresh returns the new HTML of a part.
func replaceParts(page string, fresh func(part string) string) string {
	var out strings.Builder
	for {
		m := partTag.FindStringSubmatchIndex(page)
		if m == nil {
			return out.String() + page
		}
		tag, part := page[m[2]:m[3]], page[m[4]:m[5]]
		end, depth := m[0], 0
		for _, at := range regexp.MustCompile(`</?`+tag+`\b[^>]*>`).FindAllStringIndex(page[m[0]:], -1) {
			if depth++; page[m[0]+at[0]+1] == '/' {
				depth -= 2
			}
			if depth == 0 {
				end = m[0] + at[1]
				break
			}
		}
		out.WriteString(page[:m[0]] + fresh(part))
		page = page[end:]
	}
}
