package runs_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

// newMatch deals a game on the track against the sprinter.
func newMatch(t *testing.T, e track, o runs.MatchOptions) *runs.Match {
	t.Helper()
	o.Engine, o.Agent, o.Seed = "track", "sprinter", 7
	m, err := only(e).Match(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if n := e.open.Load(); n != 0 {
			t.Errorf("%d players are not closed", n)
		}
	})
	return m
}

// answers lets the agents move until it is the person's turn or the game is over.
func answers(t *testing.T, m *runs.Match) {
	t.Helper()
	for !m.Game().Over() && m.Game().Turn() != m.Person {
		if _, err := m.Answer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMatchToItsEnd(t *testing.T) {
	t.Parallel()
	m := newMatch(t, newTrack(), runs.MatchOptions{Seats: 3, Person: 1})
	for !m.Game().Over() {
		answers(t, m)
		if m.Game().Over() {
			break
		}
		if err := m.Make("9"); err == nil {
			t.Fatal("an illegal move is made")
		}
		if err := m.Make("far"); err == nil {
			t.Fatal("no move is made")
		}
		if err := m.Make("1"); err != nil {
			t.Fatal(err)
		}
	}
	if o := m.Game().Outcome(); o.Seats() != 3 || o.Place(1) == 1 {
		t.Errorf("who goes step by step comes in as number %d", o.Place(1))
	}
	if _, err := m.Answer(t.Context()); err == nil {
		t.Error("an answer after the end")
	}
}

// A move taken back and made again brings the same.
func TestMatchUndo(t *testing.T) {
	t.Parallel()
	m := newMatch(t, newTrack(), runs.MatchOptions{Person: 1})
	undo := func() bool {
		t.Helper()
		found, err := m.Undo(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	answers(t, m)
	first := m.Game().String()
	if undo() || m.Game().String() != first {
		t.Fatalf("there is nothing to take back, and it is now %s, not %s", m.Game(), first)
	}
	var turns []string // the positions before the person's moves
	for range 3 {
		answers(t, m)
		turns = append(turns, m.Game().String())
		if err := m.Make("1"); err != nil {
			t.Fatal(err)
		}
	}
	answers(t, m)
	end, moves := m.Game().String(), slices.Clone(m.Moves())
	for _, want := range []string{turns[2], turns[1]} {
		if !undo() || m.Game().String() != want {
			t.Fatalf("it went back to %s, not %s", m.Game(), want)
		}
	}
	for range 2 {
		answers(t, m)
		if err := m.Make("1"); err != nil {
			t.Fatal(err)
		}
	}
	answers(t, m)
	if m.Game().String() != end || !slices.Equal(m.Moves(), moves) {
		t.Errorf("made again: %s by %v\nbefore: %s by %v", m.Game(), m.Moves(), end, moves)
	}
}

// A hint is the move that the agent would make, and changes nothing.
func TestMatchHint(t *testing.T) {
	t.Parallel()
	m := newMatch(t, newTrack(), runs.MatchOptions{})
	for range 4 {
		before := m.Game().String()
		hint, err := m.Hint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if m.Game().String() != before {
			t.Fatalf("the hint led to %s", m.Game())
		}
		agent, err := engines.NewPlayer(t.Context(), m.Engine, m.Agent)
		if err != nil {
			t.Fatal(err)
		}
		want, err := agent.Choose(t.Context(), m.Seen(m.Person))
		if err := errors.Join(err, engines.Close(agent)); err != nil {
			t.Fatal(err)
		}
		if hint != m.Game().FormatMove(want) {
			t.Errorf("the hint is %s, the agent plays %v", hint, want)
		}
		if err := m.Make(hint); err != nil {
			t.Fatal(err)
		}
		answers(t, m)
	}
}

// Whoever moves, at the person's place too, is asked only in its own turn.
func TestMatchOutOfTurn(t *testing.T) {
	t.Parallel()
	m := newMatch(t, newTrack(), runs.MatchOptions{})
	if _, err := m.Answer(t.Context()); err == nil {
		t.Error("the agent answers in the person's turn")
	}
	if err := m.Make("1"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Hint(t.Context()); err == nil {
		t.Error("there is a hint in the agent's turn")
	}
}

// What a game hides is shown to nobody whom it is hidden from: neither to the
// agent, nor in a hint, nor to the person.
func TestMatchHidesWhatIsHidden(t *testing.T) {
	t.Parallel()
	e := newTrack()
	e.asked = func(p engines.Position) {
		if text := p.String(); strings.Count(text, "?") != 1 || strings.HasSuffix(strings.Fields(text)[2+p.Turn()], "?") {
			t.Errorf("seat %d is asked about %s", p.Turn(), text)
		}
	}
	m := newMatch(t, e, runs.MatchOptions{Settings: engines.Settings{"hidden": "true"}})
	for range 3 {
		if text := m.Seen(m.Person).String(); strings.Count(text, "?") != 1 || !strings.HasSuffix(text, "?") {
			t.Errorf("the person sees %s", text)
		}
		hint, err := m.Hint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Make(hint); err != nil {
			t.Fatal(err)
		}
		answers(t, m)
		if _, err := m.Undo(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := m.Make("1"); err != nil {
			t.Fatal(err)
		}
		answers(t, m)
	}
}

func TestMatchMistakes(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]runs.MatchOptions{
		`unknown engine "trak"`:              {Engine: "trak"},
		"seat 3: the table has seats 1 to 2": {Engine: "track", Person: 2},
		"seats: 9 is not within":             {Engine: "track", Seats: 9},
		"length: 7 is not within":            {Engine: "track", Settings: engines.Settings{"length": "7"}},
		"no agent of that name":              {Engine: "track", Agent: "nobody"},
	} {
		m, err := only(newTrack()).Match(t.Context(), o)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, match %v", want, err, m)
		}
	}
	e := newTrack()
	_, err := only(e).Match(t.Context(), runs.MatchOptions{Engine: "track", Seats: 3, Settings: engines.Settings{"mood": "absent"}})
	if n := e.open.Load(); err == nil || !strings.Contains(err.Error(), "nobody has come") || n != 0 {
		t.Errorf("a player who does not come: %v, %d are not closed", err, n)
	}
	m, err := only(newTrack()).Match(t.Context(), runs.MatchOptions{Engine: "track"})
	if err != nil || m.Agent.Name != "default" {
		t.Errorf("without a champion: %v, %v", m, err)
	}
	if m != nil {
		_ = m.Close()
	}
	_, err = only(newTrack()).Match(t.Context(), runs.MatchOptions{Engine: "track", Agent: "champion"})
	if !errors.Is(err, weights.ErrNoChampion) || !strings.HasSuffix(err.Error(), "; the agents of track are default, random, first, sprinter") {
		t.Errorf("a champion that does not ship: %v", err)
	}
}
