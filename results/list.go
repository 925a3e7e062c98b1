package results

import (
	"database/sql"
	"math"
	"strconv"

	"github.com/lanista/lanista/engines"
)

// list writes numbers as a JSON list that reads back exactly; what is not
// finite becomes null, and reads as NaN.
func list(v []float64) string { return string(appendList(make([]byte, 0, 2+20*len(v)), v)) }

func appendList(b []byte, v []float64) []byte {
	b = append(b, '[')
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendReal(b, x)
	}
	return append(b, ']')
}

func appendReal(b []byte, x float64) []byte {
	if !finite(x) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

// unlist reads what list wrote; an empty list is nil.
func unlist(text string) ([]float64, error) {
	c := cursor{b: []byte(text)}
	v := c.reals()
	return v, c.end()
}

// nullReal is a number as a column; what is not finite becomes NULL.
func nullReal(x float64) sql.NullFloat64 {
	return sql.NullFloat64{Float64: x + 0, Valid: finite(x)} // never -0, which SQLite does not keep
}

// orNaN is a number read from a column; NULL becomes NaN.
func orNaN(x sql.NullFloat64) float64 {
	if !x.Valid {
		return math.NaN()
	}
	return x.Float64
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// limitText writes a limit as a column; none is empty.
func limitText(l engines.Limit) string {
	if l == (engines.Limit{}) {
		return ""
	}
	return l.String()
}
