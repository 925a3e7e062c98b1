package session_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/session"
)

// In chess the moves before a position count, because positions repeat: a cached search of one game is not
// used for another game with the same position.
func TestCacheKnowsRepetitions(t *testing.T) {
	t.Parallel()
	e, err := chess.New().With(engines.Settings{"random_plies": "0"})
	if err != nil {
		t.Fatal(err)
	}
	values := make(map[bool][]float64)
	for _, shared := range []bool{false, true} {
		cache := mapCache{}
		for _, moves := range [][]string{
			{"g1f3", "g8h6", "b1c3", "h6g8", "c3b1"}, // g8h6 leads to the second position again
			{"b1c3", "g8h6", "c3b1", "h6g8", "g1f3"}, // g8h6 leads to a new position
		} {
			if !shared {
				cache = mapCache{}
			}
			s, err := session.New(e, session.Options{Cache: cache})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				if _, err := s.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			r, err := s.Rate(t.Context(), engines.Agent{Name: "a", Weights: e.Spec().Weights.Default(), Settings: engines.Settings{"depth": "1"}}, session.Limit{})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range r.Rated {
				if m.Move == "g8h6" {
					values[shared] = append(values[shared], *m.Value[1])
				}
			}
		}
	}
	if len(values[false]) != 2 || values[false][0] == values[false][1] {
		t.Fatalf("the repetition does not count: %v", values)
	}
	if values[true][0] != values[false][0] || values[true][1] != values[false][1] {
		t.Errorf("with a cache %v, without %v", values[true], values[false])
	}
}
