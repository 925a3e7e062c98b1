package results_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// A logistic curve over ln(10)/400 times a difference is the curve of Elo, so an evaluation with
// this scale is in Elo, and one with twice the scale is worth two Elo a unit.
func TestScaleOfAnEvaluationInElo(t *testing.T) {
	t.Parallel()
	e := results.FitEvidence{Target: "result", StartScale: math.Ln10 / 400, Scale: 2 * math.Ln10 / 400}
	line := e.ScaleLine()
	start, fitted, found := strings.Cut(line, ";")
	if !found || !strings.Contains(start, "start weights is worth 1 Elo ") || !strings.Contains(fitted, "fitted weights 2 Elo.") {
		t.Error(line)
	}
	e.Mirrored = true // a unit more for one seat is one less for the other
	if line := e.ScaleLine(); !strings.Contains(line, "start weights is worth 2 Elo ") || !strings.Contains(line, "fitted weights 4 Elo.") {
		t.Errorf("mirrored: %s", line)
	}
	e.StartScale, e.Scale = 8, 0.00012345
	if line := e.ScaleLine(); !strings.Contains(line, "start weights is worth 2780 Elo ") || !strings.Contains(line, "fitted weights 0.0429 Elo.") {
		t.Errorf("large and small: %s", line)
	}
	e.StartScale = 0
	if line := e.ScaleLine(); line != "" {
		t.Errorf("an unknown scale: %s", line)
	}
	e.Target, e.StartScale = "score", 1
	if line := e.ScaleLine(); line != "" {
		t.Errorf("a fit of scores: %s", line)
	}
}

// The line on the penalties names the strengths that were used, and that the ridge was chosen if the
// steps tried others.
func TestPenaltiesOfAFit(t *testing.T) {
	t.Parallel()
	tried := []results.FitStep{{Ridge: 0.1}, {Ridge: 0.00001}, {Ridge: 0.000001}}
	for want, e := range map[string]results.FitEvidence{
		"":            {},
		"Ridge: 0.5.": {Ridge: 0.5, Steps: []results.FitStep{{Ridge: 0.5}}},
		"Ridge: 0.00001, the strength with the lowest held-out loss.":            {Ridge: 0.00001, Steps: tried},
		"Ridge: 0.1, the strength with the lowest held-out loss; lasso: 0.0003.": {Ridge: 0.1, Lasso: 0.0003, Steps: tried},
		"Ridge: 0; lasso: 0.25.": {Lasso: 0.25},
	} {
		if line := e.PenaltyLine(); line != want {
			t.Errorf("%q, want %q", line, want)
		}
		if e.KeptStart = true; e.PenaltyLine() != "" {
			t.Errorf("%q although the start weights were kept", e.PenaltyLine())
		}
	}
}

// A fit has a caveat for each of its limits: the start is kept, the minimisation did not converge, or
// there are fewer than ten games, or positions if the games are unknown, for each weight. Held-out
// games and positions do not count.
func TestCaveatsOfAFit(t *testing.T) {
	t.Parallel()
	three := make([]results.FitMove, 3)
	for _, c := range []struct {
		of   results.FitEvidence
		want []string
	}{
		{results.FitEvidence{Positions: 40, HeldPositions: 10, Moved: three}, nil},
		{results.FitEvidence{Positions: 40}, nil}, // a table has no weights
		{results.FitEvidence{Positions: 39, HeldPositions: 10, Moved: three}, []string{"29 positions are few for 3 weights"}},
		{results.FitEvidence{Positions: 2000, HeldPositions: 400, Games: 38, HeldGames: 8, Moved: three}, nil},
		{results.FitEvidence{Positions: 2000, HeldPositions: 400, Games: 37, HeldGames: 8, Moved: three}, []string{"29 games are few for 3 weights"}},
		{results.FitEvidence{Positions: 2000, HeldPositions: 400, Games: 37, HeldGames: 8, Blocks: true, Moved: three}, nil},
		{results.FitEvidence{Positions: 2000, HeldPositions: 400, Games: 37, HeldGames: 8, Target: "score", Moved: three}, nil},
		{results.FitEvidence{Positions: 29, Games: 29, Moved: three}, []string{"29 positions are few for 3 weights"}},
		{results.FitEvidence{Positions: 5, Moved: three, KeptStart: true}, []string{"no weights within their ranges"}},
		{results.FitEvidence{Positions: 5, Moved: three, Unconverged: true}, []string{"did not converge", "5 positions are few for 3 weights"}},
	} {
		got := results.Result{Fit: &c.of}.Caveats()
		if len(got) != len(c.want) {
			t.Errorf("%+v: %q, want %q", c.of, got, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%+v: %q, want %q", c.of, got[i], want)
			}
		}
	}
}

// The lines about a fit name every case: held-out games or none, a loss that falls or rises, blocks
// instead of games.
func TestLossLines(t *testing.T) {
	t.Parallel()
	held := results.FitEvidence{
		Loss: 0.5, StartLoss: 0.625, HeldOut: 0.55, StartHeldOut: 0.65, Gain: 0.1, GainError: 0.02, HeldPositions: 900, HeldGames: 30,
	}
	rises, unsure, blocks, single, none, kept := held, held, held, held, held, held
	kept.KeptStart, kept.HeldOut = true, kept.StartHeldOut
	rises.Gain = -0.1
	unsure.GainError = rating.Float(math.NaN())
	blocks.Blocks = true
	single.Blocks, single.HeldPositions, single.HeldGames = true, 1, 1
	none.HeldOut = rating.Float(math.NaN())
	const line = "Held-out loss: 0.6500 at the start weights, 0.5500 fitted"
	for _, test := range []struct {
		of   results.FitEvidence
		want string
	}{
		{held, line + "; it falls by 0.1000 ± 0.0200 (900 positions of 30 games, not fitted to)."},
		{rises, line + "; it rises by 0.1000 ± 0.0200 (900 positions of 30 games, not fitted to)."},
		{unsure, line + " (900 positions of 30 games, not fitted to)."},
		{single, line + "; it falls by 0.1000 ± 0.0200 (1 position of 1 block of the file, not fitted to)."},
		{blocks, line + "; it falls by 0.1000 ± 0.0200 (900 positions of 30 blocks of the file, not fitted to)."},
		{kept, "Held-out loss: 0.6500 at the start weights, which are kept (900 positions of 30 games, not fitted to)."},
		{none, "Loss: 0.6250 at the start weights, 0.5000 fitted. No game was held out, so that the loss on other games is not known."},
	} {
		if got := test.of.HeldOutLine(); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
	rises.Gain = 0
	if got := rises.HeldOutLine(); !strings.Contains(got, "it falls by 0.0000") {
		t.Error(got)
	}
}

func TestMovedLine(t *testing.T) {
	t.Parallel()
	moved := []results.FitMove{{Weight: "a", Start: 1, Fitted: 1.5, Error: 0.2}, {Weight: "b", Start: 1, Fitted: 1.5, Error: 0.3}, {Weight: "c", Start: 2, Fitted: 0}}
	for _, test := range []struct {
		of   results.FitEvidence
		want string
	}{
		{results.FitEvidence{}, ""},
		{results.FitEvidence{Moved: moved}, "Moved by more than two standard errors (1 of 3): a 1 to 1.5."},
		{results.FitEvidence{Moved: moved[1:]}, "Moved by more than two standard errors (0 of 2): none."},
		{results.FitEvidence{Moved: moved[1:], Lasso: 0.1}, "Moved (2 of 2; the lasso keeps the others at the start, and allows no errors): b 1 to 1.5, c 2 to 0."},
	} {
		if got := test.of.MovedLine(); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}

func TestStrengthLine(t *testing.T) {
	t.Parallel()
	measured := &evidence.Rating{Elo: 12, Interval: rating.Interval{Low: 2, High: 22}, Games: 400}
	for _, test := range []struct {
		of   results.FitEvidence
		kept bool
		want string
	}{
		{results.FitEvidence{SameAsStart: true, Strength: measured}, false, "Strength: the fitted weights play like the start weights, so that no game between them was played."},
		{results.FitEvidence{}, false, "Strength: not measured; no fresh games were played against the start weights."},
		{results.FitEvidence{Strength: &evidence.Rating{Elo: rating.Float(math.NaN()), Games: 7}}, false, "Strength: unknown after 7 fresh games against the start weights."},
		{results.FitEvidence{Strength: measured}, false, "Strength: the fitted weights are at +12 Elo [+2, +22] against the start weights, in 400 fresh games."},
		{results.FitEvidence{Strength: measured}, true, "Strength: the fitted weights are at +12 Elo [+2, +22] against the start weights, in 400 fresh games; the start is kept."},
	} {
		if got := test.of.StrengthLine(test.kept); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}

// The ends of an interval belong to it.
func TestPredictionsOutsideTheInterval(t *testing.T) {
	t.Parallel()
	for predicted, want := range map[float64]bool{0.39: true, 0.4: false, 0.5: false, 0.6: false, 0.61: true} {
		if got := (results.FitBin{Predicted: predicted, Interval: rating.Interval{Low: 0.4, High: 0.6}}).Outside(); got != want {
			t.Errorf("%v outside [0.4, 0.6]: %v", predicted, got)
		}
	}
	// The sum of 157 times 1/157 is less than 1.
	if b := (results.FitBin{Predicted: 1, Interval: rating.Interval{Low: 0.9999999999999999, High: 0.9999999999999999}}); b.Outside() {
		t.Error("a prediction without error is outside")
	}
}
