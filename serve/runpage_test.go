package serve

import (
	"encoding/base64"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs/documents"
)

func TestEveryKindOfRunHasItsPage(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for name, wants := range map[string][]string{
		"bred":    {"Risk by genetic", "Evidence", "territories", "Rounds", "lanista evolve config.yaml", "export?format=go"},
		"cup":     {"Risk: a tournament of 3 agents", "Who scored how much against whom", "default", "18 games", "&lt;b&gt;first"},
		"duel":    {"Sequential test", "normalised Elo", "Pairings by the points of default"},
		"lattice": {"Hare and Hedgehog: grid of weights", "points are as good", "Points by number of correct positions"},
	} {
		w := ask(t, s, http.MethodGet, "/runs/"+name, "")
		for _, want := range wants {
			if !strings.Contains(withoutSpans(w.Body.String()), want) {
				t.Errorf("%s: the page has no %q", name, want)
			}
		}
		if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "<b>first") {
			t.Errorf("%s: %d, or a name that is not escaped", name, w.Code)
		}
		for _, forbidden := range []string{" style=", " onclick=", "<style", "javascript:"} {
			if strings.Contains(w.Body.String(), forbidden) {
				t.Errorf("%s: the page has %q, which its policy forbids", name, forbidden)
			}
		}
		if n := w.Body.Len(); n > 60_000 {
			t.Errorf("%s: the page has %d bytes", name, n)
		}
	}
	for path, want := range map[string]int{
		"/runs/nobody": 404, "/runs/risk": 409, "/runs/bred?part=weights": 200, "/runs/cup?part=cross": 200, "/runs/bred?part=cross": 404,
	} {
		if w := ask(t, s, http.MethodGet, path, ""); w.Code != want || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
	}
}

// Every page returns each of its parts. It refuses a part of other pages.
func TestPartsOfPages(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	files, err := filepath.Glob(filepath.Join("pages", "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`{{define "part-([a-z]+)"`).FindAllStringSubmatch(string(text), -1) {
			parts = append(parts, m[1])
		}
	}
	slices.Sort(parts)
	for path, want := range map[string]string{
		"/runs": "list", "/runs/bred": "actions curves losses result rounds state strength weights why", "/runs/cup": "actions cross state table test",
		"/runs/lattice": "actions grid map state", "/runs/bred/points": "points", "/compare?run=bred": "", "/runs/cup/games": "", "/runs/cup/games/0/1/1": "keys",
		"/new": "config", "/jobs": "queue", "/api": "try", "/play": "", "/play/othello": "keys setup", "/etudes": "text", "/etudes/hare-20": "keys",
		"/engines": "", "/engines/hare": "", "/experiments": "",
	} {
		var got []string
		for _, part := range slices.Compact(slices.Clone(parts)) {
			query := "?part="
			if strings.Contains(path, "?") {
				query = "&part="
			}
			switch w := ask(t, s, http.MethodGet, path+query+part, ""); w.Code {
			case http.StatusOK:
				got = append(got, part)
			case http.StatusNotFound:
			default:
				t.Errorf("%s: part %s: %d", path, part, w.Code)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s has the parts %q, want %q", path, got, want)
		}
	}
}

func TestDocumentsOfRuns(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	first := get[runPage](t, s, "/api/v1/runs?limit=3")
	second := get[runPage](t, s, "/api/v1/runs?limit=3&after="+first.Next)
	if len(first.Runs) != 3 || len(second.Runs) != 1 || second.Next != "" || second.Runs[0].Name != "bred" || second.Runs[0].Seed != "1" {
		t.Errorf("%+v, then %+v", first, second)
	}
	w := ask(t, s, http.MethodGet, "/api/v1/runs/bred", "")
	bred := get[documents.Run](t, s, "/api/v1/runs/bred")
	if w.Header().Get("Content-Location") != "/api/v1/runs/"+bred.ID || len(bred.Weights) != 4 || bred.Best == nil || len(bred.History) != 0 || len(bred.Verification) == 0 {
		t.Errorf("%q %+v", w.Header().Get("Content-Location"), bred)
	}
	all := get[documents.History](t, s, "/api/v1/runs/bred/history")
	rest := get[documents.History](t, s, "/api/v1/runs/bred/history?after=1")
	if len(all.History) != bred.Rounds || len(rest.History) != bred.Rounds-1 || rest.History[0].Round != 2 || all.Last != bred.Rounds {
		t.Errorf("%d rounds, %d after the first, of %d", len(all.History), len(rest.History), bred.Rounds)
	}
	points := get[documents.Points](t, s, "/api/v1/runs/bred/points?from=1&to=1&limit=5")
	genomes := get[documents.Genomes](t, s, "/api/v1/runs/bred/generations/1/genomes")
	if len(points.Points) != 5 || !points.Thinned || points.Points[0].Round != 1 || len(genomes.Genomes) < 5 || len(points.Weights) != 4 {
		t.Errorf("%d points, %d genomes", len(points.Points), len(genomes.Genomes))
	}
	cup := get[documents.Table](t, s, "/api/v1/runs/cup/standings")
	if cup.Games != 18 || cup.PlannedGames != 18 || len(cup.Standings) != 3 || cup.Crosstable[0][1].Games != 6 || cup.Crosstable[0][0] != nil || cup.SPRT != nil {
		t.Errorf("%+v", cup)
	}
	if duel := get[documents.Table](t, s, "/api/v1/runs/duel/standings"); duel.SPRT == nil || duel.SPRT.Pairings != duel.Pairings || duel.PlannedGames != 0 {
		t.Errorf("%+v", duel)
	}
}

func TestAGridIsGivenWholeAndInSlices(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	whole := get[documents.Grid](t, s, "/api/v1/runs/lattice/grid")
	hits, err := base64.StdEncoding.DecodeString(whole.Hits)
	if err != nil || len(whole.Axes) != 3 {
		t.Fatalf("%v %+v", err, whole)
	}
	a, b, c := whole.Axes[0].Count, whole.Axes[1].Count, whole.Axes[2].Count
	if len(hits) != 2*a*b*c {
		t.Fatalf("%d bytes of %d x %d x %d", len(hits), a, b, c)
	}
	slice := get[documents.Grid](t, s, "/api/v1/runs/lattice/grid?fix=Kc:1")
	for i, row := range slice.Slice {
		for k, n := range row {
			if want := int(hits[2*((i*b+1)*c+k)]); n != want {
				t.Errorf("row %d, column %d: %d, not %d", i, k, n, want)
			}
		}
	}
	if len(slice.Slice) != a || slice.Hits != "" {
		t.Errorf("%d rows", len(slice.Slice))
	}
	byValue := get[documents.Grid](t, s, "/api/v1/runs/lattice/grid?fix=Kc=1&fix=Ks:0")
	if byValue.Fixed["Kc"] != 1 || len(byValue.Slice) != 1 {
		t.Errorf("%+v", byValue)
	}
	for _, wrong := range []string{"Kc", "Kc:99", "Kc=0.123", "K:1", "Kc:-1", "Kc:1&fix=Kp:1&fix=Ks:1"} {
		if code, _ := refusal(t, ask(t, s, http.MethodGet, "/api/v1/runs/lattice/grid?fix="+wrong, "")); code != http.StatusBadRequest {
			t.Errorf("fix=%s: %d", wrong, code)
		}
	}
}

func TestWhatARunHasNotIsNotFound(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, path := range []string{
		"nobody", "nobody/history", "bred/standings", "bred/grid", "bred/generations/9999/genomes", "cup/export", "bred/charts/none.svg",
		"bred/export?candidate=nobody", "bred/export?round=9999",
		"bred/charts/convergence", "bred/charts/grid.svg", "nobody/report",
	} {
		if code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/runs/"+path, "")); code != http.StatusNotFound || p.Code != codeNotFound {
			t.Errorf("%s: %d %s", path, code, p.Code)
		}
	}
	if _, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/compare?run=bred&run=bread", "")); p.Detail != `no such run: "bread" (did you mean bred?)` {
		t.Errorf("the run is not named, or the path of the store is: %s", p.Detail)
	}
	code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/runs/risk", ""))
	if code != http.StatusConflict || p.Code != codeAmbiguous || !strings.HasPrefix(p.Detail, `"risk" matches `) || !strings.Contains(p.Detail, ": risk-") {
		t.Errorf("several: %d %s %s", code, p.Code, p.Detail)
	}
	for _, path := range []string{"bred/history?after=-1", "bred/export?format=doc", "bred/export?candidate=start&round=1", "bred/generations/0/genomes", "bred/points?limit=0"} {
		if code, _ := refusal(t, ask(t, s, http.MethodGet, "/api/v1/runs/"+path, "")); code != http.StatusBadRequest {
			t.Errorf("%s: %d", path, code)
		}
	}
}

// The API exports the weights of a candidate or a round, like the command with --candidate and
// --round.
func TestExportOfOtherWeights(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for query, want := range map[string]string{
		"?candidate=start": `"candidate": "the start weights"`, "?round=1": `"round": 1`, "?round=1&format=yaml": "round: 1\n", "": `"verdict"`,
	} {
		w := ask(t, s, http.MethodGet, "/api/v1/runs/bred/export"+query, "")
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q: %d, no %s in %s", query, w.Code, want, w.Body)
		}
	}
}

// A program's file has the extension of its language, also if the agent cannot be written as a program
// and the file contains the weights alone.
func TestExtensionOfAnExportedProgram(t *testing.T) {
	t.Parallel()
	for _, s := range []*Server{newServer(t, nil), newServer(t, func(o *Options) { o.Catalog.Games = engines.Registry{hare.New()} })} {
		for format, end := range map[string]string{"python": ".py", "javascript": ".js", "go": ".go", "c": ".c", "uci": ".uci"} {
			w := ask(t, s, http.MethodGet, "/api/v1/runs/bred/export?format="+format, "")
			if name := w.Header().Get("Content-Disposition"); !strings.HasSuffix(name, end+`"`) {
				t.Errorf("%s: %s", format, name)
			}
		}
	}
}

// The page of a run has a link to play against its result only if the program has the game.
func TestPlayTheResult(t *testing.T) {
	t.Parallel()
	for game, plays := range map[engines.Engine]bool{risk.New(): true, hare.New(): false} {
		s := newServer(t, func(o *Options) { o.Catalog.Games = engines.Registry{game} })
		if page := ask(t, s, http.MethodGet, "/runs/bred", "").Body.String(); strings.Contains(page, "Play the result") != plays {
			t.Errorf("with %s: a link %v", game.Spec().Name, !plays)
		}
	}
}

// Every format for which the page of a run has a link can be downloaded.
func TestExportInEveryFormat(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	page := ask(t, s, http.MethodGet, "/runs/bred", "").Body.String()
	for _, format := range weights.Formats {
		link := "/api/v1/runs/bred/export?format=" + format
		if w := ask(t, s, http.MethodGet, link, ""); w.Code != 200 || w.Body.Len() == 0 {
			t.Errorf("%s: %d %s", format, w.Code, w.Body)
		}
		if !strings.Contains(page, "export?format="+format) {
			t.Errorf("the page has no link for %s", format)
		}
	}
}

// The description of the API names every chart.
func TestChartsAreDescribed(t *testing.T) {
	t.Parallel()
	name, _ := reflect.TypeFor[chartPath]().FieldByName("Name")
	for _, chart := range charts.Names() {
		if !strings.Contains(name.Tag.Get("doc"), chart+".svg") {
			t.Errorf("%q lacks %s", name.Tag.Get("doc"), chart)
		}
	}
}

func TestFilesAreAttachments(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for path, kind := range map[string]string{
		"bred/export": "application/json", "bred/export?format=go": "text/plain; charset=utf-8", "bred/config": "application/yaml",
		"cup/report": "text/html; charset=utf-8", "cup/charts/crosstable.svg": "image/svg+xml", "bred/charts/convergence.svg": "image/svg+xml",
	} {
		w := ask(t, s, http.MethodGet, "/api/v1/runs/"+path, "")
		if w.Code != 200 || w.Header().Get("Content-Type") != kind || !strings.HasPrefix(w.Header().Get("Content-Disposition"), `attachment; filename="risk-`) {
			t.Errorf("%s: %d %s %s", path, w.Code, w.Header().Get("Content-Type"), w.Header().Get("Content-Disposition"))
		}
	}
	if f := attachment("../../a b\"\r\n.json", "x", nil); f.Disposition != `attachment; filename="..-..-a-b---.json"` {
		t.Error(f.Disposition)
	}
}

func TestADocumentThatIsKnownIsNotSentAgain(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	first := ask(t, s, http.MethodGet, "/api/v1/runs", "")
	again := ask(t, s, http.MethodGet, "/api/v1/runs", "", "If-None-Match", first.Header().Get("ETag"))
	if first.Header().Get("ETag") == "" || again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("%d with %d bytes", again.Code, again.Body.Len())
	}
	if head := ask(t, s, http.MethodHead, "/api/v1/runs", ""); head.Header().Get("ETag") != first.Header().Get("ETag") {
		t.Errorf("HEAD: %v", head.Header())
	}
}
