package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Workers, kills and resumes do not change the result of a run with programs. The test uses a game
// in Python with the protocol ludus. With LANISTA_EXHAUSTIVE=1 it also uses a chess engine, and
// kills each ten times with one, two and three workers.
func TestProgramsSurviveKills(t *testing.T) {
	t.Parallel()
	killable(t)
	for name, config := range map[string]string{"ludus": "pig.yaml", "uci": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !exhaustive {
				t.Skip("programs that are killed with their run: with LANISTA_EXHAUSTIVE=1")
			}
			dir, text := agentsFolder(t), engineToTune
			if config != "" {
				text = string(must(os.ReadFile(filepath.Join(dir, config))))
				text = strings.Replace(text, "games: 8", "games: 320", 1)
			}
			if exhaustive { // long enough to die ten times
				text = strings.NewReplacer("games: 96", "games: 2000", "games: 48", "games: 200").Replace(text)
			}
			write(t, dir, "config.yaml", text)
			want, c := uninterrupted(t, dir, "evolve")
			workers := []string{"2"}
			if c.kills = 3; exhaustive {
				c.kills, workers = 10, []string{"1", "2", "3"}
			}
			for i, n := range workers {
				dies(t, dir, "evolve", want, c, uint64(i+1), n, "config.yaml", "--resume", "last")
				if err := os.Remove(filepath.Join(dir, "lanista.db")); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// engineToTune is a config that tunes the chess engine of the tests.
const engineToTune = `
programs:
  engine: {command: [uci-engine, sound], protocol: uci}
engine:
  name: chess
  player: engine
  settings: {limit: depth 1, max_plies: 40}
  weights: {Material: {start: 5}, Pawn Advance: {start: 40}}
budget: {games: 48}
verification: {games: 16}
seed: 1
`

// A broken program stops the run with an error that gives the reason. The run can be resumed after
// a repair, which the long form does.
func TestBrokenProgram(t *testing.T) {
	t.Parallel()
	dir := agentsFolder(t)
	broken := `
import os, sys
import othello_agent
from ludus import serve

class Agent(othello_agent.Agent):
    moves = 0
    def move(self, q):
        self.moves += 1
        if self.moves == 5:
            print("no more moves", file=sys.stderr, flush=True)
            os._exit(3)
        return super().move(q)

serve(Agent())
`
	config := strings.ReplaceAll(string(must(os.ReadFile(filepath.Join(dir, "othello.yaml")))), "othello_agent.py", "broken.py")
	write(t, dir, "broken.py", broken)
	write(t, dir, "broken.yaml", config)
	said := failing(t, lanista(t, dir, "evolve", "broken.yaml", "--name", "x"), 1)
	for _, want := range []string{
		"lanista: stopped after 3 games: bot lost 3 in a row (crashed; the last: pairing 2, game 1, seed ",
		": exit status 3: no more moves)\n  see: lanista runs othello-",
		" --failures; resume: lanista evolve broken.yaml --resume othello-",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	shown := string(output(t, lanista(t, dir, "runs", "x", "--failures")))
	for _, want := range []string{"bot, seat 1, lost (crashed)", "round 1, pairing 1, game 1, seed", "it ended: exit status 3", "weights: corner", `"do":"move"`, "! no more moves"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	replayFailures(t, dir)
	said = failing(t, lanista(t, dir, "evolve", "--resume", "x"), 2)
	if !strings.Contains(said, "uses the program bot: name a config with its command") {
		t.Error(said)
	}
	write(t, dir, "broken.py", "open('started', 'w')\n"+strings.Replace(broken, "== 5", "== -1", 1))
	said = failing(t, lanista(t, dir, "evolve", "broken.yaml", "--resume", "x"), 2)
	if !strings.Contains(said, "bot has changed since the run began") {
		t.Error(said)
	}
	if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
		t.Error("the changed program was started before it was refused")
	}
	if shown := string(output(t, lanista(t, dir, "runs", "x", "--json"))); strings.Contains(shown, "has changed") {
		t.Errorf("a refused resume is noted: %s", shown)
	}
	if !exhaustive {
		return // the rest plays the whole run
	}
	output(t, lanista(t, dir, "evolve", "broken.yaml", "--resume", "x", "--changed-programs"))
	if shown := string(output(t, lanista(t, dir, "runs", "x", "--json"))); !strings.Contains(shown, "resumed although bot has changed") {
		t.Errorf("the change is not noted: %s", shown)
	}
	exported := string(output(t, lanista(t, dir, "export", "x")))
	if !strings.Contains(exported, `"player"`) {
		t.Errorf("the export does not name the player: %s", exported)
	}
	if strings.Contains(exported, `"depth"`) {
		t.Errorf("the export of a program has settings of the built-in player: %s", exported)
	}
}

// An option that cannot be a weight is a mistake of the config with its line, and so is a weight that
// is an option, too.
func TestUnfitWeights(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "engine.sh", `while read -r line; do
	case $line in
	uci) printf 'option name Style type combo default min var min var max\noption name Wipe type button\noption name Speed type spin default 1 min 0 max 9\nuciok\n' ;;
	isready) echo readyok ;;
	quit) exit ;;
	esac
done
`)
	config := `programs:
  e: {command: [sh, engine.sh], protocol: uci, options: {Speed: 3, Style: max}}
engine:
  name: chess
  player: e
  settings: {limit: depth 1}
  weights:
    WEIGHT: {}
`
	for weight, want := range map[string]string{
		"Style": `c.yaml:2: programs.e.options: "Style" is also among the weights of the config; remove it here, or there`,
		"Speed": `c.yaml:2: programs.e.options: "Speed" is also among the weights of the config; remove it here, or there`,
	} {
		write(t, dir, "c.yaml", strings.Replace(config, "WEIGHT", weight, 1))
		if said := failing(t, lanista(t, dir, "evolve", "c.yaml"), 2); !strings.Contains(said, want) {
			t.Errorf("%s, want %s", said, want)
		}
	}
	write(t, dir, "c.yaml", strings.Replace(strings.Replace(config, ", Style: max", "", 1), "WEIGHT", "wipe", 1))
	want := `c.yaml:8: engine.weights.wipe: option "Wipe" is of type button; a weight needs type spin, check, combo or string`
	if said := failing(t, lanista(t, dir, "evolve", "c.yaml"), 2); !strings.Contains(said, want) {
		t.Errorf("%s, want %s", said, want)
	}
}

// replayFailures plays a failure of the run again, first with the same program and then, in the long
// form, with a repaired one.
func replayFailures(t *testing.T, dir string) {
	t.Helper()
	said := failing(t, lanista(t, dir, "runs", "x", "--failures", "--replay", "1"), 2)
	if !strings.Contains(said, "uses the program bot: name a config with its command") {
		t.Error(said)
	}
	said = failing(t, lanista(t, dir, "runs", "x", "pig.yaml", "--failures", "--replay", "1"), 2)
	if !strings.Contains(said, "engine.player: the run uses the program bot, which the config does not name") {
		t.Error(said)
	}
	replay := []string{"runs", "x", "broken.yaml", "--replay", "2", "--trace", "traces"}
	said = string(output(t, lanista(t, dir, replay...)))
	for _, want := range []string{"2. bot, seat ", "played again: seat ", " lost (crashed): exit status 3: no more moves\n", "every line: traces/bot-"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	traces, err := filepath.Glob(filepath.Join(dir, "traces", "*.txt"))
	if err != nil || len(traces) < 2 {
		t.Fatalf("traces %v, %v", traces, err)
	}
	text := ""
	for _, file := range traces {
		text += string(must(os.ReadFile(file)))
	}
	if !strings.Contains(text, `"do":"move"`) || !strings.Contains(text, " ! no more moves") {
		t.Errorf("the traces:\n%s", text)
	}
	if said = failing(t, lanista(t, dir, "runs", "x", "broken.yaml", "--replay", "99"), 2); !strings.Contains(said, " failures; there is no failure 99") {
		t.Error(said)
	}
	listed := string(output(t, lanista(t, dir, "runs", "x", "--json")))
	if !regexp.MustCompile(`"forfeits":(\d+),"forfeits_by_kind":{"crashed":\d+}`).MatchString(listed) {
		t.Errorf("by verdict: %s", listed)
	}
	if shown := string(output(t, lanista(t, dir, "runs"))); !strings.Contains(shown, "crashed ") {
		t.Errorf("in the list: %s", shown)
	}
	if !exhaustive {
		return // a repaired program takes the same way
	}
	fixed := strings.Replace(string(must(os.ReadFile(filepath.Join(dir, "broken.py")))), "== 5", "== -1", 1)
	write(t, dir, "mended.py", fixed)
	write(t, dir, "mended.yaml", strings.Replace(string(must(os.ReadFile(filepath.Join(dir, "broken.yaml")))), "broken.py", "mended.py", 1))
	said = string(output(t, lanista(t, dir, "runs", "x", "mended.yaml", "--failures", "--replay", "1", "--json")))
	if !strings.Contains(said, `"same":false`) || !strings.Contains(said, `"ending":"rules"`) || !strings.Contains(said, `"changed":["bot"]`) {
		t.Errorf("mended: %s", said)
	}
}

// The findings of check about a playable program: few values, and stray lines.
func TestProgramWarnings(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	write(t, dir, "bot.sh", `#!/bin/sh
echo "pygame 2.5.2 (SDL 2.28.3, Python 3.11)"
while IFS= read -r q; do
	id=${q#*\"id\":}; id=${id%%[!0-9]*}
	case $q in
	*'"do":"hello"'*) a=',"ludus":1,"name":"bot","deterministic":true,"weights":[{"name":"Queen Contact Check Bonus","min":0,"max":8,"default":1,"kind":"integer"}]' ;;
	*'"do":"move"'*) [ -e crashed ] || { : > crashed; exit 3; }; m=${q#*\"legal\":[\"}; a=",\"move\":\"${m%%\"*}\"" ;;
	*'"do":"quit"'*) exit 0 ;;
	*) a= ;;
	esac
	printf '{"id":%s%s}\n' "$id" "$a"
done
`)
	write(t, dir, "bot.yaml", "programs:\n  bot: {command: [sh, bot.sh]}\nengine: {name: othello, player: bot, settings: {random_plies: 40}}\nbudget: {games: 16}\nverification: {games: 4}\nseed: 1\n")
	const few = "the free weights have only 9 different vectors: many pairings will be between equal ones"
	if said := string(output(t, lanista(t, dir, "evolve", "bot.yaml", "--dry-run"))); !strings.Contains(said, few) {
		t.Errorf("before: %s", said)
	}
	if err := os.Remove(filepath.Join(dir, "crashed")); err != nil {
		t.Fatal(err)
	}
	cmd := lanista(t, dir, "evolve", "bot.yaml", "--workers", "1")
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	stray := regexp.MustCompile(`warning: bot printed \d+ lines that are not answers \(first: "pygame 2\.5\.2 \(SDL 2\.28\.3, Python 3\.11\)"\); write such lines to standard error`)
	const again = "warning: bot crashed or stalled in 1 game, played once more (first failure: crashed: exit status 3)\n" +
		"  its last input before that; --trace FOLDER writes the input and output of all games:\n    {"
	if !strings.Contains(said.String(), "warning: "+few) || !strings.Contains(said.String(), again) || !stray.MatchString(said.String()) {
		t.Errorf("told %s", said.String())
	}
}

// The errors of invalid configs with programs.
func TestProgramMistakes(t *testing.T) {
	t.Parallel()
	dir, python := agentsFolder(t), interpreter(t, "python3")
	for name, tt := range map[string]struct {
		config string
		code   int
		want   string
	}{
		"path": {
			"programs:\n  toga:\n    command: [toga3]\nengine: {name: othello, player: toga}\n", 2,
			`path.yaml:3: programs.toga.command: "toga3" is not in PATH`,
		},
		"shell": {
			"programs:\n  bot:\n    command: python3 bot.py | tee log\nengine: {name: othello, player: bot}\n", 2,
			`shell.yaml:3: programs.bot.command: "|" is special in a shell, but no shell runs the command; write it as a list`,
		},
		"player": {
			"programs:\n  bot: {command: ./first.sh}\nengine:\n  name: othello\n  player: bott\n", 2,
			`player.yaml:5: engine.player: there is no program "bott" (did you mean bot?)`,
		},
		"declared": {
			"programs:\n  bot:\n    command: [python3, othello_agent.py]\n    weights: {corner: {min: 0, max: 5, default: 1}}\nengine: {name: othello, player: bot}\n", 2,
			`declared.yaml:4: programs.bot.weights: the program declares its weights itself; engine.weights changes their ranges and start values`,
		},
		"inserted": {
			"programs:\n  four:\n    command: [python3, four.py, '{weight:size}']\n    weights: {size: {min: 0, max: 5, default: 1}}\nengine: {name: four}\nagents: [random, first]\n", 2,
			`inserted.yaml:3: programs.four.command: {weights} and {weight:NAME} are for the weights of one seat; a program of role arena or game does not play a single seat`,
		},
		"rules": {
			"programs:\n  four: {command: [python3, four.py]}\n  bot: {command: [python3, four_agent.py]}\nengine: {name: tower, player: bot}\n", 2,
			`rules.yaml:4: engine.name: unknown engine "tower" (have bot, four, risk, `,
		},
		"none": {
			"engine: {name: othello, player: bot}\n", 2,
			`there is no program "bot": the config has no section programs`,
		},
		"weights": {
			"programs:\n  bot: {command: [python3, othello_agent.py]}\nengine:\n  name: othello\n  player: bot\n  weights:\n    corners: {start: 3}\n", 2,
			`weights.yaml:7: engine.weights.corners: unknown weight (did you mean corner?)`,
		},
		"limit": {
			"programs:\n  bot: {command: ./first.sh}\nengine:\n  name: othello\n  settings: {limit: quick}\nagents: [bot, random]\n", 2,
			`limit.yaml:5: engine.settings.limit: limit "quick": unknown kind "quick"; want none, depth N, nodes N, movetime 50ms, clock 10s+100ms or clock 40/10s`,
		},
		"game": {
			"programs:\n  bot: {command: [python3, othello_agent.py]}\nengine: {name: risk, player: bot}\n", 2,
			`engine.player: bot plays othello, not risk`,
		},
		"role": {
			"programs:\n  pig: {command: [python3, pig.py]}\nengine: {name: othello, player: pig}\n", 2,
			`engine.player: pig plays games of its own and cannot be a player of another game; name it as engine.name`,
		},
		"name": {
			"programs:\n  Bot: {command: ./first.sh}\n  random: {command: ./first.sh}\nengine: {name: othello}\nagents: [random, hard]\n", 2,
			`programs.Bot: a name is lower case letters, digits, - and _`,
		},
		"silent": {
			"programs:\n  bot: {command: [sh, -c, \"echo Welcome to my bot 1.0; cat >&2\"], timeouts: {start: 1s}}\nengine: {name: othello, player: bot}\n", 1,
			`lanista: programs.bot: no answer to hello within 1s, the limit timeouts.start; it printed "Welcome to my bot 1.0"; a ludus program answers every request with one line of JSON and flushes its output`,
		},
		"ended": {
			"programs:\n  bot: {command: [sh, -c, \"echo cannot find model.bin >&2; exit 3\"]}\nengine: {name: othello, player: bot}\n", 1,
			`lanista: programs.bot: it ended before it was ready (exit status 3): cannot find model.bin`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			write(t, dir, name+".yaml", strings.ReplaceAll(tt.config, "[python3,", "["+python+", -S,"))
			verb := "evolve"
			if strings.Contains(tt.config, "agents:") {
				verb = "tournament"
			}
			db := filepath.Join(t.TempDir(), "x.db")
			if said := failing(t, lanista(t, dir, verb, name+".yaml", "--db", db), tt.code); !strings.Contains(said, tt.want) {
				t.Errorf("no\n%s\nin\n%s", tt.want, said)
			}
			if _, err := os.Stat(db); err == nil {
				t.Error("it left a store behind")
			}
		})
	}
}

// A check of a bot whose rules cannot be started is about the program of the rules.
func TestCheckWithRulesThatDoNotStart(t *testing.T) {
	t.Parallel()
	dir := agentsFolder(t)
	write(t, dir, "x.yaml", "programs:\n  rules: {command: [sh, -c, exit 3]}\n  bot: {command: ./first.sh}\nengine: {name: rules, player: bot}\n")
	check := lanista(t, dir, "check", "x.yaml")
	var out, said strings.Builder
	check.Stdout, check.Stderr = &out, &said
	if err := check.Run(); err == nil {
		t.Error("no error")
	}
	if !strings.Contains(out.String(), "fail  start        programs.rules: ") || said.String() != "lanista: rules cannot be tuned as it is\n" {
		t.Errorf("%s%s", out.String(), said.String())
	}
}
