package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// race is a game of dice that keeps the contract, but for one bug: who is to move
// takes a step of one or two, and a die adds to it; who comes to ten first ends
// the game, and the farthest wins. Nobody sees the other's position.
type race struct {
	bug   string
	space engines.Space // of one weight: a step
	kind  []engines.Setting
	goal  string // as it was set, for the bug of a game that forgets it
}

func newRace(bug string) engines.Engine {
	return race{
		bug:   bug,
		space: engines.Space{{Name: "step", Doc: "worth of a step", Min: -1, Max: 1, Default: 1}},
		kind:  []engines.Setting{{Name: "goal", Kind: engines.Int, Default: "10", Min: 1, Max: 20}},
	}
}

func (r race) Spec() engines.Spec {
	s := engines.Spec{
		Name: "race", Title: "Race", Doc: "A race.", Version: "1", MinSeats: 2, MaxSeats: 3,
		Weights: append(engines.Space(nil), r.space...), Settings: append([]engines.Setting(nil), r.kind...),
	}
	switch r.bug {
	case "a name of two words":
		s.Name = "a race"
	case "no version":
		s.Version = ""
	case "a shared space":
		s.Weights = r.space
	case "chance that is not declared":
		s.Chance = engines.NoChance
	case "a default out of range":
		s.Settings[0].Default = "21"
	}
	return s
}

func (r race) With(s engines.Settings) (engines.Engine, error) {
	if r.bug == "any setting is taken" {
		return r, nil
	}
	full, err := engines.Resolve(r.kind, s)
	if r.bug == "settings are forgotten" && full["goal"] != "10" {
		r.goal = full["goal"]
	} else {
		r.goal = ""
	}
	if err != nil && r.bug == "errors without keys" {
		err = errors.New(err.Error())
	}
	return r, err
}

func (r race) NewGame(seats int, seed uint64) (engines.Game, error) {
	if (seats < 2 || seats > 3) && r.bug != "any number of seats" {
		return nil, fmt.Errorf("%d seats", seats)
	}
	if r.bug == "chance of its own" {
		seed = rand.Uint64()
	}
	return &track{bug: r.bug, at: make([]int, seats), pcg: engines.PCG(seed)}, nil
}

func (r race) RenewGame(old engines.Game, seats int, seed uint64) (engines.Game, error) {
	t, ok := old.(*track)
	if !ok || len(t.at) != seats {
		return r.NewGame(seats, seed)
	}
	if r.bug != "a renewed game goes on" {
		clear(t.at)
	}
	*t = track{bug: r.bug, at: t.at, pcg: engines.PCG(seed)}
	return t, nil
}

func (r race) ParseGame(position string, seed uint64) (engines.Game, error) {
	if r.bug == "dice that no seed throws" {
		seed = rand.Uint64()
	}
	t := &track{bug: r.bug, pcg: engines.PCG(seed)}
	turn, at, ok := strings.Cut(position, ":")
	if _, err := fmt.Sscan(turn, &t.turn); err != nil || !ok || r.bug == "notation that is refused" {
		return nil, fmt.Errorf("%q is not TURN: PLACES", position)
	}
	for _, text := range strings.Fields(at) {
		var n int
		if _, err := fmt.Sscan(text, &n); err != nil {
			return nil, err
		}
		t.at = append(t.at, n)
	}
	if t.turn < 0 || t.turn >= len(t.at) {
		return nil, errors.New("nobody is to move")
	}
	return t, nil
}

func (r race) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if r.bug == "any agent is taken" {
		return &runner{bug: r.bug}, nil
	}
	_, err := r.With(a.Settings)
	if a.Weights != nil {
		err = errors.Join(err, r.space.Check(a.Weights))
	}
	if r.bug == "no player" {
		return nil, err
	}
	return &runner{bug: r.bug}, err
}

var featureBuffer = make([]float64, 3)

func (r race) Features(p engines.Position) ([][]float64, error) {
	t, _ := p.(*track)
	rows := make([][]float64, len(t.at))
	for seat, at := range t.at {
		rows[seat] = []float64{float64(at)}
		if r.bug == "features in one buffer" {
			featureBuffer[seat] = float64(at)
			rows[seat] = featureBuffer[seat : seat+1]
		}
	}
	if r.bug == "features that are not the evaluation" {
		rows[1][0]++
	}
	return rows, nil
}

func (r race) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	if r.bug == "evaluating moves" {
		p.(*track).at[0]++
	}
	if r.bug == "features that are not the evaluation" {
		r.bug = ""
	}
	return engines.WeightedSum(r, p, w)
}

type track struct {
	bug  string
	at   []int
	turn int
	pcg  rand.PCG
}

func (t *track) Seats() int { return len(t.at) }
func (t *track) Turn() int  { return t.turn }

func (t *track) Over() bool {
	if t.bug == "it is over at its start" {
		return true
	}
	for _, at := range t.at {
		if at >= 10 {
			return t.bug != "it never ends" && t.bug != "it has no moves and is not over"
		}
	}
	return false
}

func (t *track) Outcome() engines.Outcome {
	if t.bug == "an outcome of too many seats" {
		return engines.Draw(4)
	}
	scores := make([]float64, len(t.at))
	for seat, at := range t.at {
		scores[seat] = float64(at)
	}
	return engines.ByScore(scores...)
}

func (t *track) Moves(dst []engines.Move) []engines.Move {
	if t.Over() && t.bug != "moves after the end" {
		return dst
	}
	if t.bug == "it has no moves and is not over" && slices.Max(t.at) >= 10 {
		return dst
	}
	if t.bug == "a move listed twice" {
		dst = append(dst, 2)
	}
	return append(dst, 1, 2)
}

func (t *track) Apply(m engines.Move) error {
	if t.Over() || (m != 1 && m != 2) && t.bug != "an illegal move is made" {
		if t.bug == "a refused move changes the game" && !t.Over() {
			t.at[t.turn]++
		}
		return fmt.Errorf("a step of %d", m)
	}
	if m == 2 && t.bug == "a legal move is refused" {
		return errors.New("no")
	}
	t.at[t.turn] += int(m) + int(t.pcg.Uint64()%3)
	if !t.Over() {
		t.turn = (t.turn + 1) % len(t.at)
	}
	return nil
}

func (t *track) Clone() engines.Game {
	copied := *t
	if t.bug != "clones share memory" {
		copied.at = append([]int(nil), t.at...)
	}
	if t.bug == "clones throw other dice" {
		copied.pcg = engines.PCG(rand.Uint64())
	}
	return &copied
}

func (t *track) String() string {
	turn := t.turn
	if t.bug == "notation without the seat" {
		turn = 0
	}
	text := append(strconv.AppendInt(make([]byte, 0, 64), int64(turn), 10), ':') // package fmt would take half the time of the tests
	for _, at := range t.at {
		text = strconv.AppendInt(append(text, ' '), int64(at), 10)
	}
	return string(text)
}

func (t *track) FormatMove(m engines.Move) string {
	if t.bug == "two moves of one name" {
		m = 1
	}
	return strconv.Itoa(int(m))
}

func (t *track) ParseMove(s string) (engines.Move, error) {
	var m int
	_, err := fmt.Sscan(s, &m)
	return engines.Move(m), err
}

func (t *track) View(int) engines.Position {
	if t.bug == "a view to play on" {
		return t
	}
	if t.bug == "a view of another turn" {
		return view{&track{at: t.at, turn: (t.turn + 1) % len(t.at)}}
	}
	return view{t}
}

// view hides what a table has more than a position.
type view struct{ engines.Position }

// resigns stands in the place of a bug, although the contract allows it: the player gives up by its
// own dice.
const resigns = "a player that resigns"

// runner takes a step of one or two by its own dice.
type runner struct {
	bug   string
	pcg   rand.PCG
	games int
}

func (p *runner) Start(_ context.Context, s engines.Seating) error {
	p.games++
	p.pcg = engines.PCG(engines.Seed(s.Seed, uint64(s.Seat)))
	if p.bug == "a player that remembers" {
		p.pcg = engines.PCG(uint64(p.games))
	}
	return nil
}

func (p *runner) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	switch p.bug {
	case "a worse move rated first":
		return 2, nil
	case "a player that cheats":
		return 3, nil
	case "a player that plays on the table":
		pos.(view).Position.(*track).at[0]++
	case "a player with an error of its own":
		if ctx.Err() != nil {
			return 0, errors.New("timeout")
		}
	case "a player that panics":
		panic("no nerves")
	case resigns:
		if p.pcg.Uint64()%4 == 0 {
			return 0, engines.ErrResigned
		}
	}
	return 1 + engines.Move(p.pcg.Uint64()%2), nil
}
