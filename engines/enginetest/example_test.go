package enginetest_test

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/engines/solo"
)

// coin is a game of one throw, in which the weight is the guess.
var coin = solo.Func(
	engines.Spec{
		Name: "coin", Title: "Coin", Doc: "Guess a throw.", Version: "1",
		Weights: engines.Space{{Name: "heads", Min: 0, Max: 1, Default: 0.5, Doc: "probability of a guess of heads"}},
	},
	func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
		if heads := seed%2 == 0; heads == (a.Weights[0] > 0.5) {
			return 1, nil
		}
		return 0, nil
	},
)

// TestContract is the test of the example: it plays up to 20 games in each of its parts.
func TestContract(t *testing.T) { enginetest.Run(t, coin, 20) }

// A game is tested in its own package, by a test such as TestContract.
func Example() {
	var t *testing.T // the parameter of TestContract
	enginetest.Run(t, coin, 20)
}
