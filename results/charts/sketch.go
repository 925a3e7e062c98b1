package charts

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/lanista/lanista/results"
)

// Sketch draws how the strength of the best weights grew in several runs, as text for a terminal.
// The letter A marks the first run, B the second, and * a place where runs coincide. A horizontal
// line marks 0. width and height are the size of the drawing area in characters, without the axes.
func Sketch(runs []results.Record, width, height int) (string, error) {
	if err := measuredAlike(runs); err != nil {
		return "", err
	}
	low, high, most := 0.0, 0.0, 1.0
	for _, rec := range runs {
		at, _ := checkpointsOf(rec)
		for _, p := range at {
			low, high, most = min(low, p.Y), max(high, p.Y), max(most, p.X)
		}
	}
	if high == low {
		high = low + 1
	}
	line := func(y float64) int { return int(math.Round((high - y) / (high - low) * float64(height-1))) }
	canvas := make([][]rune, height)
	for i := range canvas {
		canvas[i] = []rune(strings.Repeat(" ", width))
	}
	for x := range canvas[line(0)] {
		canvas[line(0)][x] = '-'
	}
	for i, rec := range runs {
		at, _ := checkpointsOf(rec)
		for _, p := range at {
			x := int(math.Round(p.X / most * float64(width-1)))
			mark := rune('A' + i)
			if was := canvas[line(p.Y)][x]; was != ' ' && was != '-' && was != mark {
				mark = '*'
			}
			canvas[line(p.Y)][x] = mark
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Elo above %s\n", runs[0].Result.Rating.Against)
	for i, row := range canvas {
		label := ""
		switch i {
		case 0:
			label = fmt.Sprintf("%+.0f", high)
		case line(0):
			label = "0"
		case height - 1:
			label = fmt.Sprintf("%+.0f", low)
		}
		fmt.Fprintf(&b, "%6s |%s\n", label, strings.TrimRight(string(row), " "))
	}
	end := fmt.Sprintf("%.0f games", most)
	fmt.Fprintf(&b, "%6s 0%*s\n", "", width, end)
	for i, rec := range runs {
		fmt.Fprintf(&b, "%6s %c  %s\n", "", 'A'+i, cmp.Or(rec.Name, rec.ID))
	}
	return b.String(), nil
}
