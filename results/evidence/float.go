package evidence

import (
	"encoding/json"
	"math"

	"github.com/lanista/lanista/rating"
)

// Float is a number that JSON may not be able to say: NaN and the infinities
// are written as null, and null is read as NaN.
type Float float64

// Known reports whether the number is one.
func (f Float) Known() bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// MarshalJSON writes the number, or null.
func (f Float) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON parses a number or null.
func (f *Float) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*f = Float(math.NaN())
		return nil
	}
	return json.Unmarshal(data, (*float64)(f))
}

// Floats is a list of numbers, each written as a [Float].
type Floats []float64

// MarshalJSON writes the list.
func (f Floats) MarshalJSON() ([]byte, error) {
	list := make([]Float, len(f))
	for i, x := range f {
		list[i] = Float(x)
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (f *Floats) UnmarshalJSON(data []byte) error {
	var list []Float
	if err := json.Unmarshal(data, &list); err != nil || list == nil {
		return err
	}
	*f = make(Floats, len(list))
	for i, x := range list {
		(*f)[i] = float64(x)
	}
	return nil
}

// Matrix is a list of rows of numbers, each written as a [Float].
type Matrix [][]float64

// MarshalJSON writes the rows.
func (m Matrix) MarshalJSON() ([]byte, error) {
	rows := make([]Floats, len(m))
	for i, row := range m {
		rows[i] = row
	}
	return json.Marshal(rows)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (m *Matrix) UnmarshalJSON(data []byte) error {
	var rows []Floats
	if err := json.Unmarshal(data, &rows); err != nil || rows == nil {
		return err
	}
	*m = make(Matrix, len(rows))
	for i, row := range rows {
		(*m)[i] = row
	}
	return nil
}

// Interval covers a number with a probability of 95 %. An end that is open is
// infinite, and null in JSON: the answer that won all its games is stronger by
// an unknown amount.
type Interval struct{ Low, High float64 }

// Deviation returns the standard error that a 95% interval corresponds to, infinite if
// an end is open.
func (i Interval) Deviation() float64 { return (i.High - i.Low) / 2 / rating.Z95 }

// MarshalJSON writes a list of the two ends.
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]Float{Float(i.Low), Float(i.High)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (i *Interval) UnmarshalJSON(data []byte) error {
	var ends [2]Float
	if err := json.Unmarshal(data, &ends); err != nil {
		return err
	}
	i.Low, i.High = float64(ends[0]), float64(ends[1])
	if math.IsNaN(i.Low) {
		i.Low = math.Inf(-1)
	}
	if math.IsNaN(i.High) {
		i.High = math.Inf(1)
	}
	return nil
}
