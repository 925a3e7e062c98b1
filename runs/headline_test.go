package runs

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// The first agent of a tournament is called stronger than all others only if it is stronger than every
// other agent with a probability of at least 97.5%, and not than the second agent alone: the rating of
// an agent with few games is less certain.
func TestStrongerThanAllOthers(t *testing.T) {
	t.Parallel()
	cases := make(map[bool]bool)
	for games := 12; games <= 100; games += 8 { // of the agent few
		s, err := tournament.NewStandings([]string{"strong", "weak", "few"}, tournament.StandingsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		play := func(against, games int, wins func(i int) bool) {
			for i := 0; i < games; i += 2 {
				r := tournament.Result{Pairing: tournament.Pairing{Agents: []int{0, against}, Seed: uint64(i), Games: 2}}
				for g := range 2 { // strong has seat g in game g
					winner := 1 - g
					if wins(i + g) {
						winner = g
					}
					r.Games = append(r.Games, engines.Record{Outcome: engines.Winner(2, winner)})
				}
				if err := s.Add(r); err != nil {
					t.Fatal(err)
				}
			}
		}
		play(1, 800, func(i int) bool { return i%5 < 3 })    // 60%
		play(2, games, func(i int) bool { return i%10 < 7 }) // about 70%
		table := s.Table()
		if first := table.Standings[0]; first.Agent != "strong" || table.Standings[1].Agent != "weak" || first.Next.Interval.Low <= 0 {
			t.Fatalf("%d games: strong is not above weak: %+v", games, table.Standings)
		}
		line, shown := TournamentResult{Table: table}.Result().Headline(), true
		for _, p := range table.Superiority[0][1:] {
			shown = shown && p >= 0.975
		}
		if strings.HasPrefix(line, "strong is stronger than all others") != shown || !strings.HasSuffix(line, " above few") {
			t.Errorf("%d games: %q, but the probabilities of being stronger are %.4f", games, line, table.Superiority[0])
		}
		cases[shown] = true
	}
	if len(cases) != 2 {
		t.Errorf("only one case was tested: %v", cases)
	}
}
