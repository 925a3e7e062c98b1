package runs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync/atomic"
	"testing/fstest"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// track is a small race, so that the tests of runs need no game that ships. A
// runner goes one to three squares; every square above the first costs fuel, of
// which there is one more each turn. Some squares, drawn from the seed, throw
// the runner forward or back. Who comes to the end first has won.
type track struct {
	settings engines.Settings
	// open counts the players that nobody has closed.
	open *atomic.Int32
	// asked, when set, is told what a player was shown.
	asked func(p engines.Position)
}

var trackSettings = []engines.Setting{
	{Name: "length", Kind: engines.Int, Default: "24", Min: 8, Max: 99},
	{Name: "hidden", Kind: engines.Bool, Default: "false"}, // nobody sees the others' fuel
	{Name: "mood", Kind: engines.Choice, Default: "calm", Choices: []string{"calm", "moody", "fails", "absent"}, Player: true},
}

func newTrack() track {
	s, err := engines.Resolve(trackSettings)
	if err != nil {
		panic(err)
	}
	return track{settings: s, open: new(atomic.Int32)}
}

// only is a catalog of one game.
func only(e engines.Engine) runs.Catalog { return runs.Catalog{Games: engines.Registry{e}} }

func (e track) Spec() engines.Spec {
	return engines.Spec{
		Name: "track", Title: "Track", Version: "1", MinSeats: 2, MaxSeats: 3, Settings: trackSettings, ScaleFree: true,
		Weights: engines.Space{{Name: "way", Min: 0, Max: 10, Default: 1}, {Name: "fuel", Min: 0, Max: 10, Default: 1}},
	}
}

func (e track) With(s engines.Settings) (engines.Engine, error) {
	r, err := engines.Resolve(trackSettings, e.settings, s)
	e.settings = r
	return e, err
}

func (e track) NewGame(seats int, seed uint64) (engines.Game, error) {
	g := &trackGame{at: make([]int, seats), fuel: make([]int, seats), hidden: e.settings.Bool("hidden")}
	rnd := engines.Rand(seed)
	var squares strings.Builder
	for range e.settings.Int("length") {
		squares.WriteByte("....+-"[rnd.IntN(6)])
	}
	g.squares = squares.String()
	return g, nil
}

// ParseGame reads what String writes: the squares, the seat to move, and place
// and fuel of every seat.
func (e track) ParseGame(position string, _ uint64) (engines.Game, error) {
	parts := strings.Fields(position)
	if len(parts) < 4 || strings.Trim(parts[0], ".+-") != "" {
		return nil, fmt.Errorf("%q is no position", position)
	}
	g := &trackGame{squares: parts[0]}
	var err error
	if g.turn, err = strconv.Atoi(parts[1]); err != nil {
		return nil, err
	}
	for _, part := range parts[2:] {
		var at, fuel int
		if _, err := fmt.Sscanf(part, "%d:%d", &at, &fuel); err != nil {
			return nil, fmt.Errorf("%q is not a place and fuel", part)
		}
		g.at, g.fuel = append(g.at, at), append(g.fuel, fuel)
	}
	return g, nil
}

func (e track) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	with, err := e.With(a.Settings)
	if err != nil {
		return nil, err
	}
	if a.Weights != nil {
		if err := e.Spec().Weights.Check(a.Weights); err != nil {
			return nil, err
		}
	}
	e.open.Add(1)
	return &runner{engines.OnePly(e, a.Weights), with.(track)}, nil
}

func (e track) Features(p engines.Position) ([][]float64, error) {
	g := p.(*trackGame)
	rows := make([][]float64, len(g.at))
	for seat := range rows {
		rows[seat] = []float64{float64(g.at[seat]), float64(g.fuel[seat])}
	}
	return rows, nil
}

func (e track) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(e, p, w)
}

// BuiltinAgents has one agent, who spends all fuel at once.
func (e track) BuiltinAgents() []engines.Agent {
	return []engines.Agent{{Name: "sprinter", Weights: engines.Weights{10, 0}}}
}

func (e track) EtudeFiles() fs.FS {
	return fstest.MapFS{"track-3.csv": {Data: []byte(`
........ 0 5:0 2:1;1  # far ahead
........ 1 3:0 2:4;2
........ 0 6:0 1:5;1
`)}}
}

// runner is the agent's player.
type runner struct {
	engines.Player
	engine track
}

// Start begins a game; who is absent does not come to the last seat.
func (r *runner) Start(_ context.Context, s engines.Seating) error {
	if r.engine.settings["mood"] == "absent" && s.Seat == s.Seats-1 {
		return errors.New("nobody has come")
	}
	return nil
}

func (r *runner) Choose(ctx context.Context, p engines.Position) (engines.Move, error) {
	if r.engine.asked != nil {
		r.engine.asked(p)
	}
	mood := r.engine.settings["mood"]
	if mood == "fails" || mood == "moody" && strings.HasPrefix(p.String(), "+") {
		return 0, errors.New("out of breath")
	}
	return r.Player.Choose(ctx, p)
}

func (r *runner) Close() error {
	r.engine.open.Add(-1)
	return nil
}

type trackGame struct {
	squares  string
	at, fuel []int // fuel -1 is not seen
	turn     int
	hidden   bool
}

func (g *trackGame) Seats() int { return len(g.at) }
func (g *trackGame) Turn() int  { return g.turn }

func (g *trackGame) Over() bool {
	for _, at := range g.at {
		if at >= len(g.squares) {
			return true
		}
	}
	return false
}

func (g *trackGame) Moves(dst []engines.Move) []engines.Move {
	for m := 1; m <= min(3, 1+max(0, g.fuel[g.turn])); m++ {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (g *trackGame) Apply(m engines.Move) error {
	if m < 1 || m > 3 || int(m) > 1+g.fuel[g.turn] {
		return fmt.Errorf("cannot go %d squares", m)
	}
	at := g.at[g.turn] + int(m)
	if at < len(g.squares) {
		switch g.squares[at] {
		case '+':
			at += 2
		case '-':
			at--
		}
	}
	g.at[g.turn] = at
	g.fuel[g.turn] = min(g.fuel[g.turn]-int(m)+2, 5)
	if !g.Over() {
		g.turn = (g.turn + 1) % len(g.at)
	}
	return nil
}

func (g *trackGame) Clone() engines.Game {
	c := *g
	c.at, c.fuel = append([]int(nil), g.at...), append([]int(nil), g.fuel...)
	return &c
}

// View hides the others' fuel where it is hidden.
func (g *trackGame) View(seat int) engines.Position {
	if !g.hidden {
		return g
	}
	c := g.Clone().(*trackGame)
	for i := range c.fuel {
		if i != seat {
			c.fuel[i] = -1
		}
	}
	return c
}

func (g *trackGame) Outcome() engines.Outcome { return engines.Winner(len(g.at), g.turn) }

// String avoids package fmt, because the check of a game before each run takes the texts of
// thousands of positions.
func (g *trackGame) String() string {
	text := strconv.AppendInt(append(make([]byte, 0, 64), g.squares+" "...), int64(g.turn), 10)
	for i := range g.at {
		text = append(strconv.AppendInt(append(text, ' '), int64(g.at[i]), 10), ':')
		if g.fuel[i] < 0 {
			text = append(text, '?')
			continue
		}
		text = strconv.AppendInt(text, int64(g.fuel[i]), 10)
	}
	return string(text)
}

func (g *trackGame) FormatMove(m engines.Move) string { return strconv.Itoa(int(m)) }

func (g *trackGame) ParseMove(s string) (engines.Move, error) {
	m, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number of squares", s)
	}
	return engines.Move(m), nil
}
