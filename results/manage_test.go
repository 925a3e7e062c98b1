package results

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

func TestTagsAndNotes(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo()) // it is being written all the time
	must(t, s.Tag(t.Context(), "last", "paper", "best"))
	must(t, s.Tag(t.Context(), run.ID(), "best", "über"))
	must(t, s.Note(t.Context(), "last", "before"))
	must(t, s.Note(t.Context(), "last", "two\nlines"))
	must(t, s.Untag(t.Context(), "last", "paper"))
	for _, tag := range []string{"", "two words", "a,b", "a\x00"} {
		if err := s.Tag(t.Context(), "last", tag); err == nil {
			t.Errorf("%q is a tag", tag)
		}
	}
	if err := s.Untag(t.Context(), "last", "best", "paper"); err == nil || !strings.Contains(err.Error(), run.ID()+`: the run has no tag "paper"`) {
		t.Errorf("%v", err)
	}
	for _, err := range []error{s.Tag(t.Context(), "nobody", "a"), s.Note(t.Context(), "nobody", ""), s.Rename(t.Context(), "nobody", ""), s.Delete(t.Context(), "nobody")} {
		if !errors.Is(err, ErrUnknownRun) {
			t.Errorf("a run that there is not: %v", err)
		}
	}
	rec, err := s.Get(t.Context(), "last")
	must(t, err)
	if !slices.Equal(rec.Tags, []string{"best", "über"}) || rec.Note != "two\nlines" {
		t.Errorf("%q, %q", rec.Tags, rec.Note)
	}
	round, members := testRound(1, 3, 3)
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.Finish(t.Context(), Result{Weights: members[0].Weights}))
	list, err := s.Runs(t.Context())
	must(t, err)
	if !slices.Equal(list[0].Tags, rec.Tags) || list[0].Note != rec.Note || list[0].Status != Finished {
		t.Errorf("%+v", list[0])
	}
}

// Labels differ after a change of a run's name, note or tags, and after nothing else.
func TestLabels(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	first, second := testRun(t, s, testInfo()), testRun(t, s, testInfo())
	last, err := s.Labels(t.Context())
	must(t, err)
	for _, c := range []struct {
		name   string
		change func() error
		differ bool
	}{
		{"name", func() error { return s.Rename(t.Context(), first.ID(), "day") }, true},
		{"note", func() error { return s.Note(t.Context(), first.ID(), "text") }, true},
		{"tag", func() error { return s.Tag(t.Context(), first.ID(), "a", "b") }, true},
		{"a tag less", func() error { return s.Untag(t.Context(), first.ID(), "a") }, true},
		{"name and note exchanged", func() error {
			return errors.Join(s.Rename(t.Context(), first.ID(), "text"), s.Note(t.Context(), first.ID(), "day"))
		}, true},
		{"round", func() error {
			round, members := testRound(1, 3, 3)
			return first.SaveRound(t.Context(), round, members)
		}, false},
	} {
		must(t, c.change())
		labels, err := s.Labels(t.Context())
		must(t, err)
		if (labels[first.ID()] != last[first.ID()]) != c.differ || labels[second.ID()] != last[second.ID()] || len(labels) != 2 {
			t.Errorf("%s: %v after %v", c.name, labels, last)
		}
		if info, err := s.Info(t.Context(), first.ID()); err != nil || info.Labels() != labels[first.ID()] {
			t.Errorf("%s: %v, %v of one run, %v of all", c.name, info.Labels(), err, labels)
		}
		last = labels
	}
	must(t, second.Close())
	must(t, s.Delete(t.Context(), second.ID()))
	if labels, err := s.Labels(t.Context()); err != nil || len(labels) != 1 {
		t.Errorf("%v, %v after a deletion", labels, err)
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	first := testRun(t, s, testInfo())
	info := testInfo()
	info.Name = "night"
	second := testRun(t, s, info)
	must(t, s.Rename(t.Context(), first.ID(), "day"))
	if id, err := s.Resolve(t.Context(), "day"); err != nil || id != first.ID() {
		t.Errorf("%s, %v", id, err)
	}
	must(t, s.Rename(t.Context(), "day", "day")) // its own
	for _, name := range []string{"night", second.ID()} {
		if err := s.Rename(t.Context(), "day", name); err == nil || !strings.Contains(err.Error(), "is the name of run "+second.ID()) {
			t.Errorf("%v", err)
		}
	}
	if _, err := s.Begin(t.Context(), info); !errors.Is(err, ErrNameTaken) {
		t.Errorf("two runs of one name: %v", err)
	}
	info.Name = "day"
	if _, err := s.Begin(t.Context(), info); !errors.Is(err, ErrNameTaken) {
		t.Errorf("the name of the first run: %v", err)
	}
	for _, name := range []string{"last", " day", "a\nb", "\x1b[31mred", "\u202eback", strings.Repeat("x", 101)} {
		if err := s.Rename(t.Context(), "day", name); err == nil || !strings.Contains(err.Error(), "a run cannot be named") {
			t.Errorf("%.40q: %v", name, err)
		}
		bad := testInfo()
		bad.Name = name
		if _, err := s.Begin(t.Context(), bad); err == nil || !strings.Contains(err.Error(), "a run cannot be named") {
			t.Errorf("%.40q: %v", name, err)
		}
	}
	must(t, s.Rename(t.Context(), "day", "Tag f\u00fcr Tag \u65e5"))
	must(t, s.Rename(t.Context(), "Tag f\u00fcr Tag \u65e5", "day"))
	must(t, s.Rename(t.Context(), "day", ""))
	must(t, s.Rename(t.Context(), "night", ""))
	if _, err := s.Resolve(t.Context(), "day"); !errors.Is(err, ErrUnknownRun) {
		t.Errorf("%v", err)
	}
}

// A run that is deleted between the transactions of a call is an unknown run, not a damaged one.
func TestRunIsDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Close())
	key, err := s.resolve(t.Context(), run.ID())
	must(t, err)
	must(t, s.Delete(t.Context(), run.ID()))
	if _, err := get(t.Context(), s.read, key); !errors.Is(err, ErrUnknownRun) || errors.Is(err, ErrDamaged) {
		t.Errorf("read: %v", err)
	}
	other, err := Open(s.Path())
	must(t, err)
	defer func() { must(t, other.Close()) }()
	ended := make(chan struct{})
	next := make(chan string)
	go func() {
		defer close(ended)
		for id := range next {
			for call, err := range map[string]error{
				"tag": other.Tag(t.Context(), id, "x"), "note": other.Note(t.Context(), id, "x"),
				"resume": func() error { _, _, err := other.Resume(t.Context(), id, "y"); return err }(),
			} {
				if err != nil && !errors.Is(err, ErrUnknownRun) && !errors.Is(err, ErrOtherConfig) {
					t.Errorf("%s: %v", call, err)
				}
			}
		}
	}()
	for range 20 {
		run := testRun(t, s, testInfo())
		must(t, run.Close())
		next <- run.ID()
		must(t, s.Delete(t.Context(), run.ID()))
	}
	close(next)
	<-ended
}

func TestDelete(t *testing.T) {
	t.Parallel()
	s, search, lattice := richStore(t)
	rest, err := s.Get(t.Context(), lattice)
	must(t, err)
	alive := testRun(t, s, testTournament())
	if err := s.Delete(t.Context(), alive.ID()); !errors.Is(err, ErrInUse) {
		t.Errorf("a run that is being written: %v", err)
	}
	must(t, alive.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
	must(t, alive.Close())
	for _, id := range []string{search, alive.ID()} {
		must(t, s.Delete(t.Context(), id))
		if _, err := s.Get(t.Context(), id); !errors.Is(err, ErrUnknownRun) {
			t.Errorf("%s: %v", id, err)
		}
	}
	tables, err := column[string](t.Context(), s.read, "SELECT name FROM sqlite_schema WHERE type = 'table'")
	must(t, err)
	for _, table := range tables {
		of := "run"
		if table == "run" {
			of = "key"
		}
		rows, err := column[int64](t.Context(), s.read, "SELECT "+of+" FROM "+table+" WHERE "+of+" <> ?", rest.key)
		must(t, err)
		if len(rows) > 0 {
			t.Errorf("%s keeps %d rows", table, len(rows))
		}
	}
	list, err := s.Runs(t.Context())
	if err != nil || len(list) != 1 || list[0].ID != lattice {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	ids := make([]string, 6) // oldest first
	for i := range ids {
		info := testInfo()
		if i%2 == 1 {
			info = testTournament()
			info.Name = "Cup é " + string(rune('a'+i))
		}
		run := testRun(t, s, info)
		ids[i] = run.ID()
		switch i {
		case 1:
			must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
		case 4:
			round, members := testRound(1, 10, 20)
			must(t, run.SaveRound(t.Context(), round, members))
		}
		switch {
		case i == 5:
		case i < 3:
			must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default()}))
		default:
			must(t, run.Close())
		}
	}
	must(t, s.Tag(t.Context(), ids[0], "good"))
	must(t, s.Tag(t.Context(), ids[1], "good", "bad"))
	must(t, s.Note(t.Context(), ids[4], "Cups are not searches, ÜBERALL"))
	for name, c := range map[string]struct {
		q    Query
		want []int
	}{
		"all":              {Query{}, []int{5, 4, 3, 2, 1, 0}},
		"kind":             {Query{Kind: Tournament}, []int{5, 3, 1}},
		"engine":           {Query{Engine: "risk"}, []int{4, 2, 0}},
		"strategy":         {Query{Strategy: "genetic", Limit: 2}, []int{4, 2}},
		"running":          {Query{Status: Running}, []int{5}},
		"interrupted":      {Query{Status: Interrupted, Limit: 1}, []int{4}},
		"finished":         {Query{Status: Finished}, []int{2, 1, 0}},
		"older, finished":  {Query{Status: Finished, After: ids[2], Limit: 1}, []int{1}},
		"nobody's status":  {Query{Status: "x"}, nil},
		"tag":              {Query{Tag: "good"}, []int{1, 0}},
		"tag and kind":     {Query{Tag: "good", Kind: Evolve}, []int{0}},
		"text":             {Query{Text: "cup"}, []int{5, 4, 3, 1}},
		"other letters":    {Query{Text: "P É D"}, []int{3}},
		"small in a note":  {Query{Text: "überall"}, []int{4}},
		"wild cards":       {Query{Text: "%"}, nil},
		"the next page":    {Query{After: ids[3], Limit: 2}, []int{2, 1}},
		"the last page":    {Query{After: ids[0]}, nil},
		"oldest":           {Query{Sort: Oldest}, []int{0, 1, 2, 3, 4, 5}},
		"then newer":       {Query{Sort: Oldest, After: ids[2], Limit: 2}, []int{3, 4}},
		"most games":       {Query{Sort: MostGames}, []int{4, 1, 5, 3, 2, 0}},
		"then fewer":       {Query{Sort: MostGames, After: ids[1], Limit: 2}, []int{5, 3}},
		"fewer, of a kind": {Query{Kind: Evolve, Sort: MostGames, After: ids[4]}, []int{2, 0}},
		"older, of a kind": {Query{Kind: Tournament, After: ids[3]}, []int{1}},
		"nobody's kind":    {Query{Kind: Grid}, nil},
	} {
		list, err := s.List(t.Context(), c.q)
		must(t, err)
		var got []int
		for _, sum := range list {
			got = append(got, slices.Index(ids, sum.ID))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		whole := c.q
		whole.After, whole.Limit = "", 0
		every, err := s.List(t.Context(), whole)
		must(t, err)
		all, before, err := s.Count(t.Context(), c.q)
		if want := slices.IndexFunc(every, func(sum Summary) bool { return sum.ID == c.q.After }) + 1; err != nil || all != len(every) || before != want {
			t.Errorf("%s: %d of %d, error %v", name, before, all, err)
		}
	}
	if list, err := s.List(t.Context(), Query{Tag: "bad"}); err != nil || !slices.Equal(list[0].Tags, []string{"bad", "good"}) {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := s.List(t.Context(), Query{After: "nobody"}); !errors.Is(err, ErrUnknownRun) {
		t.Errorf("%v", err)
	}
}

// Counting finished runs, or looking for interrupted ones, reads no result: the results of thousands of
// runs have hundreds of megabytes. A result that cannot be read shows it.
func TestRunsAreCountedWithoutTheirResults(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	for range 3 {
		must(t, testRun(t, s, testInfo()).Finish(t.Context(), Result{Weights: testSpace.Default()}))
	}
	must(t, testRun(t, s, testInfo()).Close())
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE run SET result = '{', state_sum = NULL WHERE key = 2")
	must(t, err)
	if all, _, err := s.Count(t.Context(), Query{Status: Finished}); err != nil || all != 3 {
		t.Errorf("%d finished runs, %v", all, err)
	}
	if all, _, err := s.Count(t.Context(), Query{Status: Interrupted}); err != nil || all != 1 {
		t.Errorf("%d interrupted runs, %v", all, err)
	}
	if list, err := s.List(t.Context(), Query{Status: Interrupted}); err != nil || len(list) != 1 {
		t.Errorf("%d interrupted runs, %v", len(list), err)
	}
}

// A page of a list reads no failures of other runs, of which a store may have hundreds of megabytes. A
// row that cannot be read shows it.
func TestPagesReadTheirOwnFailures(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	for range 3 {
		run := testRun(t, s, testInfo())
		must(t, run.SaveFailures(t.Context(), []Failure{testFailure(0, 0, 1), testFailure(0, 0, 2)}))
		must(t, run.Close())
	}
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE failure SET data = '{' WHERE run = 1")
	must(t, err)
	list, err := s.List(t.Context(), Query{Limit: 2})
	must(t, err)
	for _, sum := range list {
		if n := sum.Failures.Games(); n != 2 {
			t.Errorf("%s: %d failures", sum.ID, n)
		}
	}
	if _, err := s.List(t.Context(), Query{}); err == nil {
		t.Error("the list of all runs is read")
	}
}

// TestReopen continues a finished run with a larger budget: its verification and its result go, and
// its rounds stay.
func TestReopen(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	other := testRun(t, s, testTournament())
	must(t, other.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
	must(t, other.Close())
	run := testRun(t, s, testInfo())
	for n := 1; n <= 2; n++ {
		round, members := testRound(n, 4, 6)
		round.Results[0].Games[0].Detail().Moves = []engines.Move{1}
		by(round.Results, "a", 0, 5, n)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	verification := testPairing(0)
	verification.Games[0].Detail().Moves = []engines.Move{1}
	verification.Origin = &tournament.Origin{Worker: "a", Task: 9}
	must(t, run.SaveField(t.Context(), testTournament().Field))
	must(t, run.SavePairings(t.Context(), []tournament.Result{verification}))
	must(t, run.SaveFailures(t.Context(), []Failure{testFailure(2, 0, 1), testFailure(0, 0, 1)}))
	const larger = "budget: {rounds: 8}\n"
	if err := s.Reopen(t.Context(), run.ID(), larger, "{rounds: 4}", "{rounds: 8}"); !errors.Is(err, ErrInUse) {
		t.Errorf("a run that is being written: %v", err)
	}
	must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default(), Rating: measured(30)}))
	must(t, s.Reopen(t.Context(), run.ID(), larger, "{rounds: 4}", "{rounds: 8}"))

	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if rec.Status != Interrupted || !rec.Ended.IsZero() || rec.Result != nil || rec.Config != larger || len(rec.Field) != 0 || rec.Pairings != 0 || len(rec.Generations) != 2 {
		t.Errorf("%+v", rec)
	}
	if want := []Continuation{{From: "{rounds: 4}", To: "{rounds: 8}", Rounds: 2, Games: 12}}; !slices.Equal(rec.Continued, want) {
		t.Errorf("continued %+v, want %+v", rec.Continued, want)
	}
	if c, err := readCounts(t.Context(), s.read, run.key); err != nil || c != (counts{rounds: 2, games: 12, seconds: 3}) {
		t.Errorf("%+v, %v", c, err)
	}
	for text, want := range map[string]int{
		"record WHERE generation = 0": 0, "record": 2, "failure WHERE generation = 0": 0, "failure": 1, "origin WHERE generation = 0": 0, "origin": 2, "journal": 1, "field": 3,
		"run WHERE kind = 'evolve' AND verdict IS NULL":              1,
		"beginning WHERE config = 'budget: {rounds: 8}' || char(10)": 1, // of which the run is recovered
	} {
		n, err := column[int](t.Context(), s.read, "SELECT count(*) FROM "+text)
		if must(t, err); n[0] != want {
			t.Errorf("%s: %d rows, want %d", text, n[0], want)
		}
	}
	var h Health
	if err := h.read(t.Context(), s); err != nil || !h.Sound() {
		t.Errorf("%+v, %v", h, err)
	}
	resumed, point, err := s.Resume(t.Context(), run.ID(), larger)
	must(t, err)
	if point.Round != 2 {
		t.Errorf("resumed after round %d", point.Round)
	}
	must(t, resumed.Close())
	must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
		return saveMissing(ctx, tx, run.key, "round 1", false)
	}))
	if err := s.Reopen(t.Context(), run.ID(), larger, "{rounds: 4}", "{rounds: 8}"); !errors.Is(err, ErrIncomplete) || !strings.Contains(err.Error(), "round 1") {
		t.Errorf("a run of which a round is lost: %v", err)
	}
	if err := s.Reopen(t.Context(), "none", larger, "{rounds: 4}", "{rounds: 8}"); !errors.Is(err, ErrUnknownRun) {
		t.Errorf("%v", err)
	}
}

// The text of a continued run has all its budgets. Commands that repeat it exist only if it had
// finished each time before.
func TestContinuedText(t *testing.T) {
	t.Parallel()
	first := Continuation{From: "{games: 1000}", To: "{games: 2000}", Rounds: 125, Games: 1000}
	second := Continuation{From: "{games: 2000}", To: "{games: 4000}", Rounds: 200, Games: 1600}
	broken := second
	broken.Interrupted = true
	const may = ". A new run with the last budget may play other rounds, because a strategy may plan them for its whole budget"
	for _, c := range []struct {
		list     []Continuation
		config   string
		text     string
		commands string
	}{
		{nil, "", "", ""},
		{
			[]Continuation{first, second},
			"engine: {name: risk}\n",
			"begun with the budget {games: 1000}, continued after round 125 (1,000 games) with the budget {games: 2000}, continued after round 200 (1,600 games) with the budget {games: 4000}" + may,
			"lanista evolve run:x-1 --set 'budget={games: 1000}' --db a.db\n" +
				"lanista evolve --resume last --set 'budget={games: 2000}' --db a.db\n" +
				"lanista evolve --resume last --set 'budget={games: 4000}' --db a.db",
		},
		{
			[]Continuation{first},
			"programs:\n    a: {}\n",
			"begun with the budget {games: 1000}, continued after round 125 (1,000 games) with the budget {games: 2000}" + may,
			"lanista evolve CONFIG --set 'budget={games: 1000}' --db a.db\nlanista evolve CONFIG --resume last --set 'budget={games: 2000}' --db a.db",
		},
		{
			[]Continuation{{From: "{}", To: "{games: 2000}", Rounds: 30, Games: 3000}},
			"engine: {name: risk}\n",
			"begun with no limit in the budget, continued after round 30 (3,000 games) with the budget {games: 2000}" + may,
			"",
		},
		{
			[]Continuation{first, broken},
			"engine: {name: risk}\n",
			"begun with the budget {games: 1000}, continued after round 125 (1,000 games) with the budget {games: 2000}, interrupted and continued after round 200 (1,600 games) with the budget {games: 4000}" + may,
			"",
		},
	} {
		r := Record{Continued: c.list}
		r.Kind, r.Config = Evolve, c.config
		if got := r.ContinuedText(); got != c.text {
			t.Errorf("%s\nwant %s", got, c.text)
		}
		if got := r.RepeatCommands("lanista", "run:x-1", " --db a.db"); got != c.commands {
			t.Errorf("%s\nwant %s", got, c.commands)
		}
	}
}

// A run without workers has no table of origins in its store.
func TestReopenWithoutWorkers(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default()}))
	must(t, s.Reopen(t.Context(), run.ID(), testConfig+"# more\n", "{rounds: 4}", "{rounds: 8}"))
	if sum, err := s.Info(t.Context(), run.ID()); err != nil || sum.Status != Interrupted || sum.Config != testConfig+"# more\n" {
		t.Errorf("%+v, %v", sum, err)
	}
}

// Names and tags have 100 characters at most, however many bytes these are.
func TestLongestNames(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("\u00fc", 100)
	must(t, CheckName(longest))
	must(t, checkTags([]string{longest}))
	if CheckName(longest+"x") == nil || checkTags([]string{longest + "x"}) == nil {
		t.Error("101 characters are a name or a tag")
	}
	for _, name := range []string{"last", LastWeights, " x", "x ", "a\tb"} {
		if CheckName(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
	bad := testInfo()
	bad.Tags = []string{"good", "two words"}
	if _, err := testStore(t).Begin(t.Context(), bad); err == nil || !strings.Contains(err.Error(), `"two words" is not a tag`) {
		t.Errorf("begun with a tag that is none: %v", err)
	}
}

// A run that has no counts is not left out silently.
func TestListsAreComplete(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	for range 3 {
		must(t, testRun(t, s, testInfo()).Close())
	}
	_, err := s.write.conn.ExecContext(t.Context(), "DELETE FROM progress WHERE run = 2")
	must(t, err)
	for _, query := range []Query{{}, {Sort: Oldest}, {Brief: true}, {Conclusions: true}} {
		if list, err := s.List(t.Context(), query); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "2 runs can be read; 3 were written") || len(list) != 2 {
			t.Errorf("%+v: %d runs, %v", query, len(list), err)
		}
	}
	if list, err := s.List(t.Context(), Query{Limit: 1}); err != nil || len(list) != 1 {
		t.Errorf("a part of the list: %d runs, %v", len(list), err)
	}
	if _, err := s.Runs(t.Context()); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v", err)
	}
	_, err = s.write.conn.ExecContext(t.Context(), "PRAGMA foreign_keys = 0; DELETE FROM run WHERE key = 1")
	must(t, err)
	_, err = s.write.conn.ExecContext(t.Context(), "DELETE FROM tag; DELETE FROM beginning; DELETE FROM run WHERE key = 2")
	must(t, err)
	if _, err := s.List(t.Context(), Query{}); err == nil || !strings.Contains(err.Error(), "1 runs can be read; 2 were written") {
		t.Errorf("a run without a row in the table run: %v", err)
	}
}

func TestAmbiguousListIsShort(t *testing.T) {
	t.Parallel()
	for ids, want := range map[string]string{"a": "a", "a b c d e": "a, b, c, d, e", "a b c d e f g": "c, d, e, f, g or one of 2 older runs"} {
		if got := newest(strings.Fields(ids)); got != want {
			t.Errorf("%s: %q, want %q", ids, got, want)
		}
	}
}

// The newest run with weights is no tournament, unless there are only tournaments.
func TestLastRunWithWeights(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	for _, typed := range []string{"last", LastWeights} {
		if _, err := s.Resolve(t.Context(), typed); !errors.Is(err, ErrUnknownRun) || !strings.Contains(err.Error(), "the store is empty") {
			t.Errorf("%s of none: %v", typed, err)
		}
	}
	cup := testTournament()
	cup.Name = ""
	var ids []string
	for _, info := range []Info{cup, testInfo(), testInfo(), cup} {
		ids = append(ids, testRun(t, s, info).ID())
		want := map[int]string{1: ids[0], 2: ids[len(ids)-1], 3: ids[len(ids)-1], 4: ids[max(0, len(ids)-2)]}[len(ids)]
		for typed, want := range map[string]string{"last": ids[len(ids)-1], LastWeights: want} {
			if got, err := s.Resolve(t.Context(), typed); err != nil || got != want {
				t.Errorf("%d runs, %s: %s, want %s, %v", len(ids), typed, got, want, err)
			}
		}
	}
	if _, err := s.Resolve(t.Context(), ids[3]+"x"); err == nil || !strings.Contains(err.Error(), "did you mean "+ids[3]+"?") {
		t.Errorf("a name that is nearly one: %v", err)
	}
	if _, err := s.Resolve(t.Context(), "risk"); !errors.Is(err, ErrAmbiguous) || !strings.HasSuffix(err.Error(), "matches 2 runs; use the id of one: "+ids[1]+", "+ids[2]) {
		t.Errorf("%v", err)
	}
	if format, runs, err := s.Size(t.Context()); err != nil || format != 4 || runs != 4 {
		t.Errorf("format %d, %d runs, %v", format, runs, err)
	}
}
