package keys_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/lanista/lanista/keys"
)

func TestAllFlattensATree(t *testing.T) {
	mutation := errors.Join(keys.Errorf("rate", "1.5 is not within [0, 1]"), keys.Errorf("step", "0 is not above 0"))
	options := errors.Join(keys.Under("mutation", mutation), errors.New("nothing to breed"))
	err := keys.Under("strategy", options)
	want := []string{
		"strategy.mutation.rate: 1.5 is not within [0, 1]",
		"strategy.mutation.step: 0 is not above 0",
		"strategy: nothing to breed",
	}
	got := keys.All(err)
	if len(got) != len(want) {
		t.Fatalf("%d mistakes, want %d: %v", len(got), len(want), err)
	}
	for i, e := range got {
		if e.Error() != want[i] {
			t.Errorf("mistake %d is %q, want %q", i, e, want[i])
		}
	}
}

func TestUnderJoinsPaths(t *testing.T) {
	for _, c := range []struct{ under, path, want string }{
		{"", "depth", "depth"},
		{"agents[2]", "settings.depth", "agents[2].settings.depth"},
		{"agents", "[1].name", "agents[1].name"},
		{"engine", "", "engine"},
	} {
		err := keys.Under(c.under, keys.Errorf(c.path, "no"))
		if got := keys.All(err)[0].Path; got != c.want {
			t.Errorf("%q under %q is %q, want %q", c.path, c.under, got, c.want)
		}
	}
	if keys.Under("x", nil) != nil || keys.All(nil) != nil {
		t.Error("no error is a mistake")
	}
}

func TestUnwrapFindsTheCause(t *testing.T) {
	cause := errors.New("cause")
	err := keys.Under("a", errors.Join(keys.Errorf("b", "wrapped: %w", cause)))
	if !errors.Is(err, cause) {
		t.Errorf("%v does not wrap its cause", err)
	}
	var e *keys.KeyError
	if !errors.As(err, &e) || e.Path != "a.b" {
		t.Errorf("%v names the key %q", err, e.Path)
	}
}

func TestRanges(t *testing.T) {
	for _, c := range []struct {
		r    keys.Range
		v    float64
		want string
	}{
		{keys.Within(4, 1e6), 3, "n: 3 is not within [4, 1000000]"},
		{keys.Within(4, 1e6), 4, ""},
		{keys.Above(0), 0, "n: 0 is not above 0"},
		{keys.Above(0), math.NaN(), "n: NaN is not above 0"},
		{keys.AtLeast(1), 0, "n: 0 is below the minimum 1"},
		{keys.AtLeast(1), math.NaN(), "n: NaN is not at least 1"},
		{keys.Range{Min: math.Inf(-1), Max: 1}, 2, "n: 2 is above the maximum 1"},
		{keys.Range{Min: 0, Max: 1, AboveMin: true, BelowMax: true}, 1, "n: 1 is not within (0, 1)"},
		{keys.Range{Min: math.Inf(-1), Max: 5, BelowMax: true}, 5, "n: 5 is not below 5"},
		{keys.Range{Min: math.Inf(-1), Max: math.Inf(1), Whole: true}, 1.5, "n: 1.5 is not a whole number"},
		{keys.Range{Min: 2, Max: math.Inf(1), OrZero: true}, 0, ""},
		{keys.Range{Min: 1, Max: 60, Unit: "seconds"}, 90, "n: 90 is not within [1, 60] seconds"},
	} {
		got := ""
		if err := c.r.Check("n", c.v); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.v, c.r, got, c.want)
		}
	}
}

func ExampleUnder() {
	mistakes := errors.Join(
		keys.Within(0, 1).Check("rate", 1.5),
		keys.Above(0).Check("step", -1),
	)
	for _, e := range keys.All(keys.Under("strategy.mutation", mistakes)) {
		fmt.Println(e)
	}
	// Output:
	// strategy.mutation.rate: 1.5 is not within [0, 1]
	// strategy.mutation.step: -1 is not above 0
}

// A word that is much shorter than a known name may still be a misspelled beginning of it.
func TestNearestFindsMisspelledBeginnings(t *testing.T) {
	t.Parallel()
	known := []string{"environment", "exit-codes", "settings", "strategies", "bradley-terry", "bayeselo", "round_robin"}
	for given, want := range map[string]string{
		"stratgy": "strategies", "strategy": "strategies", "braddley": "bradley-terry", "enviro": "environment", "envrio": "environment",
		"rond": "", "exti-code": "exit-codes", "stars": "", "settle": "settings", "battery": "",
	} {
		if got := keys.Nearest(known, given); got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}
