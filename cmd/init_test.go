package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lanista/lanista/cmd/internal/project"
	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/othello"
)

// initialized runs init with arguments, the first of which is the folder, and returns its
// document.
func initialized(t *testing.T, args ...string) initResult {
	t.Helper()
	var out, errOut bytes.Buffer
	p := Program{Games: []engines.Engine{othello.New()}}
	if code := p.Run(t.Context(), append([]string{"init", "--json"}, args...), strings.NewReader(""), &out, &errOut); code != exitDone {
		t.Fatalf("init %q: exit code %d: %s%s", args, code, out.String(), errOut.String())
	}
	var r initResult
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// On a terminal, init asks for what was not given, and asks again after a wrong answer.
func TestInitAsks(t *testing.T) {
	t.Parallel()
	game := project.Options{Folder: "oak", Kind: project.Game, Language: project.Go, Seats: 2}
	for _, c := range []struct {
		given   string // flags
		answers string
		want    project.Options
		err     string
	}{
		{answers: "oak\n\n\n\n\n", want: game},
		{answers: "Oak\n\noak\ntoy\ngame\npython\n9\n3\nperhaps\nyes", want: project.Options{Folder: "oak", Kind: project.Game, Language: project.Python, Seats: 3, Chance: true}},
		{answers: "oak\ngame\ngo\n2\nY\n", want: project.Options{Folder: "oak", Kind: project.Game, Language: project.Go, Seats: 2, Chance: true}},
		{answers: "oak\nbot\njavascript\n", want: project.Options{Folder: "oak", Kind: project.Bot, Language: project.JavaScript, Seats: 2}},
		{given: "name kind language seats chance", want: project.Options{Kind: project.Game, Language: project.Go, Seats: 2}},
		{given: "kind language seats chance", answers: "oak\n", want: game},
		{answers: "oak\n", err: "no answer; use the flags of init instead"},
	} {
		o := initOptions{project: project.Options{Kind: project.Game, Language: project.Go, Seats: 2}, given: make(map[string]bool)}
		for _, flag := range strings.Fields(c.given) {
			o.given[flag] = true
		}
		var shown bytes.Buffer
		a := &app{in: strings.NewReader(c.answers), err: term.New(&shown, func(string) string { return "" })}
		err := a.askProject(t.Context(), &o)
		switch {
		case c.err != "" && (err == nil || err.Error() != c.err):
			t.Errorf("%q: %v, want %s", c.answers, err, c.err)
		case c.err != "" && !strings.HasSuffix(shown.String(), "\n"):
			t.Errorf("%q: the error stands in the line of a question:\n%s", c.answers, shown.String())
		case c.err == "" && (err != nil || o.project != c.want):
			t.Errorf("%q: %+v, %v, want %+v\n%s", c.answers, o.project, err, c.want, shown.String())
		case strings.Count(c.answers, "\n") > 6 && !strings.Contains(shown.String(), "at most 8 are possible\nPlayers"):
			t.Errorf("%q: %s", c.answers, shown.String())
		}
	}
}

// interpreters find the paths of interpreters, once. The name in PATH may be a script that takes
// longer than the interpreter.
var interpreters = map[string]func() (string, error){
	"python3": sync.OnceValues(func() (string, error) { return printedBy("python3", "-c", "import sys; print(sys.executable)") }),
	"node":    sync.OnceValues(func() (string, error) { return printedBy("node", "-e", "console.log(process.execPath)") }),
}

func printedBy(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	return strings.TrimSpace(string(out)), err
}

// interpreter returns the path of an interpreter. It skips the test if the machine has none.
func interpreter(t *testing.T, name string) string {
	t.Helper()
	path, err := interpreters[name]()
	if err != nil {
		t.Skipf("%s is not installed: %v", name, err)
	}
	return path
}

var verdictLine = regexp.MustCompile(`(?m)^(better than|not shown to be better than|nothing better found).*$`)

// A new program in another language than Go passes the check, and evolve ends with a verdict.
func TestNewProgramsAreTuned(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays games with programs")
	}
	for _, c := range []struct {
		language, interpreter string
		args                  []string
		long                  bool // only with LANISTA_EXHAUSTIVE
	}{
		{"python", "python3", []string{"--kind", "bot"}, true},
		{"python", "python3", []string{"--seats", "1"}, true},
		{"python", "python3", []string{"--seats", "3", "--chance"}, false},
		{"javascript", "node", []string{"--kind", "bot"}, true},
		{"javascript", "node", []string{"--seats", "1", "--chance"}, true},
		{"javascript", "node", []string{"--seats", "2"}, true},
		{"go", "", []string{"--kind", "bot"}, true},
	} {
		t.Run(fmt.Sprint(c.language, c.args), func(t *testing.T) {
			t.Parallel()
			if c.long && !exhaustive {
				t.Skip("with LANISTA_EXHAUSTIVE=1")
			}
			dir := filepath.Join(t.TempDir(), "oak")
			initialized(t, append([]string{dir, "--language", c.language}, c.args...)...)
			config := filepath.Join(dir, "oak.yaml")
			if c.interpreter != "" {
				text, err := os.ReadFile(config)
				if err != nil {
					t.Fatal(err)
				}
				path := interpreter(t, c.interpreter) // the name may be a script that looks for it
				write(t, dir, "oak.yaml", strings.Replace(string(text), "["+c.interpreter+",", "['"+path+"',", 1))
			} else {
				build := exec.CommandContext(t.Context(), "go", "build")
				build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
				if out, err := build.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			var out bytes.Buffer
			p := Program{Games: []engines.Engine{othello.New()}}
			for _, args := range [][]string{
				{"check", config, "--games", "1"},
				{"evolve", config, "--no-progress", "--db", config + ".db", "--set", "budget.games=8", "--set", "verification.games=4"},
			} {
				if code := p.Run(t.Context(), args, strings.NewReader(""), &out, &out); code != exitDone {
					t.Fatalf("%q: exit code %d: %s", args, code, out.String())
				}
			}
			if warned := regexp.MustCompile(`(?m)^(warn|fail) .*$`).FindString(out.String()); warned != "" {
				t.Error(warned)
			}
			if !verdictLine.MatchString(out.String()) {
				t.Errorf("no verdict: %s", out.String())
			}
		})
	}
}

// A new program whose method returns neither a text nor an object answers with an error that shows what
// it returned.
func TestNewProgramsNameWrongResults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, interpreter, file, correct, wrong, want string }{
		{"python", "python3", "oak.py", "        return {\"scores\": points", "        return points or {\"scores\": points", "TypeError: play returned ["},
		{"javascript", "node", "oak.mjs", "    return { scores: points", "    return points || { scores: points", "TypeError: play returned ["},
	} {
		t.Run(c.language, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "oak")
			initialized(t, dir, "--language", c.language)
			text, err := os.ReadFile(filepath.Join(dir, c.file))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), c.correct) {
				t.Fatalf("%s does not contain %q", c.file, c.correct)
			}
			write(t, dir, c.file, strings.Replace(string(text), c.correct, c.wrong, 1))
			program := exec.CommandContext(t.Context(), interpreter(t, c.interpreter), c.file)
			program.Dir = dir
			program.Stdin = strings.NewReader(`{"id":1,"do":"play","settings":{},"seats":[{"weights":{"points":1,"offer":0,"behind":0,"weeds":0}},{"weights":{"points":1,"offer":0,"behind":0,"weeds":0}}],"seed":3}` + "\n")
			out, err := program.Output()
			if err != nil || !strings.Contains(string(out), c.want) {
				t.Errorf("%v: %s, want %s", err, out, c.want)
			}
		})
	}
}

// newGames are the flags of games in Go.
var newGames = [][]string{{"--seats", "1"}, {"--seats", "2"}, {"--seats", "3", "--chance"}, {"--seats", "8"}, {"--chance", "--seats", "1"}}

// A new game in Go, a new bot in Go, the game of the guide and the example compile against this
// module, from another module.
func TestModulesOutsideCompile(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("compiles another module for more than a second: with LANISTA_EXHAUSTIVE=1")
	}
	o := newOutside(t)
	packages := []string{"vet", ".", "./guide"}
	for i, args := range append(slices.Clone(newGames), []string{"--language", "go", "--kind", "bot"}) {
		name := fmt.Sprintf("oak%d", i)
		r := initialized(t, append([]string{filepath.Join(o.dir, name)}, args...)...)
		if !slices.Contains(r.Files, filepath.Join(o.dir, name, "go.mod")) {
			t.Fatalf("%v", r.Files)
		}
		if err := os.Remove(filepath.Join(o.dir, name, "go.mod")); err != nil { // the module is that of the example
			t.Fatal(err)
		}
		packages = append(packages, "./"+name)
	}
	o.must("go", packages...)
}

// The commands that init prints work as they are typed, and end with a verdict within two
// minutes of CPU time: a game in Go keeps the contract, and a program passes the check.
func TestNewGamesAreTuned(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("links a program for every game: with LANISTA_EXHAUSTIVE=1")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of a Unix shell")
	}
	projects := slices.Clone(newGames)
	for _, language := range []string{"python", "javascript", "go"} {
		projects = append(projects, []string{"--language", language, "--kind", "bot"})
		if language != "go" {
			projects = append(projects, []string{"--language", language, "--seats", "2"}, []string{"--language", language, "--seats", "3", "--chance"})
		}
	}
	for _, args := range projects {
		t.Run(fmt.Sprint(args), func(t *testing.T) { // one after the other: the time is measured
			if name := map[string]string{"python": "python3", "javascript": "node"}[args[1]]; name != "" {
				interpreter(t, name)
			}
			dir := filepath.Join(t.TempDir(), "oak")
			r := initialized(t, append([]string{dir}, args...)...)
			commands := r.Commands[1:] // without cd
			if args[0] != "--language" {
				commands = append(commands, "./oak check oak")
			}
			var all strings.Builder
			var took time.Duration // of CPU time, which depends less on what else the machine does
			for _, command := range commands {
				c := exec.CommandContext(t.Context(), "sh", "-c", command)
				c.Dir, c.Env = dir, append(os.Environ(), "LANISTA_NO_PROGRESS=true", "GOFLAGS=", "GOWORK=off")
				out, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v: %s", command, err, out)
				}
				all.Write(out)
				took += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
			}
			if !verdictLine.MatchString(all.String()) || strings.Contains(all.String(), "\nfail ") {
				t.Error(all.String())
			}
			t.Logf("%v: %s", took.Round(time.Second/10), verdictLine.FindString(all.String()))
			if took > 2*time.Minute {
				t.Errorf("%v of CPU time is longer than two minutes", took)
			}
		})
	}
}

// check of a game takes its settings; a wrong one is an error.
func TestCheckOfAGameWithSettings(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]int{"depth=1": exitDone, "depth=many": exitUsage, "deep=1": exitUsage} {
		var out bytes.Buffer
		p := Program{Games: []engines.Engine{hare.New()}}
		if code := p.Run(t.Context(), []string{"check", "hare", "--games", "1", "--set", set}, strings.NewReader(""), &out, &out); code != want {
			t.Errorf("%s: exit code %d, want %d: %s", set, code, want, out.String())
		}
	}
}
