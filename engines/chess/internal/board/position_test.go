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

func TestParseMove(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a1h8", "h8a1", "e7e8q", "e7e8r", "e7e8b", "e7e8n"} {
		if m, err := ParseMove(text); err != nil || m.String() != text {
			t.Errorf("%s is read as %v, %v", text, m, err)
		}
	}
	for _, text := range []string{"", "e2", "e2e", "E2e4", "e2E4", "i2e4", "e0e4", "e2e9", "e2e4k", "e7e8Q", "e7e8qq"} {
		if m, err := ParseMove(text); err == nil {
			t.Errorf("%q is taken as %v", text, m)
		}
	}
}

// Positions with the same pieces have different keys if the side to move, a right to castle or a possible
// capture en passant differs, so that they are not repetitions of each other.
func TestKeys(t *testing.T) {
	t.Parallel()
	keys := make(map[uint64]string)
	for _, fen := range []string{
		"r3k3/8/8/2pPp3/8/8/8/4K2R w - - 0 2", "r3k3/8/8/2pPp3/8/8/8/4K2R b - - 0 2", "r3k3/8/8/2pPp3/8/8/8/4K2R w K - 0 2",
		"r3k3/8/8/2pPp3/8/8/8/4K2R w q - 0 2", "r3k3/8/8/2pPp3/8/8/8/4K2R w Kq - 0 2", "r3k3/8/8/2pPp3/8/8/8/4K2R w - c6 0 2",
		"r3k3/8/8/2pPp3/8/8/8/4K2R w - e6 0 2",
	} {
		p, err := Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := keys[p.Key]; ok {
			t.Errorf("%s and %s have the same key", fen, other)
		}
		keys[p.Key] = fen
	}
}
