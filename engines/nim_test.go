package engines_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// nim is the smallest game that keeps the contract: take one to three of a
// heap, whoever takes the last wins. Its one weight is how many to take.
type nim struct{ settings engines.Settings }

var nimSettings = []engines.Setting{
	{Name: "heap", Kind: engines.Int, Default: "10", Min: 1, Max: 100},
	{Name: "mood", Kind: engines.Choice, Default: "calm", Choices: []string{"calm", "panics", "fails", "cheats", "waits"}, Player: true},
}

func newNim() engines.Engine {
	s, err := engines.Resolve(nimSettings)
	if err != nil {
		panic(err)
	}
	return nim{s}
}

func (n nim) Spec() engines.Spec {
	return engines.Spec{
		Name: "nim", Title: "Nim", Version: "1", MinSeats: 2, MaxSeats: 4, Settings: nimSettings,
		Weights: engines.Space{{Name: "take", Min: 1, Max: 3, Default: 1, Kind: engines.Integer}},
	}
}

func (n nim) With(s engines.Settings) (engines.Engine, error) {
	r, err := engines.Resolve(nimSettings, n.settings, s)
	return nim{r}, err
}

func (n nim) NewGame(seats int, _ uint64) (engines.Game, error) {
	return &nimGame{seats: seats, heap: n.settings.Int("heap")}, nil
}

func (n nim) ParseGame(position string, _ uint64) (engines.Game, error) {
	heap, turn, ok := strings.Cut(position, " ")
	h, err := strconv.Atoi(heap)
	t, err2 := strconv.Atoi(turn)
	if err := errors.Join(err, err2); err != nil || !ok {
		return nil, fmt.Errorf("nim: %q is no position", position)
	}
	return &nimGame{seats: 2, heap: h, turn: t}, nil
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
	if err := n.Spec().Weights.Check(w); err != nil {
		return nil, err
	}
	return nimPlayer{engines.Move(w[0]), e.(nim).settings["mood"]}, nil
}

type nimGame struct{ seats, heap, turn int }

func (g *nimGame) Seats() int { return g.seats }
func (g *nimGame) Turn() int  { return g.turn }
func (g *nimGame) Over() bool { return g.heap == 0 }

func (g *nimGame) Clone() engines.Game {
	copied := *g
	return &copied
}

func (g *nimGame) Moves(dst []engines.Move) []engines.Move {
	for m := 1; m <= min(3, g.heap); m++ {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (g *nimGame) Apply(m engines.Move) error {
	if m < 1 || m > 3 || int(m) > g.heap {
		return fmt.Errorf("nim: cannot take %d of %d", m, g.heap)
	}
	g.heap -= int(m)
	if g.heap > 0 {
		g.turn = (g.turn + 1) % g.seats
	}
	return nil
}

func (g *nimGame) Outcome() engines.Outcome         { return engines.Winner(g.seats, g.turn) }
func (g *nimGame) String() string                   { return fmt.Sprintf("%d %d", g.heap, g.turn) }
func (g *nimGame) FormatMove(m engines.Move) string { return strconv.Itoa(int(m)) }
func (g *nimGame) ParseMove(s string) (engines.Move, error) {
	m, err := strconv.Atoi(s)
	return engines.Move(m), err
}

type nimPlayer struct {
	take engines.Move
	mood string
}

func (p nimPlayer) Choose(ctx context.Context, g engines.Position) (engines.Move, error) {
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
	return min(p.take, engines.Move(g.(*nimGame).heap)), nil
}
