package engines_test

import (
	"context"
	"errors"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
)

func TestExamplesKeepTheContract(t *testing.T) {
	t.Parallel()
	t.Run("nim", func(t *testing.T) { enginetest.Run(t, NewNim(), 5) })
	t.Run("pig", func(t *testing.T) { enginetest.Run(t, Pig{}, 5) })
}

// nim is Nim with players that take as many stones as the value of their only weight, and that can
// fail in several ways.
type nim struct{ settings engines.Settings }

var moodSettings = []engines.Setting{
	{Name: "heap", Kind: engines.Int, Default: "10", Min: 1, Max: 100},
	{Name: "mood", Kind: engines.Choice, Default: "calm", Choices: []string{"calm", "panics", "fails", "cheats", "waits", "forgets"}, Player: true},
}

func newNim() engines.Engine {
	s, err := engines.Resolve(moodSettings)
	if err != nil {
		panic(err)
	}
	return nim{s}
}

func (n nim) Spec() engines.Spec {
	return engines.Spec{
		Name: "nim", Title: "Nim", Version: "1", MinSeats: 2, MaxSeats: 4, Settings: moodSettings,
		Weights: engines.Space{{Name: "take", Min: 1, Max: 3, Default: 1, Kind: engines.Integer}},
	}
}

func (n nim) With(s engines.Settings) (engines.Engine, error) {
	r, err := engines.Resolve(moodSettings, n.settings, s)
	return nim{r}, err
}

func (n nim) NewGame(seats int, _ uint64) (engines.Game, error) {
	return &Heap{seats: seats, matches: n.settings.Int("heap")}, nil
}

func (n nim) ParseGame(position string, seed uint64) (engines.Game, error) {
	return NewNim().ParseGame(position, seed)
}

func (n nim) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	e, err := n.With(a.Settings)
	if err != nil {
		return nil, err
	}
	w := a.Weights
	if w == nil {
		w = n.Spec().Weights.Default()
	}
	return moody{engines.Move(w[0]), e.(nim).settings["mood"]}, n.Spec().Weights.Check(w)
}

type moody struct {
	take engines.Move
	mood string
}

func (p moody) Choose(ctx context.Context, g engines.Position) (engines.Move, error) {
	switch p.mood {
	case "panics":
		panic("no nerves")
	case "fails":
		return 0, errors.New("no idea")
	case "cheats":
		return 9, nil
	case "waits":
		<-ctx.Done()
		return 0, ctx.Err()
	}
	return min(p.take, engines.Move(g.(*Heap).matches)), nil
}

func (p moody) LastSearch() (depth int, nodes uint64) {
	if p.mood == "forgets" {
		panic("no memory")
	}
	return 0, 0
}
