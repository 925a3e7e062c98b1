package cmd

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// formatNumber formats a value with at most six digits. Values so large that they mean a decided
// game become "won" or "lost".
func formatNumber(v float64) string {
	switch {
	case v > 1e300:
		return "won"
	case v < -1e300:
		return "lost"
	}
	return fmt.Sprintf("%.6g", v+0) // not -0
}

// formatValue formats the value of a weight: a number, or the text of a choice.
func formatValue(v engines.Value) string {
	if v.Choice != "" {
		return v.Choice
	}
	return formatNumber(v.Number)
}

// formatInterval formats a confidence interval in whole Elo as text that follows a rating, such as
// " [-12, +30]". v contains the number of different games. If there are too few for an interval,
// the result is ", " and a remark that states this.
func formatInterval(v rating.Variety, within rating.Interval) string {
	if none := evidence.NoInterval(v); none != "" {
		return ", " + none
	}
	return " " + within.FormatElo()
}

// formatEloTenths formats a difference in Elo with its sign and one decimal, never as -0.0. It
// returns "open" for an infinite difference.
func formatEloTenths[T ~float64](v T) string {
	if math.IsInf(float64(v), 0) {
		return "open"
	}
	return fmt.Sprintf("%+.1f", tenths(float64(v)))
}

// tenths rounds a number between -1 and 1 to one decimal, so that a small negative number is not
// printed as -0.0. It returns other numbers unchanged.
func tenths(v float64) float64 {
	if !(math.Abs(v) < 1) {
		return v
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 1, 64), 64) // a formatted number can be parsed
	return short + 0
}
