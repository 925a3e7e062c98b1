package cmd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/session"
)

func typedConsole(t *testing.T, typed string) (console, *bytes.Buffer) {
	var b bytes.Buffer
	return console{in: term.Lines(t.Context(), strings.NewReader(typed)), out: term.New(&b, func(string) string { return "" }), program: "lanista"}, &b
}

// Text is wrapped at the width of the screen without broken lines in paragraphs, and the time in which an
// agent searches is reported under the name of its seat, for hints under its own.
func TestPlayOnANarrowScreen(t *testing.T) {
	t.Parallel()
	g := newHareGame(t)
	var b bytes.Buffer
	var reported []string
	ended := 0
	c := console{
		in:  term.Lines(t.Context(), strings.NewReader("hint\nrules\nhelp\n"+g.session.Legal()[0]+"\n")),
		out: term.New(&b, func(name string) string { return map[string]string{"COLUMNS": "66"}[name] }),
		await: func(_ context.Context, what string) func() {
			reported = append(reported, what)
			return func() { ended++ }
		},
	}
	if _, err := c.playGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	if want := []string{"random has been thinking", "B has been thinking"}; !slices.Equal(reported[:2], want) || ended != len(reported) {
		t.Errorf("%d of %q have ended, want all of %q", ended, reported, want)
	}
	_, rules, _ := strings.Cut(b.String(), "A> A race")
	rules, _, _ = strings.Cut(rules, "A> ")
	lines := strings.Split(strings.TrimSpace(rules), "\n")
	for i, line := range lines {
		if n := len(line); n > 66 || n < 50 && i > 0 && i < len(lines)-1 {
			t.Errorf("a line of %d characters in the rules: %q", n, line)
		}
	}
	for line := range strings.Lines(b.String()) {
		if len([]rune(line)) > 67 && strings.Contains(line, ". ") {
			t.Errorf("a line of %d characters: %q", len(line), line)
		}
	}
}

// The drawings of all games fit a terminal of 80 columns, whose last column some terminals need.
func TestDrawingsFitATerminal(t *testing.T) {
	t.Parallel()
	all := games()
	classic, err := risk.New().With(engines.Settings{"map": "classic"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range append(all, classic) {
		spec := e.Spec()
		for _, seats := range []int{spec.MinSeats, spec.MaxSeats} {
			p, err := e.NewGame(seats, 1)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(show.Illustrate(e, engines.View(p, p.Turn()))) {
				if n := len([]rune(strings.TrimRight(line, "\n"))); n > 79 && strings.Contains(line, "  ") {
					t.Errorf("%s for %d: a line of %d characters: %s", spec.Name, seats, n, line)
				}
			}
		}
	}
}

func hareApp() *app {
	return &app{catalog: runs.Catalog{Games: engines.Registry{hare.New()}}}
}

func newHareGame(t *testing.T) *playSession {
	t.Helper()
	g, err := hareApp().openGame(t.Context(), playOptions{engine: "hare", agent: "random", people: []int{1}, seed: new(uint64(1))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.close)
	return g
}

// Every command prints something, and a saved game can be resumed.
func TestPlay(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "game.json")
	g := newHareGame(t)
	first := g.session.Legal()[0]
	c, b := typedConsole(t, strings.Join([]string{"undo", "nonsense", first, "moves", "hint", "help", "rules", "board", "save", "save " + file, "undo", "hnit", first + " " + first}, "\n"))
	saved, err := c.playGame(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if saved != file {
		t.Errorf("the game was saved to %q", saved)
	}
	for _, want := range []string{
		"You are ", "random plays ", "Seed 1.", "there is nothing to take back", "nonsense", " would play ", "other commands: moves, hint",
		"save FILE: the name of a file is needed", "Continue with: lanista play --resume " + runs.ShellWord(file), "\nGoodbye.\n",
		"; did you mean hint?", "; type one move at a time",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, b)
		}
	}
	if len(g.session.Moves()) != 0 {
		t.Errorf("%d moves are left after the last was taken back", len(g.session.Moves()))
	}
	again, err := hareApp().openGame(t.Context(), playOptions{resume: file})
	if err != nil {
		t.Fatal(err)
	}
	defer again.close()
	if got := again.session.Moves(); len(got) < 2 {
		t.Errorf("%d moves were saved, want the person's and the answer", len(got))
	}
}

// A command with words that it does not take is not executed.
func TestPlayCommandsAlone(t *testing.T) {
	t.Parallel()
	g := newHareGame(t)
	lines := []string{"undo 2", "QUIT now", "q 1", "exit 1", "resign please", "rules 1", "board 1", "moves 1", "hint 2"}
	c, b := typedConsole(t, g.session.Legal()[0]+"\n"+strings.Join(lines, "\n"))
	if _, err := c.playGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		word, _, _ := strings.Cut(line, " ")
		if want := "> " + line + ": type " + word + " alone\n"; !strings.Contains(b.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, b)
		}
	}
	if len(g.session.Moves()) == 0 {
		t.Errorf("a command was executed:\n%s", b)
	}
	c, b = typedConsole(t, "help undo\nquit\n")
	if _, err := c.playGame(t.Context(), newHareGame(t)); err != nil || !strings.Contains(b.String(), "other commands") {
		t.Errorf("help about a command prints no help: %v\n%s", err, b)
	}
}

// Moves of several words are listed with numbers, and their numbers make them.
func TestPlayNumberedMoves(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	Program{Games: []engines.Engine{brokenNim{"words"}}}.Run(t.Context(), []string{"play", "nim", "--agent", "first"}, strings.NewReader("moves\n#4\n#x\n#2\nboard\n"), &out, &out)
	for _, want := range []string{
		"#1  take 1\n#2  take 2\n#3  take 3\n", "> #4: the legal moves are #1 to #3; moves lists them\n", "> #x: the legal moves are #1",
		"plays take 1\n\n18 0\n", "> \n18 0\nseat 1> ", // the board is its text, and shown once
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
}

// A game without a guide shows how its moves are written, and has no champion to play against.
func TestPlayOfAGameWithoutAGuide(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"play nim":                  "> A move is written as in 1; moves lists the legal ones, and #1 makes the first of them.",
		"play nim --agent champion": "no champion ships for these settings",
	} {
		var out bytes.Buffer
		Program{Games: []engines.Engine{brokenNim{""}}}.Run(t.Context(), strings.Fields(line), strings.NewReader("help\n"), &out, &out)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: %q is not in\n%s", line, want, out.String())
		}
	}
}

func TestPlayEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := console{in: make(chan term.Line), out: term.New(new(bytes.Buffer), func(string) string { return "" })}
	if _, err := c.playGame(ctx, newHareGame(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestSeveralPeopleAtOneTerminal plays a game of three seats with two people, saves it and goes on.
func TestSeveralPeopleAtOneTerminal(t *testing.T) {
	t.Parallel()
	o := playOptions{engine: "hare", agent: "random", seats: 3, people: []int{3, 1}, seed: new(uint64(1))}
	g, err := hareApp().openGame(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	file := filepath.Join(t.TempDir(), "game.json")
	c, b := typedConsole(t, "5\n4\nsave "+file)
	if _, err := c.playGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"People play A (seat 1), C (seat 3); random plays the others.", "\nA> ", "B plays ", "\nC> "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, b)
		}
	}
	again, err := hareApp().openGame(t.Context(), playOptions{resume: file})
	if err != nil {
		t.Fatal(err)
	}
	defer again.close()
	if !slices.Equal(again.people, []int{0, 2}) || len(again.session.Moves()) != len(g.session.Moves()) {
		t.Errorf("resumed with the people %v and %d moves", again.people, len(again.session.Moves()))
	}
	o.people = []int{2, 2}
	if _, err := hareApp().openGame(t.Context(), o); err == nil || !strings.Contains(err.Error(), "seat 2 is given twice") {
		t.Errorf("one seat for two people: %v", err)
	}
}

// A game of a config has the seats that the config states, unless a flag or a position has others.
func TestSeatsOfAConfig(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "my.yaml", "engine: {name: hare, seats: 3}\n")
	for name, c := range map[string]struct {
		o    playOptions
		want int
	}{
		"config":   {playOptions{}, 3},
		"flag":     {playOptions{seats: 4}, 4},
		"position": {playOptions{position: "45;26;2;f;29;19;0;f"}, 2},
		"start":    {playOptions{position: "start"}, 3},
	} {
		c.o.engine, c.o.agent, c.o.people = filepath.Join(dir, "my.yaml"), "random", []int{1}
		g, err := hareApp().openGame(t.Context(), c.o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := g.session.Seats(); got != c.want {
			t.Errorf("%s: %d seats, want %d", name, got, c.want)
		}
		g.close()
	}
}

// TestTally counts two games in one file.
func TestTally(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ours.json")
	var out bytes.Buffer
	won := 0
	for seed := range uint64(2) {
		g, err := hareApp().openGame(t.Context(), playOptions{engine: "hare", agent: "first", people: []int{1}, seed: &seed, settings: []string{"guard=20"}})
		if err != nil {
			t.Fatal(err)
		}
		defer g.close()
		for !g.session.Over() {
			if g.session.Turn() != 0 {
				_, err = g.session.Reply(t.Context())
			} else {
				legal := g.session.Legal()
				_, err = g.session.Play(legal[len(legal)-1])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if g.session.Outcome().Place(0) == 1 {
			won++
		}
		if err := countResult(&out, file, g); err != nil {
			t.Fatal(err)
		}
	}
	n, err := readTally(file)
	if err != nil {
		t.Fatal(err)
	}
	got := n["hare"]["first"]
	if got == nil || got.Won != won || got.Won+got.Drawn+got.Lost != 2 || !strings.Contains(out.String(), "hare against first: ") {
		t.Errorf("tally %+v after %d won games:\n%s", got, won, &out)
	}
	for _, broken := range []string{"{]", "null", "{} and more"} {
		if err := os.WriteFile(file, []byte(broken), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readTally(file); err == nil || !strings.Contains(err.Error(), "not a tally of results") {
			t.Errorf("a file with %s: %v", broken, err)
		}
	}
}

// A game against the newest run is saved, and counted in a tally, with the id of the run: later another
// run is the newest.
func TestPlayAgainstTheNewestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store, output, counts := filepath.Join(dir, "a.db"), filepath.Join(dir, "a.game"), filepath.Join(dir, "ours.json")
	catalog := runs.Catalog{Games: engines.Registry{othello.New()}}
	tuned, err := catalog.Tune(t.Context(), runs.Options{
		Text:  "engine: {name: othello, settings: {depth: 1}}\nstrategy: {name: genetic, population: 4, generations: 1}\nverification: {games: 0}\n",
		Store: store, Name: "mine",
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "run:" + tuned.Record.ID
	for _, agent := range []string{"run:last", "run:mine"} {
		a := Program{Games: []engines.Engine{othello.New()}}.app(strings.NewReader("h8\n"), io.Discard, io.Discard)
		position := strings.Repeat("X", 62) + "O- X"
		if err := a.play(t.Context(), playOptions{engine: "othello", agent: agent, people: []int{1}, position: position, store: store, output: output, tally: counts}); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(output)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if r, err := session.ReadRecord(f); err != nil || r.Agent != want {
			t.Errorf("%s: saved with %q, %v; want %s", agent, r.Agent, err, want)
		}
	}
	if n, err := readTally(counts); err != nil || n["othello"][want] == nil || n["othello"][want].Won != 2 {
		t.Errorf("the tally is %v, %v", n, err)
	}
}

// A game that cannot be saved is counted all the same, and the error of an interrupted game that cannot
// be saved states this.
func TestPlayThatCannotBeSaved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output, tally := filepath.Join(dir, "games", "a"), filepath.Join(dir, "ours.json")
	if err := os.Mkdir(filepath.Dir(output), 0o755); err != nil {
		t.Fatal(err)
	}
	in := &removing{folder: filepath.Dir(output), Reader: strings.NewReader("h8\n")}
	play := func(ctx context.Context, in io.Reader) error {
		a := Program{Games: []engines.Engine{othello.New()}}.app(in, io.Discard, io.Discard)
		position := strings.Repeat("X", 62) + "O- X"
		return a.play(ctx, playOptions{engine: "othello", agent: "random", people: []int{1}, position: position, output: output, tally: tally})
	}
	if err := play(t.Context(), in); err == nil || !strings.Contains(err.Error(), output+": cannot be written") {
		t.Errorf("a game that is over: %v", err)
	}
	if n, err := readTally(tally); err != nil || n["othello"]["random"] == nil || n["othello"]["random"].Won != 1 {
		t.Errorf("the tally is %v, %v", n, err)
	}
	if err := play(t.Context(), in); exitCode(err) != exitUsage || !strings.Contains(err.Error(), "--output "+output+": no such file or directory") {
		t.Errorf("a folder that does not exist: %v", err)
	}
	if err := os.Mkdir(filepath.Dir(output), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := play(ctx, &removing{folder: filepath.Dir(output), Reader: readerFunc(func([]byte) (int, error) { cancel(); <-t.Context().Done(); return 0, io.EOF })})
	if exitCode(err) != exitInterrupted || !strings.HasPrefix(err.Error(), "interrupted; the game is not saved: "+output) {
		t.Errorf("an interrupted game: %v", err)
	}
}

// A finished game that is resumed is not counted again.
func TestATallyCountsAGameOnce(t *testing.T) {
	t.Parallel()
	output, tally := filepath.Join(t.TempDir(), "game"), filepath.Join(t.TempDir(), "ours.json")
	var out bytes.Buffer
	a := Program{Games: []engines.Engine{othello.New()}}.app(strings.NewReader("h8\n"), &out, io.Discard)
	position := strings.Repeat("X", 62) + "O- X"
	if err := a.play(t.Context(), playOptions{engine: "othello", agent: "random", people: []int{1}, position: position, output: output, tally: tally}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if n, err := readTally(tally); err != nil || n["othello"]["random"] == nil || *n["othello"]["random"] != (tallied{Won: 1}) {
			t.Errorf("the tally is %v, %v", n, err)
		}
		out.Reset()
		if err := a.play(t.Context(), playOptions{resume: output, tally: tally}); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(out.String(), "The game was over before; --tally does not count it again.\n") {
		t.Errorf("the resumed game:\n%s", &out)
	}
}

// resigning is a game whose own player always resigns, as a program may, or fails if err is set.
type resigning struct {
	engines.Engine
	err error
}

// Choose returns the error of the game or, if there is none, engines.ErrResigned.
func (r resigning) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, cmp.Or(r.err, engines.ErrResigned)
}

// With returns the game with other settings.
func (r resigning) With(s engines.Settings) (engines.Engine, error) {
	e, err := r.Engine.With(s)
	return resigning{e, r.err}, err
}

// NewPlayer returns the player that never makes a move.
func (r resigning) NewPlayer(context.Context, engines.Agent) (engines.Player, error) { return r, nil }

// A person has won, and the result counts once, if the agent resigns. A hint of resigning does not end the
// game.
func TestTheAgentResigns(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	tally, output := filepath.Join(t.TempDir(), "ours.json"), filepath.Join(t.TempDir(), "game")
	a := Program{Games: []engines.Engine{resigning{Engine: othello.New()}}}.app(strings.NewReader("hint\nd3\n"), &out, io.Discard)
	if err := a.play(t.Context(), playOptions{engine: "othello", agent: "default", people: []int{1}, tally: tally, output: output}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"default would resign\n", "seat 2 resigns.\n", "You win.\n", "1 won, 0 drawn, 0 lost"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	// The resumed game is over, and does not count again.
	saved, err := os.ReadFile(output)
	if want := "\"places\": [\n    1,\n    2\n  ],\n  \"resigned\": 2\n"; err != nil || !strings.Contains(string(saved), want) {
		t.Errorf("no %q in\n%s, %v", want, saved, err)
	}
	out.Reset()
	if err := a.play(t.Context(), playOptions{resume: output, tally: tally}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"seat 2 resigns.\n", "You win.\n", "The game was over before; --tally does not count it again.\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("resumed: no %q in\n%s", want, &out)
		}
	}
	if n, err := readTally(tally); err != nil || *n["othello"]["default"] != (tallied{Won: 1}) {
		t.Errorf("the tally is %v, %v", n, err)
	}
	if err := os.WriteFile(output, bytes.Replace(saved, []byte(`"resigned": 2`), []byte(`"resigned": 3`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.play(t.Context(), playOptions{resume: output}); err == nil || !strings.HasSuffix(err.Error(), "resigned: seat 3: the game has seats 1 to 2") {
		t.Errorf("a third seat of two has resigned: %v", err)
	}
}

// A hint that fails does not end the game.
func TestAHintThatFails(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	a := Program{Games: []engines.Engine{resigning{othello.New(), errors.New("no answer")}}}.app(strings.NewReader("hint\nboard\nquit\n"), &out, io.Discard)
	if err := a.play(t.Context(), playOptions{engine: "othello", agent: "default", people: []int{1}}); err != nil || !strings.Contains(out.String(), "no hint: no answer\n") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// A game on standard output is in no file from which it can be resumed.
func TestPlayToStandardOutput(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"", "save -\n"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var out bytes.Buffer
		lines := strings.NewReader(typed)
		in := readerFunc(func(b []byte) (int, error) {
			if lines.Len() > 0 {
				return lines.Read(b)
			}
			cancel()
			<-t.Context().Done()
			return 0, io.EOF
		})
		a := Program{Games: []engines.Engine{hare.New()}}.app(in, &out, io.Discard)
		o := playOptions{engine: "hare", agent: "random", people: []int{1}}
		want := "interrupted; the game is not saved"
		if typed == "" {
			o.output, want = "-", "interrupted; the game is on standard output"
		}
		if err := a.play(ctx, o); exitCode(err) != exitInterrupted || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", typed, err, want)
		}
		if strings.Contains(out.String(), "--resume") || !strings.Contains(out.String(), `"engine": "hare"`) {
			t.Errorf("%q: %s", typed, &out)
		}
	}
}

// removing removes a folder before the first read.
type removing struct {
	folder string
	io.Reader
}

func (r *removing) Read(b []byte) (int, error) {
	if err := os.RemoveAll(r.folder); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// readerFunc is a function that is a reader.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// An answer that is read at the moment of an interrupt is a label, and no other one.
func TestAnswerAtAnInterrupt(t *testing.T) {
	t.Parallel()
	etudes, err := runs.Etudes(hare.New(), "hare-20")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 { // either is ready: the answer and the end of ctx
		in := make(chan term.Line, 1)
		in <- term.Line{Text: "2"}
		c := console{in: in, out: term.New(new(bytes.Buffer), func(string) string { return "" })}
		if winner, err := c.askWinner(ctx, hare.New(), etudes[0], "1 of 1"); err == nil && winner != 1 {
			t.Fatalf("the answer 2 is read as seat %d, counted from 0", winner)
		}
	}
}

// Every label is written at once, and no position is shown twice.
func TestRateEtudes(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "mine.csv")
	etudes, err := runs.Etudes(hare.New(), "hare-20")
	if err != nil {
		t.Fatal(err)
	}
	etudes = etudes[:3]
	c, b := typedConsole(t, "1\nnobody\ns\nq\n")
	if err := c.rateEtudes(t.Context(), hare.New(), etudes, file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 3: ", "3 of 3: ", `"nobody" is none of these`, "You rated 1 and agree", "mine.csv has 1."} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, b)
		}
	}
	c, b = typedConsole(t, "2\n2\n")
	if err := c.rateEtudes(t.Context(), hare.New(), etudes, file); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "1 of 3") || !strings.Contains(b.String(), "mine.csv has 3.") {
		t.Errorf("the second time: %s", b)
	}
	kept, err := runs.ReadEtudeFile(hare.New(), file)
	if err != nil || len(kept) != 3 || kept[0].Winner != 0 || kept[2].Winner != 1 {
		t.Errorf("%+v, %v", kept, err)
	}
	// Two lines with one position: two answers for it would make a file that grid refuses.
	again := filepath.Join(t.TempDir(), "again.csv")
	c, b = typedConsole(t, "1\n1\n2\n")
	if err := c.rateEtudes(t.Context(), hare.New(), append(etudes[:2:2], etudes[0]), again); err != nil {
		t.Fatal(err)
	}
	if kept, err := runs.ReadEtudeFile(hare.New(), again); err != nil || len(kept) != 2 || strings.Contains(b.String(), "3 of 3") {
		t.Errorf("a repeated position: %d labels, %v\n%s", len(kept), err, b)
	}
	if err := os.WriteFile(file, []byte("no etude"), 0o600); err != nil {
		t.Fatal(err)
	}
	var mistake *runs.MistakeError
	if err := c.rateEtudes(t.Context(), hare.New(), etudes, file); !errors.As(err, &mistake) || !strings.Contains(err.Error(), file) {
		t.Errorf("a file of something else: %v", err)
	}
}

// A folder of the output that does not exist is reported before the first question.
func TestRateEtudesInNoFolder(t *testing.T) {
	t.Parallel()
	code, stdout, stderr := executeNim(t, hare.New(), "etudes", "rate", "hare-20", "--output", filepath.Join(t.TempDir(), "none", "mine.csv"))
	if code != exitUsage || stdout != "" || !strings.Contains(stderr, "--output") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// The command that resumes a game can be typed into a shell unchanged.
func TestResumeQuotes(t *testing.T) {
	t.Parallel()
	c := console{program: "lanista"}
	for file, want := range map[string]string{
		"a.game":     "lanista play --resume a.game",
		"my game":    "lanista play --resume 'my game'",
		"it's mine":  `lanista play --resume 'it'\''s mine'`,
		"games/$x.1": "lanista play --resume 'games/$x.1'",
	} {
		if got := c.resumeCommand(newHareGame(t), file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// Only runs of consecutive moves are abbreviated.
func TestAbbreviatedMoves(t *testing.T) {
	t.Parallel()
	for moves, want := range map[string]string{
		"":                            "",
		"4+1 4+2 4+3 5+1 5+2":         "4+1..4+3 5+1 5+2",
		"9 10 11 12 stop":             "9..12 stop",
		"a b c":                       "a b c",
		"8-5x2 8-5x3 8-5x4 8-6x2":     "8-5x2..8-5x4 8-6x2",
		"x1 x2 x4 x5 x6":              "x1 x2 x4..x6",
		"x01 x02 x03":                 "x01 x02 x03",
		"x99999999999999999999 x1 x1": "x99999999999999999999 x1 x1",
	} {
		if got := abbreviated(strings.Fields(moves)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %q, want %q", moves, got, want)
		}
	}
}

// Commands that need a game in Go name what they got and what they accept.
func TestCommandsThatNeedAGameInGo(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"agents my.yaml":                        "arena: my.yaml is a config; this command needs the name of a game in Go (have hare, nim)",
		"etudes check a.csv --engine ./my.yaml": "./my.yaml is a config; this command needs the name of a game in Go",
		"etudes make nim":                       "arena: nim cannot make etudes (have hare); a game in Go makes etudes if it implements training.EtudeMaker",
	} {
		var out, wrong bytes.Buffer
		code := Program{Name: "arena", Games: []engines.Engine{hare.New(), brokenNim{""}}}.Run(t.Context(), strings.Fields(line), strings.NewReader(""), &out, &wrong)
		if code != exitUsage || !strings.Contains(wrong.String(), want) {
			t.Errorf("%s: %d, %s", line, code, &wrong)
		}
	}
}
