package serve

import (
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"
)

var (
	// linked matches the files that a page loads.
	linked = regexp.MustCompile(`(?:src|href)="(/static/[^"]+\.(?:js|css))"`)
	// imported matches the static imports of a script.
	imported = regexp.MustCompile(`(?:from|import) "(\.{1,2}/[^"]+\.js)"`)
	// carried matches JSON data embedded in a page.
	carried = regexp.MustCompile(`data-json="[^"]*"`)
)

// weight returns the number of bytes that a browser loads for a page: the document, the files
// it links to, their static imports, and the given boards.
func weight(t *testing.T, s *Server, page string, boards ...string) int {
	t.Helper()
	seen := make(map[string]bool)
	sum := 0
	var load func(name string)
	load = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		w := ask(t, s, http.MethodGet, name, "")
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %s: %d", page, name, w.Code)
		}
		text := carried.ReplaceAllString(w.Body.String(), "")
		sum += len(text)
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			load(m[1])
		}
		for _, m := range imported.FindAllStringSubmatch(text, -1) {
			load(path.Join(path.Dir(name), m[1]))
		}
		if strings.HasSuffix(name, "/view.js") {
			for _, board := range boards {
				load(path.Join(path.Dir(name), "boards", board+".js"))
			}
		}
	}
	load(page)
	return sum
}

// The uncompressed size of every page with its files stays below a limit.
func TestPagesAreLight(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for page, most := range map[string]int{
		"/runs": 60_000, "/runs/bred": 130_000, "/runs/cup": 60_000, "/runs/duel": 60_000, "/runs/lattice": 60_000, "/compare?run=bred&run=cup": 130_000,
		"/runs/cup/games": 60_000, "/play": 60_000, "/etudes": 60_000, "/engines": 60_000, "/engines/hare": 60_000, "/new": 60_000, "/jobs": 60_000,
	} {
		if got := weight(t, s, page); got > most {
			t.Errorf("%s weighs %d bytes, not at most %d", page, got, most)
		} else {
			t.Logf("%s: %d", page, got)
		}
	}
	for page, board := range map[string]string{
		"/play/othello": "othello", "/play/hare": "hare", "/play/risk": "risk", "/play/minesweeper": "minesweeper", "/play/2048": "tiles", "/play/chess": "chess", "/play/go": "go",
		"/runs/cup/games/0/1/1": "risk", "/etudes/hare-20": "hare",
	} {
		if got := weight(t, s, page, board); got > 62_000 {
			t.Errorf("%s weighs %d bytes", page, got)
		} else {
			t.Logf("%s: %d", page, got)
		}
	}
}
