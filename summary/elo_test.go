package summary

import "testing"

// A difference that rounds to nothing has no sign to mislead anybody.
func TestEloHasNoMinusZero(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		elo(-0.4):               "+0",
		elo(-0.6):               "-1",
		eloInterval(-0.2, 52.6): "[+0, +53]",
		eloTenths(-0.04):        "+0.0",
		eloTenths(-12.34):       "-12.3",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
