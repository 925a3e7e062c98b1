package cmd

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/runs"
)

// The pages are README.md and docs/*.md. The tests type their commands in the order of the page,
// each page in an empty home folder:
//
//   - A block of the language console has commands, after "$ ", with their output. Commands in
//     tables are typed too.
//   - A block after a comment <!-- file: NAME --> is a file, which is written into the current folder.
//   - The output must be equal to the lines below a command, except for blanks and what masks
//     describes. A line "..." stands for any number of lines. The output of a command with no
//     lines below it is not compared.
//   - At the end of a command, after "#": "your numbers differ" if numbers are not to be compared,
//     and "exit code N" if the command shall end with this code.
//
// LANISTA_UPDATE=1 writes the output into the pages where it is different.

// abridged lists arguments for commands that play for minutes. Their pages state that numbers
// differ, so the output is compared all the same.
var abridged = map[string]string{
	"lanista evolve toga.yaml": "--set budget.games=600 --set verification.games=200",
}

// trimmed lists arguments that shorten the work of a verb or a command in the short form of the
// tests.
var trimmed = map[string]string{
	"evolve":     "--set budget.games=240 --set verification.games=120",
	"check risk": "--set size=3 --games 1",
	"check":      "--games 1",
	"explain":    "--games 400",
	"fit":        "--set budget.games=60 --set verification.games=100",
	"tournament": "--set schedule.cycles=2",
	"experiment": "--set seeds=1-2 --set budgets=[60] --set verification.games=40 --set match.games=40",
	"bench":      "--strategy spsa --seeds 1-1 --budget 200",
}

// leftOut lists the beginnings of commands that the tests do not run.
var leftOut = map[string]string{
	"lanista serve":                    "serves until it is stopped; its own tests run it",
	"lanista evolve --resume last":     "no run was stopped; the scripts resume runs",
	"lanista tournament othello-leagu": "takes minutes; a test of its own",
	"lanista match ./old ./new":        "requires two builds of an engine",
	"lanista tournament tune.yaml":     "a sequential test of an engine can take hours",
	"lanista evolve my.yaml --nats":    "requires a cluster of NATS servers",
	"lanista worker tls://":            "as above",
	"lanista worker nats://host":       "requires another machine",
	"go run ./cmd/lanista":             "requires the clone",
	"go test ./...":                    "these are the tests",
	"apt install":                      "changes the machine",
	"docker ":                          "requires a release",
	"sha256sum --check":                "as above",
	"tar xzf":                          "as above",
	"git tag":                          "as above",
	"git push":                         "as above",
}

// step is a command or a file of a page.
type step struct {
	line  int
	text  string   // the command, or the contents of the file
	file  string   // the name of the file, "" for a command
	shown []string // the output that the page shows below the command
}

// page is a parsed page of documentation.
type page struct {
	name, path string
	steps      []step
}

var (
	fileMark  = regexp.MustCompile(`^<!-- file: (\S+) -->$`)
	inTable   = regexp.MustCompile("`(lanista [^`]*)`")
	elsewhere = regexp.MustCompile(`^(    |\t)?(\$ |lanista |\./\w+ \w)`) // a command in a block that is not of the language console
)

// pages returns all pages.
func pages(t *testing.T) []page {
	t.Helper()
	names, err := filepath.Glob("../docs/*.md")
	if err != nil || len(names) < 10 {
		t.Fatalf("%q, %v", names, err)
	}
	list := []page{readPage(t, "../README.md")}
	for _, name := range names {
		list = append(list, readPage(t, name))
	}
	return list
}

func readPage(t *testing.T, path string) page {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := page{name: strings.TrimPrefix(filepath.ToSlash(path), "../"), path: path}
	const console, other = "console", "other"
	block, file := "", ""
	for i, line := range strings.Split(string(text), "\n") {
		mark := fileMark.FindStringSubmatch(line)
		switch last := len(p.steps) - 1; {
		case strings.HasPrefix(strings.TrimSpace(line), "```") && block != "":
			block, file = "", ""
		case strings.TrimSpace(line) == "```console":
			block = console
		case strings.HasPrefix(line, "```"):
			if block = other; file != "" {
				block = file
				p.steps = append(p.steps, step{line: i + 1, file: file})
			}
		case mark != nil:
			file = mark[1]
		case block != "" && block == file:
			p.steps[last].text += line + "\n"
		case block == console && strings.HasPrefix(strings.TrimSpace(line), "$ "):
			p.steps = append(p.steps, step{line: i + 1, text: strings.TrimSpace(line)[2:]})
		case block == console:
			p.steps[last].shown = append(p.steps[last].shown, line)
		case elsewhere.MatchString(line):
			t.Errorf("%s:%d: a command outside of a block of the language console: %s", p.name, i+1, line)
		case block == "" && strings.HasPrefix(line, "|"):
			for _, c := range inTable.FindAllStringSubmatch(line, -1) {
				p.steps = append(p.steps, step{line: i + 1, text: c[1]})
			}
		}
	}
	return p
}

// unpack writes the files of a page into a folder.
func (p page) unpack(t *testing.T, dir string) {
	t.Helper()
	for _, s := range p.steps {
		if s.file != "" {
			write(t, dir, s.file, s.text)
		}
	}
}

// isLeftOut reports whether the tests do not run a command.
func (s step) isLeftOut() bool {
	for begins := range leftOut {
		if strings.HasPrefix(s.text, begins) {
			return true
		}
	}
	return false
}

// short returns the command with the arguments that shorten its work.
func (s step) short() string {
	text, _, _ := strings.Cut(s.text, "   #")
	if strings.HasPrefix(text, "go install") { // the test has built the program
		return "true"
	}
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != "lanista" || strings.Contains(text, "--resume") || strings.Contains(text, "--dry-run") || strings.Contains(text, "--sprt") {
		return text
	}
	more, ok := trimmed[strings.Join(words[1:], " ")]
	if !ok {
		more = trimmed[words[1]]
	}
	return strings.TrimSpace(text + " " + more)
}

// masks describe what differs between two runs of a command.
var masks = []struct {
	pattern *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`\b([a-z][a-z0-9]*)-\d{8}-[0-9a-f]{4}\b`), "$1-RUN"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?\b`), "DATE"},
	{regexp.MustCompile(`\bgo1\.\S+ \w+/\w+\b`), "GO"},
	{regexp.MustCompile(`\b\d+\.\d+\.\d+(\+\w+)?`), "VERSION"},
	{regexp.MustCompile(`\b(\d+h)?(\d+m)?\d+(\.\d+)? ?(ns|µs|ms|s|seconds)\b`), "TIME"},
	{regexp.MustCompile(`\b(about TIME|less than a second)`), "TIME"},
	{regexp.MustCompile(`\b\d+(\.\d+)? games a second\b`), "SPEED"},
	{regexp.MustCompile(`one game in TIME\b`), "SPEED"},
}

var number = regexp.MustCompile(`[-+]?\d+(\.\d+)?`)

// estimate is the line that evolve prints on a machine on which a run takes more than a minute.
var estimate = regexp.MustCompile(`^lanista: about \d+ games a minute: `)

// masked returns the lines of an output that can be compared: without what differs between two
// runs, blank lines and the width of gaps.
func masked(lines []string, numbers bool) (list []string) {
	for _, line := range lines {
		if estimate.MatchString(line) {
			continue
		}
		for _, m := range masks {
			line = m.pattern.ReplaceAllString(line, m.by)
		}
		if numbers {
			line = number.ReplaceAllString(line, "N")
		}
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			list = append(list, line)
		}
	}
	return list
}

const left = "..." // stands for lines that a page leaves out

// ends finds the exit code that a page announces for a command.
var ends = regexp.MustCompile(`   # exit code (\d+)`)

// exitCode returns the exit code that the command shall have, usually 0.
func (s step) exitCode() int {
	code := 0
	if m := ends.FindStringSubmatch(s.text); m != nil {
		code, _ = strconv.Atoi(m[1]) // digits
	}
	return code
}

// shows reports whether the page shows an output.
func (s step) shows(output []string) bool {
	differ := strings.HasSuffix(s.text, "your numbers differ")
	want, got := masked(s.shown, differ), masked(output, differ)
	begin := true // the next lines of want must be the next of got
	for len(want) > 0 {
		if want[0] == left {
			want, begin = want[1:], false
			continue
		}
		n := slices.Index(want, left)
		if n < 0 {
			n = len(want)
		}
		at := 0
		if !begin && n == len(want) { // the end
			at = max(len(got)-n, 0)
		}
		for !begin && n < len(want) && at+n < len(got) && !slices.Equal(got[at:at+n], want[:n]) {
			at++
		}
		if at+n > len(got) || !slices.Equal(got[at:at+n], want[:n]) {
			return false
		}
		got, want, begin = got[at+n:], want[n:], true
	}
	return len(got) == 0 || !begin
}

// updated returns what the page shall show of an output: as many lines before and after "..."
// as now. A page with several "..." must be corrected by hand.
func (s step) updated(output []string) []string {
	output = slices.DeleteFunc(slices.Clone(output), estimate.MatchString)
	at := slices.Index(s.shown, left)
	if at != -1 && slices.Contains(s.shown[at+1:], left) {
		return s.shown
	}
	if after := len(s.shown) - at - 1; at >= 0 && at+after <= len(output) {
		return slices.Concat(output[:at], []string{left}, output[len(output)-after:])
	}
	return output
}

// shell is a shell in which the commands of a page are typed.
type shell struct {
	t         *testing.T
	home, dir string
	env       []string
}

// types runs a command and returns its output and exit code. A cd holds for the next command.
func (s *shell) types(command string) (output string, code int) {
	s.t.Helper()
	where := filepath.Join(s.t.TempDir(), "where")
	sh := exec.CommandContext(s.t.Context(), "sh", "-c", "trap 'pwd >"+where+"' EXIT\n"+command)
	sh.Dir, sh.Env = s.dir, s.env
	out, err := sh.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	dir, err := os.ReadFile(where)
	if err != nil {
		s.t.Fatalf("%s: %v", command, err)
	}
	s.dir = strings.TrimSpace(string(dir))
	return string(out), sh.ProcessState.ExitCode()
}

// must types a command that has to succeed and returns its output.
func (s *shell) must(command string) string {
	s.t.Helper()
	out, code := s.types(command)
	if code != 0 {
		s.t.Fatalf("%s: exit code %d\n%s", command, code, out)
	}
	return out
}

// try types a page, with shortened work if short is true.
func (p page) try(s *shell, short bool) {
	s.t.Helper()
	update := make(map[int][]string)
	for i, c := range p.steps {
		switch {
		case c.file != "":
			write(s.t, s.dir, c.file, c.text)
			continue
		case c.isLeftOut():
			continue
		}
		text, compared := c.text, true
		command, _, _ := strings.Cut(text, "   #")
		if more := abridged[command]; more != "" {
			text = command + " " + more
		}
		if short || command == "lanista bench" { // takes many minutes
			text = c.short()
			compared = text == c.text
		}
		began := time.Now()
		out, code := s.types(text)
		s.t.Logf("%5.1f s: %s", time.Since(began).Seconds(), text)
		if code != c.exitCode() && !(strings.Contains(text, "--sprt") && (code == exitRefuted || code == exitUndecided)) { // the outcome of the test does not matter
			s.t.Errorf("%s:%d: %s: exit code %d\n%s", p.name, c.line, c.text, code, out)
			continue
		}
		if lines := strings.Split(strings.TrimSpace(out), "\n"); c.shown != nil && compared && !c.shows(lines) {
			s.t.Errorf("%s:%d: %s: the page shows\n%s\nand the program prints\n%s", p.name, c.line, c.text, strings.Join(c.shown, "\n"), out)
			update[i] = c.updated(lines)
		}
	}
	if os.Getenv("LANISTA_UPDATE") != "" && len(update) > 0 {
		p.rewrite(s.t, update)
	}
}

// rewrite replaces the output that the page shows after some of its steps.
func (p page) rewrite(t *testing.T, update map[int][]string) {
	t.Helper()
	text, err := os.ReadFile(p.path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for i := len(p.steps) - 1; i >= 0; i-- {
		if shown, ok := update[i]; ok {
			at := p.steps[i].line
			lines = slices.Replace(lines, at, at+len(p.steps[i].shown), shown...)
		}
	}
	if err := os.WriteFile(p.path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// readersFiles lists the files that a reader of a page has, besides those that it shows.
var readersFiles = map[string]map[string]string{
	"README.md": {
		"my.yaml":    "preset: risk-quick\n",
		"duel.yaml":  "config: risk-quick\nstrategies: [spsa, genetic]\nseeds: 1-2\nbudgets: [200]\n",
		"match.yaml": "engine: {name: risk, settings: {size: 4, depth: 1}}\nagents: [default, random]\n",
		"bot.yaml":   "programs: {bot: {command: [sh, first.sh]}}\nengine: {name: othello, player: bot}\n",
		"games.csv":  typedFiles["games.csv"],
		"games.pgn":  "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n",
	},
	"docs/config.md": {"my.yaml": "preset: risk-quick\n"},
}

// before lists a command that a reader has typed before reading a page.
var before = map[string]string{"docs/releasing.md": "lanista evolve risk-quick"}

// start writes the files that a reader of the page has into the home folder.
func (p page) start(s *shell) *shell {
	s.t.Helper()
	for name, text := range readersFiles[p.name] {
		write(s.t, s.home, name, text)
	}
	if p.name == "README.md" {
		bot, err := os.ReadFile("../examples/agents/first.sh")
		if err != nil {
			s.t.Fatal(err)
		}
		write(s.t, s.home, "first.sh", string(bot))
	}
	return s
}

// needs lists the programs without which a page cannot be typed.
var needs = map[string]string{"docs/agents.md": "python3", "docs/weights.md": "python3", "docs/chess-engines.md": "/usr/games/toga2"}

// The commands of the README work, with small budgets.
func TestCommandsOfTheREADME(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays for seconds")
	}
	p := readPage(t, "../README.md")
	home := t.TempDir()
	p.try(p.start(&shell{t, home, home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANISTA_NO_PROGRESS=true", promptly}}), true)
}

// Every page works as it is written, on a machine that has Go and no clone, with the program
// that "go install" has installed.
func TestPagesAsTyped(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("plays for minutes: with LANISTA_EXHAUSTIVE=1")
	}
	n := newNewcomer(t)
	install := n.shell(t)
	install.must("go install " + modulePath + "/cmd/lanista@latest")
	if got, want := install.must("lanista version"), "lanista "+tag[1:]+" "+runtime.Version(); !strings.HasPrefix(got, want) {
		t.Errorf("the installed version: %q, want %q", got, want)
	}
	for _, p := range pages(t) {
		t.Run(p.name, func(t *testing.T) { // one after the other, so that they do not exceed the time limits of programs
			if program := needs[p.name]; program != "" {
				if _, err := exec.LookPath(program); err != nil {
					t.Skip(err)
				}
			}
			s := p.start(n.shell(t))
			if command := before[p.name]; command != "" {
				s.must(command)
			}
			p.try(s, false)
		})
	}
}

// Every command that is left out is in a page.
func TestCommandsLeftOut(t *testing.T) {
	t.Parallel()
	all := pages(t)
	for begins, reason := range leftOut {
		if !slices.ContainsFunc(all, func(p page) bool {
			return slices.ContainsFunc(p.steps, func(s step) bool { return strings.HasPrefix(s.text, begins) })
		}) {
			t.Errorf("no page has a command that begins with %q (%s)", begins, reason)
		}
	}
}

// Commands within the text of a page name verbs and flags that exist.
func TestCommandsWithinText(t *testing.T) {
	t.Parallel()
	inText := regexp.MustCompile("`lanista ([^`]+)`")
	flag := regexp.MustCompile(`(?:^|\s)--([a-z][a-z-]*)`)
	root := newRoot(&app{name: "lanista", catalog: runs.Catalog{Games: games()}})
	n := 0
	for _, p := range pages(t) {
		text, err := os.ReadFile(p.path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range inText.FindAllStringSubmatch(string(text), -1) {
			n++
			c, _, err := root.Find(strings.Fields(strings.TrimPrefix(found[1], "help ")))
			if err != nil || c == root {
				t.Errorf("%s: lanista %s: no such verb: %v", p.name, found[1], err)
				continue
			}
			c.InitDefaultHelpFlag()
			for _, name := range flag.FindAllStringSubmatch(strings.Split(found[1], " -- ")[0], -1) {
				if c.Flags().Lookup(name[1]) == nil && c.InheritedFlags().Lookup(name[1]) == nil {
					t.Errorf("%s: lanista %s: %s has no flag --%s", p.name, found[1], c.Name(), name[1])
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("%d commands found in the text of the pages", n)
	}
}

// A time is not compared, however long it is.
func TestTimesAreMasked(t *testing.T) {
	t.Parallel()
	for _, time := range []string{"2s", "17 s", "4.2 s", "2m58s", "1h2m3s", "250ms", "31 seconds"} {
		if got := masked([]string{"takes " + time + ", as long as 12 games"}, false)[0]; got != "takes TIME, as long as 12 games" {
			t.Errorf("%s: %s", time, got)
		}
	}
}

func TestShownOutput(t *testing.T) {
	t.Parallel()
	output := []string{"Run risk-20261124-77e1: 1783 games in 4.2 s.", "", "better: +59 Elo", "WEIGHT  VALUE", "a       1", "b       2"}
	for i, c := range []struct {
		command string
		shown   string
		want    bool
	}{
		{"x", "Run risk-20250101-0000: 1783 games in 17 s.\nbetter: +59 Elo\n\nWEIGHT VALUE\na 1\nb 2", true},
		{"x", "Run risk-20250101-0000: 1784 games in 17 s.\nbetter: +59 Elo\n\nWEIGHT VALUE\na 1\nb 2", false},
		{"x   # your numbers differ", "Run risk-20250101-0000: 1 games in 17 s.\nbetter: +158 Elo\nWEIGHT VALUE\na 3\nb 4", true},
		{"x   # your numbers differ", "Run risk-20250101-0000: 1 games in 17 s.\nworse: +158 Elo\nWEIGHT VALUE\na 3\nb 4", false},
		{"x", "...\nbetter: +59 Elo\n...", true},
		{"x", "better: +59 Elo\n...", false},
		{"x", "...\nbetter: +59 Elo", false},
		{"x", "...\nbetter: +5 Elo\n...", false},
		{"x", "...\nbetter: +59 Elo\n...\nb 2", true},
		{"x", "...\nWEIGHT VALUE\n...\nbetter: +59 Elo\n...", false},
		{"x", "...\na 1\nb 2\nc 3", false},
		{"x", "...\na 1\n...\nb 2", true},
	} {
		s := step{text: c.command, shown: strings.Split(c.shown, "\n")}
		if got := s.shows(output); got != c.want {
			t.Errorf("%d: %s: %v", i, c.shown, got)
		}
		s.text = "x"
		if s.shown = s.updated(output); strings.Count(c.shown, left) < 2 && !s.shows(output) {
			t.Errorf("%d: updated to %s", i, fmt.Sprint(s.shown))
		}
	}
}
