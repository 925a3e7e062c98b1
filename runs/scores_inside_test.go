package runs

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
)

// resigning is a game whose players resign in the first position, as a program may do.
type resigning struct{ engines.Engine }

func (e resigning) NewPlayer(context.Context, engines.Agent) (engines.Player, error) {
	return resigning{}, nil
}

func (resigning) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, engines.ErrResigned
}

// A game that is resigned has no scores, which does not show that the game counts no points.
func TestResignedGamesMayHaveScores(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		game         engines.Engine
		resign, want bool
	}{
		"with scores":    {othello.New(), false, true},
		"without scores": {risk.New(), false, false},
		"resigned":       {othello.New(), true, true},
	} {
		text := "engine: {name: " + c.game.Spec().Name + "}\nstrategy: {name: spsa}\nbudget: {games: 200}\n"
		r, err := resolve(t.Context(), Catalog{Games: engines.Registry{c.game}}, request{options: Options{Text: text}, kind: results.Evolve, dry: true})
		if err != nil {
			t.Fatal(err)
		}
		if c.resign {
			r.Engine = resigning{r.Engine}
		}
		if got, err := gamesHaveScores(t.Context(), r); err != nil || got != c.want {
			t.Errorf("%s: %t, %v", name, got, err)
		}
	}
}
