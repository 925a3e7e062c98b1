package panics

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func recovered(f func()) (err error) {
	defer func() { err = Error(recover()) }()
	f()
	return nil
}

func TestErrorNamesTheFunction(t *testing.T) {
	t.Parallel()
	var list []int
	for want, f := range map[string]func(){
		"panic: no nerves in panics.TestErrorNamesTheFunction.":                                           func() { panic("no nerves") },
		"panic: runtime error: index out of range [3] with length 0 in panics.TestErrorNamesTheFunction.": func() { list[3]++ },
	} {
		got := recovered(f).Error()
		if !strings.HasPrefix(got, want) || !strings.Contains(got, "(panics_test.go:") || strings.Contains(got, "\n") {
			t.Errorf("%q, want %q and the line", got, want)
		}
	}
}

// position is the text of a position; the empty one cannot be written.
type position string

func (p position) String() string {
	if p == "" {
		panic("no text")
	}
	return string(p)
}

func TestInNamesThePosition(t *testing.T) {
	t.Parallel()
	cause := errors.New("panic: no nerves")
	for p, want := range map[fmt.Stringer]string{
		position("7 6 5"): "panic: no nerves, in the position 7 6 5",
		position(""):      "panic: no nerves",
		nil:               "panic: no nerves",
	} {
		if got := In(cause, p); got.Error() != want || !errors.Is(got, cause) {
			t.Errorf("%v: %v, want %s", p, got, want)
		}
	}
}
