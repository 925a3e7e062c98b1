package external

import (
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/programtest"
	"github.com/lanista/lanista/engines/othello"
)

// Environment variables that make the test binary a GTP or NBoard program in a mode.
const (
	gtpVariable    = "LANISTA_GTP_PROGRAM"
	nboardVariable = "LANISTA_NBOARD_PROGRAM"
)

// board returns the test binary as a program with weights.
func board(t testing.TB, protocol string, mode programtest.Mode) Program {
	t.Helper()
	p := testProgram(t, "well")
	p.Name, p.Protocol, p.Set = protocol+"-"+string(mode), protocol, "set {name} {value}"
	p.Weights = engines.Space{{Name: "corner", Min: 0, Max: 50, Default: 10}, {Name: "discs", Min: -5, Max: 5, Default: 1}}
	variable := gtpVariable
	if protocol == "nboard" {
		variable, p.Set = nboardVariable, "set weight {name} {value}"
	}
	p.Env = append(p.Env[1:], variable+"="+string(mode))
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

// One program plays the same games in GTP and NBoard, with every form of answers.
func TestBoardProtocols(t *testing.T) {
	t.Parallel()
	games := uint64(2)
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		games = 6
	}
	var first []string
	for _, p := range []Program{
		board(t, "gtp", programtest.Sound), board(t, "gtp", programtest.Passes), board(t, "gtp", programtest.Blank),
		board(t, "gtp", programtest.Unnumbered), board(t, "nboard", programtest.Sound), board(t, "nboard", programtest.Chatty),
	} {
		limit := "none"
		if p.Protocol == "nboard" {
			limit = "depth 2"
		}
		arena, err := engines.NewArena(newTestTable(t, p, engines.Settings{"random_plies": "8", "limit": limit}), engines.ArenaOptions{Moves: true})
		if err != nil {
			t.Fatal(err)
		}
		one := arena.(engines.PerGoroutine).Fork()
		seats := []engines.Agent{{Name: "a", Weights: engines.Weights{20, -1}}, {Name: "b", Weights: engines.Weights{0, 1}}}
		var records []engines.Record
		for seed := range games {
			r, err := one.Play(t.Context(), seats, seed)
			if err != nil || r.Forfeit != nil {
				t.Fatalf("%s: %+v, %v", p.Name, r, err)
			}
			records = append(records, r)
		}
		if err := engines.Close(one); err != nil {
			t.Error(err)
		}
		if first == nil {
			first = gameTexts(records)
		}
		if got := gameTexts(records); strings.Join(first, "\n") != strings.Join(got, "\n") {
			t.Errorf("%s played\n%s\nand not\n%s", p.Name, strings.Join(got, "\n"), strings.Join(first, "\n"))
		}
	}
}

// Every failure in a game at a table has its kind of forfeit.
func TestBoardForfeitKinds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		protocol string
		mode     programtest.Mode
		want     engines.ForfeitKind
	}{
		{"gtp", programtest.Illegal, engines.ForfeitIllegal},
		{"gtp", programtest.Refuses, engines.ForfeitError},
		{"gtp", programtest.Ahead, engines.ForfeitMalformed},
		{"gtp", programtest.Empty, engines.ForfeitMalformed},
		{"gtp", programtest.Crash, engines.ForfeitCrashed},
		{"gtp", programtest.Sleeps, engines.ForfeitStalled},
		{"nboard", programtest.Illegal, engines.ForfeitIllegal},
		{"nboard", programtest.Empty, engines.ForfeitMalformed},
		{"nboard", programtest.Crash, engines.ForfeitCrashed},
		{"nboard", programtest.Sleeps, engines.ForfeitStalled},
	} {
		p := board(t, tt.protocol, tt.mode)
		if tt.want == engines.ForfeitStalled {
			p.Timeouts.Move = brief
		}
		arena, err := engines.NewArena(newTestTable(t, p, engines.Settings{"limit": map[string]string{"nboard": "depth 1"}[tt.protocol]}), engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := arena.Play(t.Context(), []engines.Agent{{Name: "it"}, {Name: "other", Player: "first"}}, 1)
		if err != nil || r.Forfeit == nil || r.Forfeit.Kind != tt.want || r.Forfeit.Seat != 0 {
			t.Errorf("%s: %+v, %v", p.Name, r, err)
		}
	}
	arena, err := engines.NewArena(newTestTable(t, board(t, "gtp", programtest.Resigns), nil), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := arena.Play(t.Context(), []engines.Agent{{Name: "it"}, {Name: "other", Player: "first"}}, 1)
	if err != nil || r.Ending != engines.Resigned || r.Outcome.Place(0) != 2 {
		t.Errorf("resigns: %+v, %v", r, err)
	}
}

// playBoard runs the test binary as a program if a variable requests that.
func playBoard() (status int, is bool) {
	if mode := os.Getenv(gtpVariable); mode != "" {
		return programtest.GTP(othello.New(), programtest.Mode(mode), os.Stdin, os.Stdout), true
	}
	if mode := os.Getenv(nboardVariable); mode != "" {
		return programtest.NBoard(othello.New(), programtest.Mode(mode), os.Stdin, os.Stdout), true
	}
	return 0, false
}
