package fit

import (
	"math"
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/rating"
)

// TestChessAgainstATextbookFit fits the weights of chess to thousands of positions, with results
// drawn from known weights. The weights and losses must equal those of a ridge regression that is
// written here from the formulas alone, in float64: the examples are the differences of the
// engine's features, and the minimum is found by Newton's method with Gaussian elimination.
func TestChessAgainstATextbookFit(t *testing.T) {
	t.Parallel()
	games, positions := 1000, 20
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		games = 5000
	}
	const ridge, heldOut, seed = 1e-3, 0.2, 7
	engine := chess.New()
	linear := engine.(engines.Linear)
	space := engine.Spec().Weights
	start := space.Default()
	truth := make([]float64, len(start))
	for j, w := range start {
		truth[j] = w * (0.7 + 0.1*float64(j%7)) / 300
	}

	// The positions, and the examples of the regression: the features of White minus those of
	// Black, a constant for the first seat, and one for the side to move.
	type example struct {
		row  []float64
		y    float64
		held bool
	}
	var examples []example
	var samples []training.Sample
	rng := engines.Rand(seed)
	for number := range games {
		game, err := engine.NewGame(2, uint64(number))
		if err != nil {
			t.Fatal(err)
		}
		for len(samples) < (number+1)*positions {
			moves := game.Moves(nil)
			if len(moves) == 0 {
				if game, err = engine.NewGame(2, uint64(number)); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if err := game.Apply(moves[rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
			if game.Moves(nil) == nil {
				continue
			}
			features, err := linear.Features(game)
			if err != nil {
				t.Fatal(err)
			}
			row, z := make([]float64, len(start)+2), 0.3
			for j := range start {
				row[j] = features[0][j] - features[1][j]
				z += truth[j] * row[j]
			}
			row[len(start)], row[len(start)+1] = 1, 1-2*float64(game.Turn())
			e := example{row: row}
			e.held = float64(engines.Seed(seed, engines.Purpose("held out"), uint64(number)))/(1<<64) < heldOut
			outcome := engines.Places(2, 1)
			switch p := rng.Float64() - 1/(1+math.Exp(-z)); {
			case math.Abs(p) < 0.1:
				e.y, outcome = 0.5, engines.Places(1, 1)
			case p < 0:
				e.y, outcome = 1, engines.Places(1, 2)
			}
			examples = append(examples, e)
			samples = append(samples, training.Sample{Position: game.Clone(), Outcome: outcome, Game: number})
		}
	}

	fixed := ridge
	options := Options{Ridge: &fixed, HeldOut: heldOut}
	data, err := Judge(Games{Engine: engine, Seats: 2, Weights: start}, func(each func(training.Sample) error) error {
		for _, s := range samples {
			if err := each(s); err != nil {
				return err
			}
		}
		return nil
	}, options)
	if err != nil {
		t.Fatal(err)
	}
	got := fitOf(t, Problem{Space: space, Start: start, Data: data, Seed: seed}, options)

	var fitted, along [][]float64
	var y []float64
	squares := make([]float64, len(start)+2) // mean square of every column
	for _, e := range examples {
		if e.held {
			continue
		}
		value := 0.0
		for j, w := range start {
			value += w * e.row[j]
			squares[j] += e.row[j] * e.row[j]
		}
		fitted, y = append(fitted, e.row), append(y, e.y)
		along = append(along, []float64{value, e.row[len(start)], e.row[len(start)+1]})
	}
	scale := textbook(along, y, nil, nil)
	penalty, centre := make([]float64, len(squares)), make([]float64, len(squares))
	for j, w := range start {
		penalty[j], centre[j] = ridge*squares[j]/float64(len(y)), scale[0]*w
	}
	b := textbook(fitted, y, penalty, centre)
	for j, w := range space {
		if want := b[j] / scale[0]; !(math.Abs(got.Weights[j]-want) <= 1e-8*math.Abs(want)) {
			t.Errorf("%s: %v, the textbook has %v (difference %.2g)", w.Name, got.Weights[j], want, got.Weights[j]-want)
		}
	}
	var heldRows, heldAlong [][]float64
	var heldY []float64
	for _, e := range examples {
		if e.held {
			value := 0.0
			for j, w := range start {
				value += w * e.row[j]
			}
			heldRows, heldY = append(heldRows, e.row), append(heldY, e.y)
			heldAlong = append(heldAlong, []float64{value, e.row[len(start)], e.row[len(start)+1]})
		}
	}
	loss, _ := meanLoss(fitted, y, b)
	held, _ := meanLoss(heldRows, heldY, b)
	startHeld, _ := meanLoss(heldAlong, heldY, scale)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"scale", got.StartScale, scale[0]}, {"loss", got.Loss, loss}, {"held-out loss", got.HeldOut, held}, {"held-out loss of the start", got.StartHeldOut, startHeld},
	} {
		if !(math.Abs(c.got-c.want) <= 1e-8*math.Abs(c.want)) {
			t.Errorf("%s: %v, the textbook has %v (difference %.2g)", c.name, c.got, c.want, c.got-c.want)
		}
	}
	if len(heldY) != got.HeldPositions || got.Games != games {
		t.Errorf("%d positions of %d games held out, want %d", got.HeldPositions, got.Games, len(heldY))
	}
}

// textbook returns the coefficients that minimise the mean log loss plus the sum over j of
// penalty[j]/2·(b[j] - centre[j])². A nil penalty means none.
func textbook(x [][]float64, y, penalty, centre []float64) []float64 {
	n := len(x[0])
	b := make([]float64, n)
	copy(b, centre)
	for range 30 {
		system := make([][]float64, n) // second derivatives, with minus the slope as the last column
		for j := range system {
			system[j] = make([]float64, n+1)
			if penalty != nil {
				system[j][j] = penalty[j] * float64(len(y))
				system[j][n] = -penalty[j] * float64(len(y)) * (b[j] - centre[j])
			}
		}
		for i, row := range x {
			z := 0.0
			for j, v := range row {
				z += b[j] * v
			}
			p := 1 / (1 + math.Exp(-z))
			for j, v := range row {
				system[j][n] += (y[i] - p) * v
				for k, w := range row {
					system[j][k] += p * (1 - p) * v * w
				}
			}
		}
		for j := range n { // Gauss-Jordan
			for k := range n {
				if k == j {
					continue
				}
				f := system[k][j] / system[j][j]
				for c := j; c <= n; c++ {
					system[k][c] -= f * system[j][c]
				}
			}
		}
		for j := range n {
			b[j] += system[j][n] / system[j][j]
		}
	}
	return b
}

// In chess the evaluation of Black is the negative of White's. If positions in which White is a pawn
// of 100 up are won in 64 of 100 games, and those in which Black is in 36, a unit is worth
// 400·log10(0.64/0.36)/100 Elo.
func TestScaleOfMirroredEvaluations(t *testing.T) {
	t.Parallel()
	engine := chess.New()
	start := make(engines.Weights, len(engine.Spec().Weights))
	start[engine.Spec().Weights.Index("pawn")] = 100
	up, err := engine.ParseGame("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0)
	if err != nil {
		t.Fatal(err)
	}
	down, err := engine.ParseGame("rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1", 0)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Judge(Games{Engine: engine, Seats: 2, Weights: start}, func(each func(training.Sample) error) error {
		for i := range 200 {
			s := training.Sample{Position: up, Outcome: engines.Places(1, 2), Game: i}
			if i >= 100 {
				s.Position = down
			}
			if (i%100 < 36) == (i < 100) {
				s.Outcome = engines.Places(2, 1)
			}
			if err := each(s); err != nil {
				return err
			}
		}
		return nil
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Fit(t.Context(), Problem{Space: engine.Spec().Weights, Start: start, Data: d}, Options{HeldOut: 1e-9})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := 2*rating.EloPerLogit*r.StartScale, 4*math.Log10(0.64/0.36); !r.Mirrored || math.Abs(got-want) > 1e-6 {
		t.Errorf("a unit is worth %v Elo, want %v; mirrored: %v", got, want, r.Mirrored)
	}
}
