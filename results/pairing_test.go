package results

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// oddResults are results with everything that a result can have.
func oddResults() []tournament.Result {
	games := func(n int) (list []engines.Record) {
		for i := range n {
			list = append(list, engines.Record{Outcome: engines.Winner(2, i%2)})
		}
		return list
	}
	scored := tournament.Result{
		Index: 1, Objective: tournament.Objective{Scale: 12.5},
		Pairing: tournament.Pairing{Agents: []int{1, 0}, Seed: 1 << 63, Games: 2},
		Games:   []engines.Record{{Outcome: engines.ByScore(64, -0.1)}, {Outcome: engines.ByScore(3, 3)}},
	}
	apart := tournament.Result{
		Index:   2,
		Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 7, Games: 2, Apart: true, Opponents: []int{2}, First: 1},
		Games:   games(4),
	}
	alone := tournament.Result{
		Index:   3,
		Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 8, Games: 1, Apart: true},
		Games:   []engines.Record{{Outcome: engines.ByScore(5)}, {Outcome: engines.ByScore(7.25)}},
	}
	failed := tournament.Result{Index: 4, Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 9, Games: 2}, Games: games(2)}
	failed.Games[0] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 0, Kind: engines.ForfeitIllegal})
	failed.Games[1] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Kind: engines.ForfeitTimeout, Reason: "60 ms \"late\"\n"})
	moves := tournament.Result{Index: 5, Pairing: tournament.Pairing{Agents: []int{1, 2}, Seed: 10, Games: 2}, Games: games(2)}
	moves.Games[0].Detail().Moves, moves.Games[0].Plies, moves.Games[0].Ending = []engines.Move{0, 63, -2, 1002, 1 << 30}, 4, engines.RoundCap
	moves.Games[1].Detail().Moves, moves.Games[1].Plies = []engines.Move{}, 0
	for i := range failed.Games {
		failed.Games[i].Content = 1<<63 + uint64(i)
	}
	moves.Games[1].Content = 0xfeed
	apart.Games[3].Content = 1
	return []tournament.Result{scored, apart, alone, failed, moves}
}

// stripped is a result as the lists of the store give it: without the record of
// its games.
func stripped(r tournament.Result) tournament.Result {
	out := r
	out.Games = append([]engines.Record(nil), r.Games...)
	for i := range out.Games {
		g := &out.Games[i]
		if hasMoves(&r) {
			g.Details = &engines.Details{Moves: []engines.Move{}}
		}
		g.Plies = 0
		if g.Forfeit == nil {
			g.Ending = engines.ByRules
		}
	}
	return out
}

func TestOddResultsAreReadBack(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 3, 3)
	round.Results = oddResults()
	round.Batch.Field[1].Limit = engines.Limit{Clock: 10 * time.Second, Add: 100 * time.Millisecond}
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.SaveField(t.Context(), round.Batch.Field))
	must(t, run.SavePairings(t.Context(), oddResults()))
	for n := range 2 {
		var got []tournament.Result
		for r, err := range s.Pairings(t.Context(), "last", n) {
			must(t, err)
			got = append(got, r)
		}
		var want []tournament.Result
		for _, r := range oddResults() {
			want = append(want, stripped(r))
			full, err := s.Pairing(t.Context(), "last", n, r.Index)
			must(t, err)
			if !hasMoves(&r) {
				r = stripped(r)
			}
			if diff := cmp.Diff(r, full, sameOutcome); diff != "" {
				t.Errorf("round %d, pairing %d: %s", n, r.Index, diff)
			}
		}
		if diff := cmp.Diff(want, got, sameOutcome); diff != "" {
			t.Errorf("round %d: %s", n, diff)
		}
		field, err := s.Field(t.Context(), "last", n)
		must(t, err)
		if diff := cmp.Diff(round.Batch.Field, field); diff != "" {
			t.Errorf("round %d: %s", n, diff)
		}
		for _, number := range []int{0, 6, -1} {
			if _, err := s.Pairing(t.Context(), "last", n, number); err == nil || err.Error() != fmt.Sprintf("%s: run %s: round %d has no pairing %d", s.Path(), run.ID(), n, number+1) {
				t.Errorf("pairing %d: %v", number, err)
			}
		}
	}
	var more string // any client can read what is stored
	must(t, s.read.QueryRow("SELECT more ->> 'opponents' FROM pairing WHERE generation = 1 AND number = 2").Scan(&more))
	if more != "[2]" {
		t.Errorf("opponents %s", more)
	}
	must(t, s.read.QueryRow("SELECT time_limit FROM agent WHERE generation = 1 AND number = 1").Scan(&more))
	if more != "clock 10s+100ms" {
		t.Errorf("limit %s", more)
	}
}

// FuzzLists checks that lists that nobody wrote are refused, without a panic,
// and that those that are read are written again alike.
func FuzzLists(f *testing.F) {
	pairings, err := appendPairings(nil, oddResults())
	if err != nil {
		f.Fatal(err)
	}
	round, members := testRound(1, 3, 3)
	field, err := appendField(nil, round.Batch.Field)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range [][]byte{pairings, field, appendMembers(nil, members), []byte("[[1,["), []byte(`[["\"`), []byte("[]x"), []byte("[[],]")} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if list, err := readPairings(text); err == nil {
			again, err := appendPairingsWith(nil, list, extraWithPlies)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := readPairings(again); err != nil {
				t.Errorf("%s was read, %s is not: %v", text, again, err)
			}
		}
		if list, err := readMembers(text); err == nil {
			if _, err := readMembers(appendMembers(nil, list)); err != nil {
				t.Error(err)
			}
		}
		if list, err := readField(text); err == nil {
			if again, err := appendField(nil, list); err != nil {
				t.Error(err)
			} else if _, err := readField(again); err != nil {
				t.Error(err)
			}
		}
		_ = readRecords(text, make([]engines.Record, 2))
	})
}

// TestResultsThatCannotBe checks the limits of what is read as the result of a pairing.
func TestResultsThatCannotBe(t *testing.T) {
	t.Parallel()
	duel := func(change func(r *tournament.Result)) tournament.Result {
		r := tournament.Result{
			Index: 8, Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2},
			Games: []engines.Record{{Outcome: engines.Draw(2)}, {Outcome: engines.Draw(2)}},
		}
		change(&r)
		return r
	}
	full := tournament.Result{Pairing: tournament.Pairing{Agents: make([]int, engines.MaxSeats), Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(engines.MaxSeats)}}}
	over := full
	over.Pairing.Agents = make([]int, engines.MaxSeats+1)
	apart := func(first int, opponents ...int) tournament.Result {
		return duel(func(r *tournament.Result) {
			r.Pairing.Apart, r.Pairing.First, r.Pairing.Opponents, r.Pairing.Games = true, first, opponents, 1
		})
	}
	forfeit := func(seat int) tournament.Result {
		return duel(func(r *tournament.Result) { r.Games[1].Forfeit = &engines.Forfeit{Seat: seat} })
	}
	for name, test := range map[string]struct {
		of   tournament.Result
		want string
	}{
		"a duel":                   {duel(func(*tournament.Result) {}), ""},
		"a full table":             {full, ""},
		"no games":                 {duel(func(r *tournament.Result) { r.Pairing.Games, r.Games = 0, nil }), ""},
		"apart, the first seat":    {apart(0, 2), ""},
		"apart, the last seat":     {apart(1, 2), ""},
		"a forfeit of seat 0":      {forfeit(0), ""},
		"a forfeit of the last":    {forfeit(1), ""},
		"too many seats":           {over, "pairing 1: 1 games of 9 agents"},
		"no agents":                {duel(func(r *tournament.Result) { r.Pairing.Agents, r.Pairing.Games, r.Games = nil, 0, nil }), "pairing 9: 0 games of 0 agents"},
		"apart, no such seat":      {apart(2, 2), "pairing 9: 2 games of 2 agents"},
		"apart, a negative seat":   {apart(-1, 2), "pairing 9: 2 games of 2 agents"},
		"a game is missing":        {duel(func(r *tournament.Result) { r.Games = r.Games[:1] }), "pairing 9: 1 games of 2 agents"},
		"a negative number":        {duel(func(r *tournament.Result) { r.Pairing.Games = -2 }), "pairing 9: 2 games of 2 agents"},
		"a negative agent":         {duel(func(r *tournament.Result) { r.Pairing.Agents[1] = -1 }), "pairing 9: agent -1"},
		"a negative opponent":      {apart(0, -3), "pairing 9: agent -3"},
		"a game of other seats":    {duel(func(r *tournament.Result) { r.Games[1].Outcome = engines.Draw(3) }), "pairing 9: a game of 3 seats"},
		"a forfeit of seat -1":     {forfeit(-1), "pairing 9: a game of 2 seats"},
		"a forfeit of no seat":     {forfeit(2), "pairing 9: a game of 2 seats"},
		"several agents, no games": {duel(func(r *tournament.Result) { r.Games = nil }), "pairing 9: 0 games of 2 agents"},
	} {
		err := checkResult(test.of)
		if test.want == "" && err != nil || test.want != "" && (!errors.Is(err, ErrDamaged) || !strings.HasSuffix(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	text, err := appendPairings(nil, []tournament.Result{full})
	must(t, err)
	if list, err := readPairings(text); err != nil || len(list) != 1 || list[0].Games[0].Outcome != full.Games[0].Outcome {
		t.Errorf("a full table: %v, %v", list, err)
	}
}

// TestScoresThatAreStored checks the column score, which no method of this package reads.
func TestScoresThatAreStored(t *testing.T) {
	t.Parallel()
	won := tournament.Result{Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}, {Outcome: engines.Draw(2)}}}
	for want, r := range map[float64]tournament.Result{0.75: won, 0: {}} {
		if got := score(&r); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	for name, r := range map[string]tournament.Result{
		"no games":  {Pairing: tournament.Pairing{Agents: []int{0, 1}}},
		"no agents": {Games: won.Games},
	} {
		if got := score(&r); got != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestListsThatAreRefused changes one place of a list at a time: what is missing or wrong is an
// error that quotes the place.
func TestListsThatAreRefused(t *testing.T) {
	t.Parallel()
	const pairing = `[[4,[0,1],-1,2,0.75,[[1,2],{"scores":[3,4]}],[{"game":1,"seat":1,"kind":"crashed","reason":"x"}],{"apart":false,"moves":true}]]`
	const member = `[[1,2,[0.5,null],9,3,4,2,0.25]]`
	const agent = `[["a","random",[1,2],{"depth":"3"},"clock 10s"],["b","",[],{}]]`
	read := map[string]func(string) error{
		pairing: func(s string) error { _, err := readPairings([]byte(s)); return err },
		member:  func(s string) error { _, err := readMembers([]byte(s)); return err },
		agent:   func(s string) error { _, err := readField([]byte(s)); return err },
	}
	for text, read := range read {
		if err := read(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		for i := range text { // a list that ends early, or has more at its end
			if err := read(text[:i]); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v", text[:i], err)
			}
		}
		if err := read(text + " "); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), `a list contains " " instead of the end`) {
			t.Errorf("more at the end: %v", err)
		}
	}
	for _, test := range []struct{ text, old, new, want string }{
		{pairing, "[[4", "[[x", `"x,[0,1],-1,2,0.75,[[" instead of a whole number`},
		{pairing, "[0,1]", "[0,x]", `instead of a whole number`},
		{pairing, "[0,1]", "{}", `instead of '['`},
		{pairing, "[0,1],", "[0,1]", `"-1,2,0.75,[[1,2],{\"s" instead of ','`},
		{pairing, ",2,0.75", ",2 0.75", `instead of a whole number`},
		{pairing, "0.75", "x", `instead of a number`},
		{pairing, "[1,2]", "[1,2,3,4,5,6,7,8,9]", "instead of fewer seats"},
		{pairing, `[3,4]`, `3`, "instead of a value"},
		{pairing, `"game":1`, `"game":2`, "instead of a forfeit of one of the games"},
		{pairing, `"game":1`, `"game":-1`, "instead of a forfeit of one of the games"},
		{pairing, `"kind":"crashed"`, `"kind":"x"`, "instead of a value"},
		{pairing, `"moves":true`, `"content":"AAAAAAAAAAA="`, "instead of a content of every game"},
		{pairing, `"moves":true`, `"content":"AAAAAAAAAAAAAAAAAAAAAAA="`, "instead of a content of every game"},
		{pairing, `"moves":true`, `"plies":[9]`, "instead of the plies of every game"},
		{pairing, `"moves":true}`, `"moves":true}1`, "instead of a value"},
		{pairing, "[0,1]", "[0,-1]", "pairing 5: agent -1"},
		{pairing, "[1,2]", "[1,2,3]", "pairing 5: a game of 3 seats"},
		{pairing, `"seat":1`, `"seat":2`, "pairing 5: a game of 2 seats"},
		{member, "9,3", "9.5,3", "instead of a whole number"},
		{member, "null", "nil", "instead of a number"},
		{member, "0.25", "0.25,1", `instead of ']'`},
		{agent, "10s", "often", "instead of a limit"},
		{agent, `{"depth":"3"}`, `{"depth":3}`, "instead of a value"},
		{agent, `"a"`, `1`, "instead of a value"},
		{agent, `"random"`, `1`, "instead of a value"},
	} {
		if !strings.Contains(test.text, test.old) {
			t.Errorf("%s does not contain %s", test.text, test.old)
		}
		text := strings.Replace(test.text, test.old, test.new, 1)
		if err := read[test.text](text); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", text, err, test.want)
		}
	}
	for _, number := range []string{"[[null]]", "[[1]]"} { // a value that is null
		c := cursor{b: []byte(number)}
		c.want('[')
		if got := c.reals(); len(got) != 1 || math.IsNaN(got[0]) != (number == "[[null]]") {
			t.Errorf("%s: %v", number, got)
		}
	}
}

// TestRawValues checks where a value of a list ends.
func TestRawValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ value, rest string }{
		{`1`, `,2]`},
		{`1`, `]`},
		{`"a,]["`, `,2]`},
		{`"a\"]"`, `]`},
		{`"a\\"`, `,"b"]`},
		{`{"a":[1,{"b":"}]"}],"c":"{["}`, `,2]`},
		{`[[1,2],[3]]`, `]`},
		{`[]`, ``},
		{``, `]`},
	} {
		c := cursor{b: []byte(test.value + test.rest)}
		if got := string(c.raw()); got != test.value || string(c.b) != test.rest || c.err != nil {
			t.Errorf("%s, then %s, %v; want %s, then %s", got, c.b, c.err, test.value, test.rest)
		}
	}
	for _, text := range []string{`[`, `{"a":1`, `"a`, `"a\"`, `[1,2`} {
		c := cursor{b: []byte(text)}
		if c.raw(); !errors.Is(c.err, ErrDamaged) || !strings.Contains(c.err.Error(), "the end of a value") {
			t.Errorf("%s: %v", text, c.err)
		}
	}
}

// TestRecordsThatAreRefused checks that moves are read back from all their bytes and no others.
func TestRecordsThatAreRefused(t *testing.T) {
	t.Parallel()
	games := make([]engines.Record, 2)
	games[0].Plies, games[0].Ending, games[0].Detail().Moves = 200, engines.RoundCap, []engines.Move{0, -1, 1 << 20}
	games[1].Plies, games[1].Detail().Moves = 1, []engines.Move{-300}
	text := appendRecords(nil, games)
	got := make([]engines.Record, 2)
	must(t, readRecords(text, got))
	if diff := cmp.Diff(games, got, sameOutcome); diff != "" {
		t.Error(diff)
	}
	for i := range text {
		if err := readRecords(text[:i], make([]engines.Record, 2)); !errors.Is(err, ErrDamaged) {
			t.Errorf("the first %d bytes: %v", i, err)
		}
	}
	for name, bad := range map[string][]byte{
		"a byte more":       append(slices.Clone(text), 0),
		"too many moves":    {1, 0, 3, 0, 0},
		"an endless number": {1, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
	} {
		if err := readRecords(bad, make([]engines.Record, 1)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Results that could not be read again are not stored: the store would count as damaged.
func TestImpossibleResultsAreNotStored(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	good := tournament.Result{Index: 1, Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}}
	for want, change := range map[string]func(r *tournament.Result){
		"pairing 2: 0 games of 2 agents":                   func(r *tournament.Result) { r.Games = nil },
		"pairing 2: 1 games of 0 agents":                   func(r *tournament.Result) { r.Pairing.Agents = nil },
		"pairing 2: a game of 3 seats":                     func(r *tournament.Result) { r.Games = []engines.Record{{Outcome: engines.Winner(3, 0)}} },
		"pairing 0: its index in the schedule is negative": func(r *tournament.Result) { r.Index = -1 },
	} {
		r := good
		change(&r)
		if err := run.SavePairings(t.Context(), []tournament.Result{good, r}); err == nil || errors.Is(err, ErrDamaged) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if r.Index < 0 {
			continue
		}
		round := tuning.Round{Number: 1, Games: 1, Batch: tuning.Batch{Field: make([]engines.Agent, 2)}, Results: []tournament.Result{r}}
		if err := run.SaveRound(t.Context(), round, nil); err == nil || errors.Is(err, ErrDamaged) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("in a round: %v, want %q", err, want)
		}
	}
	rec, err := run.Record(t.Context())
	must(t, err)
	if rec.Pairings != 0 || rec.Rounds != 0 {
		t.Errorf("%d pairings and %d rounds were stored", rec.Pairings, rec.Rounds)
	}
}
