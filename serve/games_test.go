package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
)

const harePosition = "45;26;2;f;29;19;0;f"

// post sends a command and decodes the response.
func post[T any](t *testing.T, s *Server, path, body string) T {
	t.Helper()
	w := ask(t, s, http.MethodPost, "/api/v1"+path, body)
	var v T
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: %d %s", path, body, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%s: %v in %s", path, err, w.Body)
	}
	return v
}

// quoted returns a text as a JSON string.
func quoted(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

// Commands with a position instead of a sealed session work.
func TestCommandsWithThePositionAlone(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	if code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/games", `{"engine":"hare","seats":1}`)); code != 422 || p.Code != codeBadPosition || !strings.Contains(p.Detail, "seats: 1 is not within [2, 6]") {
		t.Errorf("a game for one: %d %+v", code, p)
	}
	a := post[sessionAnswer](t, s, "/games", `{"engine":"hare","seats":3}`)
	if a.Seats != 3 || len(a.Moves) == 0 || a.Turn != 0 {
		t.Errorf("%+v", a)
	}
	if code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/games/move", `{"engine":"hare","position":"`+harePosition+`","move":"20"}`)); code != 422 || p.Code != codeIllegalMove || !strings.Contains(p.Detail, "legal") {
		t.Errorf("an illegal move: %d %+v", code, p)
	}
	for _, c := range []struct{ path, moves, location string }{
		{"/games/move", `"move":"20"`, "body.move"},
		{"/games", `"moves":["1","99"]`, "body.moves[1]"},
		{"/games/best", `"moves":["99","1"]`, "body.moves[0]"},
	} {
		_, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1"+c.path, `{"engine":"hare","position":"`+harePosition+`",`+c.moves+`}`))
		if p.Code != codeIllegalMove || len(p.Errors) != 1 || p.Errors[0].Location != c.location {
			t.Errorf("%s with %s: %+v, want the location %s", c.path, c.moves, p, c.location)
		}
	}
	a = post[sessionAnswer](t, s, "/games/move", `{"engine":"hare","position":"`+harePosition+`","move":"1"}`)
	if a.Turn != 1 || len(a.Played) != 1 || !strings.HasPrefix(a.Played[0].Event, "card: ") {
		t.Errorf("a move onto a hare tells its card: %+v", a.Played)
	}
	a = post[sessionAnswer](t, s, "/games/best", `{"engine":"hare","position":"`+harePosition+`"}`)
	if a.Thought == nil || a.Ply != 1 || a.Thought.Move != a.Played[0].Move {
		t.Errorf("%+v", a)
	}
}

func TestSessionContinuesFromItsState(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	a := post[sessionAnswer](t, s, "/games", `{"engine":"hare"}`)
	move := `{"state":` + quoted(a.State) + `,"move":"1"}`
	b, again := post[sessionAnswer](t, s, "/games/move", move), post[sessionAnswer](t, s, "/games/move", move)
	if b.State != again.State || b.Position != again.Position {
		t.Error("the same command was answered in two ways")
	}
	shown := post[sessionAnswer](t, s, "/games", `{"state":`+quoted(b.State)+`}`)
	if shown.Position != b.Position || shown.Ply != 1 {
		t.Errorf("%+v", shown)
	}
	back := post[sessionAnswer](t, s, "/games/back", `{"state":`+quoted(b.State)+`,"seat":0}`)
	if back.Position != a.Position || back.Takebacks != 1 {
		t.Errorf("%+v", back)
	}
	h := post[gameHistory](t, s, "/games/history", `{"state":`+quoted(b.State)+`,"scenes":true}`)
	if len(h.Plies) != 1 || h.Plies[0].Move != "1" || h.Plies[0].Scene == nil {
		t.Errorf("%+v", h)
	}
	if code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/games/move", `{"state":`+quoted(a.State)+`,"engine":"hare","move":"1"}`)); code != 422 || p.Errors[0].Location != "body.state" {
		t.Errorf("a state and a game: %d %+v", code, p)
	}
}

// A session keeps the map of the stored run with which it began, also if the run gets another name.
func TestSessionsKeepTheirRun(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	a := post[sessionAnswer](t, s, "/games", `{"engine":"risk","settings":{"map":"run:bred","size":"2"}}`)
	bred := get[documents.Run](t, s, "/api/v1/runs/bred").ID
	if a.Settings["map"] != "run:"+bred {
		t.Errorf("%v, want run:%s", a.Settings, bred)
	}
	store, err := results.Open(s.options.Store)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Rename(t.Context(), "bred", "old"), store.Close()); err != nil {
		t.Fatal(err)
	}
	if b := post[sessionAnswer](t, s, "/games", `{"state":`+quoted(a.State)+`}`); b.Position != a.Position {
		t.Errorf("%s, want %s", b.Position, a.Position)
	}
}

// Neither the settings of a game nor those of an agent make the server read a file.
func TestNoFilesInSettingsOfRequests(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("xyzzy"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, engine := range s.options.Catalog.Games {
		for _, known := range engine.Spec().Settings {
			for _, value := range []string{"@" + secret, secret} {
				settings := fmt.Sprintf(`"settings":{%q:%q}`, known.Name, value)
				for path, more := range map[string]string{"/games": settings, "/games/best": `"agent":{` + settings + `}`} {
					w := ask(t, s, http.MethodPost, "/api/v1"+path, fmt.Sprintf(`{"engine":%q,%s}`, engine.Spec().Name, more))
					if w.Code != http.StatusUnprocessableEntity || strings.Contains(w.Body.String(), "xyzzy") {
						t.Errorf("%s of %s with %s: %d %s", path, engine.Spec().Name, settings, w.Code, w.Body)
					}
				}
			}
		}
	}
}

func TestRefusalsOfCommands(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for _, c := range []struct {
		path, body string
		status     int
		code       errorCode
	}{
		{"/games", `{"engine":"hare","x":1}`, 422, codeUnknownKey},
		{"/games", `{"engine":"hare"} {}`, 400, codeBadRequest},
		{"/games", `{"engine":"hare","seed":"x"}`, 422, codeBadRequest},
		{"/games", `{"engine":"risk","settings":{"map":"/etc/passwd"}}`, 422, codeBadSetting},
		{"/games", `{"engine":"risk","settings":{"map":"run:nothing"}}`, 422, codeBadSetting},
		{"/games", `{"state":"v1.AAAA"}`, 422, codeBadState},
		{"/games", `{"engine":"hare","position":"` + strings.Repeat("1;", 20000) + `"}`, 422, codeBadPosition},
		{"/games/best", `{"engine":"hare","agent":{"source":"@/etc/passwd"}}`, 422, codeBadAgent},
		{"/games/best", `{"engine":"hare","agent":{"source":"run:../x"}}`, 422, codeBadAgent},
		{"/games/rate", `{"engine":"hare","agent":{"settings":{"depth":"1000"}}}`, 422, codeBadAgent},
		{"/games/back", `{"engine":"hare"}`, 422, codeBadRequest},
	} {
		code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1"+c.path, c.body))
		if code != c.status || p.Code != c.code {
			t.Errorf("%s %.60s: %d %+v", c.path, c.body, code, p)
		}
	}
	for keys, want := range map[string]string{
		`"seat":2`:           "2 is not within [0, 1]",
		`"seat":1`:           "seat 1, counted from 0, has not moved yet: there is nothing to undo",
		`"seat":0,"plies":1`: "plies and seat exclude each other",
	} {
		code, p := refusal(t, ask(t, s, http.MethodPost, "/api/v1/games/back", `{"engine":"hare","moves":["7"],`+keys+`}`))
		if code != 422 || p.Detail != want || len(p.Errors) != 1 || p.Errors[0].Location != "body.seat" {
			t.Errorf("%s: %d %+v, want %s", keys, code, p, want)
		}
	}
}

func TestAgentOfARunPlays(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	a := post[sessionAnswer](t, s, "/games/best", `{"engine":"risk","settings":{"size":"2"},"agent":{"source":"run:bred"}}`)
	if !strings.HasPrefix(a.Thought.Agent, "run:") {
		t.Errorf("%+v", a.Thought)
	}
	post[sessionAnswer](t, s, "/games", `{"engine":"risk","settings":{"map":"run:bred","size":"2"}}`)
}

func TestRateThinkAndAnalyze(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	position := `{"engine":"hare","position":"` + harePosition + `"`
	r := post[ratingAnswer](t, s, "/games/rate", position+`,"think":{"depth":2}}`)
	if r.Depth != 2 || len(r.Rated) < 2 || len(r.Rated[0].Value) != 2 {
		t.Errorf("%+v", r)
	}
	w := ask(t, s, http.MethodPost, "/api/v1/games/think", position+`,"think":{"depth":3}}`)
	lines := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
	if len(lines) != 4 || !strings.Contains(lines[2], `"depth":3`) || lines[3] != `{"done":true,"why":"depth"}` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	n := post[analyses](t, s, "/games/analyze", position+`,"agents":[{},{"source":"default"}]}`)
	if len(n.Analyses) != 2 || n.Analyses[0].Best == "" {
		t.Errorf("%+v", n)
	}
}

func TestEnginesAreDescribed(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	if list := get[engineList](t, s, "/api/v1/engines"); len(list.Engines) != 2 {
		t.Errorf("%+v", list)
	}
	sheet := get[engineSheet](t, s, "/api/v1/engines/hare")
	if sheet.Name != "hare" || len(sheet.Weights) != 3 || len(sheet.Agents) < 4 || len(sheet.Etudes) == 0 || !sheet.Capabilities["rate"] {
		t.Errorf("%+v", sheet)
	}
	type track struct {
		Squares string `json:"squares"`
	}
	now, before := get[track](t, s, "/api/v1/engines/hare/layout"), get[track](t, s, "/api/v1/engines/hare/layout?set=board=1978")
	if len(now.Squares) != 65 || now == before {
		t.Errorf("%+v %+v", now, before)
	}
	for path, want := range map[string]int{"/api/v1/engines/go": 404, "/api/v1/engines/hare?set=board": 400, "/api/v1/engines/hare?set=x=1": 400} {
		if code, p := refusal(t, ask(t, s, http.MethodGet, path, "")); code != want {
			t.Errorf("%s: %d %+v", path, code, p)
		}
	}
	if _, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/engines/hare?set=board=1900", "")); len(p.Errors) != 1 || p.Errors[0].Location != "query.set.board" {
		t.Errorf("%+v, want the location query.set.board", p.Errors)
	}
}

// The example of every command on the page about the API is accepted.
func TestExamplesOfCommandsAnswer(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	seen := 0
	for _, op := range operations(s.api.OpenAPI()) {
		if op.Method != http.MethodPost || !strings.HasPrefix(op.Path, apiRoot+"/games") && !strings.HasPrefix(op.Path, apiRoot+"/etudes") {
			continue
		}
		seen++
		body := describeOperation(s.api.OpenAPI(), op).Body
		if w := ask(t, s, op.Method, op.Path, body); w.Code != http.StatusOK {
			t.Errorf("%s %s: %d %s", op.Path, body, w.Code, w.Body)
		}
	}
	if seen < 10 {
		t.Errorf("only %d commands", seen)
	}
}

func TestLevelsAreAgents(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	sheet := get[engineSheet](t, s, "/api/v1/engines/hare")
	if len(sheet.Levels) < 4 || sheet.Levels[0].Score != nil || *sheet.Levels[1].Score < 0.5 || sheet.Levels[1].Games == 0 {
		t.Errorf("%+v", sheet.Levels)
	}
	for _, source := range []string{sheet.Levels[0].Source, sheet.Levels[0].Name} {
		a := post[sessionAnswer](t, s, "/games/best", `{"engine":"hare","agent":{"source":"`+source+`"}}`)
		if a.Thought.Agent != sheet.Levels[0].Name {
			t.Errorf("%s: %+v", source, a.Thought)
		}
	}
}

func TestTheChampionsThatShip(t *testing.T) {
	t.Parallel()
	list := get[championList](t, newServer(t, nil), "/api/v1/champions").Champions
	engines := make(map[string]bool)
	for _, c := range list {
		engines[c.Engine] = true
		if c.Name == "" || len(c.Weights) == 0 || c.Rating != nil && (c.Interval == nil || c.Against == "" || c.Games == 0) {
			t.Errorf("%+v", c)
		}
	}
	if len(engines) != 2 || !engines["risk"] || !engines["hare"] {
		t.Errorf("champions of %v, in a program of Risk and Hare", engines)
	}
}
