package documents

import (
	"math"
	"strings"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// Comparison is the JSON document that compares several stored runs.
type Comparison struct {
	Runs        []Run                `json:"runs"`
	Differences []results.Difference `json:"differences" doc:"the keys in which their configs differ"`
	Against     string               `json:"against,omitempty" doc:"the opponent that all of them were rated against; absent if their ratings cannot be compared"`

	Strength []StrengthDifference `json:"strength,omitempty" doc:"differences of strength, by every two runs; absent if their ratings cannot be compared"`
}

// Compare returns the JSON document that compares the given runs.
func Compare(records []results.Record) Comparison {
	c := Comparison{Runs: []Run{}}
	var configs []string
	for _, rec := range records {
		c.Runs = append(c.Runs, Detail(rec))
		configs = append(configs, rec.Config)
	}
	c.Differences = append([]results.Difference{}, results.Differences(configs...)...)
	c.Against, _ = Comparable(records)
	c.Strength = StrengthDifferences(records)
	return c
}

// Comparable returns the opponent against which all of the runs were rated. ok is false if the
// opponents or the games differ. It is also false if the configs differ in a key that changes the
// meaning of a rating, such as a setting of the game.
func Comparable(records []results.Record) (against string, ok bool) {
	for i, rec := range records {
		if rec.Result == nil || rec.Result.Rating == nil || rec.Engine != records[0].Engine {
			return "", false
		}
		if i > 0 && rec.Result.Rating.Against != against {
			return "", false
		}
		against = rec.Result.Rating.Against
	}
	var configs []string
	for _, rec := range records {
		configs = append(configs, rec.Config)
	}
	for _, d := range results.Differences(configs...) {
		if changesRating(d.Key, against) {
			return "", false
		}
	}
	return against, len(records) > 0
}

// changesRating reports whether the given config key changes the meaning of ratings relative to the
// opponent named against. Two runs with different values of such a key cannot be compared by their
// ratings.
func changesRating(key, against string) bool {
	switch {
	case key == "engine.seats", key == "engine.player", key == "objective.by", strings.HasPrefix(key, "engine.settings"):
		return true
	case against == tuning.StartName:
		return strings.HasPrefix(key, "engine.weights") && strings.HasSuffix(key, ".start")
	}
	return strings.HasPrefix(key, "verification.opponents[0]")
}

// StrengthDifference is the difference between the ratings of two runs.
type StrengthDifference struct {
	A        string          `json:"a" doc:"ID of a run"`
	B        string          `json:"b" doc:"ID of a run"`
	Elo      rating.Float    `json:"elo" doc:"rating of the result of a less that of b; null if unknown"`
	Interval rating.Interval `json:"interval"`
	Sure     bool            `json:"sure" doc:"whether the interval excludes 0"`
}

// StrengthDifferences returns the difference in rating between every two runs. It returns nil if
// the ratings cannot be compared. The ratings are independent, so their variances add.
func StrengthDifferences(records []results.Record) (list []StrengthDifference) {
	if _, ok := Comparable(records); !ok {
		return nil
	}
	for i, a := range records {
		for _, b := range records[i+1:] {
			d := StrengthDifference{A: a.ID, B: b.ID, Elo: rating.Float(math.NaN()), Interval: rating.Open()}
			x, y := a.Result.Rating, b.Result.Rating
			if x.Elo.Known() && y.Elo.Known() {
				d.Elo = x.Elo - y.Elo
				if half := rating.Z() * math.Hypot(x.Interval.Deviation(), y.Interval.Deviation()); !math.IsInf(half, 0) && !math.IsNaN(half) {
					d.Interval = rating.Interval{Low: float64(d.Elo) - half, High: float64(d.Elo) + half}
					d.Sure = d.Interval.Low > 0 || d.Interval.High < 0
				}
			}
			list = append(list, d)
		}
	}
	return list
}
