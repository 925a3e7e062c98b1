package engines_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Pig is the engine of a dice game with two to four seats. In a turn a player throws a die as often
// as it likes and scores the sum, but a 1 ends the turn without points. The first player with 50
// points wins.
type Pig struct{}

const pigGoal = 50

func (Pig) Spec() engines.Spec {
	return engines.Spec{
		Name: "pig", Title: "Pig", Doc: "Throw a die or hold the sum.", Version: "1",
		MinSeats: 2, MaxSeats: 4, Chance: engines.WithChance,
		Weights: engines.Space{
			{Name: "hold", Doc: "sum at which a turn ends", Min: 2, Max: pigGoal, Default: 5},
			{Name: "behind", Doc: "added to it for every point behind the leader", Min: -1, Max: 1},
		},
	}
}

// With accepts no settings, because the game has none.
func (p Pig) With(s engines.Settings) (engines.Engine, error) {
	_, err := engines.Resolve(nil, s)
	return p, err
}

func (Pig) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats < 2 || seats > 4 {
		return nil, fmt.Errorf("%d seats, not 2 to 4", seats)
	}
	return &pigGame{points: make([]int, seats), dice: engines.PCG(seed)}, nil
}

func (Pig) ParseGame(position string, seed uint64) (engines.Game, error) {
	fields := strings.Fields(position) // the seat to move, the sum of its turn, the points of all seats
	if len(fields) < 4 || len(fields) > 6 {
		return nil, fmt.Errorf("%q is not TURN SUM POINTS POINTS ...", position)
	}
	numbers := make([]int, len(fields))
	for i, text := range fields {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q: %q is not a number", position, text)
		}
		numbers[i] = n
	}
	g := &pigGame{turn: numbers[0], sum: numbers[1], points: numbers[2:], dice: engines.PCG(seed)}
	if g.turn >= len(g.points) {
		return nil, fmt.Errorf("%q has no seat %d", position, g.turn)
	}
	return g, nil
}

func (p Pig) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if err := a.Limit.Refuse(); err != nil { // the player does not search
		return nil, err
	}
	a, err := a.Complete(p)
	if err != nil {
		return nil, err
	}
	return pigPlayer{hold: a.Weights[0], behind: a.Weights[1]}, nil
}

// pigGame is a game of Pig. The dice are a value and not a pointer, so that a copy of the game has
// the same throws to come.
type pigGame struct {
	points    []int
	turn, sum int
	dice      rand.PCG
}

// These are the moves of Pig.
const (
	hold engines.Move = iota
	throw
)

func (g *pigGame) Seats() int { return len(g.points) }
func (g *pigGame) Turn() int  { return g.turn }

func (g *pigGame) Over() bool {
	for _, points := range g.points {
		if points >= pigGoal {
			return true
		}
	}
	return false
}

// Outcome returns the places by points. Scores would let a config tune for points; see
// engines.ByScore.
func (g *pigGame) Outcome() engines.Outcome {
	missing := make([]int, len(g.points))
	for seat, points := range g.points {
		missing[seat] = -points
	}
	return engines.Places(missing...)
}

func (g *pigGame) Moves(dst []engines.Move) []engines.Move {
	if g.Over() {
		return dst
	}
	if g.sum > 0 { // otherwise a game could go on forever
		dst = append(dst, hold)
	}
	return append(dst, throw)
}

// Apply makes a move. A throw includes the chance event that follows it.
func (g *pigGame) Apply(m engines.Move) error {
	if g.Over() || m != throw && (m != hold || g.sum == 0) {
		return fmt.Errorf("%d is not a legal move", m)
	}
	if m == throw {
		if die := 1 + rand.New(&g.dice).IntN(6); die > 1 {
			g.sum += die
			return nil
		}
		g.sum = 0
	}
	g.points[g.turn] += g.sum
	g.turn, g.sum = (g.turn+1)%len(g.points), 0
	return nil
}

func (g *pigGame) Clone() engines.Game {
	copied := *g
	copied.points = append([]int(nil), g.points...)
	return &copied
}

func (g *pigGame) String() string {
	return fmt.Sprint(g.turn, " ", g.sum, " ", strings.Trim(fmt.Sprint(g.points), "[]"))
}

func (g *pigGame) FormatMove(m engines.Move) string {
	if m == hold {
		return "hold"
	}
	return "throw"
}

func (g *pigGame) ParseMove(text string) (engines.Move, error) {
	switch text {
	case "hold":
		return hold, nil
	case "throw":
		return throw, nil
	}
	return 0, fmt.Errorf("%q is neither hold nor throw", text)
}

// pigPlayer decides by the visible numbers alone. It does not use engines.OnePly, which applies
// moves to a copy of the game and so would see the next throw.
type pigPlayer struct{ hold, behind float64 }

func (p pigPlayer) Choose(_ context.Context, pos engines.Position) (engines.Move, error) {
	g := pos.(*pigGame)
	mine, most := g.points[g.turn], 0
	for _, points := range g.points {
		most = max(most, points)
	}
	if g.sum > 0 && (mine+g.sum >= pigGoal || float64(g.sum) >= p.hold+p.behind*float64(most-mine)) {
		return hold, nil
	}
	return throw, nil
}

// The example is a game with chance, played with three seats. Its dice follow from the seed of a
// game, and agents play every seat on the same seeds.
func Example_pig() {
	arena, err := engines.NewArena(Pig{}, engines.ArenaOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	agents := []engines.Agent{{Name: "default"}, {Name: "patient", Weights: engines.Weights{20, 0}}, {Name: "random", Player: "random"}}
	won := make(map[string]int)
	for seed := range uint64(100) {
		for turn := range agents {
			seats := append(append([]engines.Agent(nil), agents[turn:]...), agents[:turn]...)
			game, err := arena.Play(context.Background(), seats, seed)
			if err != nil {
				fmt.Println(err)
				return
			}
			for seat, agent := range seats {
				if game.Outcome.Place(seat) == 1 {
					won[agent.Name]++
				}
			}
		}
	}
	fmt.Println("games won of 300:", won)
	// Output: games won of 300: map[default:22 patient:247 random:31]
}
