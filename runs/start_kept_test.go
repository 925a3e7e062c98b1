package runs_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tuning"
)

// worse is a search whose procedure prescribes a result that is often worse than its
// start: the luckiest of four random vectors.
const worse = `engine:
  name: risk
  settings: {size: 4, depth: 1}
  weights: {territories: {start: 6.5}, units: {start: 7.5}, defence: {start: 2.9}, density: {start: 3.2}}
strategy: {name: genetic, population: 4, generations: 1, fixed_result: true, result: fittest}
budget: {games: 12}
verification: {games: 240, opponents: [start, random]}
`

// rejected runs searches until one is worse than its start.
func rejected(t *testing.T, db string, set ...string) runs.TuneResult {
	t.Helper()
	for _, seed := range []string{"2", "1", "3", "4", "5", "6", "7", "8", "9"} {
		r, err := both().Tune(t.Context(), runs.Options{Text: worse, Set: append([]string{"seed=" + seed}, set...), Store: db}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Record.Result.Refused != nil {
			return r
		}
	}
	t.Fatal("no search was worse than its start")
	return runs.TuneResult{}
}

// A result that a small verification does not compare with the start weights has no rating against
// them, and neither the run nor its stored record states that it plays like them.
func TestSmallVerificationIsNotAComparison(t *testing.T) {
	t.Parallel()
	const doubt = "the result was not compared with the start weights"
	for opponents, verdict := range map[string]string{
		"[]":       "not compared with the start weights, because no game against it was played",
		"[random]": "than random",
	} {
		o := runs.Options{Text: onTrack, Set: []string{"verification.games=2", "verification.opponents=" + opponents}, Store: inStore(t)}
		r, err := both().Tune(t.Context(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := runs.Record(t.Context(), o.Store, r.Record.ID)
		if err != nil {
			t.Fatal(err)
		}
		stored := documents.Record(rec)
		for _, got := range []struct {
			text    string
			caveats []string
		}{{r.Record.Verdict().Text, r.Caveats}, {stored.Verdict.Text, stored.Caveats}} {
			if !strings.Contains(got.text, verdict) {
				t.Errorf("%s: %s, want %s", opponents, got.text, verdict)
			}
			if len(got.caveats) != 1 || !strings.HasPrefix(got.caveats[0], doubt) {
				t.Errorf("%s: caveats %v", opponents, got.caveats)
			}
		}
	}
}

// A prescribed result that is worse than the start is not handed out: the run exports the
// start, and the refused weights by their name alone.
func TestPrescribedResultIsRefused(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	r := rejected(t, db)
	if !r.Record.Verdict().KeptStart || r.Record.Verdict().Better || !strings.HasPrefix(r.Record.Verdict().Text, "nothing better found, the start was kept (the search's candidate: -") {
		t.Errorf("%+v", r.Record.Verdict())
	}
	if !slices.Equal(r.Verification.Result.Weights, []float64{6.5, 7.5, 2.9, 3.2}) || r.Record.Verdict().Rating != 0 || r.Record.Verdict().Games != 0 || len(r.Record.Result.AgainstItself) != 0 {
		t.Errorf("%+v, %+v", r.Verification.Result, r.Record.Verdict())
	}
	rec, err := runs.Record(t.Context(), db, r.Record.ID)
	if err != nil || !rec.Result.KeptStart || *rec.Verdict() != *r.Record.Verdict() || len(rec.Result.Refused.Standings) != 2 || len(rec.Result.Standings) != 1 {
		t.Fatalf("%+v, %v", rec.Result, err)
	}
	if list := documents.Record(rec); list.Refused == nil || len(list.Candidates) != 3 || list.History[0].Best == nil {
		t.Errorf("%+v", list)
	}
	spec := risk.New().Spec()
	doc, err := runs.Document(rec, spec)
	if err != nil || doc.Weights[0].Value != 6.5 || doc.Weights[3].Value != 3.2 || doc.Candidate != "" {
		t.Errorf("%+v, %v", doc, err)
	}
	for _, name := range []string{"candidate", r.Record.Result.Refused.Name, strings.ToUpper(r.Record.Result.Refused.Name)} {
		doc, err = runs.CandidateDocument(rec, spec, name)
		if err != nil || doc.Candidate != r.Record.Result.Refused.Name || doc.Weights[0].Value != r.Record.Result.Refused.Weights[0] || doc.Rating != nil || doc.Verdict != nil {
			t.Errorf("%s: %+v, %v", name, doc, err)
		}
	}
	if doc, err = runs.CandidateDocument(rec, spec, "start"); err != nil || doc.Candidate != tuning.StartName {
		t.Errorf("%+v, %v", doc, err)
	}
	if _, err = runs.CandidateDocument(rec, spec, "foo"); err == nil || !strings.Contains(err.Error(), `it has "the fittest genome", "the average of the parents", "the start weights"`) {
		t.Error(err)
	}
	if doc, err = runs.RoundDocument(rec, spec, 1); err != nil || doc.Round != 1 || doc.Weights[0].Value != rec.Generations[0].Best.Weights[0] || doc.Settings == nil != (rec.Result.Settings == nil) {
		t.Errorf("%+v, %v", doc, err)
	}
	if _, err = runs.RoundDocument(rec, spec, 2); err == nil || !strings.HasSuffix(err.Error(), "has no round 2; its rounds are 1 to 1") {
		t.Error(err)
	}
}

// The last checkpoint of a search that kept its start does not measure the start: a candidate that
// lost the playoff has not met the opponents.
func TestCheckpointsOfAStartThatIsKept(t *testing.T) {
	t.Parallel()
	text := `engine:
  name: risk
  settings: {size: 6, depth: 1}
  weights: {territories: {start: 8.7}, units: {start: 0.4}, defence: {start: 3.7}, density: {start: 0.2}}
strategy: {name: genetic, population: 4, generations: 3, result: fittest}
budget: {games: 36}
verification: {games: 1000, opponents: [random]}
`
	for _, seed := range []string{"2", "1", "3", "4", "5", "6", "7", "8", "9"} {
		r, err := both().Tune(t.Context(), runs.Options{Text: text, Set: []string{"seed=" + seed}, Store: inStore(t)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Record.Result.Refused == nil || r.Record.Result.Refused.Standings != nil {
			continue
		}
		if len(r.Record.Result.Checkpoints) == 0 {
			t.Fatal("the search has no checkpoints")
		}
		for _, c := range r.Record.Result.Checkpoints {
			if c.Played != r.Record.Result.Checkpoints[0].Played || c.Round == r.Record.Rounds {
				t.Errorf("%+v of %d rounds; the verification played %+v", c, r.Record.Rounds, r.Verification.Matches)
			}
		}
		return
	}
	t.Fatal("no candidate lost the playoff")
}

// Where no opponent plays like the start, the start is one more opponent. If it is kept,
// its rating against the others is not known.
func TestStartThatNoOpponentPlaysLike(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	r := rejected(t, db, "verification.opponents=[random]")
	if r.Record.Verdict().Rating.Known() || r.Record.Verdict().Against != "random" || !strings.HasPrefix(r.Record.Verdict().Text, "nothing better found, the start was kept (the search's candidate: ") {
		t.Errorf("%+v", r.Record.Verdict())
	}
	if n := len(r.Record.Result.Refused.Standings); n != 2 || r.Record.Result.Refused.Standings[1].Agent != tuning.StartName || r.Verification.Games != 240 {
		t.Errorf("%+v", r.Record.Result.Refused)
	}
}

// The result is measured against the best of the search at a quarter and at half of it,
// the same however many workers play.
func TestResultAgainstItself(t *testing.T) {
	t.Parallel()
	config := "engine: {name: track}\nstrategy: {name: de}\nbudget: {games: 400}\nverification: {games: 200, opponents: [default]}\nseed: 3\n"
	var first []results.SelfMatch
	for _, workers := range []int{1, 3} {
		db := inStore(t)
		r, err := both().Tune(t.Context(), runs.Options{Text: config, Store: db, Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		list := r.Record.Result.AgainstItself
		if len(list) != 2 || list[0].Share != 0.25 || list[1].Share != 0.5 || list[0].Round > list[1].Round {
			t.Fatalf("%+v", list)
		}
		total, reached := 0, 0
		for _, g := range r.Record.Generations {
			if total += g.Games; reached < 2 && float64(total) >= list[reached].Share*float64(r.Record.Games) {
				if list[reached].Round != g.Number {
					t.Errorf("%v of the games are reached in round %d, measured in round %d", list[reached].Share, g.Number, list[reached].Round)
				}
				reached++
			}
		}
		for _, m := range list {
			if m.Games != 0 && (m.Games != 20 || !m.Rating.Known()) {
				t.Errorf("%+v", m)
			}
		}
		rec, err := runs.Record(t.Context(), db, "last")
		if err != nil || !slices.Equal(rec.Result.AgainstItself, list) || first != nil && !slices.Equal(first, list) {
			t.Errorf("%+v, %+v, %v", rec.Result.AgainstItself, list, err)
		}
		first = list
	}
}
