package cmd

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/keys"
)

// flagValue implements pflag.Value with a function that parses the value and one that formats it.
type flagValue struct {
	kind string // placeholder of the value in help texts
	read func(string) error
	show func() string
	// words are the only accepted values, which shells complete; nil if other values are accepted too.
	words []string
}

// String returns the value as the user types it, or "" if none was given.
func (v *flagValue) String() string { return v.show() }

func (v *flagValue) Set(text string) error { return v.read(text) }

// Type returns the placeholder of the value in help texts.
func (v *flagValue) Type() string { return v.kind }

// newFlagValue returns a flag value. read parses the typed text, show formats the value in the
// same form, and kind is the placeholder in help texts.
func newFlagValue(kind string, read func(string) error, show func() string) pflag.Value {
	return &flagValue{kind: kind, read: read, show: show}
}

// listValue is the value of a repeatable flag: each use of the flag adds one item to a list.
// GetSlice returns the list, and String returns "".
type listValue struct {
	flagValue
	list func() []string
}

// GetSlice returns the values in the order in which the user typed them.
func (v *listValue) GetSlice() []string { return v.list() }

// countValue returns a flag value for a whole number of at least 1.
func countValue(to *int) pflag.Value { return wholeValue(to, 1, math.MaxInt) }

// mostAtOnce is the largest number of concurrent goroutines or processes that a flag accepts.
const mostAtOnce = 4096

// slotsValue returns a flag value for a number of goroutines or processes, from least to
// mostAtOnce.
func slotsValue(to *int, least int) pflag.Value { return wholeValue(to, least, mostAtOnce) }

// wholeValue returns a flag value for a whole number from least to most.
func wholeValue(to *int, least, most int) pflag.Value {
	return newFlagValue("N", func(text string) error {
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

// seedValue returns a flag value for an optional random seed. *to is unchanged if the flag is not
// given.
func seedValue(to **uint64) pflag.Value {
	return newFlagValue("N", func(text string) error {
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

// optionalValue returns a flag value for an optional number. *to is unchanged if the flag is not
// given. If *to is nil, help texts show 0 as the default.
func optionalValue[T int | float64](to **T) pflag.Value {
	kind := "float"
	if _, ok := any(*new(T)).(int); ok {
		kind = "int"
	}
	return newFlagValue(kind, func(text string) error {
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

// choiceValue returns a flag value that must be one of the words in of. *to is unchanged if the
// flag is not given. The error for any other word suggests the most similar one, or lists all of
// them.
func choiceValue[T ~string](to *T, of ...T) pflag.Value {
	words := texts(of)
	read := func(text string) error {
		err := keys.OneOf("", "word", text, words...)
		if err == nil {
			*to = T(text)
		}
		return err
	}
	return &flagValue{kind: "WORD", read: read, show: func() string { return string(*to) }, words: words}
}

func texts[T ~string](words []T) []string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = string(word)
	}
	return list
}
