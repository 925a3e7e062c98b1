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

// A probability is never shown as certain.
func TestChance(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]string{
		0: "<1%", 1e-9: "<1%", 0.005: "<1%", 0.0051: "1%", 0.5: "50%", 0.9949: "99%", 0.995: ">99%", 0.9999999: ">99%", 1: ">99%",
	} {
		if got := Chance(p); got != want {
			t.Errorf("%v: %s, want %s", p, got, want)
		}
	}
}

func TestWithError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v, err float64
		want   string
	}{
		{59.4, 12.3, "59 ± 12"},
		{2.2, 1, "2 ± 1"},
		{0.1234, 0.0345, "0.12 ± 0.03"},
		{4.04, 0.6, "4.0 ± 0.6"},
		{0.00004, 0.00001, "0.000 ± 0.000"},
		{1.5, 0, "1.500 ± 0.000"},
	} {
		if got := WithError(c.v, c.err); got != c.want {
			t.Errorf("%v, %v: %q, want %q", c.v, c.err, got, c.want)
		}
	}
}

// Numbers are brief, but have no exponent if a few digits suffice.
func TestBrief(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{137.4: "137", -1000: "-1000", 99.7: "100", 99.2: "99", 46.9: "47", 0.0154: "0.015", 0: "0"} {
		if got := Brief(v); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
}
