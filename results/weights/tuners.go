package weights

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// These are the default step and rate of a weight in files for other tuners. usualStep is a
// fraction of the weight's range, and usualRate is the rate that OpenBench proposes.
const (
	usualStep = 0.05
	usualRate = 0.002
)

// stepOf returns the step of a weight for a file of another tuner. If the document has no step, the
// result is a twentieth of the weight's range, rounded to four digits. For a weight with whole
// numbers this default is at least 0.5.
func stepOf(d Document, w engines.Weight) float64 {
	if step, ok := d.Step[w.Name]; ok {
		return step
	}
	step := fourDigits(usualStep * (w.Max - w.Min))
	if w.Kind.Has(engines.Integer) {
		return max(step, 0.5) // smaller ones give both points the same number
	}
	return step
}

// firstStep returns the step of a weight at the first game of a search, for a file of
// weather-factory. It is computed from the step at the last game, which the document contains, and
// rounded to four digits.
func firstStep(d Document, w engines.Weight) float64 {
	step := stepOf(d, w)
	if _, ok := d.Step[w.Name]; !ok || d.StepFall == 0 {
		return step
	}
	return fourDigits(step / d.StepFall)
}

func fourDigits(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

// WithoutNumbers returns the names of the weights whose values are choices. The formats openbench
// and weather-factory leave them out, because those tuners support only numbers.
func WithoutNumbers(d Document) []string {
	var names []string
	for _, w := range d.Space {
		if w.Kind.Has(engines.Choices) {
			names = append(names, w.Name)
		}
	}
	return names
}

// ranged calls the function each for the weights of d that a tuner may change, together with their
// ranges. It skips fixed weights and choices, which have no range of numbers. It returns an error
// if the range of any weight is unknown.
func ranged(d Document, each func(Named, engines.Weight)) error {
	for _, x := range d.Weights {
		i := d.Space.Index(x.Name)
		if i < 0 {
			return fmt.Errorf("the range of weight %s is not known, which the file needs", x.Name)
		}
		if w := d.Space[i]; w.Free() && !w.Kind.Has(engines.Choices) {
			each(x, w)
		}
	}
	return nil
}

// openBench returns the weights in the form that OpenBench's SPSA page accepts, one line per
// weight: name, type, value, minimum, maximum, c_end, r_end.
func openBench(d Document) ([]byte, error) {
	var b strings.Builder
	short := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	err := ranged(d, func(x Named, w engines.Weight) {
		kind := "float"
		if w.Kind.Has(engines.Integer) {
			kind = "int"
		}
		rate := usualRate
		if own, ok := d.Rate[x.Name]; ok {
			rate = own
		}
		fields := []string{oneLine(x.Name), kind, short(x.Value), short(w.Min), short(w.Max), short(stepOf(d, w)), short(rate)}
		b.WriteString(strings.Join(fields, ", ") + "\n")
	})
	if err == nil && b.Len() > 0 && strings.Count(b.String(), ",") != 6*strings.Count(b.String(), "\n") {
		err = errors.New("the name of a weight contains a comma, which separates the fields of OpenBench")
	}
	return []byte(b.String()), err
}

// weatherFactory returns the weights in the form of the file config.json of the tuner
// weather-factory.
func weatherFactory(d Document) ([]byte, error) {
	var list []field
	err := ranged(d, func(x Named, w engines.Weight) {
		list = append(list, field{x.Name, []field{{"value", x.Value}, {"min_value", w.Min}, {"max_value", w.Max}, {"step", firstStep(d, w)}}})
	})
	if err != nil {
		return nil, err
	}
	return indented(list, "    ")
}
