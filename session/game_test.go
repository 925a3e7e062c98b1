package session_test

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/session"
)

// race is a small game for tests: each turn a seat runs one to three squares, but at
// most one more than its fuel, of which it gains one each turn. The first seat to reach
// the end wins. Its players finish a search to any depth below blocks at once, and never
// finish a deeper one. The evaluation of positions is exact from depth solved on.
type race struct {
	settings engines.Settings
	blocks   int
	chance   engines.Chance
	open     *atomic.Int32            // players that have not been closed
	searches *atomic.Int32            // calls of Analyze
	asked    func(p engines.Position) // called with every position that a player is shown
	solved   int
	log      *[]string // calls of the players' methods; nil if they are not recorded
	broken   error     // error of Start, Choose and Analyze, unless only is set
	only     string    // name of the only method that returns broken
	unclosed error     // error of Close
}

// record appends a line to the log.
func (e race) record(format string, args ...any) {
	if e.log != nil {
		*e.log = append(*e.log, fmt.Sprintf(format, args...))
	}
}

// fails returns the error of a method of the race or of its players.
func (e race) fails(method string) error {
	if e.only == "" || e.only == method {
		return e.broken
	}
	return nil
}

var raceSettings = []engines.Setting{
	{Name: "length", Kind: engines.Int, Default: "12", Min: 8, Max: 99_999},
	{Name: "hidden", Kind: engines.Bool, Default: "false"}, // no seat sees the fuel of the others
	{Name: "random_plies", Kind: engines.Int, Default: "4", Min: 0, Max: 9},
	{Name: "depth", Kind: engines.Int, Default: "5", Min: 0, Max: 9, Player: true},
	{Name: "exact", Kind: engines.Int, Default: "3", Min: 1, Max: 9, Player: true}, // it does not accept 0, so it is not the setting of a solver
}

func newRace() race {
	s, err := engines.Resolve(raceSettings)
	if err != nil {
		panic(err)
	}
	return race{settings: s, blocks: 99, solved: 99, chance: engines.NoChance, open: new(atomic.Int32), searches: new(atomic.Int32)}
}

func (e race) Spec() engines.Spec {
	return engines.Spec{
		Name: "race", Title: "Race", Version: "1", MinSeats: 2, MaxSeats: 3, Settings: raceSettings, Chance: e.chance,
		Weights: engines.Space{{Name: "way", Min: 0, Max: 10, Default: 1}},
	}
}

func (e race) With(s engines.Settings) (engines.Engine, error) {
	r, err := engines.Resolve(raceSettings, e.settings, s)
	e.settings = r
	return e, err
}

func (e race) NewGame(seats int, _ uint64) (engines.Game, error) {
	return &raceGame{length: e.settings.Int("length"), at: make([]int, seats), fuel: make([]int, seats), hidden: e.settings.Bool("hidden")}, nil
}

func (e race) ParseGame(position string, _ uint64) (engines.Game, error) {
	parts := strings.Fields(position)
	if len(parts) < 3 {
		return nil, fmt.Errorf("%q is not a position", position)
	}
	g := &raceGame{length: e.settings.Int("length")}
	var err error
	if g.turn, err = strconv.Atoi(parts[0]); err != nil {
		return nil, err
	}
	for _, part := range parts[1:] {
		var at, fuel int
		if _, err := fmt.Sscanf(part, "%d:%d", &at, &fuel); err != nil {
			return nil, fmt.Errorf("%q is not a square and fuel", part)
		}
		g.at, g.fuel = append(g.at, at), append(g.fuel, fuel)
	}
	return g, nil
}

func (e race) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	with, err := e.With(a.Settings)
	if err != nil {
		return nil, err
	}
	if err := e.fails("NewPlayer"); err != nil {
		return nil, err
	}
	e.open.Add(1)
	return &runner{engine: with.(race)}, nil
}

func (e race) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	out := make([]float64, p.Seats())
	for seat, at := range p.(*raceGame).at {
		out[seat] = w[0] * float64(at)
	}
	return out, nil
}

// Analyze returns the depth as the value of the seat to move.
func (e race) Analyze(ctx context.Context, p engines.Position, a engines.Agent) (analysis.Analysis, error) {
	e.searches.Add(1)
	with, err := e.With(a.Settings)
	if err != nil {
		return analysis.Analysis{}, err
	}
	depth := with.(race).settings.Int("depth")
	if depth >= e.blocks {
		<-ctx.Done()
		return analysis.Analysis{}, ctx.Err()
	}
	if err := e.fails("Analyze"); err != nil {
		return analysis.Analysis{}, err
	}
	value, infinite := float64(depth), math.Inf(1)
	out := analysis.Analysis{Value: make([]*float64, p.Seats()), Best: "1", Line: []string{"1", "1"}, Nodes: uint64(depth)}
	out.Value[p.Turn()] = &value
	if p.Seats() == 3 { // seat 2 has no value, and the value of seat 3 cannot be written as JSON
		out.Value[1], out.Value[2] = nil, &infinite
	}
	out.Static = []float64{float64(depth), 7}
	out.Features = []analysis.Feature{{Name: "way", Values: []float64{3, 4}}, {Name: "fuel", Values: []float64{1, 2}}}
	out.Extra = []analysis.Extra{{Key: "exact", Value: depth >= e.solved}, {Key: "near", Value: true}}
	return out, nil
}

// runner runs one square, and the last one that a player may run if it searched to the
// depth 5 or deeper.
type runner struct {
	engine race
	seen   int // moves since the start
}

func (r *runner) Start(_ context.Context, s engines.Seating) error {
	r.seen = 0
	r.engine.record("start seat %d of %d, seed %d, from %v", s.Seat, s.Seats, s.Seed, s.From)
	return r.engine.fails("Start")
}

func (r *runner) Saw(seat int, m engines.Move) {
	r.seen++
	r.engine.record("seat %d moves %d", seat, m)
}

func (r *runner) End(o engines.Outcome) { r.engine.record("end, seat 0 has place %d", o.Place(0)) }

func (r *runner) Close() error {
	r.engine.open.Add(-1)
	r.engine.record("close")
	return r.engine.unclosed
}

func (r *runner) Choose(ctx context.Context, p engines.Position) (engines.Move, error) {
	t, err := r.Look(ctx, p, r.engine.settings.Int("depth"))
	return t.Move, err
}

func (r *runner) Look(ctx context.Context, p engines.Position, depth int) (engines.SearchResult, error) {
	if r.engine.asked != nil {
		r.engine.asked(p)
	}
	if g := p.(*raceGame); r.seen != g.plies {
		return engines.SearchResult{}, fmt.Errorf("the player saw %d of %d moves", r.seen, g.plies)
	}
	if depth >= r.engine.blocks {
		<-ctx.Done()
		return engines.SearchResult{}, ctx.Err()
	}
	moves := p.Moves(nil)
	return engines.SearchResult{Move: moves[min(max(depth-1, 0), len(moves)-1)], Depth: depth}, r.engine.fails("Choose")
}

type raceGame struct {
	length, turn, plies int
	at, fuel            []int // fuel -1 is hidden
	hidden              bool
	last                string // description of the last move
}

func (g *raceGame) Seats() int               { return len(g.at) }
func (g *raceGame) Turn() int                { return g.turn }
func (g *raceGame) Outcome() engines.Outcome { return engines.Winner(len(g.at), g.turn) }

func (g *raceGame) Over() bool {
	for _, at := range g.at {
		if at >= g.length {
			return true
		}
	}
	return false
}

func (g *raceGame) Moves(dst []engines.Move) []engines.Move {
	for m := 1; m <= min(3, 1+max(0, g.fuel[g.turn])); m++ {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (g *raceGame) Apply(m engines.Move) error {
	if m < 1 || m > 3 || int(m) > 1+g.fuel[g.turn] {
		return fmt.Errorf("cannot run %d squares", m)
	}
	g.at[g.turn] += int(m)
	g.last = fmt.Sprintf("seat %d is at %d", g.turn, g.at[g.turn])
	g.fuel[g.turn] = min(g.fuel[g.turn]-int(m)+2, 5)
	g.plies++
	if !g.Over() {
		g.turn = (g.turn + 1) % len(g.at)
	}
	return nil
}

func (g *raceGame) Clone() engines.Game {
	c := *g
	c.at, c.fuel = append([]int(nil), g.at...), append([]int(nil), g.fuel...)
	return &c
}

func (g *raceGame) View(seat int) engines.Position {
	if !g.hidden {
		return g
	}
	c := g.Clone().(*raceGame)
	for i := range c.fuel {
		if i != seat {
			c.fuel[i] = -1
		}
	}
	return c
}

func (g *raceGame) String() string {
	text := strconv.Itoa(g.turn)
	for i := range g.at {
		text += strings.ReplaceAll(fmt.Sprintf(" %d:%d", g.at[i], g.fuel[i]), "-1", "?")
	}
	return text
}

func (g *raceGame) LastEvent() string                  { return g.last }
func (g *raceGame) DescribeMove(m engines.Move) string { return fmt.Sprintf("%d squares", m) }
func (g *raceGame) Status() string                     { return fmt.Sprintf("%d moves", g.plies) }

func (g *raceGame) FormatMove(m engines.Move) string { return strconv.Itoa(int(m)) }

func (g *raceGame) ParseMove(s string) (engines.Move, error) {
	m, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number of squares", s)
	}
	return engines.Move(m), nil
}

// games are the games that ship.
var games = shipped.Games()

// start starts a session of a game that ships, set for people.
func start(t testing.TB, name string, o session.Options) *session.Session {
	t.Helper()
	e, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	o.Settings = session.WithoutChance(e, o.Settings)
	if e, err = e.With(o.Settings); err != nil {
		t.Fatal(err)
	}
	s, err := session.New(e, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// startRace starts a race of a person against an agent that plays the other seats.
func startRace(t *testing.T, e race, person int, o session.Options) *session.Session {
	t.Helper()
	with, err := e.With(o.Settings)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(with, o)
	if err != nil {
		t.Fatal(err)
	}
	for seat := range s.Seats() {
		if seat != person {
			if err := s.SetAgent(seat, raceAgent); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil || e.open.Load() != 0 {
			t.Errorf("%d players are not closed, error %v", e.open.Load(), err)
		}
	})
	return s
}

var raceAgent = engines.Agent{Name: "runner", Weights: engines.Weights{1}}

// defaultAgent is the agent of a game with its default weights.
func defaultAgent(s *session.Session) engines.Agent {
	return engines.Agent{Name: "default", Weights: s.Engine().Spec().Weights.Default()}
}

// reply lets the agents move until it is the person's turn or the game is over.
func reply(t *testing.T, s *session.Session, person int) {
	t.Helper()
	for !s.Over() && s.Turn() != person {
		if _, err := s.Reply(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// playRandom plays n random moves, or as many as the game has.
func playRandom(t testing.TB, s *session.Session, n int) {
	t.Helper()
	for range n {
		if s.Over() {
			return
		}
		thought, err := s.Choose(t.Context(), engines.Agent{Name: "random", Player: "random"}, session.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		play(t, s, thought.Move)
	}
}

func play(t testing.TB, s *session.Session, move string) session.Played {
	t.Helper()
	p, err := s.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// position returns the position with hidden information.
func position(s *session.Session) string { return s.Game().String() }
