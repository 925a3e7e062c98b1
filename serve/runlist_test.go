package serve

import (
	"database/sql"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

func TestTheListShowsRunsAndFiltersThem(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	all := ask(t, s, http.MethodGet, "/runs", "").Body.String()
	for _, name := range []string{"bred", "cup", "duel", "lattice", "✓"} {
		if !strings.Contains(all, name) {
			t.Errorf("the list has no %s", name)
		}
	}
	some := ask(t, s, http.MethodGet, "/runs?kind=tournament&q=cu", "").Body.String()
	if !strings.Contains(some, "cup") || strings.Contains(some, "duel") || strings.Contains(some, "bred") {
		t.Error("the filter lets others through")
	}
	page := ask(t, s, http.MethodGet, "/runs?sort=oldest", "").Body.String()
	if strings.Index(page, "bred") > strings.Index(page, "lattice") {
		t.Error("the oldest is not the first")
	}
	first := get[runPage](t, s, "/api/v1/runs?sort=games&limit=1")
	if second := get[runPage](t, s, "/api/v1/runs?sort=games&limit=1&after="+first.Next); first.Runs[0].Games < second.Runs[0].Games || first.Runs[0].ID == second.Runs[0].ID {
		t.Errorf("after %+v comes %+v", first.Runs, second.Runs)
	}
	if none := ask(t, s, http.MethodGet, "/runs?status=running", "").Body.String(); !strings.Contains(none, "No run matches") {
		t.Error("nothing found is not said")
	}
	part := ask(t, s, http.MethodGet, "/runs?part=list", "")
	if body := part.Body.String(); strings.Contains(body, "<html") || !strings.Contains(body, `id="list"`) {
		t.Errorf("the part is %.200s", body)
	}
	again := ask(t, s, http.MethodGet, "/runs?part=list", "", "If-None-Match", part.Header().Get("ETag"))
	for began := time.Now(); again.Code == http.StatusOK && time.Since(began) < 3*time.Minute; { // the text "12 s ago" changes every second, and after a minute less often
		again = ask(t, s, http.MethodGet, "/runs?part=list", "", "If-None-Match", again.Header().Get("ETag"))
	}
	if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("what is known comes again: %d", again.Code)
	}
	if w := ask(t, s, http.MethodGet, "/runs?part=main", ""); w.Code != http.StatusNotFound {
		t.Errorf("a part that is none: %d", w.Code)
	}
}

// The form repeats what the query selects, so that another filter does not drop it: also a tag, and
// a game that the server does not have.
func TestTheFormRepeatsItsQuery(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	page := ask(t, s, http.MethodGet, "/runs?engine=kalah&tag=night&status=finished", "").Body.String()
	for _, part := range []string{"<option selected>kalah</option>", `name="tag" value="night"`, "<option selected>finished</option>"} {
		if !strings.Contains(page, part) {
			t.Errorf("the form has no %s", part)
		}
	}
	page = ask(t, s, http.MethodGet, "/runs?engine=risk", "").Body.String()
	if strings.Count(page, ">risk</option>") != 1 || strings.Contains(page, `name="tag"`) {
		t.Error("the form has a game twice, or a tag that was not given")
	}
}

// Damage of a run in the list is an error, also if a search that has not ended is in the list.
func TestTheListOfADamagedStoreIsAnError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []results.Kind{results.Tournament, results.Evolve} {
		run, err := store.Begin(t.Context(), results.Info{Kind: kind, Engine: "risk", Config: "{}"})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{run.SaveRound(t.Context(), tuning.Round{Number: 1}, nil), run.Dispute(t.Context(), "two results", nil), run.Close()} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "UPDATE dispute SET reason = 'none' WHERE run = 1"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *Options) { o.Store, o.Log = path, func(string) {} })
	if w := ask(t, s, http.MethodGet, "/runs", ""); w.Code != http.StatusInternalServerError {
		t.Errorf("%d", w.Code)
	}
}

func TestTheStoreMayComeGoAndBeReplaced(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not replace the open file of a store")
	}
	path := filepath.Join(t.TempDir(), "later.db")
	s := newServer(t, func(o *Options) { o.Store, o.StoreFlag = path, "--db later.db" })
	if w := ask(t, s, http.MethodGet, "/runs", ""); !strings.Contains(withoutSpans(w.Body.String()), "lanista evolve risk --db later.db\n") {
		t.Errorf("no store: %d %s", w.Code, w.Body)
	}
	if w := ask(t, s, http.MethodGet, "/api/v1/health", ""); w.Code != http.StatusServiceUnavailable {
		t.Errorf("no store: health %d", w.Code)
	}
	versions := make(map[int64]bool)
	for _, want := range []int{4, 1} {
		if want == 4 {
			if err := os.Rename(copied(t), path); err != nil {
				t.Fatal(err)
			}
		} else {
			other := filepath.Join(t.TempDir(), "other.db")
			o := runs.Options{Store: other, Name: "other", Text: cupText, Workers: 1}
			if _, err := catalog.Tournament(t.Context(), o, nil); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(other, path); err != nil {
				t.Fatal(err)
			}
		}
		if h := get[health](t, s, "/api/v1/health"); h.Runs != want || !h.Live || h.Format != results.Format {
			t.Errorf("%+v, not %d runs", h, want)
		}
		version, err := s.live.version(t.Context())
		if err != nil || versions[version] {
			t.Errorf("%d runs: version %d, %v", want, version, err)
		}
		versions[version] = true
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if w := ask(t, s, http.MethodGet, "/api/v1/health", ""); w.Code != http.StatusServiceUnavailable {
		t.Errorf("a store that went: health %d", w.Code)
	}
}

func TestWithoutAStoreThereAreNoRuns(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Store = filepath.Join(t.TempDir(), "none.db") })
	if page := get[runPage](t, s, "/api/v1/runs"); len(page.Runs) != 0 || page.Next != "" {
		t.Errorf("%+v", page)
	}
	if code, _ := refusal(t, ask(t, s, http.MethodGet, "/api/v1/health", "")); code != http.StatusServiceUnavailable {
		t.Errorf("%d", code)
	}
}

// The list of runs fits at every width, without columns that are cut off: with its columns on a screen,
// and with a few lines for each run on a tablet and a phone.
func TestTheListOfRunsFits(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	for _, width := range []int64{320, 701, 768, 900, 1024, 1025, 1280} {
		p.size(width, 900)
		p.open("/runs")
		p.until(`document.querySelector("table.runs tbody tr")`)
		if cut := eval[int](p, `(() => { const list = document.querySelector(".scroll:has(> .runs)"); return list.scrollWidth - list.clientWidth; })()`); cut > 0 {
			t.Errorf("at %d pixels, %d of the list are cut off", width, cut)
		}
		if brief := eval[bool](p, `getComputedStyle(document.querySelector(".runs .brief")).display !== "none"`); brief != (width <= 1024) {
			t.Errorf("at %d pixels, the list is brief: %t", width, brief)
		}
	}
}

// A menu is on the page wherever its button is: at the end of a line on a screen, and at the beginning
// on a phone.
func TestMenusFit(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	for _, width := range []int64{320, 768, 1280} {
		p.size(width, 900)
		for _, page := range []string{"/runs", "/runs/bred", "/runs/lattice"} {
			p.open(page)
			if at := eval[string](p, `(() => {
				const menu = document.querySelector(".menu");
				menu.open = true;
				const box = menu.lastElementChild.getBoundingClientRect(), button = menu.firstElementChild.getBoundingClientRect(), all = document.documentElement;
				const fits = box.left >= 0 && box.right <= all.clientWidth && all.scrollWidth <= all.clientWidth;
				return fits && Math.abs(box.top - button.bottom) <= 1 ? "" : `+"`${box.left} to ${box.right}, ${box.top} below ${button.bottom}`"+`; })()`); at != "" {
				t.Errorf("%s at %d pixels: the menu is at %s", page, width, at)
			}
		}
	}
}

// The link to the next page of a list keeps the encoding of a run's name in the path.
func TestNextPageOfANameWithASlash(t *testing.T) {
	t.Parallel()
	u, err := url.Parse("/runs/a%2Fb%3F/games?agent=x&part=list")
	if err != nil {
		t.Fatal(err)
	}
	if got := nextPage(u, "0.50.1"); got != "/runs/a%2Fb%3F/games?after=0.50.1&agent=x" {
		t.Error(got)
	}
}
