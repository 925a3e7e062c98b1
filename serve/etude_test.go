package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/runs"
)

func TestEtudesAreKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := newServer(t, func(o *Options) { o.Etudes = dir })
	if sets := get[etudeSets](t, s, "/api/v1/etudes"); !sets.Saves || len(sets.Sets) < 2 {
		t.Errorf("%+v", sets)
	}
	w := ask(t, s, http.MethodGet, "/api/v1/etudes/hare-20", "")
	tag := w.Header().Get("ETag")
	set := get[etudeSet](t, s, "/api/v1/etudes/hare-20")
	if len(set.Etudes) != 20 || set.Rated != 0 || tag != `"`+set.Tag+`"` {
		t.Fatalf("%+v, tag %s", set, tag)
	}
	path := fmt.Sprintf("/api/v1/etudes/hare-20/%d", set.Etudes[3].Line)
	if w := ask(t, s, http.MethodPut, path, `{"winner":1,"comment":"why"}`, "If-Match", tag); w.Code != 200 || w.Header().Get("ETag") == tag {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if code, p := refusal(t, ask(t, s, http.MethodPut, path, `{"winner":0}`, "If-Match", tag)); code != 412 || p.Code != codeConflict {
		t.Errorf("%d %+v", code, p)
	}
	if set = get[etudeSet](t, s, "/api/v1/etudes/hare-20"); set.Rated != 1 || set.Etudes[3].Rated == nil || *set.Etudes[3].Rated != (said{Winner: 1, Comment: "why"}) {
		t.Errorf("%+v", set)
	}
	if w := ask(t, s, http.MethodPut, path, `{"winner":1,"comment":"why"}`, "If-Match", "*"); w.Code != 200 {
		t.Errorf("any version: %d %s", w.Code, w.Body)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		code               errorCode
		text               string
	}{
		{http.MethodPut, path, `{"winner":2}`, 422, codeBadRequest, "winner: 2 is not a seat from 0 to 1"},
		{http.MethodPost, "/api/v1/etudes/format", `{"engine":"hare","etudes":[{"position":"` + harePosition + `","winner":2}]}`, 422, codeBadPosition, "etude 1: winner: 2 is not a seat from 0 to 1"},
		{http.MethodPut, "/api/v1/etudes/hare-20/9999", `{"winner":1}`, 404, codeNotFound, "line 9999"},
		{http.MethodPut, "/api/v1/etudes/none/1", `{"winner":1}`, 404, codeNotFound, "none"},
	} {
		if code, p := refusal(t, ask(t, s, c.method, c.path, c.body)); code != c.status || p.Code != c.code || !strings.Contains(p.Detail, c.text) {
			t.Errorf("%s %s: %d %+v", c.method, c.path, code, p)
		}
	}
	if code, p := refusal(t, ask(t, newServer(t, nil), http.MethodPut, path, `{"winner":1}`)); code != 403 || p.Code != codeReadOnly {
		t.Errorf("no folder: %d %+v", code, p)
	}
}

func TestTextsOfEtudes(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	r := post[etudeReport](t, s, "/etudes/check", `{"engine":"hare","text":"# mine\n`+harePosition+`;2 # why\nnonsense\n`+harePosition+`;3\n"}`)
	if len(r.Etudes) != 1 || r.Etudes[0].Line != 2 || r.Etudes[0].Comment != "why" || len(r.Errors) != 2 || r.Errors[0].Line != 3 || r.Hits == nil {
		t.Errorf("%+v", r)
	}
	f := post[formattedEtudes](t, s, "/etudes/format", `{"engine":"hare","etudes":[{"position":"`+harePosition+`","winner":1,"comment":"why"}]}`)
	if f.Text != harePosition+";2 # why\n" {
		t.Errorf("%q", f.Text)
	}
	for _, game := range []string{"hare", "risk"} {
		body := `{"engine":"` + game + `","count":4,"seed":"7"}`
		a, b := post[drawn](t, s, "/etudes/draw", body), post[drawn](t, s, "/etudes/draw", body)
		if len(a.Positions) != 4 || strings.Join(a.Positions, "|") != strings.Join(b.Positions, "|") || a.Seed != "7" {
			t.Errorf("%s: %+v, then %+v", game, a, b)
		}
		post[playoutAnswer](t, s, "/games/playout", `{"engine":"`+game+`","position":`+quoted(a.Positions[0])+`,"games":2}`)
	}
	if w := ask(t, s, http.MethodGet, "/etudes", ""); w.Code != 200 || !strings.Contains(w.Body.String(), "hare-1000") {
		t.Errorf("%d", w.Code)
	}
}

// Twenty etudes can be rated by keys alone. The downloaded file is a valid set, and a grid
// search reads it.
func TestEtudesAreRatedByKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := newTab(t, newServer(t, func(o *Options) { o.Etudes = dir }))
	p.open("/etudes/hare-20")
	for i := range 20 {
		p.until(fmt.Sprintf(`document.getElementById("turn").textContent.startsWith("etude %d of")`, i+1))
		p.do(chromedp.KeyEvent("2"))
		p.until(`document.querySelector("#winners input:checked")?.value === "1"`)
		p.do(chromedp.KeyEvent(kb.Enter))
	}
	p.until(`document.getElementById("agree").textContent.includes("champion")`)
	p.shot("etudes")
	text, err := os.ReadFile(filepath.Join(dir, "hare-20.csv"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := training.ReadEtudes(hare.New(), bytes.NewReader(text))
	if err != nil || len(list) != 20 || list[7].Winner != 1 {
		t.Errorf("%d etudes, error %v", len(list), err)
	}
	found, err := catalog.Grid(t.Context(), runs.Options{Store: filepath.Join(dir, "grid.db"), Source: "hare-grid"},
		runs.GridOptions{Etudes: filepath.Join(dir, "hare-20.csv")})
	if err != nil || found.Result.Etudes != 20 {
		t.Errorf("the file as etudes of a grid: %+v, error %v", found.Result, err)
	}
}

// Two tabs that rate the same set in one browser keep the ratings of both. A rating of the other tab is
// replaced only after it was reported.
func TestEtudesInTwoTabs(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	ctx, cancel := chromedp.NewContext(p)
	t.Cleanup(cancel)
	other := &tab{Context: ctx, t: t, late: p.late, root: p.root}
	for _, one := range []*tab{p, other} {
		one.open("/etudes/hare-20")
		one.until(`document.getElementById("turn").textContent.startsWith("etude 1 of")`)
	}
	rate := func(one *tab, winner, then string) {
		t.Helper()
		one.do(chromedp.KeyEvent(winner))
		one.until(`document.querySelector("#winners input:checked")?.value === String(` + winner + ` - 1)`)
		one.do(chromedp.KeyEvent(kb.Enter))
		one.until(`document.getElementById("` + then)
	}
	stored := func() string {
		return eval[string](p, `Object.values(JSON.parse(localStorage.getItem("etudes:hare-20"))).map((r) => r.winner + 1).join(" ")`)
	}
	rate(other, "1", `turn").textContent.startsWith("etude 2 of")`)
	rate(other, "1", `turn").textContent.startsWith("etude 3 of")`)
	rate(p, "2", `problem").textContent.includes("another tab has rated this etude")`)
	if got := stored(); got != "1 1" {
		t.Errorf("before the second save: %s", got)
	}
	rate(p, "2", `turn").textContent.startsWith("etude 2 of")`)
	if got := stored(); got != "2 1" {
		t.Errorf("after the second save: %s", got)
	}
	if rated := eval[string](p, `document.getElementById("rated").textContent`); !strings.HasPrefix(rated, "2 of 20") {
		t.Error(rated)
	}
}

// The page shows the etude that was requested last, also if the response to an earlier request comes
// later.
func TestEtudesInAnyOrder(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, nil))
	p.open("/etudes/hare-20")
	p.until(`document.getElementById("turn").textContent.startsWith("etude 1 of")`)
	eval[any](p, `void (() => { const send = window.fetch; let games = 0;
		window.fetch = async (path, ...more) => {
			const answer = await send(path, ...more);
			if (path.endsWith("/games") && ++games === 1) await new Promise((done) => { window.release = done; });
			return answer;
		}; })()`)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.until(`window.release`)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	const shown = `document.getElementById("turn").textContent + document.getElementById("by-hand").href`
	p.until(`document.getElementById("turn").textContent.startsWith("etude 3 of")`)
	third := eval[string](p, shown)
	if late := eval[string](p, `(window.release(), new Promise((done) => setTimeout(() => done(`+shown+`), 200)))`); late != third {
		t.Errorf("%s, then %s", third, late)
	}
}

// A set whose file has a mistake is listed with the mistake, and neither its page nor that of a grid
// search over it fails.
func TestEtudeFilesWithMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"hare-mine": harePosition + ";2\nnonsense\n", "hare-20": "nonsense\n", "hare-none": "# nothing yet\n"} {
		if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newServer(t, func(o *Options) { o.Etudes = dir })
	listed := make(map[string]etudeSet)
	for _, set := range get[etudeSets](t, s, "/api/v1/etudes").Sets {
		listed[set.Set] = set
	}
	for name, mistake := range map[string]string{"hare-mine": "hare-mine.csv cannot be used: line 2", "hare-20": "hare-20.csv cannot be used: line 1"} {
		if set := listed[name]; set.OK || !strings.Contains(set.Mistake, mistake) || set.Engine != "hare" {
			t.Errorf("%s: %+v", name, set)
		}
		if code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/etudes/"+name, "")); code != http.StatusConflict || !strings.Contains(p.Detail, mistake) {
			t.Errorf("%s: %d %+v", name, code, p)
		}
		if w := ask(t, s, http.MethodGet, "/etudes/"+name, ""); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), mistake) {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	if page := ask(t, s, http.MethodGet, "/etudes", "").Body.String(); !strings.Contains(page, "The file hare-mine.csv cannot be used: line 2") {
		t.Error("the page does not show the mistake")
	}
	if set := listed["hare-none"]; !set.OK || set.Count != 0 {
		t.Errorf("%+v", set)
	}
	if w := ask(t, s, http.MethodGet, "/etudes/hare-none", ""); w.Code != 200 || strings.Contains(w.Body.String(), "js/etude.js") {
		t.Errorf("%d, or a script for no etudes", w.Code)
	}
	if w := ask(t, s, http.MethodGet, "/runs/lattice", ""); w.Code != 200 {
		t.Errorf("the grid search: %d", w.Code)
	}
}

// The page of a client with the read-only token stores ratings in the browser, because the server would
// refuse them.
func TestRatingsOfReaders(t *testing.T) {
	t.Parallel()
	const owner, reader = "abcdefghijklmnop", "ponmlkjihgfedcba"
	s := newServer(t, func(o *Options) { o.Token, o.ReadToken, o.Etudes = owner, reader, t.TempDir() })
	for token, saves := range map[string]string{owner: "&#34;saves&#34;:true", reader: "&#34;saves&#34;:false"} {
		if w := ask(t, s, http.MethodGet, "/etudes/hare-20", "", "Authorization", "Bearer "+token); !strings.Contains(w.Body.String(), saves) {
			t.Errorf("%s: %d, no %s", token, w.Code, saves)
		}
	}
}

// The command of the page of a set reads the user's ratings: the file in the folder of the server, or
// the file that the browser downloads, whose name is not that of the set. A grid search would take
// hare-20.csv for the set that ships if there is no such file in the working folder.
func TestTheGridCommandOfASetReadsTheRatings(t *testing.T) {
	t.Parallel()
	const owner, reader = "abcdefghijklmnop", "ponmlkjihgfedcba"
	dir := filepath.Join(t.TempDir(), "my etudes")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *Options) { o.Token, o.ReadToken, o.Etudes, o.StoreFlag = owner, reader, dir, "--db x.db" })
	for token, want := range map[string]string{
		owner:  "Search a grid of weights with them: <code>lanista grid hare-grid --etudes '" + filepath.Join(dir, "hare-20.csv") + "' --db x.db<",
		reader: "Download your ratings and search a grid of weights with them: <code>lanista grid hare-grid --etudes my-hare-20.csv --db x.db<",
	} {
		page := html.UnescapeString(ask(t, s, http.MethodGet, "/etudes/hare-20", "", "Authorization", "Bearer "+token).Body.String())
		page = strings.NewReplacer(`<span class="word">`, "", "</span>", "").Replace(page)
		if !strings.Contains(page, want) || !strings.Contains(page, `download="my-hare-20.csv"`) {
			t.Errorf("%s: the page lacks %s", token, want)
		}
	}
}

// A place beyond the end is answered with an empty list, also if it is the largest number.
func TestPlacesBeyondTheEnd(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	const last = "9223372036854775807"
	if set := get[etudeSet](t, s, "/api/v1/etudes/hare-20?after="+last); len(set.Etudes) != 0 || set.Next != nil {
		t.Errorf("%+v", set)
	}
	if h := post[gameHistory](t, s, "/games/history", `{"engine":"hare","position":"`+harePosition+`","moves":["4"],"after":`+last+`}`); len(h.Plies) != 0 || h.Next != nil {
		t.Errorf("%+v", h)
	}
}

// The check of a text and the writing of a file stop when the server's time limit is over or the client
// has gone, in whatever game the positions are.
func TestManyPositionsHaveATimeLimit(t *testing.T) {
	t.Parallel()
	const positions = 2000
	s := newServer(t, func(o *Options) { o.Catalog, o.Think = allGames, time.Millisecond })
	position := strings.Repeat(strings.Repeat("1.", 8)+"/"+strings.Repeat(".", 16)+"/", 8)
	position = strings.TrimSuffix(position, "/")
	list, err := json.Marshal(slices.Repeat([]map[string]any{{"position": position, "winner": 1}}, positions))
	if err != nil {
		t.Fatal(err)
	}
	for path, body := range map[string]string{
		"check":  `{"engine":"minesweeper","text":` + quoted(strings.Repeat(position+";1\n", positions)) + `}`,
		"format": `{"engine":"minesweeper","etudes":` + string(list) + `}`,
	} {
		if code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/etudes/"+path, body)); code != http.StatusServiceUnavailable || p.Code != codeTooSlow {
			t.Errorf("%s: %d %+v", path, code, p)
		}
	}
}

// A folder of etudes that has been deleted is an error of the server, and not a missing store.
func TestAFolderOfEtudesIsDeleted(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "etudes")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var logged []string
	s := newServer(t, func(o *Options) { o.Etudes, o.Log = dir, func(line string) { logged = append(logged, line) } })
	if err := os.Remove(dir); err != nil {
		t.Skip("the system keeps a folder that is in use:", err)
	}
	for _, r := range []struct{ method, path, body string }{{http.MethodGet, "/api/v1/etudes", ""}, {http.MethodPut, "/api/v1/etudes/hare-20/7", `{"winner":0}`}} {
		code, p := refusal(t, ask(t, s, r.method, r.path, r.body))
		if code != http.StatusInternalServerError || p.Code != codeInternal || strings.Contains(p.Detail, "store") {
			t.Errorf("%s %s: %d %+v", r.method, r.path, code, p)
		}
	}
	if len(logged) != 2 || !strings.Contains(logged[0], "folder of etudes") {
		t.Errorf("logged %q", logged)
	}
}

// Ratings that only the browser has, such as those made while the server stored none, do not count as
// stored by the server.
func TestRatingsOfTheBrowserAlone(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t, func(o *Options) { o.Etudes = t.TempDir() }))
	p.open("/etudes")
	eval[any](p, `localStorage.setItem("etudes:hare-20", JSON.stringify({7: {winner: 0, comment: ""}}))`)
	p.open("/etudes/hare-20#1")
	p.until(`document.getElementById("rated").textContent === "1 of 20 rated, 0 of them stored by the server"`)
	line := eval[int](p, `JSON.parse(document.getElementById("set").dataset.json).etudes.findIndex((e) => e.line === 7) + 1`)
	p.open(fmt.Sprintf("/etudes/hare-20?again#%d", line))
	p.until(`document.querySelector("#winners input:checked")`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`document.getElementById("rated").textContent === "1 of 20 rated, stored by the server"`)
}
