package results

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// Trend describes whether a search is still improving. It is computed from the checkpoints, which are
// interim measurements of the best weights, and from the matches of the result against earlier best
// weights.
type Trend struct {
	State TrendState `json:"state" enum:"improving,level,falling,open" doc:"open if the checkpoints do not decide it"`
	Text  string     `json:"text"`
	// Games is the number of games that the search played between the two checkpoints (interim
	// measurements) whose ratings are compared, or after the share of a [SelfMatch]. It is 0 if
	// there is only one checkpoint.
	Games int `json:"games" doc:"games of the search in which the strength changed by gain; 0 for a single checkpoint"`
	// Gain is the difference in Elo between the ratings of the latest checkpoint and of an earlier
	// one, or the rating of a [SelfMatch]. It is NaN if there is only one checkpoint.
	Gain     rating.Float    `json:"gain" doc:"in Elo; null for a single checkpoint"`
	Interval rating.Interval `json:"interval"` // interval of Gain
	Against  string          `json:"against" doc:"the opponent of the checkpoints, or the round whose best weights the result has played"`
}

// TrendState states whether a search is improving, level or falling.
type TrendState string

// These are the possible values of a TrendState.
const (
	Improving TrendState = "improving" // the strength has grown between the checkpoints
	Level     TrendState = "level"     // the strength has hardly changed between the checkpoints
	Falling   TrendState = "falling"   // the strength has decreased between the checkpoints
	Unclear   TrendState = "open"      // the measurements do not show which of these is true
)

const (
	// levelWithin is the largest change in Elo that counts as no change: a search is level if the
	// whole interval of its gain since some checkpoint lies between -levelWithin and levelWithin.
	levelWithin = 20.0
	// recentShare is the smallest fraction of the search's games over which the latest gain is
	// measured.
	recentShare = 1.0 / 3
)

// NewTrend computes whether a search is improving, level or falling. list contains its checkpoints
// in the order of their rounds. againstItself contains its self-matches: the matches of the final
// weights against the best weights of earlier rounds, which an unfinished search does not have.
// NewTrend returns nil if no checkpoint has a rating with an interval.
//
// First the latest checkpoint is compared with an earlier one: the last one before the final third
// of the search's games, or the first checkpoint if there is none. If the interval of the
// difference excludes 0, the search is improving or falling. Otherwise the latest checkpoint is
// compared with all earlier ones, the latest first, as long as the interval of the difference lies
// within ±20 Elo. If at least one does, the search is level, and Games, Gain and Interval of the
// trend refer to the earliest of these checkpoints. If none does, the state is [Unclear].
//
// A self-match measures the same gain and is used instead if its interval is narrower. NewTrend
// chooses the last self-match whose earlier weights are not newer than the checkpoint of the first
// comparison. Its interval determines the state by the same limits.
//
// Checkpoints with an open interval are left out of the comparisons, and the text states their
// number. They still count in the choice of the self-match. The errors of two checkpoints are
// treated as independent. Since both may have played the same deals, the interval may be too wide.
func NewTrend(list []Checkpoint, againstItself []SelfMatch) *Trend {
	var known []Checkpoint
	for _, c := range list {
		if c.Rating.Known() && !c.TooFew() && !math.IsInf(c.Interval.Half(), 0) {
			known = append(known, c)
		}
	}
	if len(known) == 0 {
		return nil
	}
	left := leftOut(len(list) - len(known))
	last := known[len(known)-1]
	earlier := known[:len(known)-1]
	if len(earlier) == 0 {
		t := Trend{State: Unclear, Gain: rating.Float(math.NaN()), Interval: rating.Open(), Against: last.Against}
		t.Text = fmt.Sprintf("not distinguishable yet: one checkpoint, %s Elo %s against %s after %s games",
			rating.FormatElo(last.Rating), last.Interval.FormatElo(), last.Against, evidence.Grouped(last.Games)) + left
		if own := sinceRound(againstItself, last.Round, last.Games, t.Interval); own != nil {
			return own
		}
		return &t
	}
	from := len(earlier) - 1
	for from > 0 && float64(last.Games-earlier[from].Games) < recentShare*float64(last.Games) {
		from--
	}
	t := since(earlier[from], last)
	begin := earlier[from].Round
	for _, c := range list { // those left out, too
		if float64(last.Games-c.Games) >= recentShare*float64(last.Games) {
			begin = max(begin, c.Round)
		}
	}
	if own := sinceRound(againstItself, begin, last.Games, t.Interval); own != nil {
		return own
	}
	switch {
	case t.Interval.Low > 0:
		t.State = Improving
	case t.Interval.High < 0:
		t.State = Falling
	default:
		for i := len(earlier) - 1; i >= 0; i-- {
			gain := since(earlier[i], last)
			if gain.Interval.Low < -levelWithin || gain.Interval.High > levelWithin {
				break
			}
			t = gain
			t.State = Level
		}
	}
	t.Text = t.text(last.Games) + left
	return &t
}

// leftOut returns the end of a trend's text for n checkpoints that were left out, because their
// intervals are infinite. It returns "" if n is 0.
func leftOut(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "; 1 checkpoint with an open interval is left out"
	}
	return fmt.Sprintf("; %d checkpoints with an open interval are left out", n)
}

// since compares two checkpoints, which are interim measurements of a search. It returns a Trend
// with the gain in rating from the checkpoint earlier to the checkpoint last, and the interval of
// the gain. Its state is [Unclear] and its text is empty, until the caller sets them.
func since(earlier, last Checkpoint) Trend {
	gain := float64(last.Rating - earlier.Rating)
	half := rating.Z() * math.Hypot(earlier.Interval.Deviation(), last.Interval.Deviation())
	return Trend{
		State: Unclear, Games: last.Games - earlier.Games, Gain: rating.Float(gain), Against: last.Against,
		Interval: rating.Interval{Low: gain - half, High: gain + half},
	}
}

// sinceRound returns the trend of a search since an earlier round. The trend follows from a match
// of the result against the best weights of that round. sinceRound uses the last match in list
// whose round is at most the given round, and returns nil if there is none. games is the number of
// games of the search.
//
// The trend can also be computed by comparing two checkpoints (interim measurements); other is the
// interval of that comparison. sinceRound returns nil if the interval of the match is not narrower
// than other.
func sinceRound(list []SelfMatch, round, games int, other rating.Interval) *Trend {
	var m *SelfMatch
	for i := range list {
		if list[i].Round <= round {
			m = &list[i]
		}
	}
	if m == nil || !(m.Interval.Half() < other.Half()) {
		return nil
	}
	t := Trend{
		State: Unclear, Games: games - int(math.Ceil(m.Share*float64(games))), Gain: m.Rating, Interval: m.Interval,
		Against: fmt.Sprintf("round %d", m.Round),
	}
	brought := fmt.Sprintf("the games after round %d brought %s ± %.0f Elo against the weights of that round", m.Round, rating.FormatElo(t.Gain), t.Interval.Half())
	switch {
	case t.Interval.Low > 0:
		t.State, t.Text = Improving, "improving: "+brought
	case t.Interval.High < 0:
		t.State, t.Text = Falling, "falling: "+brought
	case m.Games == 0:
		t.State, t.Text = Level, fmt.Sprintf("level since round %d: the result has the weights of round %[1]d", m.Round)
	case t.Interval.Low >= -levelWithin && t.Interval.High <= levelWithin:
		t.State, t.Text = Level, fmt.Sprintf("level since round %d: %s", m.Round, brought)
	default:
		t.Text = "not distinguishable yet: " + brought
	}
	return &t
}

// text returns the trend as one line of text. games is the number of games of the search before the
// latest checkpoint.
func (t Trend) text(games int) string {
	brought := fmt.Sprintf("games %s to %s brought %s ± %.0f Elo against %s",
		evidence.Grouped(games-t.Games), evidence.Grouped(games), rating.FormatElo(t.Gain), t.Interval.Half(), t.Against)
	switch t.State {
	case Improving:
		return "improving: " + brought
	case Falling:
		return "falling: " + brought
	case Level:
		return fmt.Sprintf("level since %s games: %s", evidence.Grouped(games-t.Games), brought)
	}
	return "not distinguishable yet: " + brought
}

// Trend computes whether the run's search is improving, level or falling; see [NewTrend]. It
// returns nil if no checkpoint (an interim measurement) has a rating with an interval.
func (r Record) Trend() *Trend {
	if r.Result == nil {
		return NewTrend(r.Checkpoints, nil)
	}
	return NewTrend(r.Checkpoints, r.Result.AgainstItself)
}
