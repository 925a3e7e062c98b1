package rating

import (
	"encoding/json"
	"math"
	"strconv"
)

// Float is a number that may be NaN or infinite, which JSON cannot express. These values are
// written as null, and null is read as NaN.
type Float float64

// Known reports whether the number is finite.
func (f Float) Known() bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// MarshalJSON writes the number, or null if the number is not finite. A negative zero becomes 0.
func (f Float) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f) + 0)
}

// UnmarshalJSON parses a number, or null as NaN.
func (f *Float) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*f = Float(math.NaN())
		return nil
	}
	if x, err := strconv.ParseFloat(string(data), 64); err == nil && data[0] <= '9' { // a JSON number
		*f = Float(x)
		return nil
	}
	return json.Unmarshal(data, (*float64)(f))
}

// Floats is a list of numbers. In JSON, NaN and the infinities become null, as with [Float].
type Floats []float64

// MarshalJSON writes the list as a JSON array, with null for every number that is not finite.
func (f Floats) MarshalJSON() ([]byte, error) {
	list := make([]Float, len(f))
	for i, x := range f {
		list[i] = Float(x)
	}
	return json.Marshal(list)
}

// UnmarshalJSON parses a JSON array of numbers and null. A null becomes NaN.
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

// Matrix is a list of rows of numbers. In JSON, NaN and the infinities become null, as with
// [Float].
type Matrix [][]float64

// MarshalJSON writes the rows as a JSON array of arrays, with null for every number that is not
// finite.
func (m Matrix) MarshalJSON() ([]byte, error) {
	rows := make([]Floats, len(m))
	for i, row := range m {
		rows[i] = row
	}
	return json.Marshal(rows)
}

// UnmarshalJSON parses a JSON array of rows of numbers and null. A null becomes NaN.
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

type intervalJSON struct {
	Low  Float `json:"low"`
	High Float `json:"high"`
}

// MarshalJSON writes an object such as {"low": -3, "high": 12}, with null for an infinite end.
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal(intervalJSON{Float(i.Low), Float(i.High)})
}

// UnmarshalJSON parses an object such as {"low": -3, "high": 12}. An end that is null becomes
// infinite.
func (i *Interval) UnmarshalJSON(data []byte) error {
	ends := intervalJSON{Float(math.NaN()), Float(math.NaN())}
	if err := json.Unmarshal(data, &ends); err != nil {
		return err
	}
	*i = Open()
	if ends.Low.Known() {
		i.Low = float64(ends.Low)
	}
	if ends.High.Known() {
		i.High = float64(ends.High)
	}
	return nil
}
