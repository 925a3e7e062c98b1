package strict

import (
	"encoding"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

func (r *reader) decodeScalar(n *yaml.Node, v reflect.Value, path string) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		r.addMistake(n, path, "%s is needed, not %s", kindName(v.Kind()), kindOf(n))
		return
	}
	if (v.CanInt() || v.CanUint() || v.CanFloat()) && hasLeadingZero(n.Value) {
		r.addMistake(n, path, "%s has a leading zero, which makes it octal for some readers of YAML; write it without", short(n.Value, 60))
		return
	}
	if err := n.Decode(v.Addr().Interface()); err != nil || (v.CanInt() || v.CanUint()) && !isWhole(n) {
		if largest, too := tooLarge(n, v); too {
			r.addMistake(n, path, "%s is above the maximum %s", short(n.Value, 60), largest)
			return
		}
		r.addMistake(n, path, "%s is needed, not %s", kindName(v.Kind()), kindOf(n))
		return
	}
	if v.CanFloat() && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)) {
		r.addMistake(n, path, "%s is not a finite number", short(n.Value, 60))
	}
}

// hasLeadingZero reports whether the text of a whole number begins with a 0 that other digits
// follow. The YAML library reads 0777 as an octal number, as YAML 1.1 does, but 0778 as a decimal
// one. YAML 1.2 and the flags of the command line read both as decimal numbers.
func hasLeadingZero(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	return len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789_") == ""
}

// tooLarge reports whether a scalar is a whole number that is too large for the integer variable v.
// It also returns the largest accepted number as text. A number in the notation of floats, such as
// 1e30, may be at most exactWhole.
func tooLarge(n *yaml.Node, v reflect.Value) (largest string, too bool) {
	most := new(big.Int)
	switch {
	case v.CanInt():
		most.SetInt64(math.MaxInt64 >> (64 - v.Type().Bits()))
	case v.CanUint():
		most.SetUint64(math.MaxUint64 >> (64 - v.Type().Bits()))
	}
	if number, ok := new(big.Int).SetString(n.Value, 10); ok {
		return most.String(), most.Sign() > 0 && number.Cmp(most) > 0
	}
	float, ok := wholeFloat(n)
	return fmt.Sprintf("%d in this notation", exactWhole), ok && most.Sign() > 0 && float > exactWhole
}

// exactWhole is the largest number up to which a float64 represents every whole number.
const exactWhole = 1 << 53

// isWhole reports whether a scalar is a whole number that is represented exactly. The YAML
// library would truncate fractions and numbers that are too large.
func isWhole(n *yaml.Node) bool {
	v, ok := wholeFloat(n)
	return n.ShortTag() == "!!int" || ok && math.Abs(v) <= exactWhole
}

// wholeFloat returns the value of a whole number in the notation of floats, such as 1e6. ok is
// false for any other scalar.
func wholeFloat(n *yaml.Node) (v float64, ok bool) {
	err := n.Decode(&v)
	return v, n.ShortTag() == "!!float" && err == nil && v == math.Trunc(v)
}

// numeric is implemented by types that accept both numbers and texts, such as the value of a
// weight. The decoder calls SetNumber for a number and UnmarshalText for any other scalar.
type numeric interface{ SetNumber(v float64) }

func (r *reader) decodeText(n *yaml.Node, u encoding.TextUnmarshaler, path string) {
	if number, ok := u.(numeric); ok && n.Kind == yaml.ScalarNode && (n.ShortTag() == "!!int" || n.ShortTag() == "!!float") {
		var v float64
		r.decode(n, reflect.ValueOf(&v).Elem(), path)
		number.SetNumber(v)
		return
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null" {
		what := "a text"
		if _, ok := u.(numeric); ok {
			what = "a number or a text"
		}
		r.addMistake(n, path, "%s is needed, not %s", what, kindOf(n))
		return
	}
	if err := u.UnmarshalText([]byte(n.Value)); err != nil {
		r.addMistake(n, path, "%w", err)
	}
}

func (r *reader) decodeDuration(n *yaml.Node, to *time.Duration, path string) {
	t, err := time.ParseDuration(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || t < 0 {
		r.addMistake(n, path, "a time such as 90s, 10m or 2h is needed, not %s", kindOf(n))
		return
	}
	*to = t
}

// kindName describes the values that a Go kind accepts, for an error message.
func kindName(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64, reflect.Int32:
		return "a whole number"
	case reflect.Uint64, reflect.Uint:
		return "a whole number from 0"
	case reflect.Float64:
		return "a number"
	}
	return "a text"
}

// kindOf describes a YAML node for an error message: by its kind, such as "a list", or for a
// scalar by its text in quotation marks.
func kindOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.ShortTag() == "!!null":
		return "nothing"
	}
	return strconv.Quote(short(n.Value, 60))
}
