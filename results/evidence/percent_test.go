package evidence

import "testing"

func TestPercent(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{-0.01: "0.0%", 0.04: "0.0%", -0.06: "-0.1%", 62.95: "63.0%", 100: "100.0%"} {
		if got := Percent(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
