package tournament

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
)

// An agent stops the run if it forfeits as many games in a row as the limit allows, at the same
// pairing for any number of workers. A game without a forfeit in between begins a new row.
func TestForfeitsStopTheRun(t *testing.T) {
	s := roundRobin(t, 2, 50)
	for _, workers := range []int{1, 5} {
		got, err := collect(t.Context(), Local{arenaFunc(failing), workers}, 2, s, Options{})
		var failed *ForfeitsError
		if !errors.As(err, &failed) || failed.Agent != "agent 1" || failed.Games != 20 || failed.Reason != "no engine" {
			t.Errorf("%d workers: %v", workers, err)
		}
		if len(got) != 10 || got[9].Index != 9 {
			t.Errorf("%d workers: stopped after %d pairs of games", workers, len(got))
		}
		got, err = collect(t.Context(), Local{arenaFunc(failing), workers}, 2, s, Options{Terms: Terms{ForfeitLimit: 31}})
		if len(got) != 16 || err == nil {
			t.Errorf("with a limit of 31: %d pairs, %v", len(got), err)
		}
		if got, err = collect(t.Context(), Local{arenaFunc(failing), workers}, 2, s, Options{Terms: Terms{ForfeitLimit: -1}}); err != nil || len(got) != 50 {
			t.Errorf("without a limit: %d pairs, %v", len(got), err)
		}
	}
	if got, err := collect(t.Context(), Local{arenaFunc(failing), 2}, 3, roundRobin(t, 3, 50), Options{}); err != nil || len(got) != 150 {
		t.Errorf("others play on: %d pairs, %v", len(got), err)
	}
}

// A count of forfeits that several runs share goes on from one to the next.
func TestRunsShareACountOfForfeits(t *testing.T) {
	shared := Options{Forfeits: &Forfeits{Limit: 5}}
	for run := range 3 {
		got, err := collect(t.Context(), Local{arenaFunc(failing), 1}, 2, roundRobin(t, 2, 1), shared)
		if run < 2 && (err != nil || len(got) != 1) || run == 2 && err == nil {
			t.Errorf("run %d of two games: %d pairings, %v", run+1, len(got), err)
		}
	}
}

// failing is an arena in which agent 1 always forfeits. In games without it the first seat wins.
func failing(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	for i, a := range seats {
		if a.Name == "agent 1" {
			return engines.ForfeitRecord(len(seats), engines.Forfeit{Seat: i, Reason: "no engine"}), nil
		}
	}
	return engines.Record{Outcome: engines.Winner(len(seats), 0)}, nil
}

// The games of a pairing are counted one by one: a row may begin and end in the middle of a pairing.
func TestForfeitsInARowWithinAPairing(t *testing.T) {
	field := worth(1, 2)
	f := Forfeits{Limit: 3}
	won, lost := engines.Record{Outcome: engines.Draw(2)}, engines.ForfeitRecord(2, engines.Forfeit{Reason: "why"})
	for i, games := range [][]engines.Record{{won, lost}, {lost, won}, {won, lost, lost}} {
		if err := f.add(field, &Result{Pairing: Pairing{Agents: []int{0, 0}, Games: len(games)}, Games: games}); err != nil {
			t.Errorf("pairing %d: %v", i+1, err)
		}
	}
	if err := f.add(field, &Result{Pairing: Pairing{Agents: []int{0, 0}, Games: 1}, Games: []engines.Record{lost}}); err == nil {
		t.Error("three forfeits in a row are accepted")
	}
}

// With the option ByProgram the forfeits of agents that differ only in weights are counted together.
// An agent of another player is counted separately.
func TestForfeitsByProgram(t *testing.T) {
	nan := math.NaN()
	field := append(worth(nan, nan, nan), engines.Agent{Name: "other", Player: "random"})
	f := Forfeits{Limit: 3, ByProgram: true}
	forfeit := func(agent int) error {
		r := Result{Pairing: Pairing{Agents: []int{agent, 3}, Games: 1}, Games: []engines.Record{engines.ForfeitRecord(2, engines.Forfeit{Reason: "why"})}}
		return f.add(field, &r)
	}
	won := func() error {
		return f.add(field, &Result{Pairing: Pairing{Agents: []int{0, 3}, Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(2)}}})
	}
	for i, err := range []error{forfeit(0), forfeit(1), won(), forfeit(2), forfeit(0), forfeit(3), forfeit(1), forfeit(2)} {
		if err != nil {
			t.Errorf("step %d: %v", i, err)
		}
	}
	if err := forfeit(0); err == nil || err.Error() != "agent agent 0 forfeited 3 games in a row; reason of the last: why" {
		t.Errorf("%v", err)
	}
}
