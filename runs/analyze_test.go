package runs_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

// An analysis is that of the agent that was named.
func TestAnalyze(t *testing.T) {
	t.Parallel()
	const position = "............ 0 4:2 5:0"
	file := filepath.Join(t.TempDir(), "slow.json")
	if err := os.WriteFile(file, []byte(`{"engine": "track", "weights": {"way": 0, "fuel": 2}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	features := []analysis.Feature{{Name: "way", Values: []float64{4, 5}}, {Name: "fuel", Values: []float64{2, 0}}}
	for agent, want := range map[string]analysis.Analysis{
		"default":  {Features: features, Static: []float64{6, 5}, Best: "1"}, // all moves are worth the same
		"sprinter": {Features: features, Static: []float64{40, 50}, Best: "3"},
		file:       {Features: features, Static: []float64{4, 0}, Best: "1"},
	} {
		got, err := runs.Analyze(t.Context(), both(), runs.AnalyzeOptions{Engine: "track", Position: position, Agent: agent})
		if err != nil {
			t.Errorf("%s: %v", agent, err)
			continue
		}
		want.Value = make([]*float64, 2)
		if diff := cmp.Diff(want, got.Analysis); diff != "" {
			t.Errorf("%s: %s", agent, diff)
		}
		if got.Game.String() != position || got.Engine.Spec().Name != "track" {
			t.Errorf("%s: of %s", agent, got.Game)
		}
	}
}

// An agent with a player of its own moves by that player, and the weights of the built-in player
// evaluate nothing, also if the game analyzes positions itself.
func TestAnalyzeWithANamedPlayer(t *testing.T) {
	t.Parallel()
	for engine, first := range map[string]string{"track": "1", "risk": "0+1"} {
		position := map[string]string{"track": "............ 0 4:2 5:0", "risk": "A3 B1 / A2 B2 ; A draft 2"}[engine]
		o := runs.AnalyzeOptions{Engine: engine, Position: position, Agent: "first"}
		got, err := runs.Analyze(t.Context(), both(), o)
		if err != nil {
			t.Fatal(err)
		}
		want := analysis.Analysis{Best: got.Game.FormatMove(got.Game.Moves(nil)[0]), Value: make([]*float64, 2)}
		if diff := cmp.Diff(want, got.Analysis); diff != "" || want.Best != first {
			t.Errorf("%s: %s, want %s: %s", engine, want.Best, first, diff)
		}
	}
}

// What was asked for outweighs what the agent came with.
func TestAnalyzeSettings(t *testing.T) {
	t.Parallel()
	const position = "A3 B1 / A2 B2 ; A attack 3"
	file := filepath.Join(t.TempDir(), "deep.json")
	if err := os.WriteFile(file, []byte(`{"engine": "risk", "settings": {"depth": "3"},
		"weights": {"territories": 1, "units": 1, "defence": 1, "density": 1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	nodes := func(s engines.Settings, agent string) uint64 {
		n, err := runs.Analyze(t.Context(), both(), runs.AnalyzeOptions{Engine: "risk", Position: position, Settings: s, Agent: agent})
		if err != nil {
			t.Fatal(err)
		}
		return n.Nodes
	}
	shallow, deep := nodes(engines.Settings{"depth": "1"}, "default"), nodes(engines.Settings{"depth": "3"}, "default")
	if shallow >= deep {
		t.Fatalf("%d nodes at depth 1, %d at depth 3", shallow, deep)
	}
	if n := nodes(nil, file); n != deep {
		t.Errorf("as the file says: %d nodes, not %d", n, deep)
	}
	if n := nodes(engines.Settings{"depth": "1"}, file); n != shallow {
		t.Errorf("as was asked for: %d nodes, not %d", n, shallow)
	}
}

// An exact analysis contains the solution, here that of Othello's last move.
func TestAnalyzeExactly(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{othello.New()}}
	position := "-OX" + strings.Repeat("X", 61) + " X"
	got, err := runs.Analyze(t.Context(), catalog, runs.AnalyzeOptions{Engine: "othello", Position: position, Exact: true})
	if err != nil || got.Best != "a1" || !slices.ContainsFunc(got.Extra, func(x analysis.Extra) bool { return x.Key == "score" }) {
		t.Errorf("%+v, %v", got.Analysis, err)
	}
}

func TestAnalyzeMistakes(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]runs.AnalyzeOptions{
		`unknown engine "trak"`:     {Engine: "trak", Position: "."},
		"track: ":                   {Engine: "track", Position: "here"},
		"no agent of that name":     {Engine: "track", Position: "........ 0 1:0 1:0", Agent: "nobody"},
		"the game cannot be solved": {Engine: "track", Position: "........ 0 1:0 1:0", Exact: true},
		"length: 7 is not within":   {Engine: "track", Position: "........ 0 1:0 1:0", Settings: engines.Settings{"length": "7"}},
		"speed: unknown setting":    {Engine: "track", Position: "........ 0 1:0 1:0", Settings: engines.Settings{"speed": "7"}},
	} {
		_, err := runs.Analyze(t.Context(), both(), o)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A position that is not given is the start, whether the notation has one or not.
func TestPosition(t *testing.T) {
	t.Parallel()
	for _, e := range []engines.Engine{newTrack(), risk.New()} {
		g, err := runs.Position(e, "")
		if err != nil || g.Over() || g.Seats() != 2 {
			t.Errorf("%s: %v, %v", e.Spec().Name, g, err)
		}
	}
	if _, err := runs.Position(withoutPositions{newTrack()}, "here"); err == nil || err.Error() != "there are no positions" {
		t.Errorf("a game without positions: %v", err)
	}
	if _, err := runs.Position(newTrack(), "here"); err == nil {
		t.Error("it is no position")
	}
}

// withoutPositions is a game that an arena of its own plays as a whole.
type withoutPositions struct{ engines.Engine }

func (withoutPositions) NewGame(int, uint64) (engines.Game, error) {
	return nil, errors.New("there are no positions")
}

func (withoutPositions) NewArena(engines.ArenaOptions) (engines.Arena, error) { return nil, nil }
