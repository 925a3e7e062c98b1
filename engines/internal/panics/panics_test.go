package panics

import (
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
