package tournament_test

import (
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
