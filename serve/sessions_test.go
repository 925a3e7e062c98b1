package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/session"
)

// testSessions returns sessions of all games, sealed with a key of equal bytes.
func testSessions(t testing.TB, key byte) *sessions {
	t.Helper()
	s, err := newSessions(Options{Catalog: allGames, Key: bytes.Repeat([]byte{key}, keySize), Think: exactUpTo, Searches: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func startTest(t testing.TB, setup sessionSetup) *openSession {
	t.Helper()
	o, _, err := testSessions(t, 1).start(t.Context(), setup)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// codeOf returns the code of a problem, "" for any other error.
func codeOf(err error) errorCode {
	var p *problem
	if errors.As(err, &p) {
		return p.Code
	}
	return ""
}

func TestStartRefusesWithAReason(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		setup sessionSetup
		code  errorCode
		text  string
	}{
		"no game":         {sessionSetup{}, codeBadRequest, "name of a game"},
		"unknown game":    {sessionSetup{Engine: "riks"}, codeNotFound, "did you mean risk?"},
		"one player":      {sessionSetup{Engine: "hare", Seats: 1}, codeBadPosition, "hare: seats: 1 is not within [2, 6]"},
		"unknown setting": {sessionSetup{Engine: "hare", Settings: engines.Settings{"bord": "2008"}}, codeBadSetting, "unknown setting"},
		"value":           {sessionSetup{Engine: "hare", Settings: engines.Settings{"deck": "x"}}, codeBadSetting, `unknown "x"`},
		"file":            {sessionSetup{Engine: "risk", Settings: engines.Settings{"map": "/etc/passwd"}}, codeBadSetting, "want grid, classic, or run:ID"},
		"contents":        {sessionSetup{Engine: "risk", Settings: engines.Settings{"map": `{"a":[]}`}}, codeBadSetting, "want grid, classic, or run:ID"},
		"position":        {sessionSetup{Engine: "hare", Position: "1;2"}, codeBadPosition, "this text has 2"},
		"other seats":     {sessionSetup{Engine: "hare", Position: "45;26;2;f;29;19;0;f", Seats: 3}, codeBadPosition, "2 seats, not 3"},
		"move":            {sessionSetup{Engine: "othello", Moves: []string{"f5", "a1"}}, codeIllegalMove, "a1"},
		"many moves":      {sessionSetup{Engine: "othello", Moves: make([]string, session.MaxMoves+1)}, codeBadRequest, "at most"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := testSessions(t, 1).start(t.Context(), c.setup)
			if err == nil || codeOf(err) != c.code || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %q: %v", codeOf(err), err)
			}
		})
	}
}

func TestSessionsHaveNoChanceOfTournaments(t *testing.T) {
	t.Parallel()
	if start := startTest(t, sessionSetup{Engine: "othello"}).View(0).String(); !strings.HasSuffix(start, " X") || strings.Count(start, "-") != 60 {
		t.Errorf("a new game begins with %s", start)
	}
	asked := startTest(t, sessionSetup{Engine: "othello", Settings: engines.Settings{"random_plies": "8"}}).View(0).String()
	if strings.Count(asked, "-") != 52 {
		t.Errorf("with 8 random plies: %s", asked)
	}
}

func TestSealedSessionsComeBack(t *testing.T) {
	t.Parallel()
	s, seed := testSessions(t, 1), uint64(1<<63)
	for _, setup := range []sessionSetup{
		{Engine: "othello", Moves: []string{"f5", "d6"}},
		{Engine: "hare", Seats: 3, Settings: engines.Settings{"board": "1978"}, Seed: &seed},
		{Engine: "hare", Position: "45;26;2;f;29;19;0;f"},
		{Engine: "minesweeper"},
	} {
		want, err := newSessionAnswer(s, startTest(t, setup), nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := s.unseal(t.Context(), want.State)
		if err != nil {
			t.Fatal(err)
		}
		got, err := newSessionAnswer(s, back, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(gameRecord{})); diff != "" {
			t.Errorf("%s: -before +after\n%s", setup.Engine, diff)
		}
	}
}

// Every change of a sealed session is found, and so is another key.
func TestSealedSessionsCannotBeChanged(t *testing.T) {
	t.Parallel()
	s := testSessions(t, 1)
	state, err := s.seal(startTest(t, sessionSetup{Engine: "minesweeper"}))
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what, text string) {
		if _, err := s.unseal(t.Context(), text); codeOf(err) != codeBadState {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range state {
		other := byte('A')
		if state[i] == other {
			other = 'B'
		}
		refused("a changed byte", state[:i]+string(other)+state[i+1:])
		refused("cut short", state[:i])
	}
	refused("longer", state+"AAAA")
	refused("too long", strings.Repeat("A", maxState+1))
	if _, err := testSessions(t, 2).unseal(t.Context(), state); codeOf(err) != codeBadState || !strings.Contains(err.Error(), "another server") {
		t.Errorf("another key: %v", err)
	}
}

// The text hides the chance to come: sessions that differ only in the seed have
// different texts, and equal sessions have equal ones.
func TestSealedSessionsHideTheirSeed(t *testing.T) {
	t.Parallel()
	s := testSessions(t, 1)
	seal := func(seed uint64) string {
		state, err := s.seal(startTest(t, sessionSetup{Engine: "minesweeper", Seed: &seed}))
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	a, b := seal(1), seal(2)
	if a != seal(1) {
		t.Error("one session was sealed in two ways")
	}
	same := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			same++
		}
	}
	if len(a) < 60 || same > len(a)/4 {
		t.Errorf("%d of %d characters are equal", same, len(a))
	}
}

// FuzzUnseal checks that no text but one that the server has sealed is accepted, and that no
// contents, sealed with the right key, make it fail. The key and the seeds are fixed, so that all
// processes of the fuzzer seal the same texts.
func FuzzUnseal(f *testing.F) {
	s := testSessions(f, 1)
	seed := uint64(7)
	sealed := map[string]bool{}
	for _, setup := range []sessionSetup{
		{Engine: "othello", Seed: &seed, Moves: []string{"f5"}},
		{Engine: "minesweeper", Seed: &seed},
		{Engine: "hare", Seed: &seed, Settings: engines.Settings{"depth": "1"}},
	} {
		state, err := s.seal(startTest(f, setup))
		if err != nil {
			f.Fatal(err)
		}
		packed, err := s.sealer.open(state)
		if err != nil {
			f.Fatal(err)
		}
		if _, err := s.unseal(f.Context(), state); err != nil {
			f.Fatal(err)
		}
		sealed[state] = true
		f.Add(state, packed)
		f.Add("v2."+state[3:], packed[:len(packed)/2])
	}
	f.Add("v1.", []byte{})
	f.Fuzz(func(t *testing.T, text string, packed []byte) {
		if _, err := s.unseal(t.Context(), text); (err == nil) != sealed[text] {
			t.Errorf("%q: %v", text, err)
		}
		state, err := s.sealer.seal(packed)
		if err != nil {
			return // too long
		}
		o, err := s.unseal(t.Context(), state)
		if err != nil {
			return
		}
		first, err := s.seal(o)
		if err != nil {
			t.Fatal(err)
		}
		if o, err = s.unseal(t.Context(), first); err != nil {
			t.Fatalf("a session that was restored cannot be restored again: %v", err)
		}
		if again, err := s.seal(o); err != nil || again != first {
			t.Errorf("a session is sealed in two ways: %v", err)
		}
	})
}

// playRandomly makes up to n moves, and seals the session now and then.
func playRandomly(t *testing.T, s *sessions, o *openSession, n int) *openSession {
	t.Helper()
	for !o.Over() && len(o.Moves()) < n {
		thought, err := o.Choose(t.Context(), engines.Agent{Name: "random", Player: "random"}, session.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.play(thought.Move, "move"); err != nil {
			t.Fatal(err)
		}
		if len(o.Moves())%16 != 0 {
			continue
		}
		state, err := s.seal(o)
		if err != nil {
			t.Fatal(err)
		}
		if o, err = s.unseal(t.Context(), state); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// The record of a finished game is hidden until then, and starts a session that ends
// alike.
func TestRecordsPlayTheSameGame(t *testing.T) {
	t.Parallel()
	for _, setup := range []sessionSetup{
		{Engine: "risk", Seats: 3, Settings: engines.Settings{"size": "3", "round_cap": "20"}},
		{Engine: "hare", Position: "45;26;2;f;29;19;0;f"},
		{Engine: "othello"},
		{Engine: "minesweeper", Settings: engines.Settings{"width": "8", "height": "8", "mines": "10"}},
		{Engine: "2048"},
	} {
		t.Run(setup.Engine, func(t *testing.T) {
			t.Parallel()
			s, o := testSessions(t, 1), startTest(t, setup)
			if a, err := newSessionAnswer(s, o, nil); err != nil || a.Record != nil || a.Places != nil || a.Over {
				t.Errorf("%+v, error %v", a, err)
			}
			a, err := newSessionAnswer(s, playRandomly(t, s, o, session.MaxMoves), nil)
			if err != nil || !a.Over || a.Record == nil || len(a.Places) != a.Seats {
				t.Fatalf("%+v, error %v", a, err)
			}
			seed, err := strconv.ParseUint(a.Record.Seed, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			again := setup
			again.Seed, again.Moves = &seed, a.Record.Moves
			if a.Record.Start != nil {
				again.Position = *a.Record.Start
			}
			got, err := newSessionAnswer(s, startTest(t, again), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Position != a.Position || !slices.Equal(got.Places, a.Places) || !cmp.Equal(got.Record, a.Record, cmp.AllowUnexported(gameRecord{})) {
				t.Errorf("the record came to %s %v, the game to %s %v", got.Position, got.Places, a.Position, a.Places)
			}
		})
	}
}

// A setting of the player may change the weights of a game. A source is then one for these weights.
func TestAgentsFollowTheirSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		engine, source string
		settings       map[string]string
		weights        int
	}{
		{"othello", "default", map[string]string{"model": "hard"}, 20},
		{"othello", "champion", map[string]string{"model": "wpc10"}, 10},
		{"othello", "champion", map[string]string{"depth": "3"}, 38},
		{"minesweeper", "default", map[string]string{"third_band": "true"}, 21},
		{"minesweeper", "default", map[string]string{"agent": "linear"}, 11},
		{"minesweeper", "champion", map[string]string{"agent": "linear"}, 11},
	} {
		s, o := testSessions(t, 1), startTest(t, sessionSetup{Engine: c.engine})
		a, err := s.agent(t.Context(), o, AgentBody{Source: c.source, Settings: c.settings})
		if err != nil || len(a.Weights) != c.weights {
			t.Errorf("%s, %s with %v: %d weights, error %v", c.engine, c.source, c.settings, len(a.Weights), err)
			continue
		}
		with, err := o.Engine().With(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if initial := slices.Equal(a.Weights, with.Spec().Weights.Default()); initial != (c.source == "default") {
			t.Errorf("%s, %s with %v: the weights are those of the start: %t", c.engine, c.source, c.settings, initial)
		}
	}
}

// The location of a mistake is the key of the request that has to change.
func TestProblemsNameTheKey(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	for body, want := range map[string]mistake{
		`{"engine":"hare","think":{"depth":99}}`:                                 {"body.think.depth", "think.depth: 99 is not within [0, 64]"},
		`{"engine":"hare","agent":{"settings":{"depth":"99"}}}`:                  {"body.agent.settings.depth", "depth: 99 is not within [0, 64]"},
		`{"engine":"hare","agent":{"weights":{"Kc":999}}}`:                       {"body.agent.weights.Kc", "Kc: 999 is not within [0, 100]"},
		`{"engine":"hare","agent":{"source":"default","settings":{"nods":"9"}}}`: {"body.agent.settings.nods", "nods: unknown setting (did you mean nodes?)"},
	} {
		var p problem
		w := ask(t, s, http.MethodPost, "/api/v1/games/best", body)
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if len(p.Errors) != 1 || p.Errors[0] != want {
			t.Errorf("%s: %+v, want %+v", body, p.Errors, want)
		}
	}
}

func TestAgentsNameNoFiles(t *testing.T) {
	t.Parallel()
	o := startTest(t, sessionSetup{Engine: "othello"})
	for name, c := range map[string]struct {
		agent AgentBody
		text  string
	}{
		"file":         {AgentBody{Source: "/etc/passwd"}, "unknown agent"},
		"run":          {AgentBody{Source: "run:last"}, "unknown agent"},
		"both":         {AgentBody{Source: "default", Weights: map[string]engines.Value{}}, "either"},
		"weight":       {AgentBody{Weights: map[string]engines.Value{"x": {Number: 1}}}, "x"},
		"setting":      {AgentBody{Settings: map[string]string{"dept": "3"}}, "unknown setting"},
		"game":         {AgentBody{Settings: map[string]string{"random_plies": "3"}}, "belongs to the game"},
		"out of range": {AgentBody{Settings: map[string]string{"depth": "1000"}}, "1000"},
		"too long":     {AgentBody{Settings: map[string]string{"depth": strings.Repeat("1", maxSetting+1)}}, "depth: 16385 bytes, at most 16384"},
	} {
		if _, err := testSessions(t, 1).agent(t.Context(), o, c.agent); codeOf(err) != codeBadAgent || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %q %v", name, codeOf(err), err)
		}
	}
	a, err := testSessions(t, 1).agent(t.Context(), o, AgentBody{Source: "default", Settings: map[string]string{"exact": "36"}})
	if err != nil || a.Settings["exact"] != "24" {
		t.Errorf("exact is %s, error %v", a.Settings["exact"], err)
	}
}

// The server's own limit holds for every search, and a client that has gone ends it.
func TestThinkingIsLimited(t *testing.T) {
	t.Parallel()
	s := testSessions(t, 1)
	s.think = -time.Nanosecond // less than a step of the clock, which on Windows is half a millisecond
	for engine, want := range map[string]errorCode{"othello": "", "2048": codeTooSlow} {
		o := startTest(t, sessionSetup{Engine: engine})
		var thought session.Thought
		think := func(ctx context.Context, a engines.Agent, l session.Limit) (err error) {
			thought, err = o.Choose(ctx, a, l)
			return err
		}
		err := s.consult(t.Context(), o, ThinkBody{Think: LimitBody{Seconds: 60}}, think)
		if codeOf(err) != want || want == "" && (err != nil || !thought.Cut || thought.Depth != 0 || thought.Move == "" || thought.Value[0] == nil) {
			t.Errorf("%s without any time: %+v, error %v", engine, thought, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := testSessions(t, 1).consult(ctx, o, ThinkBody{}, think); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the client has gone: %v", engine, err)
		}
	}
}
