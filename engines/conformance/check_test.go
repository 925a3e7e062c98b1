package conformance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestAGoodGameHasNoFault(t *testing.T) {
	t.Parallel()
	if err := Check(t.Context(), newRace(""), 10); err != nil {
		t.Error(err)
	}
}

// A player may resign in place of a move: at any time, and also when its context has ended.
func TestAPlayerMayResign(t *testing.T) {
	t.Parallel()
	if err := Check(t.Context(), newRace(resigns), 10); err != nil {
		t.Error(err)
	}
	if err := Quick(t.Context(), newRace(resigns), func(text string) { t.Error(text) }); err != nil {
		t.Error(err)
	}
}

// The games of this package are tested like those of users.
func TestQuickTestsTheGamesOfThisPackage(t *testing.T) {
	t.Parallel()
	if err := Quick(t.Context(), newRace("an illegal move is made"), func(text string) { t.Error(text) }); err == nil || !strings.Contains(err.Error(), ": moves: ") {
		t.Error(err)
	}
}

// hollow is a wrapper that returns no engine.
type hollow struct{ engines.Engine }

// Unwrap returns nil.
func (hollow) Unwrap() engines.Engine { return nil }

// A wrapper of nothing is tested as an engine of its own, as [engines.As] treats it.
func TestQuickOfAWrapperOfNothing(t *testing.T) {
	t.Parallel()
	if err := Quick(t.Context(), hollow{newRace("")}, func(text string) { t.Error(text) }); err != nil {
		t.Error(err)
	}
	if err := Quick(t.Context(), hollow{newRace("an illegal move is made")}, func(text string) { t.Error(text) }); err == nil || !strings.Contains(err.Error(), ": moves: ") {
		t.Error(err)
	}
}

// Every bug is found by the check for it.
func TestBugsAreFound(t *testing.T) {
	t.Parallel()
	for bug, want := range map[string]string{
		"a name of two words":                  `spec: the name "a race"`,
		"no version":                           "spec: the version is empty",
		"a shared space":                       "spec: changing the Weights",
		"a default out of range":               "spec: the default of a setting: goal",
		"any setting is taken":                 `settings: setting goal: With accepts the invalid value "21"`,
		"settings are forgotten":               "settings: setting goal: With resets it",
		"errors without keys":                  "settings: setting goal: the error",
		"any number of seats":                  "seats: NewGame accepts 1 seats",
		"chance of its own":                    "seeds: ",
		"a renewed game goes on":               "seeds: ",
		"chance that is not declared":          "chance: 2 seats: the game declares no chance",
		"notation that is refused":             "notation: ",
		"notation without the seat":            "notation: ",
		"two moves of one name":                "notation: ",
		"dice that no seed throws":             "notation: its text is read twice with one seed: after ",
		"an illegal move is made":              "moves: ",
		"a refused move changes the game":      "moves: ",
		"a legal move is refused":              "moves: ",
		"a move listed twice":                  "moves: ",
		"moves after the end":                  "moves: ",
		"clones share memory":                  "clone: ",
		"clones throw other dice":              "clone: ",
		"it never ends":                        "ends: ",
		"it has no moves and is not over":      "seeds: the game is not over and has no legal move",
		"it is over at its start":              "ends: the game is over at its start, with 2 seats and every seed",
		"an outcome of too many seats":         "ends: ",
		"a view to play on":                    "views: ",
		"a view of another turn":               "views: ",
		"features that are not the evaluation": "evaluation: ",
		"evaluating moves":                     "evaluation: ",
		"features in one buffer":               "evaluation: method Features changes the rows",
		"a scene that shows the dice":          "scenes: ",
		"a scene that changes":                 "scenes: ",
		"a layout that is nil":                 "scenes: method Layout returns null",
		"two lines told":                       "events: ",
		"told before the first move":           "events: ",
		"an illegal move is rated":             "move values: ",
		"a move rated twice":                   "move values: ",
		"rated moves without values":           "move values: ",
		"a line of another move":               "move values: ",
		"a worse move rated first":             "move values: ",
		"no move is rated":                     "move values: ",
		"any agent is taken":                   "agents: ",
		"a player that cheats":                 "players: ",
		"no player":                            `players: player "", 2 seats: method NewPlayer returned neither a player nor an error`,
		"a player that plays on the table":     "players: ",
		"a player that remembers":              "players: ",
		"a player with an error of its own":    "players: ",
		"a player that panics":                 "players: panic: no nerves",
	} {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			err := Check(t.Context(), newRace(bug), 2)
			if err == nil || !strings.Contains("\n"+err.Error(), "\n"+want) {
				t.Errorf("found %v, want %s", err, want)
			}
		})
	}
}

// The test "ends" finds a game that does not end by itself. [Check] runs no test after such a game.
func TestEndlessGames(t *testing.T) {
	t.Parallel()
	all := Tests()
	ends := all[slices.IndexFunc(all, func(t Test) bool { return t.Name == "ends" })]
	if _, err := ends.Run(t.Context(), newRace("it never ends"), 1); !errors.Is(err, ErrEndless) {
		t.Errorf("ends: %v", err)
	}
	err := Check(t.Context(), newRace("it never ends"), 1)
	if !errors.Is(err, ErrEndless) || strings.Count(err.Error(), "has not ended") != 1 {
		t.Errorf("all tests: %v", err)
	}
}

// scarce is an engine that makes a limited number of players.
type scarce struct {
	engines.Engine
	made  []*countedPlayer
	limit int
}

func (e *scarce) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	if len(e.made) == e.limit {
		return nil, errors.New("no more players")
	}
	player, err := e.Engine.NewPlayer(ctx, a)
	if err != nil {
		return nil, err
	}
	e.made = append(e.made, &countedPlayer{Player: player})
	return e.made[len(e.made)-1], nil
}

// All players are closed, also if one cannot be made or panics.
func TestPlayersAreClosed(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"", "a player that panics"} {
		for limit := range 30 {
			e := &scarce{Engine: newRace(bug), limit: limit}
			for _, check := range Tests() {
				if check.Name == "players" || check.Name == "weights" {
					_, _ = check.Run(t.Context(), e, 2)
				}
			}
			for i, player := range e.made {
				if player.closed != 1 {
					t.Errorf("%s: player %d of %d was closed %d times", bug, i+1, len(e.made), player.closed)
				}
			}
		}
	}
}
