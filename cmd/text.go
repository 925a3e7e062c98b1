package cmd

import (
	"fmt"
	"math"
	"strconv"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// textWriter writes the results of verbs as text to a screen. Its methods return the first
// error of the screen.
type textWriter struct {
	*term.Screen
	// program is the program's name as typed, for the recommended commands.
	program string
}

// formatNumber writes a value as short as it can be read, in six digits at the most; the values of
// decided games, which lie far beyond all others, are won and lost.
func formatNumber(v float64) string {
	switch {
	case v > 1e300:
		return "won"
	case v < -1e300:
		return "lost"
	}
	return fmt.Sprintf("%.6g", v)
}

// formatElo writes a difference in whole Elo with its sign; there is no -0. The end of an
// interval may be open.
func formatElo[T ~float64](v T) string { return formatSigned(float64(v), 0) }

// formatEloInterval writes an interval in whole Elo.
func formatEloInterval[T ~float64](low, high T) string {
	return fmt.Sprintf("[%s, %s]", formatElo(low), formatElo(high))
}

// formatCovered writes the interval of a difference in whole Elo after a blank, or after a comma
// the statement that there are too few different games for one.
func formatCovered[T ~float64](v rating.Variety, low, high T) string {
	if none := evidence.NoInterval(v); none != "" {
		return ", " + none
	}
	return " " + formatEloInterval(low, high)
}

// formatEloTenths writes a difference in tenths of an Elo with its sign; there is no -0.0.
func formatEloTenths[T ~float64](v T) string { return formatSigned(float64(v), 1) }

func formatSigned(v float64, digits int) string {
	if math.IsInf(v, 0) {
		return "open"
	}
	return fmt.Sprintf("%+.*f", digits, roundTo(v, digits))
}

// roundTo is a number as it is written with so many digits after the point; what is
// written as nothing has no sign.
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
