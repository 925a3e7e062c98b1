package rating

import (
	"encoding/json"
	"math"
)

// Float is a number that JSON may not be able to express: NaN and the infinities
// are written as null, and null is read as NaN.
type Float float64

// Known reports whether the number is finite.
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

// UnmarshalJSON parses a list that MarshalJSON wrote.
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

// UnmarshalJSON parses rows that MarshalJSON wrote.
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

// intervalJSON is an interval as JSON has it.
type intervalJSON struct {
	Low  *Float `json:"low"`
	High *Float `json:"high"`
}

// MarshalJSON writes {"low": -3, "high": 12}, with null for an end that is open.
func (i Interval) MarshalJSON() ([]byte, error) {
	low, high := Float(i.Low), Float(i.High)
	return json.Marshal(intervalJSON{&low, &high})
}

// UnmarshalJSON parses an object that MarshalJSON wrote.
func (i *Interval) UnmarshalJSON(data []byte) error {
	var ends intervalJSON
	if err := json.Unmarshal(data, &ends); err != nil {
		return err
	}
	*i = Open()
	if ends.Low != nil && ends.Low.Known() {
		i.Low = float64(*ends.Low)
	}
	if ends.High != nil && ends.High.Known() {
		i.High = float64(*ends.High)
	}
	return nil
}
