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

// These constants determine which players have few clusters of games: fewer than fewClusters, and
// fewer than unevenShare times the mean of all players. The standard error of such a player is
// itself uncertain. So it gets its own degrees of freedom, and all other errors those of the whole
// fit.
const (
	fewClusters = 50
	unevenShare = 0.75
	// leastSpread is the smallest number of clusters whose spread estimates a variance.
	leastSpread = 5
)

// smallSample contains variances in squared Elo, from which the standard error of a rating is
// computed if the player has few clusters of games. The player must belong to the core, the group
// of players who are connected by wins and losses.
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

// add adds the variances of other ratings to those in t, which belong to a weighted sum of ratings.
// weight is the factor of the added ratings in this sum.
func (t *smallSample) add(players smallSample, weight float64) {
	w := square(weight)
	t.variance += w * players.variance
	t.extra += w * players.extra
	t.squaresPerFreedom += w * w * players.squaresPerFreedom
}

// smallSamples finds the players of the core who have few clusters of games compared with the
// others. It returns the variances of their ratings, with indices in f.Core as keys, and the sum of
// all these variances.
func smallSamples(f Fitted) (players map[int]smallSample, all smallSample) {
	sum, known := 0.0, 0.0
	for _, s := range f.Support {
		if !math.IsInf(s.Clusters, 1) {
			sum, known = sum+s.Clusters, known+1
		}
	}
	// rounding is the relative tolerance in comparisons of a player's number of clusters with a
	// limit. The number may be a sum of fractions, whose last digits depend on the order of the
	// games. A player exactly at a limit must always have enough clusters.
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

// pairError returns the standard error of the difference between the ratings of players i and j.
// Both must belong to the core; see [Fitted].Core.
func (e *Estimate) pairError(i, j int) coreError {
	var t smallSample
	t.add(e.small[i], 1)
	t.add(e.small[j], 1)
	return e.allowFor(t, e.Covariance.PairError(e.Core[i], e.Core[j]))
}

// allowFor corrects err, the standard error of a weighted sum of ratings, for players who have few
// clusters of games. few contains the share of these players in the variance. The result has a
// larger error and fewer degrees of freedom, because the variances of these players are uncertain.
// The degrees of freedom follow from the formula of Welch and Satterthwaite for a sum of two
// variances: those of these players and of all others. F. E. Satterthwaite, Biometrics Bulletin 2
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

// widthOf returns the factor that converts a standard error with the given degrees of freedom to
// half the width of a confidence interval. It is a quantile of Student's distribution, for example
// 1.96 for a confidence of 95% and infinitely many degrees of freedom.
func (e *Estimate) widthOf(freedom float64) float64 {
	switch {
	case freedom == e.Freedom:
		return e.width
	case math.IsInf(freedom, 1):
		return e.z
	}
	return student(freedom).Quantile((1 + e.confidence) / 2)
}
