package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The test runs the commands of the documentation: those in fenced console blocks and in the
// tables of the README. A file that a page shows after a comment <!-- file: NAME --> is written
// first. A line below a command must be in its output. Long runs are shortened, and commands that
// a test cannot run are listed with a reason.

// trimmed lists arguments that shorten the work of a verb.
var trimmed = map[string]string{
	"evolve":     "--budget 240 --set verification.games=120",
	"fit":        "--budget 200 --set verification.games=100",
	"tournament": "--cycles 2",
	"experiment": "--seeds 1-2 --budget 60 --set verification.games=40 --set match.games=40",
	"bench":      "--strategy spsa --seeds 1-1 --budget 200",
	"play":       "</dev/null",
}

// leftOut lists the beginnings of commands that the test does not run.
var leftOut = map[string]string{
	"lanista serve":                    "serves until it is stopped; tried in its own tests",
	"lanista evolve bot.yaml":          "needs the program of the page agents.md, tried there",
	"lanista play bot.yaml":            "as above",
	"lanista check --":                 "needs programs; tried in the scripts",
	"lanista evolve risk --seeds":      "several whole runs; tried in the tests of package runs",
	"lanista tournament othello-leagu": "takes minutes; tried by its own test",
	"lanista evolve --resume last":     "no run was stopped; tried in the scripts",
	"lanista evolve --resume first":    "plays thousands of games; tried in the tests of package runs",
	"lanista check":                    "needs a program; tried with the page agents.md",
	"go get":                           "the module is replaced by this one",
	"go mod":                           "as above",
	"go run":                           "the test has built the program",
	"go test ./...":                    "this is it",
	"go test":                          "the example of a game is tested where it stands",
	"go install":                       "writes outside of the test",
	"go build":                         "the test has built the program",
	"mkdir":                            "the test stands in a folder of its own",
	"apt":                              "the test installs nothing",
	"make":                             "as above",
}

// page is a parsed page of documentation.
type page struct {
	files    map[string]string
	commands []documentedCommand
}

type documentedCommand struct {
	line int
	text string
	want []string // lines that the output must contain
}

var (
	fileMark = regexp.MustCompile(`^<!-- file: (\S+) -->$`)
	inTable  = regexp.MustCompile("`(lanista [^`]*)`")
)

func readPage(t *testing.T, path string) page {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := page{files: make(map[string]string)}
	fence, file := "", ""
	for i, line := range strings.Split(string(text), "\n") {
		switch mark := fileMark.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "```"):
			if fence != "" {
				fence, file = "", ""
			} else {
				fence = strings.TrimPrefix(line, "```") + " "
			}
		case mark != nil:
			file = mark[1]
		case fence != "" && file != "":
			p.files[file] += line + "\n"
		case fence == "console " && strings.HasPrefix(line, "$ "):
			p.commands = append(p.commands, documentedCommand{line: i + 1, text: line[2:]})
		case fence == "console " && line != "":
			last := &p.commands[len(p.commands)-1]
			last.want = append(last.want, line)
		case strings.HasPrefix(line, "|"):
			for _, c := range inTable.FindAllStringSubmatch(line, -1) {
				p.commands = append(p.commands, documentedCommand{line: i + 1, text: c[1]})
			}
		}
	}
	return p
}

// typed returns the command that the test runs for a command of a page, "" if it is left out.
func (c documentedCommand) typed() string {
	for begins := range leftOut {
		if strings.HasPrefix(c.text, begins) {
			return ""
		}
	}
	verb := ""
	if words := strings.Fields(c.text); len(words) > 1 && words[0] == "lanista" {
		verb = words[1]
	}
	text, _, _ := strings.Cut(c.text, "   #")
	for _, whole := range []string{"--resume", "--dry-run", "--sprt"} {
		if strings.Contains(text, whole) {
			return text
		}
	}
	return strings.TrimSpace(text + " " + trimmed[verb])
}

// unpack writes the files of a page into a folder.
func (p page) unpack(t *testing.T, dir string) {
	t.Helper()
	for file, text := range p.files {
		write(t, dir, file, text)
	}
}

// try runs the commands of a page in a folder with its files.
func (p page) try(t *testing.T, name, dir string) {
	t.Helper()
	p.unpack(t, dir)
	tried := 0
	for _, c := range p.commands {
		text := c.typed()
		if text == "" {
			continue
		}
		tried++
		sh := exec.CommandContext(t.Context(), "sh", "-c", text)
		sh.Dir = dir
		sh.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", promptly)
		out, err := sh.CombinedOutput()
		if err != nil && !(strings.Contains(text, "--sprt") && sh.ProcessState.ExitCode() == exitRefuted) { // the outcome of a sequential test does not matter
			t.Errorf("%s:%d: %s: %v\n%s", name, c.line, c.text, err, out)
		}
		for _, want := range c.want {
			if text == c.text && !strings.Contains(string(out), want) {
				t.Errorf("%s:%d: %s: %q is not in\n%s", name, c.line, c.text, want, out)
			}
		}
	}
	if tried == 0 {
		t.Errorf("%s has no command", name)
	}
}

func TestCommandsOfThePages(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays for seconds")
	}
	for _, name := range []string{"README.md", "docs/evidence.md", "docs/config.md", "docs/many-machines.md", "docs/experiments.md"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "README.md" && !exhaustive {
				t.Skip("with LANISTA_EXHAUSTIVE=1")
			}
			dir := t.TempDir()
			p := readPage(t, filepath.Join("..", name))
			for file, text := range readersFiles {
				if _, own := p.files[file]; !own {
					p.files[file] = text
				}
			}
			p.try(t, name, dir)
		})
	}
}

// readersFiles lists the files that a reader of the README has.
var readersFiles = map[string]string{
	"my.yaml":    "preset: risk-quick\n",
	"duel.yaml":  "config: risk-quick\nstrategies: [spsa, genetic]\n",
	"match.yaml": "engine: {name: risk, settings: {size: 4, depth: 1}}\nagents: [default, random]\n",
	"games.csv":  typedFiles["games.csv"],
	"games.pgn":  "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n",
}
