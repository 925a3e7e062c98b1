package runs_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// firstMove is a program that plays the first legal move.
const firstMove = `#!/bin/sh
while IFS= read -r q; do
	id=${q#*\"id\":}; id=${id%%[!0-9]*}
	case $q in
	*'"do":"hello"'*) a=',"ludus":1,"name":"first.sh","deterministic":true' ;;
	*'"do":"move"'*) m=${q#*\"legal\":[\"}; a=",\"move\":\"${m%%\"*}\"" ;;
	*'"do":"quit"'*) exit 0 ;;
	*) a= ;;
	esac
	printf '{"id":%s%s}\n' "$id" "$a"
done
`

// A worker plays with programs that its own files and flags allow, if they are the same as
// the run's, and with no others.
func TestAllowedPrograms(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	here, there := t.TempDir(), t.TempDir()
	for _, dir := range []string{here, there} {
		if err := os.WriteFile(filepath.Join(dir, "bot.sh"), []byte(firstMove), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	ps, err := external.NewPrograms([]external.Program{{Name: "bot", Folder: here, Command: []string{"./bot.sh"}}}, external.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ps.Close() }()
	list, err := ps.Refs()
	if err != nil {
		t.Fatal(err)
	}
	ref := engines.EngineRef{Name: "othello", Settings: engines.Settings{"limit": "none"}, Programs: list}
	c := runs.Catalog{Games: engines.Registry{othello.New()}}
	if _, err := c.Games.Open(ref); err == nil {
		t.Error("a game with programs is opened without them")
	}
	other := filepath.Join(there, "other.yaml")
	if err := os.WriteFile(other, []byte("programs:\n  bot: {command: [./bot.sh], timeouts: {move: 1s}}\n  more: {command: [./bot.sh, -x]}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		config  string
		allowed []string
		refusal string // "" for none
	}{
		{"", []string{"bot=" + filepath.Join(there, "bot.sh")}, ""},
		{other, nil, ""},
		{"", nil, "no program bot is allowed"},
		{"", []string{"bat=" + filepath.Join(there, "bot.sh")}, "no program bot is allowed"},
		{"", []string{"bot=" + filepath.Join(there, "bot.sh") + " --fast"}, "differs from the run's"},
	} {
		programs, err := runs.ReadAllowedPrograms(t.Context(), c, one.config, one.allowed)
		if err != nil {
			t.Fatal(err)
		}
		game, end, err := programs.Table(t.Context(), c.Games, ref)
		if one.refusal != "" {
			if err == nil || !strings.Contains(err.Error(), one.refusal) {
				t.Errorf("%v: %v, want %q", one, err, one.refusal)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", one, err)
			continue
		}
		arena, err := engines.NewArena(game, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		record, err := arena.Play(t.Context(), []engines.Agent{{Name: "bot", Player: "bot"}, {Name: "first", Player: "first"}}, 1)
		if err != nil || record.Forfeit != nil {
			t.Errorf("%v: %+v, %v", one, record, err)
		}
		if err := end(); err != nil {
			t.Error(err)
		}
	}
}

// What is typed about programs is refused with its place.
func TestProgramsRefused(t *testing.T) {
	t.Parallel()
	c := runs.Catalog{Games: engines.Registry{othello.New()}}
	for text, want := range map[string]string{
		"x":               "--allow-agent x: NAME=COMMAND is needed",
		"=./x":            "NAME=COMMAND is needed",
		"a= ":             "NAME=COMMAND is needed",
		"a=sh; rm x":      "no shell runs the command",
		"a=no-such-thing": "is not in PATH",
		"A=sh":            "lower case",
		`a"}: {b=sh`:      "lower case",
		"othello=sh":      "means something else already",
	} {
		if _, err := runs.ReadAllowedPrograms(t.Context(), c, "", []string{text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := runs.ReadAllowedPrograms(t.Context(), c, "", []string{"a=sh", "a=cat"}); err == nil || !strings.Contains(err.Error(), "there is a program a already") {
		t.Errorf("two programs of a name: %v", err)
	}
	if _, err := runs.ReadAllowedPrograms(t.Context(), c, filepath.Join(t.TempDir(), "none.yaml"), nil); err == nil {
		t.Error("a config that is not there is read")
	}
	bare := filepath.Join(t.TempDir(), "bare.yaml")
	if err := os.WriteFile(bare, []byte("engine: {name: othello}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := runs.ReadAllowedPrograms(t.Context(), c, bare, nil); err != nil {
		t.Errorf("a config without programs: %v", err)
	}
}

// Results of games with a limit of time are not compared between workers, even if all programs
// declare that they are deterministic.
func TestRepeatableGames(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bot.sh"), []byte(firstMove), 0o700); err != nil {
		t.Fatal(err)
	}
	c := runs.Catalog{Games: engines.Registry{othello.New()}}
	for limits, want := range map[[2]string]bool{ // of the game and of the first agent
		{"none", "none"}: true, {"depth 3", "nodes 5"}: true, {"movetime 50ms", "depth 3"}: false, {"depth 3", "clock 10s"}: false,
	} {
		config := filepath.Join(dir, "config.yaml")
		text := "engine: {name: othello, settings: {limit: " + limits[0] + "}}\nagents: [{name: a, player: bot, settings: {limit: " + limits[1] + "}}, {name: b, player: bot, settings: {limit: depth 1}}]\n" +
			"programs: {bot: {command: [./bot.sh]}}\nschedule: {cycles: 2}\n"
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		asked := errors.New("asked")
		var repeatable bool
		_, err := c.Tournament(t.Context(), runs.Options{Source: config, Store: inStore(t), Force: true, NewExecutor: func(q runs.ExecutorRequest) (tournament.Executor, error) {
			repeatable = q.Repeatable
			return nil, asked
		}}, nil)
		if !errors.Is(err, asked) || repeatable != want {
			t.Errorf("limits %v: repeatable %v, %v", limits, repeatable, err)
		}
	}
}
