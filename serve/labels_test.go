package serve

import (
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve/jobs"
)

// labelling returns a server that starts runs and stores labels, and a stored grid search over the
// etudes hare-20, whose sixth etude every best point misses.
func labelling(t *testing.T) (*Server, string) {
	t.Helper()
	store := filepath.Join(t.TempDir(), "runs.db")
	found, err := catalog.Grid(t.Context(), runs.Options{Store: store, Source: "hare-grid"}, runs.GridOptions{MaxPoints: runs.DefaultMaxPoints})
	if err != nil {
		t.Fatal(err)
	}
	s := starting(t, func(o *Options) { o.Store, o.Etudes = store, t.TempDir() })
	return s, found.Record.ID
}

// A grid search is repeated with a changed label, and the new run is right on that etude.
func TestGridIsSearchedAgainWithLabels(t *testing.T) {
	t.Parallel()
	s, run := labelling(t)
	again := "/api/v1/runs/" + run + "/next"
	if code, p := refusal(t, ask(t, s, http.MethodPost, again, `{"step":"labels"}`)); code != http.StatusConflict || !strings.Contains(p.Detail, "no stored label differs") {
		t.Errorf("without labels: %d %+v", code, p)
	}
	set := get[etudeSet](t, s, "/api/v1/etudes/hare-20")
	sixth := set.Etudes[5]
	if w := ask(t, s, http.MethodPut, fmt.Sprintf("/api/v1/etudes/hare-20/%d", sixth.Line), fmt.Sprintf(`{"winner":%d}`, 1-sixth.Winner)); w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if page := ask(t, s, http.MethodGet, "/runs/"+run, "").Body.String(); !strings.Contains(page, "Search again with your labels") || !strings.Contains(page, "1 of the stored labels") {
		t.Error("the page of the run has no form for a search with the labels")
	}
	j := awaitJob(t, s, started(t, ask(t, s, http.MethodPost, again, `{"step":"labels"}`)).ID, jobs.Finished)
	before, after := get[documents.Run](t, s, "/api/v1/runs/"+run), get[documents.Run](t, s, "/api/v1/runs/"+*j.Run)
	if b, a := before.Grid, after.Grid; b.BestHits != 17 || a.Etudes != 20 || a.BestHits != 18 {
		t.Errorf("%+v, then %+v", b, a)
	}
	for _, m := range after.Grid.Missed {
		if m.Number == 6 {
			t.Errorf("etude 6 is still missed: %+v", m)
		}
	}
	page := ask(t, s, http.MethodGet, "/runs/"+*j.Run, "").Body.String()
	if !strings.Contains(page, "18 of 20 correct") || !strings.Contains(page, "/etudes/hare-20?run="+*j.Run+"#8") || strings.Contains(page, "cannot be compared") {
		t.Error("the page of the new run does not compare points by the changed labels")
	}
	for _, wrong := range []string{"nobody", "risk-made"} {
		if w := ask(t, s, http.MethodPost, "/api/v1/runs/"+wrong+"/next", `{"step":"labels"}`); w.Code != http.StatusNotFound {
			t.Errorf("run %s: %d", wrong, w.Code)
		}
	}
}

// From a missed etude of a run to its label, to the search with it, in the browser.
func TestMissedEtudeIsLabelledInTheBrowser(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no browser here")
	}
	s, run := labelling(t)
	p := newTab(t, s)
	p.open("/runs/" + run)
	p.do(chromedp.Click(`a[href="/etudes/hare-20?run=` + run + `#6"]`))
	p.until(`document.getElementById("turn")?.textContent === "etude 6 of 20"`)
	p.do(chromedp.KeyEvent("2"), chromedp.Click("#save"))
	p.until(`document.getElementById("rated")?.textContent.startsWith("1 of 20")`)
	p.do(chromedp.Click(`form[action="/runs/` + run + `/next"] button`))
	p.until(`location.pathname === "/jobs" && document.querySelector("main")?.textContent.includes("finished")`)
	p.do(chromedp.Click(`[id^=job-] a[href^="/runs/hare-"]`))
	p.until(`document.querySelector("main")?.textContent.includes("18 of 20 correct")`)
}
