package cmd

import (
	"testing"
)

// A program runs without streams.
func TestNilStreams(t *testing.T) {
	t.Parallel()
	for want, args := range map[int][]string{0: {"version"}, 2: {"nonsense"}} {
		if got := (Program{}).Run(t.Context(), args, nil, nil, nil); got != want {
			t.Errorf("%v: exit code %d, want %d", args, got, want)
		}
	}
}
