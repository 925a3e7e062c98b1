package external

import (
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/boardtest"
	"github.com/lanista/lanista/engines/othello"
)

// The test binary is a program of GTP or NBoard where these variables say its mode.
const (
	gtpVariable    = "LANISTA_GTP_PROGRAM"
	nboardVariable = "LANISTA_NBOARD_PROGRAM"
)

// board is the program that the test binary is, with its weights.
func board(t testing.TB, protocol string, mode boardtest.Mode) Program {
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

// One program plays the same games by every protocol of boards, whatever form its
// answers have.
func TestBoardProtocols(t *testing.T) {
	t.Parallel()
	var first []string
	for _, p := range []Program{
		board(t, "gtp", boardtest.Sound), board(t, "gtp", boardtest.Passes), board(t, "gtp", boardtest.Blank),
		board(t, "gtp", boardtest.Unnumbered), board(t, "nboard", boardtest.Sound), board(t, "nboard", boardtest.Chatty),
	} {
		limit := "none"
		if p.Protocol == "nboard" {
			limit = "depth 2"
		}
		arena, err := engines.NewArena(seated(t, p, engines.Settings{"random_plies": "8", "limit": limit}), engines.ArenaOptions{Moves: true})
		if err != nil {
			t.Fatal(err)
		}
		one := arena.(engines.PerGoroutine).Fork()
		seats := []engines.Agent{{Name: "a", Weights: engines.Weights{20, -1}}, {Name: "b", Weights: engines.Weights{0, 1}}}
		var records []engines.Record
		for seed := range uint64(6) {
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
			first = stories(records)
		}
		if got := stories(records); strings.Join(first, "\n") != strings.Join(got, "\n") {
			t.Errorf("%s played\n%s\nand not\n%s", p.Name, strings.Join(got, "\n"), strings.Join(first, "\n"))
		}
	}
}

// Every failure gets its verdict at a table, too.
func TestBoardForfeitKinds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		protocol string
		mode     boardtest.Mode
		want     engines.ForfeitKind
	}{
		{"gtp", boardtest.Illegal, engines.ForfeitIllegal},
		{"gtp", boardtest.Refuses, engines.ForfeitError},
		{"gtp", boardtest.Ahead, engines.ForfeitMalformed},
		{"gtp", boardtest.Empty, engines.ForfeitMalformed},
		{"gtp", boardtest.Crash, engines.ForfeitCrashed},
		{"gtp", boardtest.Sleeps, engines.ForfeitStalled},
		{"nboard", boardtest.Illegal, engines.ForfeitIllegal},
		{"nboard", boardtest.Empty, engines.ForfeitMalformed},
		{"nboard", boardtest.Crash, engines.ForfeitCrashed},
		{"nboard", boardtest.Sleeps, engines.ForfeitStalled},
	} {
		p := board(t, tt.protocol, tt.mode)
		if tt.want == engines.ForfeitStalled {
			p.Timeouts.Move = brief
		}
		arena, err := engines.NewArena(seated(t, p, engines.Settings{"limit": map[string]string{"nboard": "depth 1"}[tt.protocol]}), engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := arena.Play(t.Context(), []engines.Agent{{Name: "it"}, {Name: "other", Player: "first"}}, 1)
		if err != nil || r.Forfeit == nil || r.Forfeit.Kind != tt.want || r.Forfeit.Seat != 0 {
			t.Errorf("%s: %+v, %v", p.Name, r, err)
		}
	}
	arena, err := engines.NewArena(seated(t, board(t, "gtp", boardtest.Resigns), nil), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := arena.Play(t.Context(), []engines.Agent{{Name: "it"}, {Name: "other", Player: "first"}}, 1)
	if err != nil || r.Ending != engines.Resigned || r.Outcome.Place(0) != 2 {
		t.Errorf("resigns: %+v, %v", r, err)
	}
}

// playBoard is what the test binary does where a variable makes it a program.
func playBoard() (status int, is bool) {
	if mode := os.Getenv(gtpVariable); mode != "" {
		return boardtest.GTP(othello.New(), boardtest.Mode(mode), os.Stdin, os.Stdout), true
	}
	if mode := os.Getenv(nboardVariable); mode != "" {
		return boardtest.NBoard(othello.New(), boardtest.Mode(mode), os.Stdin, os.Stdout), true
	}
	return 0, false
}
