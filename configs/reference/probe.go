package reference

import (
	"errors"
	"math"
	"reflect"
	"strings"

	"github.com/lanista/lanista/keys"
)

// impossible is a text that is never a valid choice. [probe] sets it so that a validation returns
// the error that lists the valid choices.
const impossible = "\x00"

// probe determines which numbers and texts a validation accepts. It sets one option at a time to an
// invalid value and calls check. The resulting [keys.RangeError] or [keys.ChoiceError] states the
// accepted range or choices. probe returns these errors by path. The range of a number may depend
// on a text, such as the name of an operator. probe therefore tests all numbers for every choice of
// every text.
func probe(options reflect.Value, check func() error) map[string]error {
	found := make(map[string]error)
	if check == nil {
		return found
	}
	all, done := leaves(options, "")
	defer done()
	for _, text := range all {
		if text.value.Kind() != reflect.String {
			continue
		}
		was := text.value.String()
		text.value.SetString(impossible)
		storeErrors(check, found)
		if e, ok := found[text.path].(*keys.ChoiceError); ok {
			for _, choice := range e.Known {
				text.value.SetString(choice)
				numbers(all, check, found)
			}
		}
		text.value.SetString(was)
	}
	numbers(all, check, found)
	return found
}

// numbers collects the errors that a validation returns for extreme numbers. One at a time, it sets
// each number in all to a very small and to a very large value. It also sets a float to NaN. Each
// time it calls check, and stores the range and choice errors in found. At the end the numbers have
// their old values.
func numbers(all []leaf, check func() error, found map[string]error) {
	for _, n := range all {
		was := reflect.ValueOf(n.value.Interface())
		switch n.value.Kind() {
		case reflect.Int:
			n.value.SetInt(math.MinInt64)
			storeErrors(check, found)
			n.value.SetInt(math.MaxInt64)
			storeErrors(check, found)
		case reflect.Float64:
			for _, v := range []float64{-math.MaxFloat64, math.MaxFloat64, math.NaN()} {
				n.value.SetFloat(v)
				storeErrors(check, found)
			}
		}
		n.value.Set(was)
	}
}

// storeErrors calls check, a validation, and stores the range and choice errors that it returns in
// found, by path.
func storeErrors(check func() error, found map[string]error) {
	for _, e := range keys.All(check()) {
		var outside *keys.RangeError
		var unknown *keys.ChoiceError
		switch {
		case errors.As(e.Err, &outside):
			found[e.Path] = outside
		case errors.As(e.Err, &unknown):
			found[e.Path] = unknown
		}
	}
}

// leaf is one field of an options struct that is not a struct itself, with its config key.
type leaf struct {
	path  string
	value reflect.Value
}

// leaves returns the fields of an options struct with their config paths. The fields of nested
// structs replace the structs. A nil field of type *float64 is set to a number, so that it can be
// tested like the others. The caller must call done, which sets it to nil again.
func leaves(v reflect.Value, path string) (list []leaf, done func()) {
	var undo []func()
	add := func(more []leaf, done func()) {
		list, undo = append(list, more...), append(undo, done)
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		at, field := keys.Join(path, tag), v.Field(i)
		switch {
		case tag == "-" || !f.IsExported():
		case strings.Contains(options, "inline"):
			add(leaves(field, path))
		case field.Kind() == reflect.Struct && tag != "":
			add(leaves(field, at))
		case field.Kind() == reflect.Pointer && field.IsNil() && field.Type().Elem().Kind() == reflect.Float64:
			field.Set(reflect.New(field.Type().Elem()))
			add([]leaf{{at, field.Elem()}}, field.SetZero)
		default:
			list = append(list, leaf{at, field})
		}
	}
	return list, func() {
		for _, one := range undo {
			one()
		}
	}
}
