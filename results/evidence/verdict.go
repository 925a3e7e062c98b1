package evidence

import (
	"fmt"

	"github.com/lanista/lanista/rating"
)

// Rating is a measured strength in Elo above an opponent, with an interval. It comes from games
// that the search did not use.
type Rating struct {
	Elo      rating.Float    `json:"rating" doc:"difference in Elo from the agent against; null if it is unknown"`
	Interval rating.Interval `json:"interval"`
	Games    int             `json:"games" doc:"number of games"`
	rating.Variety
	Against string `json:"against,omitempty" doc:"the agent whose rating is 0"`
	With    string `json:"with,omitempty" doc:"the settings of the games; only with verification.settings"`
}

// Verdict is the conclusion of a verification on the result of a run, as one line of text and as
// fields. It depends only on the games of the verification.
type Verdict struct {
	Text    string `json:"text"`
	Against string `json:"against" doc:"the first opponent of the verification"`
	// Better reports whether the search found better weights: the whole interval of their rating is
	// above 0. It is false if the start weights were kept, or if there are too few different games
	// for an interval.
	Better    bool            `json:"better" doc:"whether the whole interval is above 0"`
	KeptStart bool            `json:"kept_start" doc:"whether the result is the start weights"`
	Rating    rating.Float    `json:"rating" doc:"difference in Elo from the opponent; null if it is unknown"`
	Interval  rating.Interval `json:"interval"`
	Games     int             `json:"games" doc:"games against this opponent"`
	rating.Variety
	// With describes the settings of the search, if the verification had a second measurement with
	// other settings. Other is that measurement. Without it, With is "" and Other is nil.
	With  string  `json:"with,omitempty" doc:"the settings of the search; only with verification.settings"`
	Other *Rating `json:"other,omitempty" doc:"the result measured with verification.settings"`
	// Disputed reports whether two workers returned different results for the same games of the
	// run. Better is then false.
	Disputed bool `json:"disputed,omitempty"`
}

// NewVerdict returns the conclusion on a run's result. r is the rating of the result relative to
// the first opponent of the verification. keptStart states that the result is the start weights.
// refused is the rating, relative to the start weights, of the candidate that they replaced, or nil
// if there is none.
func NewVerdict(r Rating, keptStart bool, refused *Rating) Verdict {
	v := Verdict{
		Against: r.Against, KeptStart: keptStart, Better: !keptStart && r.Interval.Low > 0 && !r.TooFew(),
		Rating: r.Elo, Interval: r.Interval, Games: r.Games, Variety: r.Variety, With: r.With,
	}
	evidence, against := r.Text(), r.Against
	if r.With != "" {
		against += " with " + r.With
	}
	switch {
	case keptStart:
		v.Text = "nothing better found, the start was kept"
		if r.Games > 0 { // the start itself is not played
			v.Text += fmt.Sprintf(": %s against %s", evidence, against)
		}
		if refused != nil {
			v.Text += fmt.Sprintf(" (the search's candidate: %s)", refused.Text())
		}
	case r.Games == 0 && !r.Elo.Known():
		v.Text = fmt.Sprintf("not compared with %s, because no game against it was played", against)
	case r.Games == 0 && r.Elo == 0: // agents that play alike do not meet
		v.Text = fmt.Sprintf("plays like %s, so that no game against it was played", against)
	case v.Better:
		v.Text = fmt.Sprintf("better than %s: %s", against, evidence)
	case r.Interval.High < 0:
		v.Text = fmt.Sprintf("worse than %s: %s", against, evidence)
	default:
		v.Text = fmt.Sprintf("not shown to be better than %s: %s", against, evidence)
	}
	v.Text += Played{r.Games, r.Variety}.concluded()
	return v
}

// WithOther returns a copy of the verdict with a second measurement r of the same result, which was
// played with other settings. The field Better does not change: it depends only on the first
// measurement.
func (v Verdict) WithOther(r Rating) Verdict {
	v.Other = &r
	if r.Games == 0 {
		return v
	}
	conclusion := "not shown to be better"
	switch {
	case r.TooFew():
	case r.Interval.Low > 0:
		conclusion = "better"
	case r.Interval.High < 0:
		conclusion = "worse"
	}
	v.Text += fmt.Sprintf("; %s with %s: %s", conclusion, r.With, r.Text())
	return v
}

// Dispute returns a copy of the verdict that is marked as disputed, because two workers returned
// different results for the same games.
func (v Verdict) Dispute() Verdict {
	v.Disputed, v.Better = true, false
	v.Text = "disputed, two workers gave different results for the same games; " + v.Text
	return v
}

// Text formats the rating with its interval, or states that there is none.
func (r Rating) Text() string {
	switch {
	case !r.Elo.Known():
		return "an unknown rating"
	case r.TooFew():
		return fmt.Sprintf("%s Elo, %s", rating.FormatElo(r.Elo), tooFew(r.DistinctPairings))
	case !r.Interval.Known():
		return rating.FormatElo(r.Elo) + " Elo, without an interval"
	}
	return fmt.Sprintf("%s Elo %s", rating.FormatElo(r.Elo), r.Interval.FormatElo())
}

// String returns the verdict as one line of text.
func (v Verdict) String() string { return v.Text }

// Headline returns a sentence that states whether the winner of a tournament is stronger than all
// other agents. It contains the winner's lead over one agent, the one for which this lead is least
// certain. The standings must be sorted, best first. Headline returns "" for fewer than two agents,
// and if the first was not compared with the second. If fewer than half of the games are different,
// the sentence ends with their number.
func Headline(list []rating.Standing, played Played) string {
	line := headline(list)
	if line == "" {
		return ""
	}
	return line + played.concluded()
}

func headline(list []rating.Standing) string {
	if len(list) < 2 || list[0].Next == nil {
		return ""
	}
	first, over, lead := list[0], list[1], *list[0].Next
	if least := first.LeastCertain; least != nil {
		lead = least.Lead
		for _, s := range list {
			if s.Agent == least.Agent {
				over = s
			}
		}
	}
	by := fmt.Sprintf("%s Elo %s", rating.FormatElo(lead.Difference), lead.Interval.FormatElo())
	if first.TooFew() || over.TooFew() {
		by = fmt.Sprintf("%s Elo, %s", rating.FormatElo(lead.Difference), tooFew(min(first.DistinctPairings, over.DistinctPairings)))
	}
	switch shown := lead.Interval.Low > 0; {
	case len(list) == 2 && shown:
		return fmt.Sprintf("%s is stronger than %s: %s", first.Agent, over.Agent, by)
	case len(list) == 2:
		return fmt.Sprintf("%s is not shown to be stronger than %s: %s", first.Agent, over.Agent, by)
	case shown:
		return fmt.Sprintf("%s is stronger than all others: %s above %s", first.Agent, by, over.Agent)
	}
	return fmt.Sprintf("%s is not shown to be stronger than all others: %s above %s", first.Agent, by, over.Agent)
}
