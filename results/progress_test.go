package results

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

func TestProgressTellsOfRunsThatRunAndOfTheNewest(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	old := testRun(t, s, testInfo())
	for range recent + 2 {
		must(t, testRun(t, s, testInfo()).Close())
	}
	round, members := testRound(1, 6, 4)
	must(t, old.SaveRound(t.Context(), round, members))
	list, err := s.Progress(t.Context())
	must(t, err)
	if len(list) != recent+1 || list[0].Status != Interrupted {
		t.Fatalf("%d runs, the first %+v", len(list), list[0])
	}
	last := list[recent]
	if last.ID != old.ID() || last.Status != Running || last.Rounds != 1 || last.Games != 4 || last.Elapsed != round.Elapsed {
		t.Errorf("%+v", last)
	}
	must(t, old.Finish(t.Context(), Result{}))
	list, err = s.Progress(t.Context())
	must(t, err)
	if len(list) != recent || slices.ContainsFunc(list, func(p Progress) bool { return p.ID == old.ID() }) {
		t.Errorf("%d runs; the old one has ended", len(list))
	}
}

func TestTrialsAreMembersOrThoseWhoPlayed(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for number := 1; number <= 3; number++ {
		round, members := testRound(number, 6, 4)
		if number == 3 {
			members = nil // a strategy without a population
		}
		must(t, run.SaveRound(t.Context(), round, members))
	}
	all, err := s.Trials(t.Context(), run.ID(), 1, 3, 0)
	must(t, err)
	var members []tuning.Member
	members, err = s.Population(t.Context(), run.ID(), 2)
	must(t, err)
	if len(all) != 6+6+5 || all[6].Round != 2 || all[6].Score != members[0].Fitness || all[6].Games != 9 {
		t.Fatalf("%d trials, %+v", len(all), all[6])
	}
	// The pairings are 0-1, 1-2, 2-3 and 3-4, won by the first and the second in turn.
	for i, want := range []Trial{{Score: 1, Games: 1}, {Score: 0, Games: 2}, {Score: 1, Games: 2}, {Score: 0, Games: 2}, {Score: 1, Games: 1}} {
		if got := all[12+i]; got.Round != 3 || got.Games != want.Games || got.Score != want.Score || len(got.Weights) != len(testSpace) {
			t.Errorf("%d: %+v", i, got)
		}
	}
	few, err := s.Trials(t.Context(), run.ID(), 1, 3, 5)
	must(t, err)
	if len(few) != 5 || few[0].Round != 1 || few[4].Round != 3 {
		t.Errorf("%+v", few)
	}
}

func TestGamesAreListedInPages(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1), testPairing(2)}))
	all, err := s.Games(t.Context(), run.ID(), GameQuery{})
	must(t, err)
	var paged []PlayedGame
	for q := (GameQuery{Limit: 2}); ; {
		page, err := s.Games(t.Context(), run.ID(), q)
		must(t, err)
		paged = append(paged, page...)
		if len(page) < 2 {
			break
		}
		q.After = &page[1].GameRef
	}
	if len(all) != 9 || len(paged) != 9 {
		t.Fatalf("%d games, %d in pages", len(all), len(paged))
	}
	for i := range all {
		if all[i].GameRef != paged[i].GameRef {
			t.Errorf("%v is not %v", paged[i].GameRef, all[i].GameRef)
		}
		back, err := ParseGameRef(all[i].String())
		if err != nil || back != all[i].GameRef {
			t.Errorf("%v reads back as %v, %v", all[i].GameRef, back, err)
		}
	}
	if _, err := ParseGameRef("1.2"); err == nil {
		t.Error("1.2 names a game")
	}
	count := func(q GameQuery) int {
		list, err := s.Games(t.Context(), run.ID(), q)
		must(t, err)
		return len(list)
	}
	one := 1
	won, drawn, lost := count(GameQuery{Agent: "c", Outcome: Won}), count(GameQuery{Agent: "c", Outcome: Drawn}), count(GameQuery{Agent: "c", Outcome: Lost})
	if won+drawn+lost != 9 || won == 0 || count(GameQuery{Agent: "nobody"}) != 0 || count(GameQuery{Round: &one}) != 0 {
		t.Errorf("%d won, %d drawn, %d lost", won, drawn, lost)
	}
	if first := count(GameQuery{Outcome: Won}) + count(GameQuery{Outcome: Drawn}) + count(GameQuery{Outcome: Lost}); first != 9 {
		t.Errorf("the first seat has %d results", first)
	}
	if n := count(GameQuery{Forfeits: true}); n == 0 || n == 9 {
		t.Errorf("%d games were forfeited", n)
	}
}
