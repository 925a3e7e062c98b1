package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/pflag"
)

// value is the value of a flag that a function reads.
type value struct {
	kind string // in help texts
	read func(string) error
	show func() string
}

// String is the value as it is typed, "" where it is absent.
func (v *value) String() string { return v.show() }

// Set reads the value.
func (v *value) Set(text string) error { return v.read(text) }

// Type names the value in help texts.
func (v *value) Type() string { return v.kind }

// Value makes the value of a flag of a function that reads it and one that shows it as
// it is typed. Kind stands for it in help texts.
func Value(kind string, read func(string) error, show func() string) pflag.Value {
	return &value{kind, read, show}
}

// Count is a whole number of at least 1.
func Count(to *int) pflag.Value { return whole(to, 1, math.MaxInt) }

// mostAtOnce is more goroutines or processes than any machine has cores for.
const mostAtOnce = 4096

// AtOnce is a number of goroutines or processes, at least 0 or 1.
func AtOnce(to *int, least int) pflag.Value { return whole(to, least, mostAtOnce) }

func whole(to *int, least, most int) pflag.Value {
	return Value("N", func(text string) error {
		v, err := strconv.Atoi(text)
		switch {
		case errors.Is(err, strconv.ErrRange) && text[0] != '-', err == nil && v > most:
			return fmt.Errorf("at most %d are possible", most)
		case err != nil || v < least:
			return fmt.Errorf("a whole number of at least %d is needed", least)
		}
		*to = v
		return nil
	}, func() string { return strconv.Itoa(*to) })
}

// Seed is a seed that may be absent, nil.
func Seed(to **uint64) pflag.Value {
	return Value("N", func(text string) error {
		v, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return errors.New("a seed is a whole number from 0 to 18446744073709551615")
		}
		*to = &v
		return nil
	}, func() string {
		if *to == nil {
			return ""
		}
		return strconv.FormatUint(**to, 10)
	})
}

// Optional is a number that may be absent, nil. An absent one is shown as 0.
func Optional[T int | float64](to **T) pflag.Value {
	kind := "float"
	if _, ok := any(*new(T)).(int); ok {
		kind = "int"
	}
	return Value(kind, func(text string) error {
		f, err := strconv.ParseFloat(text, 64)
		v := T(f)
		if err != nil || float64(v) != f {
			return errors.New("a number is needed")
		}
		*to = &v
		return nil
	}, func() string {
		if *to == nil {
			return "0"
		}
		return fmt.Sprint(**to)
	})
}

// Choice is one of some words, "" for none.
func Choice[T ~string](to *T, of ...T) pflag.Value {
	return Value("WORD", func(text string) error {
		if !slices.Contains(of, T(text)) {
			return fmt.Errorf("%q is none of %v", text, of)
		}
		*to = T(text)
		return nil
	}, func() string { return string(*to) })
}
