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

// Error is a mistake in a document with its file, line and key.
type Error struct {
	Source string // name of a file, a preset, or an override
	Line   int    // from 1; 0 means unknown
	Key    string // path such as "agents[2].settings.depth"; "" for the whole document
	Err    error  // the mistake

	decoded bool // the part was decoded, and Locate added the place of the mistake
}

// Error returns a text with file, line, key and mistake, such as "run.yaml:4: budget.games: -3 is
// negative".
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

// Where returns the file and the line of the mistake, such as "run.yaml:4". It returns only the
// file if the line is unknown.
func (e *Error) Where() string {
	if e.Source == "" || e.Line == 0 {
		return e.Source
	}
	return e.Source + ":" + strconv.Itoa(e.Line)
}

// Unwrap returns the mistake without file, line and key.
func (e *Error) Unwrap() error { return e.Err }

// All returns the mistakes that an error contains, in order. It splits joined errors at any depth.
// An [Error] is split only if it wraps joined errors that contain another Error. A part that is not
// an Error becomes an Error without file and line. All returns nil for nil.
func All(err error) []*Error {
	for at := err; at != nil; at = errors.Unwrap(at) {
		switch e := at.(type) {
		case *Error:
			var several interface{ Unwrap() []error }
			var inner *Error
			if !errors.As(e.Err, &several) || !errors.As(e.Err, &inner) {
				return []*Error{e}
			}
		case interface{ Unwrap() []error }:
			var list []*Error
			for _, one := range e.Unwrap() {
				list = append(list, All(one)...)
			}
			return list
		}
	}
	if err == nil {
		return nil
	}
	return []*Error{{Err: err}}
}

// most is the maximum number of mistakes that one error lists.
const most = 20

// omitted is an error in place of the mistakes that a long joined error does not list. Its value is
// the number of these mistakes.
type omitted int

// Error returns the message with the number.
func (n omitted) Error() string { return fmt.Sprintf("and %d more mistakes", int(n)) }

// joinMistakes joins mistakes into one error. It returns nil for an empty list and a single mistake
// unchanged. Mistakes of one source are sorted by line. An error for a long list contains the first
// mistakes and an [omitted] with the number of the others. If the list itself contains an omitted,
// its number is added.
func joinMistakes(list []*Error) error {
	left := 0
	list = slices.DeleteFunc(list, func(e *Error) bool {
		n, ok := e.Err.(omitted)
		left += int(n)
		return ok
	})
	rank := make(map[string]int)
	for _, e := range list {
		if _, ok := rank[e.Source]; !ok {
			rank[e.Source] = len(rank)
		}
	}
	slices.SortStableFunc(list, func(a, b *Error) int {
		return cmp.Or(rank[a.Source]-rank[b.Source], a.Line-b.Line)
	})
	if len(list) > most+1 || len(list) > most && left > 0 { // a last one takes no more space than the sentence
		left += len(list) - most
		list = list[:most]
	}
	var errs []error
	for _, e := range list {
		errs = append(errs, e)
	}
	if left > 0 {
		errs = append(errs, omitted(left))
	}
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}

// Together joins the mistakes in a config into one error, sorted by line within each source. unread
// contains mistakes that were found when the config was decoded, and found contains those of later
// validations. It leaves out a mistake in found that repeats another one. It also leaves out one
// that may only follow from a mistake in unread: with the same key, or in a part of the config that
// could not be decoded.
func Together(unread error, found ...error) error {
	list := All(unread)
	earlier := len(list)
	for _, e := range All(errors.Join(found...)) {
		follows := func(of *Error) bool {
			if _, twice := of.Err.(duplicateKey); twice || e.Key == "" { // the first value of a duplicate key was decoded
				return false
			}
			return e.Key == of.Key || !of.decoded && (within(e.Key, of.Key) || within(of.Key, e.Key))
		}
		repeats := func(of *Error) bool { return e.Error() == of.Error() }
		if !slices.ContainsFunc(list[:earlier], follows) && !slices.ContainsFunc(list, repeats) {
			list = append(list, e)
		}
	}
	return joinMistakes(list)
}

// within reports whether path equals other or lies below it.
func within(path, other string) bool {
	rest, below := strings.CutPrefix(path, other)
	return below && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// short removes the middle of a text that is longer than the given number of bytes.
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
