package rating

import "math"

// Support states how many games determine the strength of one player, and how exactly.
type Support struct {
	// Clusters is the number of different clusters of games of the player. It is +Inf for a player
	// whose strength is known.
	Clusters float64
	// Variance is the variance of the player's log-strength if the strengths of the other players
	// are known. Single is the same if each cluster is one result, as the model predicts it.
	Variance, Single float64
}

// A player has few clusters if they are fewer than fewClusters and fewer than unevenShare times the
// mean of all players. The error of such a player depends on the spread of few clusters, so it has
// degrees of freedom of its own. All other errors have those of the whole fit, which count the
// clusters of all players.
const (
	fewClusters = 50
	unevenShare = 0.75
	// leastSpread is the smallest number of clusters whose spread estimates a variance.
	leastSpread = 5
)

// smallSample contains the data from which the standard error of a player's rating is computed if
// the player has few clusters of games and belongs to the core, the players who are connected by
// wins and losses. Variances are in squared Elo.
type smallSample struct {
	variance float64 // variance of the rating if the other ratings are known
	// extra is added to variance for two reasons: a fit to a few clusters makes their spread too
	// small, and all of them may have equal results by chance. variance + extra is at least the
	// variance of one single result in as many clusters, and of single results alone if there are
	// fewer than leastSpread clusters.
	extra float64
	// squaresPerFreedom is (variance + extra)², divided by the degrees of freedom of the player. It
	// is 0 with fewer than leastSpread clusters.
	squaresPerFreedom float64
}

// add adds to t the errors of one or more players, for a weighted sum of ratings in which they have
// the given weight.
func (t *smallSample) add(players smallSample, weight float64) {
	w := square(weight)
	t.variance += w * players.variance
	t.extra += w * players.extra
	t.squaresPerFreedom += w * w * players.squaresPerFreedom
}

// smallSamples returns the data for the standard errors of those players of the core who have few
// clusters of games compared with the other players of the core. The keys of players are indices
// among the players with games. all is the sum of the data of these players.
func smallSamples(f Fitted) (players map[int]smallSample, all smallSample) {
	sum, known := 0.0, 0.0
	for _, s := range f.Support {
		if !math.IsInf(s.Clusters, 1) {
			sum, known = sum+s.Clusters, known+1
		}
	}
	// rounding is the relative tolerance of the limits. A number of clusters may be a sum of
	// fractions, whose last digits depend on the order of the games. With the tolerance, a player
	// exactly at a limit always has enough clusters.
	const rounding = 1e-9
	enough := min(fewClusters, unevenShare*sum/known) * (1 - rounding)
	players = make(map[int]smallSample)
	for i, row := range f.Core {
		if row < 0 || row >= len(f.Support) {
			continue
		}
		s := f.Support[row]
		if s.Clusters >= enough {
			continue
		}
		t := smallSample{variance: square(EloPerLogit) * s.Variance}
		single := square(EloPerLogit) * s.Single
		if s.Clusters < leastSpread*(1-rounding) {
			t.extra = max(single-t.variance, 0)
		} else {
			t.extra = max(t.variance/(s.Clusters-1), single/s.Clusters-t.variance)
			t.squaresPerFreedom = square(t.variance+t.extra) / (s.Clusters - 1)
		}
		players[i] = t
		all.add(t, 1)
	}
	return players, all
}

// coreError is the standard error of a rating or of a difference of two ratings, in Elo, with its
// degrees of freedom.
type coreError struct{ elo, freedom float64 }

// meanError returns the error of a player's rating relative to the mean of all players. The player
// must belong to the core; see [Fitted].Core.
func (e *Estimate) meanError(player int) coreError {
	n, own := float64(e.Covariance.Players()), e.small[player]
	others := smallSample{e.allSmall.variance - own.variance, e.allSmall.extra - own.extra, e.allSmall.squaresPerFreedom - own.squaresPerFreedom}
	var t smallSample
	t.add(own, 1-1/n)
	t.add(others, 1/n)
	return e.allowFor(t, e.Covariance.MeanError(e.Core[player]))
}

// pairError returns the error of the difference between the ratings of two players of the core.
func (e *Estimate) pairError(i, j int) coreError {
	var t smallSample
	t.add(e.small[i], 1)
	t.add(e.small[j], 1)
	return e.allowFor(t, e.Covariance.PairError(e.Core[i], e.Core[j]))
}

// allowFor corrects the standard error err of a weighted sum of ratings for players with few
// clusters, and returns it with its degrees of freedom. few contains the part of the variance that
// these players contribute. The degrees of freedom are those of Welch and Satterthwaite for a sum
// of the variances of these players and of all others. F. E. Satterthwaite, Biometrics Bulletin 2
// (1946) 110-114.
func (e *Estimate) allowFor(few smallSample, err float64) coreError {
	if len(e.small) == 0 {
		return coreError{err, e.Freedom}
	}
	variance, rest := err*err+few.extra, max(err*err-few.variance, 0)
	freedom := e.Freedom
	if squares := few.squaresPerFreedom + square(rest)/e.Freedom; squares > 0 {
		freedom = min(freedom, max(square(variance)/squares, 1))
	}
	return coreError{math.Sqrt(variance), freedom}
}

// widthOf returns half the width of an interval in standard errors, for the given degrees of
// freedom.
func (e *Estimate) widthOf(freedom float64) float64 {
	switch {
	case freedom == e.Freedom:
		return e.width
	case math.IsInf(freedom, 1):
		return e.z
	}
	return student(freedom).Quantile((1 + e.confidence) / 2)
}
