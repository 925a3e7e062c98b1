package serve

import (
	"net/http"
	"strings"
	"testing"

	"github.com/lanista/lanista/serve/pages"
	"github.com/lanista/lanista/serve/static"
)

// Every game has a page, and the games that ship have charts or tables of their heuristics.
func TestEnginePages(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for name, want := range map[string][]string{
		"hare": {"What carrots are worth", "What lettuces in hand cost", "<polyline", "Ks", "hare-20"}, "othello": {"Square values, early", "Square values of SJK11"},
		"risk": {"A draft by border security", ">0.727<", "Champions"}, "minesweeper": {"The two scores of a cell", `class="spots`}, "2048": {"monotonicity"},
	} {
		w := ask(t, s, http.MethodGet, "/engines/"+name, "")
		for _, text := range want {
			if !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s: %d, without %q", name, w.Code, text)
			}
		}
	}
	for _, path := range []string{"/engines", "/play", "/play/risk"} {
		if w := ask(t, s, http.MethodGet, path, ""); w.Code != 200 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	for _, path := range []string{"/engines/shogi", "/play/shogi"} {
		if w := ask(t, s, http.MethodGet, path, ""); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// A page has the button and the key that turn the board if, and only if, its script can turn it.
func TestBoardsThatFlip(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	flips := 0
	for _, game := range allGames.Games.Names() {
		script := ask(t, s, http.MethodGet, static.Path("js/boards/"+game+".js"), "").Body.String()
		want := strings.Contains(script, "flips: true")
		page := ask(t, s, http.MethodGet, "/play/"+game, "").Body.String()
		keys := ask(t, s, http.MethodGet, "/play/"+game+"?part=keys", "").Body.String()
		if button := !strings.Contains(page, `title="turn the board" hidden`); button != want || strings.Contains(keys, "turn the board") != want || pages.Flips(game) != want {
			t.Errorf("%s: the board flips: %v, its button: %v", game, want, button)
		}
		if want {
			flips++
		}
	}
	if flips < 3 {
		t.Errorf("%d boards flip", flips)
	}
}
