package ludus

import (
	"fmt"
	"strconv"
)

// whole is a whole number as any language may write it: 5, 5.0 and 5e0 are the same.
type whole int64

// mostWhole is what whole numbers lie below on the wire.
const mostWhole = 1 << 53

// UnmarshalJSON reads the number.
func (w *whole) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || v != float64(int64(v)) || v <= -mostWhole || v >= mostWhole {
		return fmt.Errorf("%s is not a whole number below 2^53", text)
	}
	*w = whole(v)
	return nil
}
