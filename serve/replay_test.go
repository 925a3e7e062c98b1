package serve

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

func TestGamesOfARunAreListed(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	seen := make(map[string]bool)
	after := ""
	for {
		page := get[gamesPage](t, s, "/api/v1/runs/duel/games?after="+after)
		for _, g := range page.Games {
			if seen[g.Game] || len(g.Agents) != 2 || len(g.Places) != 2 {
				t.Fatalf("%+v", g)
			}
			seen[g.Game] = true
		}
		if page.Next == "" {
			break
		}
		after = page.Next
	}
	if len(seen) < gamesPerPage+10 {
		t.Errorf("only %d games", len(seen))
	}
	won := get[gamesPage](t, s, "/api/v1/runs/cup/games?agent=default&outcome=won")
	for _, g := range won.Games {
		for seat, name := range g.Agents {
			if name == "default" && g.Places[seat] != 1 {
				t.Errorf("%+v is not won", g)
			}
		}
	}
	if w := ask(t, s, http.MethodGet, "/runs/cup/games", ""); w.Code != 200 || !strings.Contains(w.Body.String(), "/games/0/1/2") || strings.Contains(w.Body.String(), "<b>first") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A list contains the lengths of games whose moves are not stored.
func TestListedGamesHaveALength(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	list := get[gamesPage](t, s, "/api/v1/runs/cup/games").Games
	for range 50 { // a busy machine finds them little by little
		if !slices.ContainsFunc(list, func(g gameLine) bool { return g.Length == nil }) {
			break
		}
		list = get[gamesPage](t, s, "/api/v1/runs/cup/games").Games
	}
	for _, g := range list[:4] {
		whole := get[gameReplay](t, s, "/api/v1/runs/cup/games/"+strings.ReplaceAll(g.Game, ".", "/"))
		if g.Length == nil || *g.Length != whole.Total {
			t.Errorf("%s: %v moves, not %d", g.Game, g.Length, whole.Total)
		}
	}
}

// The replay of every game of every round has the stored result.
func TestStoredGamesAgree(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, path := range []string{"cup/games/0/1/1", "cup/games/0/2/2", "bred/games/1/1/1", "bred/games/2/2/2"} {
		g := get[gameReplay](t, s, "/api/v1/runs/"+path+"?scenes=true")
		if g.Agents[g.Seats[0]] != g.Players[0].Name || g.Agents[g.Seats[1]] != g.Players[1].Name || g.Seats[0] != g.Seats[1]^1 {
			t.Errorf("%s: %v sit at %v: %+v", g.Game, g.Agents, g.Seats, g.Players)
		}
		if !g.Agrees || len(g.Plies) != g.Total || g.Total == 0 || len(g.Players) != 2 || g.Scene == nil || g.Plies[0].Scene == nil || fmt.Sprint(g.Stored) != fmt.Sprint(g.Now) {
			t.Errorf("%s: %+v", path, g)
		}
		rest := get[gameReplay](t, s, "/api/v1/runs/"+path+"?after=2")
		if len(rest.Plies) != g.Total-2 || rest.Plies[0].Position != g.Plies[2].Position {
			t.Errorf("%s: %d plies after 2 of %d", path, len(rest.Plies), g.Total)
		}
		if w := ask(t, s, http.MethodGet, "/runs/"+path, ""); w.Code != 200 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	for path, want := range map[string]int{
		"cup/games/0/1/9": 404, "cup/games/0/999/1": 404, "cup/games/77/1/1": 404, "nothing/games/0/1/1": 404, "cup/games/0/1/x": 400, "cup/games/0/0/1": 400,
		"nothing/games": 404, "cup/games?after=x": 400, "cup/games?generation=-1": 400, "cup/games?outcome=x": 400,
	} {
		if code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/runs/"+path, "")); code != want {
			t.Errorf("%s: %d %+v", path, code, p)
		}
	}
	if w := ask(t, s, http.MethodGet, "/runs/cup/games/0/1/x", ""); w.Code != 404 {
		t.Errorf("%d", w.Code)
	}
}

// The page of a stored game offers the other game of its pairing only if it was played.
func TestOnlyPlayedGamesArePaired(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	_, err := catalog.Tune(t.Context(), runs.Options{Store: path, Workers: 2, Name: "once", Text: `{engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: 1,
  budget: {games: 40}, strategy: {name: spsa, unpaired: true}, verification: {games: 4, opponents: [default]}}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *Options) { o.Store = path })
	for game, want := range map[string]bool{"0/1/1": true, "0/1/2": true, "1/1/1": false} {
		w := ask(t, s, http.MethodGet, "/runs/once/games/"+game, "")
		if got := strings.Contains(w.Body.String(), "data-path="); w.Code != 200 || got != want {
			t.Errorf("%s: %d, the other game is offered: %v", game, w.Code, got)
		}
	}
}

// A session can continue a stored game, with the game's settings.
func TestStoredGameContinues(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	g := get[gameReplay](t, s, "/api/v1/runs/cup/games/0/1/1")
	moves := make([]string, len(g.Plies)-1)
	for i := range moves {
		moves[i] = quoted(g.Plies[i].Move)
	}
	body := fmt.Sprintf(`{"engine":%s,"settings":{"map":"grid","size":%s},"seed":%s,"moves":[%s]}`, quoted(g.Engine), quoted(g.Settings["size"]), quoted(g.Seed), strings.Join(moves, ","))
	a := post[struct {
		Position string `json:"position"`
	}](t, s, "/games", body)
	if want := g.Plies[len(moves)-1].Position; a.Position != want {
		t.Errorf("the table stands at %s, the game at %s", a.Position, want)
	}
}

// The list of games has no links to replays that the server refuses, and states the reason.
func TestListedGamesWithoutReplay(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	ids := make(map[string]string)
	for engine, config := range map[string]string{"duel": "engine: {name: duel}\n", "risk": "programs: {bot: {command: [none]}}\nengine: {name: risk, player: bot}\n"} {
		run, err := store.Begin(t.Context(), results.Info{Kind: results.Tournament, Engine: engine, Config: config, Field: []engines.Agent{{Name: "a"}, {Name: "b"}}})
		if err != nil {
			t.Fatal(err)
		}
		pairing := tournament.Result{Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 1, Games: 1}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}}
		if err := errors.Join(run.SavePairings(t.Context(), []tournament.Result{pairing}), run.Close()); err != nil {
			t.Fatal(err)
		}
		ids[engine] = run.ID()
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *Options) { o.Store, o.StoreFlag = path, "--db my.db" })
	for engine, want := range map[string]string{"duel": "duel plays its games itself", "risk": "lanista replay " + ids["risk"] + " config.yaml --db my.db"} {
		page := withoutSpans(ask(t, s, http.MethodGet, "/runs/"+ids[engine]+"/games", "").Body.String())
		if !strings.Contains(page, `<th scope="row">0.1.1</th>`) || !strings.Contains(page, want) || strings.Contains(page, "Reload the page") {
			t.Error(page)
		}
		if code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/runs/"+ids[engine]+"/games/0/1/1", "")); code < 400 || code > 499 {
			t.Errorf("%s: %d %+v", engine, code, p)
		}
	}
}
