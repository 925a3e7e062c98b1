package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/engines/othello"
)

// inLongForm skips a case unless the long form of the tests is selected.
func inLongForm(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip(reason + ": with LANISTA_EXHAUSTIVE=1")
	}
}

// Every fault of a program is found by the tests for it and by no others.
func TestCheck(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]map[string]Verdict{
		"well":         {},
		"banner":       {"noise": Warn},
		"z9":           {"legal": Fail, "repeat": "", "memory": ""}, // at the third move of a process
		"crash":        {"legal": Fail, "limit": "", "repeat": "", "memory": "", "effect": "", "speed": ""},
		"exit on new":  {"accept": Fail, "legal": Fail, "limit": "", "repeat": "", "memory": "", "effect": "", "speed": ""},
		"moody":        {"repeat": Fail, "memory": Fail},
		"grudge":       {"memory": Fail, "effect": Warn},
		"stubborn":     {"effect": Warn},
		"style":        {},
		"ratio":        {},
		"ratio wrong":  {"scale": Fail},
		"hashes":       {"memory": Fail},
		"refuses":      {"unknown": Fail},
		"ignores quit": {"end": Warn},
		"fails at end": {"end": Warn},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			switch mode {
			case "z9", "moody", "exit on new", "grudge", "style", "ratio", "ratio wrong", "hashes":
				inLongForm(t, "other modes, and TestCheckDetails, find these faults")
			}
			p := testProgram(t, mode)
			if mode == "ignores quit" {
				p.Timeouts.Quit = 50 * time.Millisecond
			}
			ps := newTestPrograms(t, p)
			table, err := ps.Table(t.Context(), othello.New(), p.Name)
			if err != nil {
				t.Fatal(err)
			}
			if free := table.Spec().ScaleFree; free != strings.HasPrefix(mode, "ratio") {
				t.Errorf("scale free: %t", free)
			}
			checkFindings(t, ps, table, p.Name, want)
		})
	}
	for mode, want := range map[string]map[string]Verdict{
		"arena": {}, "arena constant": {"variety": Fail, "effect": Warn},
		"arena malformed": {"accept": Fail, "legal": Fail, "repeat": "", "memory": "", "chance": "", "variety": "", "effect": "", "speed": ""},
		"arena sleep":     {"accept": Fail, "legal": "", "repeat": "", "memory": "", "chance": "", "variety": "", "effect": "", "speed": ""},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			if mode == "arena sleep" {
				inLongForm(t, "TestCheckDetails has it")
			}
			p := testProgram(t, mode)
			if mode == "arena sleep" {
				p.Timeouts.Move = brief
			}
			ps := newTestPrograms(t, p)
			e, err := ps.Game(t.Context(), p.Name)
			if err != nil {
				t.Fatal(err)
			}
			checkFindings(t, ps, e, p.Name, want)
		})
	}
	for mode, want := range map[string]map[string]Verdict{
		"fixed": {}, "dice": {}, "declared none": {}, "undeclared dice": {"chance": Fail}, "undeclared hidden": {"chance": Fail}, "declared": {"chance": Fail},
		"unseeded start":    {"repeat": Fail, "memory": Fail, "chance": Fail},
		"over at the start": {"legal": Fail, "repeat": "", "memory": "", "chance": "", "speed": ""},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			switch mode {
			case "fixed", "declared none", "undeclared hidden", "unseeded start":
				inLongForm(t, "the other modes, and TestCheckNamesUnrepeatableRules, have the same checks")
			}
			ps, game := stones(t, mode)
			table, err := ps.Table(t.Context(), game, "")
			if err != nil {
				t.Fatal(err)
			}
			checkFindings(t, ps, table, "stones", want)
		})
	}
	for _, mode := range []string{"slow start", "wrong default"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := testProgram(t, mode)
			if mode == "slow start" {
				p.Timeouts.Start = brief
			}
			ps := newTestPrograms(t, p)
			got, err := ps.Check(t.Context(), othello.New(), p.Name, CheckOptions{Seats: 2})
			if err != nil || got.Verdict != Fail || len(got.Checks) != 1 || got.Checks[0].ID != "start" {
				t.Errorf("%+v, %v", got, err)
			}
			var start *StartError // which package runs reports as the same finding
			if _, err := ps.Description(t.Context(), p.Name); !errors.As(err, &start) {
				t.Errorf("the description: %v", err)
			}
		})
	}
}

// The test effect requests moves outside of games, where no referee bounds their time. A program that
// never answers is found under a limit of time, too.
func TestCheckWithATimeLimitEnds(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "thinks without end")
	p.Timeouts.Move, p.Margin = time.Second, time.Second
	ps := newTestPrograms(t, p)
	table, err := ps.Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	timed, err := table.With(engines.Settings{LimitSetting: "movetime 100ms", "random_plies": "0"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	got, err := ps.Check(ctx, timed, p.Name, CheckOptions{Games: 2, Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(got.Checks, func(f Finding) bool { return f.ID == "effect" })
	if i < 0 || got.Checks[i].Verdict != Fail || !strings.HasPrefix(got.Checks[i].Detail, "nth = 9: no answer within 1.1s") {
		t.Errorf("%+v", got.Checks)
	}
}

// A game against a person has no referee that ends a move with a limit of time.
func TestMoveWithoutReferee(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "thinks without end")
	p.Timeouts.Move = 300 * time.Millisecond
	table, err := newTestPrograms(t, p).Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	player, err := table.NewPlayer(t.Context(), engines.Agent{Settings: engines.Settings{LimitSetting: "movetime 100ms"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = engines.Close(player) }()
	if err := player.(engines.Starter).Start(t.Context(), engines.Seating{Seats: 2}); err != nil {
		t.Fatal(err)
	}
	g, err := othello.New().ParseGame("f5d6", 0)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := player.Choose(t.Context(), g); !errors.Is(err, protocol.ErrSilent) || !strings.HasPrefix(err.Error(), "no answer within 400ms, the limit of the move and timeouts.move together") {
		t.Errorf("%v, %v", m, err)
	}
}

// Tests that play several games are left out if a single game takes too long.
func TestChecksOfLongGames(t *testing.T) {
	t.Parallel()
	c := &checker{perGame: 11 * time.Second}
	for id, test := range map[string]func(context.Context, *checker) error{"repeat": checkRepeat, "memory": checkMemory} {
		c.result = CheckResult{Verdict: Pass}
		if err := test(t.Context(), c); err != nil || c.result.Verdict != Warn || len(c.result.Checks) != 1 {
			t.Fatalf("%s: %+v, %v", id, c.result, err)
		}
		if f := c.result.Checks[0]; f.ID != id || !strings.HasPrefix(f.Detail, "not tested, because a game takes 11s; the test needs games of at most ") {
			t.Errorf("%s: %+v", id, f)
		}
	}
}

// startedChecker returns a checker of a test program that plays whole games. It has passed the test
// named start.
func startedChecker(t *testing.T, mode string, o CheckOptions) *checker {
	t.Helper()
	p := testProgram(t, mode)
	ps := newTestPrograms(t, p)
	e, err := ps.Game(t.Context(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{
		checked: checkedProgram{options: o, programs: ps, program: ps.byName[p.Name], engine: e},
		endings: make(map[engines.Outcome]bool),
	}
	if !c.start(t.Context()) {
		t.Fatal(c.result.Checks)
	}
	return c
}

// A weight that changes the first game needs no more games. One without an effect is found by many
// games, and is not tested if they would take too long.
func TestEffectOnLongGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode           string
		perGame        time.Duration
		differ, tested bool
	}{
		{"arena", time.Hour, true, true},
		{"arena constant", 0, false, true},
		{"arena constant", time.Hour, false, false},
	} {
		t.Run(fmt.Sprint(c.mode, " ", c.perGame), func(t *testing.T) {
			t.Parallel()
			check := startedChecker(t, c.mode, CheckOptions{Seats: 2})
			check.perGame = c.perGame
			err := check.checked.forVectors(t.Context(), func(use useProcess) error {
				differ, tested, err := check.gamesDiffer(t.Context(), use, 0, time.Minute)
				if differ != c.differ || tested != c.tested {
					t.Errorf("differ %v, tested %v", differ, tested)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// A check of an arena whose games are too slow for a full test reports what its few games show, and
// what it did not test.
func TestVarietyAndSeatsOfSlowGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mode, variety, untested string }{
		{"arena", "", ""},
		{"arena constant", "not tested to the end within 1ns, at 1h0m0s a game; all 3 games of the test legal, with different seeds, have the same places or scores: ", "the weights of seat 2"},
		{"arena first weights", "", "the weights of seat 2"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			check := startedChecker(t, c.mode, CheckOptions{Seats: 2, Games: 3, Seed: 1})
			if err := checkLegal(t.Context(), check); err != nil {
				t.Fatal(err)
			}
			check.perGame = time.Hour
			if err := check.variety(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
			got := check.result.Checks[len(check.result.Checks)-1]
			if warned := got.ID == "variety" && got.Verdict == Warn; warned != (c.variety != "") || !strings.HasPrefix(got.Detail, c.variety) {
				t.Errorf("%+v, want %s", got, c.variety)
			}
			check.perGame = time.Second // for 9 games of three vectors, not for the next 36
			err := check.checked.forVectors(t.Context(), func(use useProcess) error {
				ignored, untested, err := check.ignoredSeats(t.Context(), use, 20*time.Second)
				if ignored != nil || strings.Join(untested, ", ") != c.untested {
					t.Errorf("ignored %v, untested %v, want %s", ignored, untested, c.untested)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// The place where two games differ is named, counted from move 1.
func TestDifference(t *testing.T) {
	t.Parallel()
	game := func(winner int, moves ...engines.Move) engines.Record {
		return engines.Record{Plies: len(moves), Outcome: engines.Winner(2, winner), Details: &engines.Details{Moves: moves}}
	}
	written := func(winner, plies int, moves ...string) engines.Record {
		return engines.Record{Plies: plies, Outcome: engines.Winner(2, winner), Details: &engines.Details{Written: moves}}
	}
	first := game(0, 5, 6, 7)
	for want, second := range map[string]engines.Record{
		"": game(0, 5, 6, 7), "from move 1 on": game(0, 4, 6, 7), "from move 3 on": game(0, 5, 6, 8), "in the result": game(1, 5, 6, 7), "from move 4 on": game(0, 5, 6, 7, 8),
	} {
		if got := Difference(first, second); got != want {
			t.Errorf("%v: %q, want %q", second.Moves(), got, want)
		}
	}
	first = written(0, 2, "roll 6", "hold")
	for _, c := range []struct {
		second      engines.Record
		where, what string
	}{
		{written(0, 2, "roll 6", "roll 1"), "from move 2 on", "other moves"},
		{written(1, 2, "roll 6", "hold"), "in the result", "other results"},
		{written(0, 3, "roll 6", "hold"), "in the number of plies", "other numbers of plies"},
	} {
		if got := Difference(first, c.second); got != c.where {
			t.Errorf("%v: %q, want %q", c.second, got, c.where)
		}
		if got := differing([]engines.Record{first, first}, []engines.Record{first, c.second}); got != c.what {
			t.Errorf("%v: %q, want %q", c.second, got, c.what)
		}
	}
}

// checked returns the findings about a program. The tests of a check have limits of time, which a busy
// machine may reach before a fault is found. Therefore checked repeats, for a patient time, a check that
// took long or did not test everything, until good holds for its findings.
func checked(t *testing.T, ps *Programs, e engines.Engine, name string, o CheckOptions, good func(CheckResult) bool) CheckResult {
	t.Helper()
	for first := time.Now(); ; {
		begun := time.Now()
		got, err := ps.Check(t.Context(), e, name, o)
		if err != nil {
			t.Fatal(err)
		}
		untested := slices.ContainsFunc(got.Checks, func(f Finding) bool { return strings.Contains(f.Detail, "not tested") })
		if good(got) || time.Since(begun) < acceptTime && !untested || time.Since(first) > patient {
			return got
		}
	}
}

// checkFindings checks a program and compares the findings that are not pass.
func checkFindings(t *testing.T, ps *Programs, e engines.Engine, name string, want map[string]Verdict) {
	t.Helper()
	finding := func(f Finding) string {
		verdict, ok := want[f.ID]
		if !ok {
			verdict = Pass
		}
		switch {
		case verdict == "":
			return f.ID + " is tested by games that did not end"
		case f.Verdict != verdict:
			return fmt.Sprintf("%s: %s: %s, want %s", f.ID, f.Verdict, f.Detail, verdict)
		}
		return ""
	}
	received, all := 0, 0
	o := CheckOptions{Games: 2, Seats: 2, Seed: 1, Notify: func(Finding) { received++ }}
	got := checked(t, ps, e, name, o, func(r CheckResult) bool {
		all, received = received, 0
		return !slices.ContainsFunc(r.Checks, func(f Finding) bool { return finding(f) != "" })
	})
	if all != len(got.Checks) || all < 5 {
		t.Errorf("received %d findings of %d", all, len(got.Checks))
	}
	worst := Pass
	for _, f := range got.Checks {
		if wrong := finding(f); wrong != "" {
			t.Error(wrong)
		}
		if f.Verdict == Fail || f.Verdict == Warn && worst == Pass {
			worst = f.Verdict
		}
	}
	itself, weights := "hostile", 1
	if name == "stones" { // rules have no weights
		itself, weights = name, 0
	}
	if strings.HasPrefix(name, "ratio") {
		weights = 2
	}
	if got.Verdict != worst || len(got.Weights) != weights || got.Name != itself {
		t.Errorf("%+v", got)
	}
}

// The text of a finding names what was compared and a remedy that can help.
func TestCheckDetails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mode, id, detail string }{
		{"moody", "repeat", "the same games have other moves the second time: it is not deterministic; game 1 (seed 2555992911800110) differs from move "},
		{"moody", "memory", "a game has other moves after other games, as the test repeat shows already"},
		{"grudge", "memory", "a game has other moves after other games; set restart: game"},
		{"fails at end", "end", "it ends on request, but fails: exit status 3"},
		{"hashes", "memory", "a game has other moves in another process: it is not deterministic; "},
		{"traced error", "legal", "2 of 2 games lost by failing; the first (error): KeyError: 'blok' (bot.py:36) (game 1, seed 2253660258498452, position -"},
		{"arena", "repeat", "4 games again in the same process: the same results"},
		{"arena sleep", "accept", "nth = 0: no answer within 250ms, the limit timeouts.move; no further test plays games"},
		{"arena moves", "variety", "games with different seeds differ, but all 20 games have the same places or scores: 1 2"},
		{"arena places", "variety", "64 games with different seeds are the same game, "},
		{"ratio wrong", "scale", "with all weights times 2, "},
		{"ratio", "scale", "all weights times 2 change no answer"},
		{"arena first weights", "effect", "no game depends on the weights of seat 2, while the other seats have the defaults: "},
		{"arena moody", "repeat", "the same games have other results the second time: it is not deterministic; game 1 (seed 2555992911800110) differs in the result"},
	} {
		t.Run(c.mode+" "+c.id, func(t *testing.T) {
			t.Parallel()
			switch c.mode + " " + c.id {
			case "moody memory", "arena repeat", "arena places variety":
				inLongForm(t, "other modes have the same checks")
			}
			p := testProgram(t, c.mode)
			if c.mode == "arena sleep" {
				p.Timeouts.Move = brief
			}
			ps := newTestPrograms(t, p)
			var e engines.Engine
			var err error
			if strings.HasPrefix(c.mode, "arena") {
				e, err = ps.Game(t.Context(), p.Name)
			} else {
				e, err = ps.Table(t.Context(), othello.New(), p.Name)
			}
			if err != nil {
				t.Fatal(err)
			}
			games := 2
			if c.id == "variety" {
				games = leastResults
			}
			found := func(r CheckResult) bool {
				return slices.ContainsFunc(r.Checks, func(f Finding) bool { return f.ID == c.id && strings.HasPrefix(f.Detail, c.detail) })
			}
			if got := checked(t, ps, e, p.Name, CheckOptions{Games: games, Seats: 2, Seed: 1}, found); !found(got) {
				t.Errorf("%+v, want %s: %s", got.Checks, c.id, c.detail)
			}
		})
	}
}

// A program that plays at the rules of another is not blamed for rules that are not deterministic.
func TestCheckNamesUnrepeatableRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ bot, rules, culprit string }{
		{"well", "unseeded start", "the program stones with the rules of the game, whose games between random players differ too,"},
		{"moody", "sound", "it"},
	} {
		bot := testProgram(t, c.bot)
		ps, game := stones(t, c.rules, bot)
		table, err := ps.Table(t.Context(), game, bot.Name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ps.Check(t.Context(), table, bot.Name, CheckOptions{Games: 2, Seats: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(got.Checks, func(f Finding) bool { return f.ID == "repeat" })
		if i < 0 || !strings.Contains(got.Checks[i].Detail, "the second time: "+c.culprit+" is not deterministic; game 1 ") {
			t.Errorf("%s at the rules %s: %+v, want %s", c.bot, c.rules, got.Checks, c.culprit)
		}
	}
}

// The program plays at both seats, as in a search. The first game of every worker starts its
// processes, and no later game starts any.
func TestCheckMeasuresStartedPrograms(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "well")
	ps := newTestPrograms(t, p)
	table, err := ps.Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{checked: checkedProgram{options: CheckOptions{Workers: 4, Seats: 2}, programs: ps, program: ps.byName[p.Name], engine: table}}
	if !c.start(t.Context()) {
		t.Fatal(c.result.Checks)
	}
	workers, err := newWorkers(c)
	if err != nil {
		t.Fatal(err)
	}
	for perWorker := range 3 {
		records, err := playRound(t.Context(), c, workers, perWorker+1)
		if err != nil {
			t.Fatal(err)
		}
		if started, want := len(ps.pool.live), 2*c.checked.options.Workers; started != want {
			t.Errorf("%d processes of both seats of 4 workers, want %d", started, want)
		}
		if want := (perWorker + 1) * c.checked.options.Workers; len(records) != want {
			t.Errorf("%d games, want %d", len(records), want)
		}
	}
	for _, w := range workers {
		if err := engines.Close(w); err != nil {
			t.Error(err)
		}
	}
}

// If a game takes longer than speedTime, the test "speed" plays none, so that a check of a slow
// program ends soon after its first game.
func TestCheckDoesNotMeasureSlowPrograms(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "well")
	ps := newTestPrograms(t, p)
	table, err := ps.Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{
		checked: checkedProgram{options: CheckOptions{Workers: 4, Seats: 2, Budget: 10}, programs: ps, program: ps.byName[p.Name], engine: table},
		games:   2, plies: 120, perGame: 8 * time.Second,
	}
	before := len(ps.pool.live) // the process of the handshake
	if err := checkSpeed(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if started := len(ps.pool.live) - before; started != 0 {
		t.Errorf("%d processes were started", started)
	}
	const want = "60 plies a game, 0.5 games/s on 4 workers; about 20s for the 10 games of the config; measured against random players, mostly in shorter games than those of a run"
	if got := c.result.Checks[0].Detail; !strings.HasSuffix(got, want) || c.result.PerSecond != 0.5 {
		t.Errorf("%q and %v games per second, want %q and 0.5", got, c.result.PerSecond, want)
	}
}

func TestSpeedHasNoExponents(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0.127: "0.127", 847.3: "847", 999.7: "1000", 1442: "1442", 31_234.5: "31234"} {
		if got := threeDigits(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}

// A limit that an engine does not keep is found, by a single request if the engine never
// answers.
func TestCheckOfLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode, limit string
		verdict     Verdict
		detail      string
		legal       bool // games are played
	}{
		{"ignores nodes", "nodes 2000", Fail, "ignores-nodes goes on after 'go nodes 2000': use depth", false},
		{"ignores nodes", "depth 2", Pass, "depth 2; it reports neither depth nor nodes", true},
		{"few nodes", "nodes 2000", Warn, "of 'nodes 2000' it uses at most 5 nodes in half of its moves", true},
		{"few nodes", "nodes 10000000000", Warn, "of 'nodes 10000000000' it uses at most 5 nodes in half of its moves", true},
		{"many nodes", "nodes 2000", Fail, "many-nodes goes on after 'nodes 2000': it reports up to 9000 nodes; use depth", true},
		{"many nodes", "nodes 9223372036854775808", Warn, "of 'nodes 9223372036854775808' it uses at most 9000 nodes in half of its moves", true},
		{"too deep", "depth 2", Fail, "too-deep goes on after 'depth 2': it reports depth 7", true},
	} {
		t.Run(c.mode+" "+c.limit, func(t *testing.T) {
			t.Parallel()
			switch c.mode + " " + c.limit {
			case "ignores nodes depth 2", "few nodes nodes 2000", "few nodes nodes 10000000000":
				inLongForm(t, "other limits have the same checks")
			}
			p := testEngine(t, c.mode)
			if !c.legal {
				p.Timeouts.Move = brief
			}
			ps := newTestPrograms(t, p)
			table, err := ps.Table(t.Context(), chess.New(), p.Name)
			if err != nil {
				t.Fatal(err)
			}
			e, err := table.With(engines.Settings{"limit": c.limit, "max_plies": "20"})
			if err != nil {
				t.Fatal(err)
			}
			got, err := ps.Check(t.Context(), e, p.Name, CheckOptions{Games: 2, Seats: 2, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			found := make(map[string]Finding)
			for _, f := range got.Checks {
				found[f.ID] = f
			}
			if f := found["limit"]; f.Verdict != c.verdict || f.Detail != c.detail {
				t.Errorf("%s: %s", f.Verdict, f.Detail)
			}
			if _, played := found["legal"]; played != c.legal {
				t.Errorf("%+v", got.Checks)
			}
		})
	}
}

// A result of GTP has the points of the rules also if the komi is no binary fraction or has more decimals
// than the program prints.
func TestResultsOfGTP(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		komi float64
		text string
		same bool
	}{
		{7.3, "W+6.3", true},
		{3.75, "W+2.8", true},
		{3.75, "W+2.75", true},
		{7.5, "W+6.5", true},
		{7.3, "W+6.8", false},
		{7.3, "W+7.3", false},
		{7.3, "B+6.3", false},
		{7.3, "W+", true},
		{1, "0", true},
		{1, "B+1", false},
	} {
		o := engines.ByScore(41, 40+c.komi)
		if sameResult(c.text, o) != c.same {
			t.Errorf("komi %v: %s: %v", c.komi, c.text, !c.same)
		}
	}
	if got := formatResult(engines.ByScore(41, 40+7.3)); got != "W+6.3" {
		t.Error(got)
	}
}
