package tournament

import (
	"encoding/json"
	"testing"

	"github.com/lanista/lanista/engines"
)

// A kind of forfeit has one name, in texts and in JSON.
func TestForfeitKinds(t *testing.T) {
	var counts ForfeitCounts
	if counts.String() != "" || counts.Games() != 0 {
		t.Errorf("the zero counts: %q, %d games", counts, counts.Games())
	}
	for k, name := range []string{"error", "illegal", "timeout", "panic", "malformed", "stalled", "crashed"} {
		kind := engines.ForfeitKind(k)
		text, err := json.Marshal(kind)
		if err != nil || string(text) != `"`+name+`"` || kind.String() != name {
			t.Errorf("kind %d: %q in texts, %s in JSON, %v", k, kind, text, err)
		}
		var read engines.ForfeitKind
		if err := json.Unmarshal(text, &read); err != nil || read != kind {
			t.Errorf("%s is read as %v, %v", text, read, err)
		}
	}
	counts.Add(engines.ForfeitCrashed)
	for range 3 {
		counts.Add(engines.ForfeitTimeout)
	}
	text, err := json.Marshal(counts)
	if counts.String() != "timeout 3, crashed 1" || counts.Games() != 4 || err != nil || string(text) != `{"crashed":1,"timeout":3}` {
		t.Errorf("%q, %d games, %s, %v", counts, counts.Games(), text, err)
	}
}
