package driver

import (
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Number writes a weight's value for protocols of text: whole numbers as they are,
// others in plain decimals with six significant digits.
func Number(v float64, k engines.Kind) string {
	if k.Has(engines.Integer) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		short = v
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// SetLines are the lines that set the weights of a game, by a line with {name} and
// {value} in it; none where the line is empty.
func SetLines(line string, space engines.Space, w engines.Weights) []string {
	if line == "" {
		return nil
	}
	lines := make([]string, len(w))
	for i, v := range w {
		lines[i] = strings.NewReplacer("{name}", space[i].Name, "{value}", Number(v, space[i].Kind)).Replace(line)
	}
	return lines
}
