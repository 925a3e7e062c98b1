package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// realEngine returns the path of an engine of Debian. It skips the test if the engine is not installed,
// and without LANISTA_EXHAUSTIVE.
func realEngine(t *testing.T, name string) string {
	t.Helper()
	if !exhaustive {
		t.Skip("games of real engines; set LANISTA_EXHAUSTIVE=1")
	}
	path := "/usr/games/" + name
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is not installed; apt-get install %s", name, name)
	}
	return path
}

// tags returns the values of a tag of all games in a PGN file, in the order of the games.
func tags(t *testing.T, path, name string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, found := range regexp.MustCompile(`(?m)^\[`+name+` "(.*)"\]$`).FindAllStringSubmatch(string(text), -1) {
		out = append(out, found[1])
	}
	return out
}

// A real engine plays the openings of a book in the order of the book, each with both colours: EPD with
// operations, and the first plies of games in PGN.
func TestBooksOfRealEngines(t *testing.T) {
	t.Parallel()
	engine := realEngine(t, "toga2")
	dir := t.TempDir()
	write(t, dir, "book.epd", `r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; id "Open";
rnbqkb1r/pp1p1ppp/4pn2/2pP4/2P5/2N5/PP2PPPP/R1BQKBNR b KQkq - bm exd5; c0 "Benoni; a comment";
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2
`)
	write(t, dir, "book.pgn", `[Event "?"]

1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 $1 a6 1-0

[Event "?"]

1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 *
`)
	match := func(file, openings, games string) string {
		output(t, lanista(t, dir, "match", engine, engine, "--depth", "1", "--new-option", "King Safety=200", "--games", games, "--maxmoves", "20",
			"--openings", openings, "--games-file", file, "--workers", "2"))
		return filepath.Join(dir, file)
	}
	got := tags(t, match("epd.pgn", "file=book.epd order=sequential start=2", "4"), "FEN")
	benoni, queens := "rnbqkb1r/pp1p1ppp/4pn2/2pP4/2P5/2N5/PP2PPPP/R1BQKBNR b KQkq - 0 1", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
	if want := []string{benoni, benoni, queens, queens}; !slices.Equal(got, want) {
		t.Errorf("openings of EPD: %q, want %q", got, want)
	}
	text, err := os.ReadFile(match("pgn.pgn", "file=book.pgn order=sequential plies=4", "4"))
	if err != nil {
		t.Fatal(err)
	}
	for opening, want := range map[string]int{"1. e4 e5 2. Nf3 Nc6": 2, "1. d4 Nf6 2. c4 g6": 2} {
		if got := strings.Count(strings.ReplaceAll(string(text), "\n", " "), opening); got != want {
			t.Errorf("%d games begin with %s, want %d:\n%s", got, opening, want, text)
		}
	}
}

// A real engine that searches deeper is found stronger by a sequential test of each model, games are
// adjudicated by the scores of real engines, and they have evaluations and depths.
func TestSequentialTestOfRealEngines(t *testing.T) {
	t.Parallel()
	engine := realEngine(t, "toga2")
	dir := t.TempDir()
	for _, model := range []string{"normalized", "logistic", "bayesian"} {
		args := func(old, young string) []string {
			return []string{
				"match", engine, engine, "--old-limit", old, "--new-limit", young, "--sprt", "elo0=0 elo1=60 model=" + model, "--restart", "game",
				"--resign", "movecount=3 score=500", "--draw", "movenumber=30 movecount=6 score=20", "--games-file", model + ".pgn", "--rounds", "400",
			}
		}
		text := string(output(t, lanista(t, dir, append(args("depth 1", "depth 3"), "--json")...)))
		if !strings.Contains(text, `"decision":"H1 accepted"`) || !strings.Contains(text, `"model":"`+model+`"`) {
			t.Errorf("%s: %s", model, text)
		}
		ended := tags(t, filepath.Join(dir, model+".pgn"), "Termination")
		if !slices.Contains(ended, "adjudication") || slices.Contains(ended, "rules infraction") {
			t.Errorf("%s: %q", model, ended)
		}
		if games, err := os.ReadFile(filepath.Join(dir, model+".pgn")); err != nil || !regexp.MustCompile(`\{[+-][0-9.M]+/[123]\b`).Match(games) {
			t.Errorf("no evaluation with its depth (%v):\n%s", err, games)
		}
		failing(t, lanista(t, dir, args("depth 3", "depth 1")...), exitRefuted)
	}
}

// The parameters of another tuner become a config that a real engine is tuned with, and the result goes
// back in the form of that tuner. A combo is tuned beside the numbers, and the result is measured at a
// second limit.
func TestTunesOfRealEngines(t *testing.T) {
	t.Parallel()
	engine := realEngine(t, "glaurung")
	dir := t.TempDir()
	write(t, dir, "openbench.txt", "Mobility (Endgame), int, 50, 0, 200, 20, 0.002\nSpace, int, 50, 0, 200, 20, 0.002\n")
	output(t, lanista(t, dir, "config", "import", "openbench.txt", "--command", engine, "--limit", "depth 1", "--games", "16", "--output", "tune.yaml"))
	output(t, lanista(t, dir, "evolve", "tune.yaml", "--name", "tune", "--set", "verification.games=24", "--set", "verification.settings={limit: depth 2}",
		"--set", "engine.weights.King Safety Curve={start: Linear}"))
	shown := string(output(t, lanista(t, dir, "runs", "tune")))
	if !strings.Contains(shown, "limit depth 1") && !strings.Contains(shown, "the start was kept") {
		t.Errorf("the verdict does not name the limits:\n%s", shown)
	}
	lines := string(output(t, lanista(t, dir, "export", "tune", "--format", "openbench")))
	if strings.Contains(lines, "Curve") || !regexp.MustCompile(`(?m)^Mobility \(Endgame\), int, \d+, 0, 200, 20, 0.002$`).MatchString(lines) {
		t.Errorf("exported: %s", lines)
	}
	options := string(output(t, lanista(t, dir, "export", "tune", "--format", "uci")))
	if !regexp.MustCompile(`(?m)^setoption name King Safety Curve value (Linear|Quadratic)$`).MatchString(options) {
		t.Errorf("exported: %s", options)
	}
}
