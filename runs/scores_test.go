package runs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/runs"
)

// resigning is a game whose players resign in the first position.
type resigning struct{ engines.Engine }

func (e resigning) With(s engines.Settings) (engines.Engine, error) {
	with, err := e.Engine.With(s)
	return resigning{with}, err
}

func (e resigning) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	p, err := e.Engine.NewPlayer(ctx, a)
	return resigner{p}, err
}

type resigner struct{ engines.Player }

func (resigner) Choose(context.Context, engines.Position) (engines.Move, error) {
	return 0, engines.ErrResigned
}

// A game that is resigned has no scores, which does not show that the game counts no points.
func TestResignedGamesMayHaveScores(t *testing.T) {
	t.Parallel()
	const unscored = "objective: the games of track have no scores; use places"
	for name, c := range map[string]struct {
		game engines.Engine
		want string
	}{
		"without scores": {newTrack(), unscored},
		"resigned":       {resigning{othello.New()}, ""},
	} {
		text := "engine: {name: " + c.game.Spec().Name + "}\nstrategy: {name: spsa}\nobjective: {by: score, scale: 10}\nbudget: {games: 200}\n"
		_, _, err := runs.CheckConfig(t.Context(), only(c.game), runs.Options{Text: text})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
