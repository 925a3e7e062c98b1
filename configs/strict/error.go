package strict

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is one mistake in a document, with its place.
type Error struct {
	Source string // a file, a preset, an override
	Line   int    // from 1; 0 where there is none
	Key    string // path of keys: "agents[2].settings.depth"; "" for the whole document
	Err    error  // the mistake itself
}

// Error writes place, key and mistake: "run.yaml:4: budget.games: -3 is negative".
func (e *Error) Error() string {
	var parts []string
	if where := e.Where(); where != "" {
		parts = append(parts, where)
	}
	if e.Key != "" {
		parts = append(parts, short(e.Key, 200))
	}
	return strings.Join(append(parts, short(e.Err.Error(), 500)), ": ")
}

// Where is the place: "run.yaml:4", or the source alone where there is no line.
func (e *Error) Where() string {
	if e.Source == "" || e.Line == 0 {
		return e.Source
	}
	return e.Source + ":" + strconv.Itoa(e.Line)
}

// Unwrap returns the mistake without its place.
func (e *Error) Unwrap() error { return e.Err }

// All lists the mistakes of a tree of errors, in order. What is no mistake in a
// document stands in the list without a place.
func All(err error) []*Error {
	if err == nil {
		return nil
	}
	var place *Error
	var several interface{ Unwrap() []error }
	switch {
	case errors.As(err, &several):
		var list []*Error
		for _, one := range several.Unwrap() {
			list = append(list, All(one)...)
		}
		return list
	case errors.As(err, &place):
		return []*Error{place}
	}
	return []*Error{{Err: err}}
}

// most is the number of mistakes that are told at once.
const most = 20

// together makes one error of a list: nil of none, the mistake itself of one.
// Mistakes of one source stand together, in the order of their lines.
func together(list []*Error) error {
	rank := make(map[string]int)
	for _, e := range list {
		if _, ok := rank[e.Source]; !ok {
			rank[e.Source] = len(rank)
		}
	}
	slices.SortStableFunc(list, func(a, b *Error) int {
		return cmp.Or(rank[a.Source]-rank[b.Source], a.Line-b.Line)
	})
	var errs []error
	for _, e := range list {
		if len(errs) == most {
			errs = append(errs, fmt.Errorf("and %d more mistakes", len(list)-most))
			break
		}
		errs = append(errs, e)
	}
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}

// Together makes one error of the mistakes of a config: those that kept a part of it from
// being read, and those that were found when what had been read was looked at. What is
// said of a part that was not read, or said twice, is left out. The mistakes of one
// source stand in the order of their lines.
func Together(unread error, found ...error) error {
	list := All(unread)
	misread := len(list)
	for _, e := range All(errors.Join(found...)) {
		follows := func(of *Error) bool { return e.Key != "" && (within(e.Key, of.Key) || within(of.Key, e.Key)) }
		repeats := func(of *Error) bool { return e.Error() == of.Error() }
		if !slices.ContainsFunc(list[:misread], follows) && !slices.ContainsFunc(list, repeats) {
			list = append(list, e)
		}
	}
	return together(list)
}

// within reports whether a path of keys is another one or below it.
func within(path, other string) bool {
	rest, below := strings.CutPrefix(path, other)
	return below && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// quote writes a text of a document in quotation marks, the beginning of it
// where it is long: a mistake must not repeat a whole file.
func quote(s string) string { return strconv.Quote(short(s, 60)) }

// short cuts the middle out of a text that is longer than so many bytes.
func short(s string, longest int) string {
	if len(s) <= longest {
		return s
	}
	head, tail := longest*2/3, len(s)-longest/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + " ... " + s[tail:]
}
