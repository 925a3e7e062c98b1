package serve

import (
	"encoding/json"
	"strings"
	"testing"
)

// Positions of every game can be set up field by field. Every step changes the scene and the
// notation.
func TestPositionsAreSetUp(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for _, c := range []struct{ table, steps, position string }{
		{`"engine":"othello"`, `clear; X d4; O e4; - d4; turn 1`, strings.Repeat("-", 28) + "O" + strings.Repeat("-", 35) + " O"},
		{`"engine":"chess"`, `clear; K e1; R h1; k e8; r a8; p a7`, "r3k3/p7/8/8/8/8/8/4K2R w Kq - 0 1"},
		{`"engine":"chess"`, `- e2; turn 1`, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{`"engine":"minesweeper","settings":{"width":"4","height":"3","mines":"4"}`, `2 1,0; a 3,2; turn 1`, ".2../..../...a ; b"},
		{`"engine":"risk","settings":{"map":"grid","size":"2"},"position":"A3 B1 / B4 A1 ; A attack 3"`, `1 0; + 3; - 1; - 2`, "B3 B1 / B3 A2 ; A attack 3"},
		{`"engine":"go","settings":{"size":"3"}`, `clear; X A1; O B3; X C3; . C3; turn 1`, ".O./.../X.. w - 0"},
		{`"engine":"hare","position":"45;26;2;f;29;19;0;f"`, `turn 1`, "29;19;0;f;45;26;2;f @2"},
	} {
		a := post[sessionAnswer](t, s, "/games", "{"+c.table+"}")
		var engine struct {
			Engine   string            `json:"engine"`
			Settings map[string]string `json:"settings"`
		}
		if err := json.Unmarshal([]byte("{"+c.table+"}"), &engine); err != nil {
			t.Fatal(err)
		}
		now := editedPosition{Scene: a.Scene}
		for _, step := range strings.Split(c.steps, "; ") {
			tool, field, _ := strings.Cut(step, " ")
			command := map[string]any{"engine": engine.Engine, "settings": engine.Settings, "scene": now.Scene, "turn": now.Turn, "tool": tool, "field": field}
			if tool == "turn" {
				command["turn"], command["tool"], command["field"] = 1, "", ""
			}
			body, err := json.Marshal(command)
			if err != nil {
				t.Fatal(err)
			}
			now = post[editedPosition](t, s, "/games/edit", string(body))
		}
		if now.Position != c.position {
			t.Errorf("%s, %s: %s, not %s", c.table, c.steps, now.Position, c.position)
		}
	}
}

func TestEditsAreRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	board := `"scene":{"board":"` + strings.Repeat("-", 64) + `"}`
	for body, says := range map[string]string{
		`{"engine":"othello","scene":{"board":"short"}}`:                                                    "not a board",
		`{"engine":"othello",` + board + `,"tool":"X","field":"i9"}`:                                        "not a square",
		`{"engine":"othello",` + board + `,"tool":"Q","field":"a1"}`:                                        "not a disc",
		`{"engine":"chess",` + board + `,"tool":"X","field":"a1"}`:                                          "not a piece",
		`{"engine":"chess",` + board + `,"tool":"K","field":"a9"}`:                                          "not a square",
		`{"engine":"minesweeper","scene":{"rows":["..","."]}}`:                                              "not a field",
		`{"engine":"minesweeper","scene":{"rows":[".."]},"tool":"9"}`:                                       "is not one of . 0-8",
		`{"engine":"minesweeper","scene":{"rows":[".."]},"tool":"1"}`:                                       "no cell",
		`{"engine":"risk","scene":{"cells":[{"owner":7,"units":1}]}}`:                                       "not a map",
		`{"engine":"risk","scene":{"cells":[{"owner":0}]},"tool":"+"}`:                                      "no territory",
		`{"engine":"risk","scene":{"cells":[{}]},"tool":"x","field":"0"}`:                                   "no tool",
		`{"engine":"hare","scene":{}}`:                                                                      "not a track",
		`{"engine":"hare","scene":{"players":[{"square":3}]},"tool":"hedgehog"}`:                            "no tool",
		`{"engine":"go","scene":{"size":3,"board":"........."}}`:                                            "not a board of Go with 9 lines",
		`{"engine":"go","settings":{"size":"2"},"scene":{"size":2,"board":"...."},"tool":"Q","field":"A1"}`: "not a stone",
		`{"engine":"go","settings":{"size":"2"},"scene":{"size":2,"board":"...."},"tool":"X","field":"C1"}`: "not a point from A1 to B2",
		`{"engine":"2048","scene":{}}`:                                                                      "as text",
	} {
		code, p := refusal(t, ask(t, s, "POST", "/api/v1/games/edit", body))
		if code != 422 || p.Code != codeBadRequest || !strings.Contains(p.Detail, says) {
			t.Errorf("%s: %d %+v", body, code, p)
		}
	}
}

// The page of a game that can begin in one way only has no empty list of settings.
func TestSettingsOfANewGame(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for game, hidden := range map[string]bool{"2048": true, "hare": false, "risk": false} {
		page := ask(t, s, "GET", "/play/"+game, "").Body.String()
		if got := strings.Contains(page, "<details hidden><summary>settings of a new game"); got != hidden {
			t.Errorf("%s: hidden: %t, want %t", game, got, hidden)
		}
	}
}

// Games describe their state as text.
func TestStatusOfGames(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for body, want := range map[string]string{
		`{"engine":"othello","moves":["f5"]}`:                                                            "Black 4, White 1",
		`{"engine":"chess","moves":["e2e4","d7d5","e4d5"]}`:                                              "material +1 for White",
		`{"engine":"chess","moves":["e2e4","f7f5","d1h5"]}`:                                              "check; material is even",
		`{"engine":"risk","settings":{"map":"grid","size":"2"},"position":"A3 B1 / B4 A1 ; A attack 3"}`: "A 2, B 2 territories",
		`{"engine":"risk","settings":{"map":"grid","size":"2"},"position":"A3 B1 / B4 A1 ; A draft 1"}`:  "1 unit to place; A 2, B 2 territories",
		`{"engine":"minesweeper","settings":{"width":"5","height":"4","mines":"3"}}`:                     "A 0, B 0, 3 of 3 mines left; the first cell may be a mine",
		`{"engine":"2048"}`: "score 0, 0 slides",
		`{"engine":"2048","position":"2,.,.,./.,.,.,./.,.,.,./.,.,.,2 0 1"}`: "score 0, 1 slide",
		`{"engine":"hare"}`: "",
	} {
		if got := post[sessionAnswer](t, s, "/games", body).Status; got != want {
			t.Errorf("%s: %q, not %q", body, got, want)
		}
	}
}
