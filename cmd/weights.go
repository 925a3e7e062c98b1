package cmd

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
)

// weightsTable contains the data of a printed table of weights.
type weightsTable struct {
	space                       engines.Space
	result                      tuning.Estimate
	start                       engines.Weights // start weights, for a column of their own; nil for none
	scaleFree                   bool
	meaning                     string // meaning of the standard errors
	importance, importanceError []float64
	reached                     []string // constraints that the weights satisfy with equality
}

// printWeights prints a table of weights with their standard errors, start weights and importances,
// as far as they are known. A single unknown number is printed as "-". If only the ratios of the
// weights matter, it also prints each weight as a share of the sum of absolute values. The start
// weights are then printed as shares only.
func printWeights(w *term.Screen, f weightsTable) {
	best := f.result
	sum, startSum := floats.Norm(best.Weights, 1), floats.Norm(f.start, 1)
	title, unit, format, formatOff := "value", 1.0, formatNumber, evidence.Brief
	shares := f.scaleFree && sum > 0
	if shares {
		title, unit, format, formatOff = "share", sum/100, evidence.Percent, evidence.Percent
	}
	isChoice := func(i int) bool { return f.space[i].Kind.Has(engines.Choices) }

	var titles []string
	var cells []func(i int) string // text of the weight with index i, by column
	column := func(title string, cell func(i int) string) {
		titles, cells = append(titles, title), append(cells, cell)
	}
	column("  weight", func(i int) string { return "  " + f.space[i].Name })
	column(title, func(i int) string {
		if isChoice(i) {
			return formatValue(f.space[i].Value(best.Weights[i]))
		}
		return format(best.Weights[i] / unit)
	})
	if best.Error != nil {
		column("± error", func(i int) string { return formatError(best.Error[i]/unit, formatOff) })
	}
	if len(f.start) == len(f.space) && (!shares || startSum > 0) {
		column("start", func(i int) string {
			if shares && !isChoice(i) {
				return evidence.Percent(100 * f.start[i] / startSum)
			}
			return formatValue(f.space[i].Value(f.start[i]))
		})
	}
	if shares {
		column("value", func(i int) string { return formatNumber(best.Weights[i]) })
	}
	if f.importance != nil {
		column("importance", func(i int) string { return formatImportance(f.importance[i], f.importanceError[i]) })
	}
	column("", func(i int) string { return f.space[i].Edge(best.Weights[i]) })
	t := w.Table(titles...).Spares("start", "± error", "importance")
	for i := range f.space {
		var row []string
		for _, cell := range cells {
			row = append(row, cell(i))
		}
		t.Row(row...)
	}
	_ = t.Flush() // w.Err returns the error again
	known := func(e float64) bool { return formatError(e, evidence.Brief) != "-" }
	switch {
	case best.Error == nil:
	case !slices.ContainsFunc(best.Error, known):
		w.Paragraph("  - means not known.")
	default:
		w.Paragraph("  ± is one standard error: %s; - means not known.", f.meaning)
	}
	if f.importance != nil {
		w.Paragraph("  importance is the Elo lost by moving the weight by a quarter of its range.")
	}
	if len(f.reached) > 0 {
		w.Paragraph("  At the limits of constraints: %s.", strings.Join(f.reached, "; "))
	}
	w.Println()
}

// formatError formats the standard error of a weight with the function format. It returns "-" if
// the error is unknown (NaN) or 0. The error of a weight at a limit of its range is 0.
func formatError(e float64, format func(float64) string) string {
	if math.IsNaN(e) || e == 0 {
		return "-"
	}
	return "± " + format(e)
}

// formatImportance formats the importance of a weight, which is its influence on the strength, with
// the standard error. It returns "-" if it is unknown.
func formatImportance(v, e float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return evidence.WithError(v, e)
}

// formatWeightShares formats a weight vector in one line. If scaleFree is true, only the
// direction of the vector matters, and the weights are printed as shares of the sum of their absolute
// values.
func formatWeightShares(space engines.Space, w engines.Weights, scaleFree bool) string {
	sum := floats.Norm(w, 1)
	if !scaleFree || sum == 0 {
		return formatWeightList(space, w)
	}
	return formatFirst(space, func(i int) string { return evidence.Percent(100 * w[i] / sum) })
}

// formatWeightList formats the first six weights of a vector in one line.
func formatWeightList(space engines.Space, w engines.Weights) string {
	return formatFirst(space, func(i int) string { return formatValue(space[i].Value(w[i])) })
}

// formatFirst formats the first six weights of a space in one line, and states how many more there
// are. If the space has more than six weights, fixed ones are left out first. value returns the
// text of the weight at index i.
func formatFirst(space engines.Space, value func(i int) string) string {
	const most = 6
	listed := make([]int, len(space))
	for i := range listed {
		listed[i] = i
	}
	if free := space.Free(); len(space) > most && len(free) > 0 {
		listed = free
	}
	var parts []string
	for _, i := range listed[:min(most, len(listed))] {
		parts = append(parts, space[i].Name+" "+value(i))
	}
	if len(parts) < len(space) {
		parts = append(parts, fmt.Sprintf("and %d more", len(space)-len(parts)))
	}
	return strings.Join(parts, ", ")
}
