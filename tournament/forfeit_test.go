package tournament

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// counting is an engine for tests: seat 0 wins its games, and the name of an agent decides how the
// agent fails.
type counting struct{ engines.Engine }

func (counting) NewGame(int, uint64) (engines.Game, error) { return &countingGame{}, nil }

func (counting) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if a.Name == "unborn" {
		return nil, &engines.Fault{Kind: engines.ForfeitCrashed, Err: errors.New("refused its weights")}
	}
	return countingPlayer(a.Name), nil
}

type countingPlayer string

func (p countingPlayer) Choose(context.Context, engines.Position) (engines.Move, error) {
	switch p {
	case "panics":
		panic("out of ideas")
	case "fails":
		return 0, errors.New("out of luck")
	case "cheats":
		return 7, nil
	}
	return 1, nil
}

type countingGame struct {
	engines.Game
	plies int
}

func (g *countingGame) Turn() int  { return g.plies % 2 }
func (g *countingGame) Over() bool { return g.plies == 4 }
func (g *countingGame) Apply(m engines.Move) error {
	if m != 1 {
		return fmt.Errorf("illegal move %d", m)
	}
	g.plies++
	return nil
}
func (g *countingGame) Outcome() engines.Outcome { return engines.Winner(2, 0) }

func TestRunForfeits(t *testing.T) {
	names := []string{"honest", "panics", "fails", "cheats", "unborn", "upright"}
	field := make([]engines.Agent, len(names))
	for i, name := range names {
		field[i].Name = name
		field[i].Weights = engines.Weights{float64(i)}
	}
	s := roundRobin(t, len(names), 3)
	standings := newStandings(t, StandingsOptions{}, names...)
	reasons := map[string]string{"panics": "panic: out of ideas", "fails": "out of luck", "cheats": "illegal move 7", "unborn": "refused its weights"}
	arena, err := engines.NewArena(counting{}, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range Run(t.Context(), Local{arena, 3}, field, s, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		add(t, standings, r)
		for g, game := range r.Games {
			first, second := names[r.Pairing.Seat(g, 0)], names[r.Pairing.Seat(g, 1)]
			_, firstBad := reasons[first]
			_, secondBad := reasons[second]
			if (game.Forfeit != nil) != (firstBad || secondBad) {
				t.Fatalf("%s against %s: %+v", first, second, game.Forfeit)
			}
			if game.Forfeit == nil {
				continue
			}
			guilty := names[r.Pairing.Seat(g, game.Forfeit.Seat)]
			if !strings.Contains(game.Forfeit.Reason, reasons[guilty]) || reasons[guilty] == "" {
				t.Fatalf("%s against %s: %s forfeits: %s", first, second, guilty, game.Forfeit.Reason)
			}
			if game.Outcome.Points(game.Forfeit.Seat) != 0 {
				t.Fatalf("%s forfeits and has points", guilty)
			}
		}
	}
	table := standings.Table()
	finite(t, table)
	for _, line := range table.Standings {
		honest := line.Agent == "honest" || line.Agent == "upright"
		if honest != (line.Forfeits == 0) || line.Games != 30 || honest != (line.Rank <= 2) {
			t.Errorf("%+v", line)
		}
	}
	if table.Games != s.Len()*2 {
		t.Errorf("%d games, %d scheduled", table.Games, 2*s.Len())
	}
}

// coloured is an arena whose players forfeit with a reason that has control characters.
type coloured struct{ engines.Arena }

// colouredRecord is the record of each of its games.
var colouredRecord = engines.ForfeitRecord(2, engines.Forfeit{Kind: engines.ForfeitPanic, Reason: "\x1b[31mlost\r\n\tat \u009bA, ü"})

func (coloured) Play(context.Context, []engines.Agent, uint64) (engines.Record, error) {
	return colouredRecord, nil
}

// The reason of a forfeit has no control characters, whoever plays: a worker's result with them would
// be refused.
func TestReasonsHaveNoControlCharacters(t *testing.T) {
	t.Parallel()
	const want = " [31mlost \n\tat  A, ü"
	schedule := Pairings{{Agents: []int{0, 1}, Games: 2}}
	for r, err := range Run(t.Context(), Local{Arena: coloured{}, Workers: 1}, make([]engines.Agent, 2), schedule, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range r.Games {
			if g.Forfeit.Reason != want || g.Forfeit.Kind != engines.ForfeitPanic {
				t.Errorf("%+v", g.Forfeit)
			}
		}
	}
	job := Job{Agents: make([]engines.Agent, 2), Pairing: schedule[0]}
	if games, err := job.Play(t.Context(), coloured{}); err != nil || games[0].Forfeit.Reason != want {
		t.Errorf("%+v, %v", games, err)
	}
	if !strings.Contains(colouredRecord.Forfeit.Reason, "\x1b") {
		t.Error("the record of the arena was changed")
	}
}
