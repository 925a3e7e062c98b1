package evidence

import (
	"fmt"
	"math"
)

// Verdict says in one line what a run has found, and in fields what the line
// says. It rests on the verification's games alone.
type Verdict struct {
	Text    string `json:"text"`
	Against string `json:"against"` // the first opponent of the verification
	// Better says that the search has found weights whose whole interval lies
	// above 0. It is false where the start was kept, whatever that is worth.
	Better bool `json:"better"`
	// KeptStart says that the answer is where the search began.
	KeptStart bool     `json:"kept_start"`
	Rating    Float    `json:"rating"` // in Elo, above Against
	Interval  Interval `json:"interval"`
	Games     int      `json:"games"`
}

// NewVerdict judges an answer by its rating against the first opponent.
func NewVerdict(r Rating, keptStart bool) Verdict {
	v := Verdict{
		Against: r.Against, KeptStart: keptStart, Better: !keptStart && r.Interval.Low > 0,
		Rating: r.Elo, Interval: r.Interval, Games: r.Games,
	}
	evidence := "an unknown rating"
	if r.Elo.Known() {
		evidence = fmt.Sprintf("%s Elo [%s, %s]", elo(float64(r.Elo)), elo(r.Interval.Low), elo(r.Interval.High))
	}
	switch {
	case keptStart:
		v.Text = fmt.Sprintf("nothing better found, the start was kept: %s against %s", evidence, r.Against)
	case v.Better:
		v.Text = fmt.Sprintf("better than %s: %s", r.Against, evidence)
	case r.Interval.High < 0:
		v.Text = fmt.Sprintf("worse than %s: %s", r.Against, evidence)
	default:
		v.Text = fmt.Sprintf("not shown to be better than %s: %s", r.Against, evidence)
	}
	return v
}

// String is the line.
func (v Verdict) String() string { return v.Text }

// elo writes a whole number with its sign; the end of an interval may be open.
func elo(x float64) string {
	if !Float(x).Known() {
		return "open"
	}
	return fmt.Sprintf("%+.0f", math.Round(x)+0) // never -0
}
