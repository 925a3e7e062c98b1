package board

import "testing"

// A position is dead if no sequence of legal moves ends with mate.
func TestDead(t *testing.T) {
	t.Parallel()
	for placement, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3":    true,
		"4k3/8/8/8/8/8/8/4KN2":   true,
		"4k1n1/8/8/8/8/8/8/4K3":  true,
		"4kb2/8/8/8/8/8/8/4K3":   true,
		"4kb2/8/8/8/8/8/8/2B1K3": true,  // f8 and c1 are dark
		"4kb2/8/8/8/8/B7/8/B3K3": true,  // a1, a3 and f8 are dark
		"2b1k3/8/8/8/8/8/8/4KB2": true,  // c8 and f1 are light
		"4kb2/8/8/8/8/8/8/4KB2":  false, // f8 is dark, f1 light
		"4k3/8/8/8/8/8/8/2B1KB2": false,
		"4k3/8/8/8/8/8/8/1N2KN2": false,
		"4kn2/8/8/8/8/8/8/4KN2":  false,
		"4kb2/8/8/8/8/8/8/4KN2":  false,
		"4k3/8/8/8/8/8/8/2B1KN2": false,
		"4k3/4p3/8/8/8/8/8/4K3":  false,
		"4k3/8/8/8/8/8/8/4K2R":   false,
		"3qk3/8/8/8/8/8/8/4K3":   false,
	} {
		p, err := Parse(placement + " w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Dead(); got != want {
			t.Errorf("%s: dead %v, want %v", placement, got, want)
		}
	}
}

func TestParseMoveRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "e2", "e2e", "E2e4", "e2E4", "i2e4", "e0e4", "e2e9", "e2e4k", "e7e8Q", "e7e8qq"} {
		if m, err := ParseMove(text); err == nil {
			t.Errorf("%q is taken as %v", text, m)
		}
	}
}
