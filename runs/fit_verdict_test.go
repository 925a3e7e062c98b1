package runs_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// A position of Risk in which seat 1 holds most cells, and its mirror image.
const (
	firstAhead  = "A3 B1 A2 / B4 A1 A2 / A2 A5 A6 ; A attack 3"
	secondAhead = "B3 A1 B2 / A4 B1 B2 / B2 B5 B6 ; B attack 3"
)

// written stores a table of positions, judged right or wrong, with a game of four lines each.
func tableFile(t *testing.T, right bool) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("id;fen;outcome\n")
	for i := range 400 {
		position, first := firstAhead, right
		if i/4%2 == 1 {
			position, first = secondAhead, !right
		}
		if i/4%10 == 9 { // some games end otherwise
			first = !first
		}
		outcome := "0-1"
		if first {
			outcome = "1-0"
		}
		fmt.Fprintf(&text, "g%d;\"%s\";%s\n", i/4, position, outcome)
	}
	name := filepath.Join(t.TempDir(), "positions.csv")
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// configOf is a fit to a table of positions.
func configOf(file, strategy, opponents string) string {
	return "engine: {name: risk, settings: {size: 3, depth: 1}}\n" +
		"strategy: {name: fit, from: '" + file + "', columns: {position: fen, result: outcome, game: id}" + strategy + "}\n" +
		"verification: {games: 400, opponents: [" + opponents + "]}\nseed: 1\n"
}

// Fitted weights that play worse than the start are refused, and the start is the result.
func TestFitKeepsTheStart(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	for _, opponents := range []string{"default, random", "random"} {
		got, err := both().Fit(t.Context(), runs.Options{Text: configOf(tableFile(t, false), "", opponents), Store: db}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Record.Result.Fit.Games != 100 || got.Record.Result.Fit.Positions != 400 || got.Record.Result.Fit.Blocks {
			t.Errorf("fitted to %+v", got.Record.Result.Fit)
		}
		if got.Record.Result.Refused == nil || !slices.Equal(got.Record.Result.Refused.Weights, got.Found.Weights) || !got.Record.Verdict().KeptStart || got.Record.Verdict().Better {
			t.Fatalf("fitted %v against %s: %+v, refused %+v", got.Found.Weights, opponents, got.Record.Verdict(), got.Record.Result.Refused)
		}
		if !slices.Equal(got.Verification.Result.Weights, got.Record.Space.Default()) {
			t.Errorf("the result is %v", got.Verification.Result.Weights)
		}
		if s := got.Record.Result.Fit.Strength; s == nil || s.Elo >= 0 || s.Against != tuning.StartName || s.Games < 100 {
			t.Errorf("strength %+v", s)
		}
		if text := got.Record.Verdict().Text; !strings.HasPrefix(text, "nothing better found, the start was kept") || strings.Contains(text, "+0 Elo") || !strings.Contains(text, "candidate: -") {
			t.Error(text)
		}
		if line := got.Record.Result.Fit.StrengthLine(true); !strings.Contains(line, "at -") || !strings.HasSuffix(line, "; the start is kept.") {
			t.Error(line)
		}
		rec, err := runs.Record(t.Context(), db, got.Record.ID)
		if err != nil {
			t.Fatal(err)
		}
		result, err := runs.Document(rec, both().SpecOf(rec))
		if err != nil || result.Weights[0].Value != 1 {
			t.Errorf("exported: %+v, %v", result.Weights, err)
		}
		other, err := runs.CandidateDocument(rec, both().SpecOf(rec), "candidate")
		if err != nil || other.Weights[0].Value != got.Found.Weights[0] {
			t.Errorf("the candidate: %+v, %v", other.Weights, err)
		}
	}
}

// Weights that are the start are not played against it, and nothing is claimed of them.
func TestFitThatFindsTheStart(t *testing.T) {
	t.Parallel()
	got, err := both().Fit(t.Context(), runs.Options{Text: configOf(tableFile(t, true), ", ridge: 1e15", "default"), Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Record.Result.Fit.SameAsStart || got.Record.Result.Fit.Strength != nil || got.Verification.Games != 0 || got.Record.Result.Refused != nil || !got.Record.Verdict().KeptStart {
		t.Errorf("%+v, %d games, %+v", got.Record.Result.Fit, got.Verification.Games, got.Record.Verdict())
	}
	if text := got.Record.Verdict().Text; strings.Contains(text, "Elo") || text != "nothing better found, the start was kept" {
		t.Error(text)
	}
	if line := got.Record.Result.Fit.StrengthLine(false); !strings.Contains(line, "play like the start weights") {
		t.Error(line)
	}
}

// The strength of the fitted weights is measured against the start whoever the opponents
// are, and stored with the loss before and after.
func TestFitMeasuresAgainstTheStart(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	text := "engine: {name: risk, settings: {size: 4, depth: 1}}\nstrategy: {name: fit, positions: 16}\nbudget: {games: 400}\nverification: {games: 400, opponents: [random]}\nseed: 3\n"
	got, err := both().Fit(t.Context(), runs.Options{Text: text, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := got.Record.Result.Fit.Strength
	if s == nil || s.Games < 100 || math.Abs(float64(s.Elo)) > 300 || got.Verification.Matches[0].Agent != "random" {
		t.Fatalf("%+v, %+v", s, got.Verification.Matches)
	}
	if got.Verification.Playoff != nil {
		t.Errorf("a fit has one candidate: %+v", got.Verification.Playoff)
	}
	e := got.Record.Result.Fit
	if math.Abs(float64(e.StartHeldOut-e.HeldOut-e.Gain)) > 1e-9 || !(e.GainError > 0) || e.HeldGames < 40 || e.HeldGames > 120 || e.HeldPositions != 16*e.HeldGames {
		t.Errorf("%+v", e)
	}
	rec, err := runs.Record(t.Context(), db, got.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Kind != results.Fit || rec.Result.Fit.Strength == nil || *rec.Result.Fit.Strength != *s {
		t.Errorf("stored: %+v", rec.Result.Fit)
	}
	without, err := both().Fit(t.Context(), runs.Options{Text: text, Set: []string{"verification.games=0"}, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if line := without.Record.Result.Fit.StrengthLine(false); without.Record.Verdict() != nil || !strings.Contains(line, "not measured") {
		t.Errorf("%+v, %s", without.Record.Verdict(), line)
	}
}

func TestFitTableMistakes(t *testing.T) {
	t.Parallel()
	file := tableFile(t, true)
	for _, c := range []struct{ set, want string }{
		{"strategy.columns={position: fen, result: outcome, game: nummer}", `positions.csv:1: there is no column "nummer" for the game; the header has "id", "fen", "outcome"`},
		{"strategy.columns={position: fen, result: outcome, score: id}", ""},
		{"strategy.target=score", `positions.csv:1: there is no column "score" for the score`},
		{"strategy.columns.result=fen", `positions.csv:2: result: "A3 B1 A2 / B4 A1 A2 " is none of 1-0, 0-1, 1/2-1/2`},
		{"strategy.columns={positoin: fen}", "positoin"},
		{"strategy.perspective=white", `strategy.perspective: unknown perspective "white" (have first, mover)`},
		{"strategy.from=self-play", "strategy.from: columns, format and perspective are of a file of positions, not of self-play"},
		{"strategy.lambda=0.5", ""},
	} {
		_, err := both().Fit(t.Context(), runs.Options{Text: configOf(file, "", "default"), Set: []string{c.set, "verification.games=0"}, Store: inStore(t)}, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.set, err, c.want)
		}
	}
	scores := strings.Replace(configOf(file, "", "default"), "result: outcome", "score: id", 1)
	if _, err := both().Fit(t.Context(), runs.Options{Text: scores, Store: inStore(t)}, nil); err == nil || !strings.Contains(err.Error(), `positions.csv:2: score: "g0" is not a number`) {
		t.Error(err)
	}
	blocks := strings.Replace(configOf(file, ", lambda: 0.5", "default"), ", game: id", "", 1)
	_, err := both().Fit(t.Context(), runs.Options{Text: blocks, Store: inStore(t)}, nil)
	if err == nil || !strings.Contains(err.Error(), "strategy.lambda: a value below 1 requires positions whose games are known") {
		t.Error(err)
	}
}
