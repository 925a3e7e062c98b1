package results

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Stores have answers whose checkpoints stand under the key strength.
func TestCheckpointsOfEarlierStores(t *testing.T) {
	t.Parallel()
	const stored = `{"name":"x","fitness":0.5,"games":9,"rating":{"elo":40,"interval":[20,60],"games":60,"against":"default"},
		"strength":[{"generation":4,"games":1800,"rating":30,"interval":[10,null],"played":80}]}`
	a, err := readAnswer([]byte(stored), newest, 1)
	must(t, err)
	if len(a.Checkpoints) != 1 {
		t.Fatalf("%+v", a.Checkpoints)
	}
	got := a.Checkpoints[0]
	if got.Round != 4 || got.Games != 1800 || got.Rating != 30 || got.Interval.Low != 10 || got.Against != "default" || got.Played != 80 {
		t.Errorf("%+v", got)
	}
	text, err := json.Marshal(a)
	must(t, err)
	var again Answer
	must(t, json.Unmarshal(text, &again))
	if diff := cmp.Diff(a, again); diff != "" {
		t.Error(diff)
	}
}
