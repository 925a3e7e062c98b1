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

// These are the conclusions from a rating: the words before "than" in a verdict.
const (
	better   = "better"
	worse    = "worse"
	notShown = "not shown to be better"
)

// conclusion returns better if the whole interval of the rating is above 0, and worse if it is
// below 0. Otherwise, and with too few different games for an interval, it returns notShown.
func (r Rating) conclusion() string {
	switch {
	case r.TooFew():
	case r.Interval.Low > 0:
		return better
	case r.Interval.High < 0:
		return worse
	}
	return notShown
}
