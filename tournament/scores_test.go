package tournament_test

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// Three games for one seat have the scores 10, 4 and none, because the third is forfeited. The mean
// is that of the two games with a score.
func TestScoresAreAMeanOfGamesWithAScore(t *testing.T) {
	t.Parallel()
	r := tournament.Result{
		Pairing: tournament.Pairing{Agents: []int{0}, Games: 3},
		Games: []engines.Record{
			{Outcome: engines.ByScore(10)},
			{Outcome: engines.ByScore(4)},
			engines.ForfeitRecord(1, engines.Forfeit{Kind: engines.ForfeitError}),
		},
	}
	if mean, games := r.Scores(0); mean != 7 || games != 2 {
		t.Errorf("mean %v of %d games, want 7 of 2", mean, games)
	}
	r.Games = r.Games[2:]
	r.Pairing.Games = 1
	if mean, games := r.Scores(0); mean != 0 || games != 0 {
		t.Errorf("mean %v of %d games, want 0 of 0", mean, games)
	}
}

// A table shows scores if they decide the value of a game, and for games of one seat. In other games,
// as in Othello, the result is in the places, and the scores are only the margin.
func TestScoresInATable(t *testing.T) {
	t.Parallel()
	game := tournament.Result{
		Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2},
		Games:   []engines.Record{{Outcome: engines.ByScore(40, 24)}, {Outcome: engines.ByScore(30, 34)}},
	}
	scored := game
	scored.Objective = tournament.Objective{Scale: 10}
	for name, c := range map[string]struct {
		result tournament.Result
		want   bool
	}{"places": {game, false}, "scores": {scored, true}} {
		s, err := tournament.NewStandings([]string{"ann", "bob"}, tournament.StandingsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(c.result); err != nil {
			t.Fatal(err)
		}
		for _, row := range s.Table().Standings {
			if (row.Scored != nil) != c.want {
				t.Errorf("%s: the score of %s is %v", name, row.Agent, row.Scored)
			}
			if want := map[string]float64{"ann": 37, "bob": 27}[row.Agent]; row.Scored != nil && row.Scored.Agent.Mean != want {
				t.Errorf("%s: the mean score of %s is %v, want %v", name, row.Agent, row.Scored.Agent.Mean, want)
			}
		}
	}
}

// The mean is that of all pairings. Its standard error is that of the different pairings, for the
// effective number (sum m)^2 / sum m^2 of pairings with m copies.
func TestScoreSum(t *testing.T) {
	t.Parallel()
	type pairing struct {
		mean   float64
		games  int
		copies int
	}
	for name, list := range map[string][]pairing{
		"one":       {{5, 2, 1}},
		"different": {{5, 2, 1}, {8, 1, 1}, {-1, 2, 1}, {4, 3, 1}},
		"copies":    {{5, 2, 3}, {8, 1, 1}, {-1, 2, 2}},
		"no games":  {{5, 2, 1}, {100, 0, 1}, {7, 2, 1}},
		"large":     {{1e9 + 1, 1, 1}, {1e9 + 2, 1, 1}, {1e9 + 3, 1, 1}},
	} {
		var s tournament.ScoreSum
		var total, games, n, squares, sum, different float64
		for _, p := range list {
			for nth := range p.copies {
				if nth == 0 && p.copies == 1 {
					s.Add(p.mean, p.games)
				} else {
					s.AddCopy(p.mean, p.games, nth+1)
				}
				if p.games > 0 {
					total += p.mean
					games += float64(p.games)
					n++
				}
			}
			if p.games > 0 {
				squares += float64(p.copies * p.copies)
				sum += p.mean
				different++
			}
		}
		deviation := 0.0
		if different == 1 {
			deviation = math.NaN() // the error of one pairing is not known
		}
		for _, p := range list {
			if p.games > 0 && different > 1 {
				deviation += math.Pow(p.mean-sum/different, 2) / (different - 1)
			}
		}
		got, err := s.Mean(), math.Sqrt(deviation)/math.Sqrt(n*n/squares)
		if math.Abs(got.Mean-total/n) > 1e-6 || math.Abs(float64(got.Error)-err) > 1e-9 || got.Error.Known() != (different > 1) || got.Games != int(games) {
			t.Errorf("%s: %+v, want %v ± %v of %v games", name, *got, total/n, err, games)
		}
	}
	var empty tournament.ScoreSum
	if got := empty.Mean(); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}
