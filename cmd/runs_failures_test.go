package cmd

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
)

// Pairings count from 1 in documents, and from 0 in the schedule.
func TestFailuresCountPairingsFromOne(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(newFailureDocuments([]results.Failure{{Round: 2, Pairing: 6, Game: 1}}))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(text); !strings.Contains(got, `"pairing":7,`) || strings.Count(got, `"pairing"`) != 1 || !strings.Contains(got, `"game":1`) {
		t.Error(got)
	}
}
