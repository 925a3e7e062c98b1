package tournament_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// A Local without a number of goroutines plays; without an arena it returns an error.
func TestZeroLocal(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "a", Weights: engines.Weights{1}}, {Name: "b", Weights: engines.Weights{2}}}
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{Agents: 2, Seats: 2, Play: tournament.Play{Cycles: 9}})
	if err != nil {
		t.Fatal(err)
	}
	for want, x := range map[string]tournament.Local{
		"":                   {Arena: stronger{}},
		"Local.Arena is nil": {},
		"-1 workers":         {Arena: stronger{}, Workers: -1},
	} {
		played := 0
		var last error
		for _, err := range tournament.Run(t.Context(), x, field, schedule, tournament.Options{}) {
			if last = err; err == nil {
				played++
			}
		}
		switch {
		case want == "" && (played != 9 || last != nil):
			t.Errorf("%d pairings of 9 played, %v", played, last)
		case want != "" && (played > 0 || last == nil || !strings.Contains(last.Error(), want)):
			t.Errorf("%d pairings played, %v; want %q", played, last, want)
		}
	}
}

// Zero values have no results, and arguments that do not fit are errors, not panics.
func TestZeroValuesOfTournaments(t *testing.T) {
	t.Parallel()
	do := func(name string, f func()) {
		t.Helper()
		defer func() {
			if cause := recover(); cause != nil {
				t.Errorf("%s: panic: %v", name, cause)
			}
		}()
		f()
	}
	var p tournament.Pairing
	var r tournament.Result
	do("Pairing.Seats", func() { p.Seats() })
	do("Pairing.Played", func() { p.Played() })
	do("Result.Points", func() { r.Points(0) })
	do("Result.Against", func() { r.Against(0, 1) })
	do("Result.Met", func() { r.Met() })
	do("Result.Content", func() { r.Content() })
	do("Result.Scores", func() { r.Scores(0) })
	do("Alike", func() { var a tournament.Alike; a.Add(r); a.Pairings() })
	do("Mirrors", func() { var m tournament.Mirrors; m.Add(r); m.Pairings() })
	do("Contents", func() { var c tournament.Contents; c.Add(r) })
	do("Different", func() {
		var d tournament.Different
		d.Add(tournament.Seen{}, &r)
		d.Variety()
		d.Pairings()
	})
	do("Forfeits", func() { var f tournament.Forfeits; _ = f.EndRound() })
	do("Job", func() { _, _ = tournament.Job{}.Arena(nil) })
	do("Job.Play", func() { _, _ = tournament.Job{}.Play(t.Context(), stronger{}) })
	do("Stream", func() { var s tournament.Stream; s.Len(); s.Field(); s.Add(nil, nil); s.Close() })
	do("Pairings", func() { tournament.Pairings(nil).Len() })
	do("Objective", func() {
		tournament.Objective{}.Points(engines.Outcome{}, 0)
		tournament.Objective{Scale: 1}.Over(engines.Outcome{}, 0, 1)
	})
	do("names", func() { _ = tournament.Deals(9).String() + tournament.SeatOrders(-1).String() })
	do("ScoreSum", func() { var s tournament.ScoreSum; s.Mean(); s.Add(1, 0); s.Add(1, -1); s.Mean() })
	do("Standings", func() { var s tournament.Standings; _ = s.Add(r); s.Table() })
	do("Standings of one", func() {
		s, err := tournament.NewStandings([]string{"a"}, tournament.StandingsOptions{})
		if err != nil {
			t.Error(err)
		}
		if err := s.Add(r); err == nil {
			t.Error("an empty result is entered")
		}
		s.Table()
	})
	do("Prefix", func() {
		if s := tournament.Prefix(tournament.Pairings{p, p}, -1); s.Len() != 0 {
			t.Errorf("a prefix of %d", s.Len())
		}
		tournament.Prefix(tournament.Pairings{p}, 9).Len()
	})
	do("ScoreScale", func() {
		_, err := tournament.ScoreScale(t.Context(), tournament.Local{Arena: stronger{}}, engines.Agent{}, 0, 0, 0, tournament.Terms{})
		t.Log(err)
	})
	do("Run of nothing", func() {
		for range tournament.Run(t.Context(), tournament.Local{Arena: stronger{}}, nil, tournament.Pairings{}, tournament.Options{}) {
		}
	})
	do("Run of an impossible pairing", func() {
		for _, err := range tournament.Run(t.Context(), tournament.Local{Arena: stronger{}}, nil, tournament.Pairings{{Agents: []int{7}}}, tournament.Options{}) {
			if err == nil {
				t.Error("an impossible pairing is played")
			}
		}
	})
	do("Run without an executor", func() {
		for _, err := range tournament.Run(t.Context(), nil, nil, tournament.Pairings{p}, tournament.Options{}) {
			t.Log(err)
		}
	})
	do("Run without a schedule", func() {
		for _, err := range tournament.Run(t.Context(), tournament.Local{Arena: stronger{}}, nil, nil, tournament.Options{}) {
			t.Log(err)
		}
	})
	for name, err := range map[string]error{
		"round robin": tournament.RoundRobinOptions{}.Validate(),
		"gauntlet":    tournament.GauntletOptions{}.Validate(),
		"groups":      tournament.GroupsOptions{}.Validate(),
	} {
		if err == nil {
			t.Errorf("%s: a field of no agents is accepted", name)
		}
	}
}

// An objective that cannot give a game a value in [0, 1] is an error: with a negative or infinite
// scale the scores would silently not count.
func TestImpossibleObjectives(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "a", Weights: engines.Weights{1}}, {Name: "b", Weights: engines.Weights{2}}}
	for _, scale := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		o := tournament.Options{Terms: tournament.Terms{Objective: tournament.Objective{Scale: scale}}}
		for r, err := range tournament.Run(t.Context(), tournament.Local{Arena: stronger{}}, field, tournament.Pairings{{Agents: []int{0, 1}, Games: 2}}, o) {
			if err == nil || !strings.HasPrefix(err.Error(), "tournament: objective: scale: ") {
				t.Errorf("scale %v: %+v, %v", scale, r, err)
			}
		}
		if err := (tournament.Objective{Scale: scale}).Validate(); err == nil {
			t.Errorf("a scale of %v is valid", scale)
		}
	}
	for _, scale := range []float64{0, 1e-9, 400} {
		if err := (tournament.Objective{Scale: scale}).Validate(); err != nil {
			t.Error(err)
		}
	}
	for want, do := range map[string]func() (float64, error){
		"deals: 1 is not within [2, 10000000]":                     func() (float64, error) { return scaleOf(t, 1, 1) },
		"deals: 9.223372036854776e+18 is not within [2, 10000000]": func() (float64, error) { return scaleOf(t, 1, math.MaxInt) },
		"seats: -1 is not within [1, 8]":                           func() (float64, error) { return scaleOf(t, -1, 2) },
		"seats: 0 is not within [1, 8]":                            func() (float64, error) { return scaleOf(t, 0, 2) },
		"seats: 9 is not within [1, 8]":                            func() (float64, error) { return scaleOf(t, 9, 2) },
	} {
		if scale, err := do(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, %v, want %q", scale, err, want)
		}
	}
}

func scaleOf(t *testing.T, seats, deals int) (float64, error) {
	return tournament.ScoreScale(t.Context(), tournament.Local{Arena: stronger{}}, engines.Agent{}, seats, deals, 1, tournament.Terms{})
}

// winner is an arena in which seat 0 forfeits every game and wins it nevertheless.
type winner struct{}

func (winner) Play(context.Context, []engines.Agent, uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Winner(2, 0), Ending: engines.Forfeited, Forfeit: &engines.Forfeit{Seat: 0}}, nil
}

// A record in which the agent that forfeited the game is not last is an error of the arena.
func TestForfeitsOfWinners(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "a"}, {Name: "b"}}
	for r, err := range tournament.Run(t.Context(), tournament.Local{Arena: winner{}}, field, tournament.Pairings{{Agents: []int{0, 1}, Games: 2}}, tournament.Options{}) {
		if err == nil || !strings.Contains(err.Error(), "seat 0 forfeited the game and has place 1 instead of the last, 2") {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// A nil schedule is empty for Prefix, as it is for Run.
func TestPrefixOfNil(t *testing.T) {
	t.Parallel()
	if s := tournament.Prefix(nil, 3); s.Len() != 0 {
		t.Errorf("%d pairings", s.Len())
	}
}
