package runs

import "testing"

// A duration is stated in the largest unit of which it has at least two.
func TestLongTime(t *testing.T) {
	t.Parallel()
	const hour, day = 3600.0, 24 * 3600.0
	for seconds, want := range map[float64]string{
		1: "a minute", 89: "a minute", 91: "2 minutes", 90 * 60: "90 minutes", 2 * hour: "2 hours", 36 * hour: "36 hours", 2 * day: "2 days", 100 * day: "100 days",
		729 * day: "729 days", 730 * day: "2 years", 3650 * day: "10 years",
	} {
		if got := longTime(seconds); got != want {
			t.Errorf("%v seconds are %s, want %s", seconds, got, want)
		}
	}
}
