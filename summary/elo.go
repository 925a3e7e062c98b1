package summary

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// elo writes a difference in whole Elo with its sign; there is no -0. The end of an
// interval may be open.
func elo[T ~float64](v T) string { return signed(float64(v), 0) }

// eloInterval writes an interval in whole Elo.
func eloInterval[T ~float64](low, high T) string {
	return fmt.Sprintf("[%s, %s]", elo(low), elo(high))
}

// covered writes the interval of a difference in whole Elo after a blank, or after a comma
// the statement that there are too few different games for one.
func covered[T ~float64](v rating.Variety, low, high T) string {
	if none := evidence.NoInterval(v); none != "" {
		return ", " + none
	}
	return " " + eloInterval(low, high)
}

// eloTenths writes a difference in tenths of an Elo with its sign; there is no -0.0.
func eloTenths[T ~float64](v T) string { return signed(float64(v), 1) }

func signed(v float64, digits int) string {
	if math.IsInf(v, 0) {
		return "open"
	}
	return fmt.Sprintf("%+.*f", digits, rounded(v, digits))
}

// rounded is a number as it is written with so many digits after the point; what is
// written as nothing has no sign.
func rounded(v float64, digits int) float64 {
	if math.Abs(v) >= 1 {
		return v
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', digits, 64), 64)
	if err != nil { // it is no number
		return v
	}
	return short + 0
}
