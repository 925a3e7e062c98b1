package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// programMistakes maps the bugs of the programs in testdata/broken to the sentence of evolve and, if it is
// another, that of check.
var programMistakes = map[string]map[string][2]string{
	"arena.py": {
		"":                       {},
		"a default out of range": {"hold: 31 is not within [1, 30]"},
		"a duplicate weight":     {"hold: named twice"},
		"no weights":             {"x.yaml:3: engine.name: the program dice declares no weights to tune: list them under weights in its answer to hello", "KeyError: 'hold'"},
		"no seats":               {"its answer to hello: seats [0 0]: [fewest, most] within 1 and 8 are needed"},
		"a global random source": {`the same game was played twice and was another the second time in the result (seed `, "the same games have other results the second time: it is not deterministic; game "},
		"an exception":           {"exit status 1: KeyError: 'dice' (arena.py:"},
		"a crash":                {"exit status 1: dice: no dice"},
		"a game that never ends": {"no answer within 1s"},
		"scores of wrong length": {"3 scores for 2 seats"},
		"scores that are NaN":    {"NaN is no number of JSON; numbers must be finite"},
		"negative plies":         {"plies: -3 is below the minimum 0"},
		"no result":              {"a game ends with places, with scores or with a forfeit, one of them"},
		"a line that is no JSON": {"id is no name of JSON; names are in double quotation marks: {id: 1}"},
	},
	"game.py": {
		"":                            {},
		"a deal that varies":          {`the same game was played twice and was another the second time from move `, "the same games have other moves the second time: it is not deterministic; game "},
		"a global random source":      {`the same game was played twice and was another the second time from move `, "the same games have other moves the second time: it is not deterministic; game "},
		"a game that never ends":      {"the game has not ended after 20000 moves"},
		"an exception":                {"exit status 1: IndexError: list index out of range (game.py:"},
		"a board that is kept":        {`programs.nim: after 1 random ply, in 1000 tries: the game is over at its start; "start" must begin a new game; type check x.yaml nim to see all mistakes`, "the same games have other moves the second time"},
		"a crash":                     {"exit status 1: nim: no matches"},
		"no answer":                   {"programs.nim: no answer within 1s"},
		"no legal moves":              {"no legal moves, and no places or scores, which state that the game is over"},
		"a wrong chance":              {"x.yaml:5: engine: the game is the same on every deal, so that a thousand games are one observation; the game declares chance", `the game declares chance, but 64 deals and their replays are alike; declare that it has none, in Go by engines.NoChance and in a program by "chance": false`},
		"places of wrong length":      {"3 places for 2 seats"},
		"a turn out of range":         {"turn is 2; it is a seat from 0 to 1"},
		"a move that is listed twice": {"legal moves are different texts in one line"},
		"a bot that cheats":           {`stopped after 3 games: bot lost 3 in a row (illegal;`, `4 of 4 games lost by failing; the first (illegal): "9" is not one of the moves 1, 2, 3`},
		"a bot that draws lots":       {`the same game was played twice and was another the second time from move `, "the same games have other moves the second time: it is not deterministic; game "},
	},
}

// programConfigs are the configs of the programs, with a place for the bug. Python starts sooner
// without site packages.
var programConfigs = map[string]string{
	"arena.py": `
programs: {dice: {command: [PYTHON, -S, arena.py, "BUG"], timeouts: {move: 1s}}}
engine: {name: dice}
`,
	"game.py": `
programs:
  nim: {command: [PYTHON, -S, game.py, "BUG"], timeouts: {reply: 1s}}
  bot: {command: [PYTHON, -S, game.py, "BUG", bot]}
engine: {name: nim, player: bot}
`,
}

// A run with a broken program ends without a result, with a sentence that names the mistake and without
// a stack trace; check finds the mistake too.
func TestBrokenProgramsAreRefused(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts Python")
	}
	python := interpreter(t, "python3")
	for file, bugs := range programMistakes {
		source, err := os.ReadFile(filepath.Join("testdata", "broken", file))
		if err != nil {
			t.Fatal(err)
		}
		for bug, want := range bugs {
			t.Run(fmt.Sprint(file, " ", bug), func(t *testing.T) {
				t.Parallel()
				if !exhaustive && bug != "a default out of range" {
					t.Skip("with LANISTA_EXHAUSTIVE=1")
				}
				dir := t.TempDir()
				write(t, dir, file, string(source))
				config := strings.NewReplacer("PYTHON", python, "BUG", bug).Replace(programConfigs[file])
				if file == "game.py" && bug == "a game that never ends" { // auto would play games of every length before it finds none
					config += "openings: {random_plies: 2}\n"
				}
				write(t, dir, "x.yaml", config+"budget: {games: 64}\nverification: {games: 16, opponents: [default]}\nseed: 1\n")
				evolve := lanista(t, dir, "evolve", "x.yaml")
				check := []string{"check", "x.yaml", "--games", "4"}
				if file == "game.py" && !strings.HasPrefix(bug, "a bot") {
					check = append(check, "nim")
				}
				if bug == "" {
					output(t, evolve)
					output(t, lanista(t, dir, check...))
					return
				}
				out, err := evolve.CombinedOutput()
				for try := 1; try < 5 && !strings.Contains(string(out), want[0]); try++ { // a busy machine plays too few games before the run
					out, err = lanista(t, dir, "evolve", "x.yaml").CombinedOutput()
				}
				failsWith(t, string(out), want[0], err)
				if want[1] != "" {
					want[0] = want[1]
				}
				out, err = lanista(t, dir, check...).CombinedOutput()
				failsWith(t, string(out), want[0], err)
			})
		}
	}
}

// A run whose rules fail in the middle prints the command that resumes it. With the mistake corrected,
// this command plays the run to its end.
func TestARunWithBrokenRulesIsResumed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts Python")
	}
	python, dir := interpreter(t, "python3"), t.TempDir()
	source := string(must(os.ReadFile(filepath.Join("testdata", "broken", "game.py"))))
	config := strings.NewReplacer("PYTHON", python, "BUG", "an exception on some deals").Replace(programConfigs["game.py"])
	write(t, dir, "game.py", source)
	write(t, dir, "x.yaml", config+"budget: {games: 400}\nverification: {games: 16, opponents: [default]}\nseed: 1\n")
	said := failing(t, lanista(t, dir, "evolve", "x.yaml"), 1)
	advice := regexp.MustCompile(`(?s)^lanista: (?:openings: [^\n]*\nlanista: )*stopped after \d+ games: round \d+: pairing \d+ .* failed twice: .*IndexError.*\n  resume: lanista (evolve x\.yaml --resume nim-\S+); after a change of the program, add --changed-programs\n$`)
	resume := advice.FindStringSubmatch(said)
	if resume == nil {
		t.Fatal(said)
	}
	write(t, dir, "game.py", strings.Replace(source, "self.deal % 32 == 3", "False", 1))
	output(t, lanista(t, dir, append(strings.Fields(resume[1]), "--changed-programs")...))
}

// failsWith checks the output of a verb that fails: a line has the sentence, and none is of a
// stack trace.
func failsWith(t *testing.T, out, want string, err error) {
	t.Helper()
	if err == nil || !strings.Contains(out, want) {
		t.Errorf("%v: %q is not in\n%s", err, want, out)
	}
	for line := range strings.Lines(out) {
		if !aSentence.MatchString(line) {
			t.Errorf("more than sentences:\n%s", out)
			break
		}
	}
}

var aSentence = regexp.MustCompile(`^((lanista|broken-nim): |(pass|fail|warn) |  see: lanista runs |  resume: lanista evolve )`)
