package cmd

import (
	"testing"

	"github.com/lanista/lanista/rating"
)

// No share and no probability is rounded to none or all.
func TestSharesAreNotRoundedToCertainty(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		n, of int64
		want  string
	}{
		{0, 10, "0.0%"},
		{10, 10, "100.0%"},
		{1, 4, "25.0%"},
		{1, 100_000, "<0.1%"},
		{1, 2000, "0.1%"},
		{99_999, 100_000, ">99.9%"},
		{999, 1000, "99.9%"},
	} {
		if got := formatPointShare(test.n, test.of); got != test.want {
			t.Errorf("%d of %d: %q, want %q", test.n, test.of, got, test.want)
		}
	}
	for los, want := range map[rating.Float]string{0.999: "more than 99%", 0.0004: "less than 1%", 0.5: "50%", 0.98: "98%"} {
		if got := likely(los); got != "; stronger with a probability of "+want {
			t.Errorf("%v: %q", los, got)
		}
	}
}
