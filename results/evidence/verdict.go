package evidence

import (
	"fmt"

	"github.com/lanista/lanista/rating"
)

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
// the first opponent of the verification. keptStart states that the run kept its start weights as
// the result. In this case refused may be the rating of the candidate that the verification
// rejected, relative to the start weights; otherwise it is nil.
func NewVerdict(r Rating, keptStart bool, refused *Rating) Verdict {
	v := Verdict{
		Against: r.Against, KeptStart: keptStart, Better: !keptStart && r.conclusion() == better,
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
	default:
		v.Text = fmt.Sprintf("%s than %s: %s", r.conclusion(), against, evidence)
	}
	v.Text += Played{r.Games, r.Variety}.concluded()
	return v
}

// WithOther returns a copy of the verdict with a second measurement of the result, r, in games with
// other settings. The measurement is appended to the text, unless it has no games. The field Better
// depends only on the first measurement and does not change.
func (v Verdict) WithOther(r Rating) Verdict {
	v.Other = &r
	if r.Games == 0 {
		return v
	}
	v.Text += fmt.Sprintf("; %s with %s: %s", r.conclusion(), r.With, r.Text())
	return v
}

// Dispute returns a copy of the verdict that is marked as disputed, because two workers returned
// different results for the same games.
func (v Verdict) Dispute() Verdict {
	v.Disputed, v.Better = true, false
	v.Text = "disputed, two workers gave different results for the same games; " + v.Text
	return v
}

// String returns the verdict as one line of text.
func (v Verdict) String() string { return v.Text }
