package conformance

import (
	"strings"
	"testing"
)

func TestAGoodGameHasNoFault(t *testing.T) {
	t.Parallel()
	if err := Check(t.Context(), newRace(""), 10); err != nil {
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
			err := Check(t.Context(), newRace(bug), 3)
			if err == nil || !strings.Contains("\n"+err.Error(), "\n"+want) {
				t.Errorf("found %v, want %s", err, want)
			}
		})
	}
}
