package runs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// revised is track with rules of another version.
type revised struct {
	track
	version string
}

func (e revised) Spec() engines.Spec {
	s := e.track.Spec()
	s.Version = e.version
	return s
}

func (e revised) With(s engines.Settings) (engines.Engine, error) {
	with, err := e.track.With(s)
	if err != nil {
		return nil, err
	}
	return revised{with.(track), e.version}, nil
}

// A run states that it was played by other rules where it is resumed and replayed, and where its weights
// are exported.
func TestARunOfOtherRules(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	games := 200
	if _, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "search"}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: db, Name: "cup"}, nil); err != nil {
		t.Fatal(err)
	}
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	for version, want := range map[string]string{
		"1": "",
		"2": "was begun with version 1 of the rules of track, and this program has version 2",
		"":  "was begun with version 1 of the rules of track, and this program has no version of them",
	} {
		c := only(revised{newTrack(), version})
		states := func(what, text string) {
			if want == "" && strings.Contains(text, "rules") || !strings.Contains(text, want) {
				t.Errorf("version %q, %s: %q, want %q", version, what, text, want)
			}
		}
		_, at, err := runs.FindGame(t.Context(), store, "cup", 3)
		if err != nil {
			t.Fatal(err)
		}
		r, err := runs.Replay(t.Context(), c, "", store, "cup", at)
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		states("replay", r.Rules)
		rec, err := runs.Record(t.Context(), db, "cup")
		if err != nil || rec.Rules != "1" {
			t.Fatalf("the store has the version %q: %v", rec.Rules, err)
		}
		states("export", c.RulesChanged(rec.Summary))
		var notes []string
		events := tuning.Events{Warning: func(text string) { notes = append(notes, text) }}
		games += 100
		if _, err := c.Tune(t.Context(), runs.Options{Store: db, Resume: "search", Set: []string{fmt.Sprint("budget.games=", games)}, Events: events}, nil); err != nil {
			t.Fatal(err)
		}
		states("resume", strings.Join(notes, "\n"))
	}
}
