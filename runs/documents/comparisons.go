package documents

import (
	"github.com/lanista/lanista/results"

	"github.com/lanista/lanista/rating"
)

// Rejected is a candidate that the start replaced.
type Rejected struct {
	_        struct{}           `nullable:"true"`
	Name     string             `json:"name"`
	Weights  map[string]float64 `json:"weights"`
	Rating   *float64           `json:"rating" doc:"in Elo, above the start"`
	Interval *rating.Interval   `json:"interval"`
	Against  string             `json:"against"`
	Games    int                `json:"games"`
}

// Itself is a match of the answer against the best of an earlier round.
type Itself struct {
	Share    float64          `json:"share" doc:"of the games of the search"`
	Round    int              `json:"round" doc:"that reached the share"`
	Games    int              `json:"games" doc:"fresh games; 0 if the two have the same weights"`
	Rating   *float64         `json:"rating" doc:"of the answer above the earlier best, in Elo"`
	Interval *rating.Interval `json:"interval"`
}

// Earlier is a checkpoint that was better than the answer.
type Earlier struct {
	_        struct{}         `nullable:"true"`
	Round    int              `json:"round"`
	Games    int              `json:"games" doc:"of the search until then"`
	Rating   *float64         `json:"rating" doc:"in Elo"`
	Interval *rating.Interval `json:"interval"`
	Against  string           `json:"against" doc:"the first opponent of the verification"`
	Played   int              `json:"played" doc:"fresh games"`
}

// addComparisons adds what the answer was compared with besides its opponents.
func (d *Detailed) addComparisons(rec results.Record) {
	if r := rec.Answer.Refused; r != nil {
		d.Refused = &Rejected{
			Name: r.Name, Weights: make(map[string]float64), Rating: known(float64(r.Elo)), Interval: ends(r.Interval), Against: r.Against, Games: r.Games,
		}
		for i, v := range r.Weights {
			if i < len(rec.Space) {
				d.Refused.Weights[rec.Space[i].Name] = v
			}
		}
	}
	for _, m := range rec.Answer.AgainstItself {
		d.Itself = append(d.Itself, Itself{m.Share, m.Round, m.Games, known(float64(m.Rating)), ends(m.Interval)})
	}
	if m := rec.Answer.Earlier(); m != nil {
		d.Earlier = &Earlier{Round: m.Round, Games: m.Games, Rating: known(float64(m.Rating)), Interval: ends(m.Interval), Against: m.Against, Played: m.Played}
	}
}
