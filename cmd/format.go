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
	return fmt.Sprintf("%.6g", v)
}

// formatValue formats the value of a weight: a number, or the text of a choice.
func formatValue(v engines.Value) string {
	if v.Choice != "" {
		return v.Choice
	}
	return formatNumber(v.Number)
}

// formatCovered formats a confidence interval in whole Elo, with a blank in front. If too few of
// the games are different for an interval, it returns a remark that begins with a comma.
func formatCovered(v rating.Variety, within rating.Interval) string {
	if none := evidence.NoInterval(v); none != "" {
		return ", " + none
	}
	return " " + within.FormatElo()
}

// formatEloTenths formats a difference in tenths of an Elo with its sign, never -0.0.
func formatEloTenths[T ~float64](v T) string {
	if math.IsInf(float64(v), 0) {
		return "open"
	}
	return fmt.Sprintf("%+.1f", roundTo(float64(v), 1))
}

// roundTo rounds a number between -1 and 1 to the given number of decimals, so that a small
// negative number is not printed as -0. It returns larger numbers unchanged.
func roundTo(v float64, digits int) float64 {
	if math.Abs(v) >= 1 {
		return v
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
	if err != nil { // it is no number
		return v
	}
	return short + 0
}
