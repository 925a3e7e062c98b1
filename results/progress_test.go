package results

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
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
	for _, p := range list[1:11] {
		must(t, s.Delete(t.Context(), p.ID))
	}
	list, err = s.Progress(t.Context())
	must(t, err)
	if len(list) != recent+3-10 || list[len(list)-1].ID != old.ID() {
		t.Errorf("%d runs; ten of %d are deleted", len(list), recent+3)
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

// TestGameReferences checks the texts of references and their order.
func TestGameReferences(t *testing.T) {
	t.Parallel()
	order := []string{"0.1.1", "0.1.2", "0.3.1", "1.1.1", "1.2.2", "2.1.1"}
	for i, a := range order {
		g, err := ParseGameRef(a)
		must(t, err)
		if g.String() != a {
			t.Errorf("%s reads back as %s", a, g)
		}
		for k, b := range order {
			h, err := ParseGameRef(b)
			must(t, err)
			if g.before(h) != (i < k) {
				t.Errorf("%s before %s: %v", a, b, g.before(h))
			}
		}
	}
	for _, bad := range []string{"", "1.2", "1.2.3.4", "-1.1.1", "1.0.1", "1.1.0", "x.1.1", "1.x.1", "1.1.x"} {
		if g, err := ParseGameRef(bad); err == nil || g != (GameRef{}) {
			t.Errorf("%q is %v", bad, g)
		}
	}
}

// TestGamesOfRounds selects games of a search with two rounds and a verification.
func TestGamesOfRounds(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 2; n++ {
		round, members := testRound(n, 3, 3) // 0-1, 1-2 and 2-0, won by the first, the second and the first
		round.Results[2].Games[0] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Kind: engines.ForfeitTimeout})
		must(t, run.SaveRound(t.Context(), round, members))
	}
	must(t, run.SaveField(t.Context(), testTournament().Field))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1)}))
	verification := []string{"0.1.1", "0.1.2", "0.1.3", "0.2.1", "0.2.2", "0.2.3"}
	rounds := []string{"1.1.1", "1.2.1", "1.3.1", "2.1.1", "2.2.1", "2.3.1"}
	all := slices.Concat(verification, rounds)
	number := func(n int) *int { return &n }
	for name, test := range map[string]struct {
		of   GameQuery
		want []string
	}{
		"all":                         {GameQuery{}, all},
		"the verification":            {GameQuery{Round: number(0)}, verification},
		"round 2":                     {GameQuery{Round: number(2)}, rounds[3:]},
		"no such round":               {GameQuery{Round: number(3)}, nil},
		"the first":                   {GameQuery{Limit: 1}, all[:1]},
		"as many as there are":        {GameQuery{Limit: 12}, all},
		"after a game of a round":     {GameQuery{After: &GameRef{1, 1, 0}}, rounds[2:]},
		"after the verification":      {GameQuery{After: &GameRef{0, 1, 2}}, rounds},
		"after a game within":         {GameQuery{After: &GameRef{0, 0, 1}, Limit: 3}, all[2:5]},
		"forfeits":                    {GameQuery{Forfeits: true}, []string{"0.1.3", "0.2.3", "1.3.1", "2.3.1"}},
		"forfeits of round 2":         {GameQuery{Forfeits: true, Round: number(2)}, rounds[5:]},
		"an agent of round 1":         {GameQuery{Agent: "g1000"}, []string{"1.1.1", "1.3.1"}},
		"won by the first seat":       {GameQuery{Outcome: Won, Round: number(1)}, []string{"1.1.1", "1.3.1"}},
		"lost by the first seat":      {GameQuery{Outcome: Lost, Round: number(1)}, []string{"1.2.1"}},
		"won by an agent":             {GameQuery{Agent: "g1000", Outcome: Won}, []string{"1.1.1"}},
		"lost by an agent":            {GameQuery{Agent: "g1000", Outcome: Lost}, []string{"1.3.1"}},
		"drawn, of three":             {GameQuery{Agent: "b", Outcome: Drawn, Limit: 2}, []string{"0.1.2", "0.1.3"}}, // in the latter it shares the first place
		"an agent that never plays":   {GameQuery{Agent: "none"}, nil},
		"an outcome that never comes": {GameQuery{Agent: "g1000", Outcome: Drawn}, nil},
	} {
		list, err := s.Games(t.Context(), run.ID(), test.of)
		must(t, err)
		var got []string
		for _, g := range list {
			got = append(got, g.String())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	games, err := s.Games(t.Context(), run.ID(), GameQuery{After: &GameRef{0, 0, 1}, Limit: 2})
	must(t, err)
	// The third game of c, a and b is turned by two seats, and seat 1 forfeits.
	if g := games[0]; !slices.Equal(g.Agents, []string{"b", "c", "a"}) || g.Seed != ^uint64(0) || g.Record.Forfeit == nil || g.Record.Forfeit.Seat != 1 {
		t.Errorf("%+v", g)
	}
	// Rounds and pairings before the page are not read.
	_, err = s.write.conn.ExecContext(t.Context(), "UPDATE played SET pairings = '[' WHERE generation = 1; UPDATE journal SET places = '[' WHERE number = 0")
	must(t, err)
	for _, after := range []GameRef{{2, 0, 0}, {2, 1, 0}} {
		if list, err := s.Games(t.Context(), run.ID(), GameQuery{After: &after}); err != nil || len(list) != 2-after.Pairing {
			t.Errorf("after %s: %d games, %v", after, len(list), err)
		}
	}
	if list, err := s.Games(t.Context(), run.ID(), GameQuery{After: &GameRef{0, 1, 0}, Limit: 2}); err != nil || len(list) != 2 {
		t.Errorf("after the damaged pairing: %d games, %v", len(list), err)
	}
	if _, err := s.Games(t.Context(), run.ID(), GameQuery{After: &GameRef{0, 0, 0}}); err == nil {
		t.Error("a damaged pairing was read")
	}
}

func TestForfeitCounts(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 2; n++ {
		round, members := testRound(n, 3, 3)
		round.Results[2].Games[0] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Kind: engines.ForfeitTimeout})
		must(t, run.SaveRound(t.Context(), round, members))
	}
	must(t, run.SaveField(t.Context(), testTournament().Field))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1)}))
	if counts, err := s.ForfeitCounts(t.Context(), run.ID()); err != nil || counts["timeout"] != 2 || counts["error"] != 2 {
		t.Errorf("%v, %v", counts, err)
	}
}

// Outcomes of a table: the winner has the first place alone.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		of   engines.Outcome
		want []string
	}{
		{engines.Places(1, 2, 3), []string{Won, Lost, Lost}},
		{engines.Places(1, 1, 3), []string{Drawn, Drawn, Lost}},
		{engines.Draw(2), []string{Drawn, Drawn}},
		{engines.Places(2, 1), []string{Lost, Won}},
	} {
		for seat, want := range test.want {
			if got := outcomeOf(test.of, seat); got != want {
				t.Errorf("%v, seat %d: %s, want %s", test.of, seat, got, want)
			}
		}
	}
}

// TestTrialsOfUnequalPairings weighs the pairings of an agent by their games. Agents without weights
// and agents that have not played are no trials.
func TestTrialsOfUnequalPairings(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, _ := testRound(1, 4, 0)
	round.Batch.Field[1].Weights = nil
	round.Results = []tournament.Result{
		{Index: 0, Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}, {Outcome: engines.Winner(2, 1)}}},
		{Index: 1, Pairing: tournament.Pairing{Agents: []int{2, 0}, Games: 1}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}},
		{Index: 2, Pairing: tournament.Pairing{Agents: []int{0, 4}, Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(2)}}}, // 4 is not in the list
	}
	must(t, run.SaveRound(t.Context(), round, nil))
	got, err := s.Trials(t.Context(), run.ID(), 1, 1, 0)
	must(t, err)
	// Agent 0 wins both games of the first pairing, because the seats are turned, loses one, draws one.
	want := []Trial{{1, round.Batch.Field[0].Weights, 2.5 / 4, 4}, {1, round.Batch.Field[2].Weights, 1, 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A selection of trials is spread evenly and begins with the first.
func TestSpreadTrials(t *testing.T) {
	t.Parallel()
	list := make([]Trial, 10)
	for i := range list {
		list[i].Round = i
	}
	for limit, want := range map[int][]int{
		-1: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 11: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
		1: {0}, 2: {0, 5}, 3: {0, 3, 6}, 9: {0, 1, 2, 3, 4, 5, 6, 7, 8},
	} {
		var got []int
		for _, trial := range spread(list, limit) {
			got = append(got, trial.Round)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d of 10: %v, want %v", limit, got, want)
		}
	}
}

// Counts of a run are added one by one.
func TestSumOfCounts(t *testing.T) {
	t.Parallel()
	got := counts{1, 2, 3, 4, 5, 6}.plus(counts{10, 20, 30, 40, 50, 60})
	if want := (counts{11, 22, 33, 44, 55, 66}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
