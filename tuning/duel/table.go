package duel

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// DefaultGames is the budget of a strategy whose problem sets no limit.
const DefaultGames = 20000

// Budget is the number of games that a strategy plans with.
func Budget(p tuning.Problem) int {
	if p.Games > 0 {
		return p.Games
	}
	return DefaultGames
}

// Duel is a meeting of two points, by their indices in a list. Duels of one
// Deal within a round share their seed.
type Duel struct {
	A, B int
	Deal int
}

// Table turns duels into pairings.
type Table struct {
	seats int
	lone  bool
	seed  uint64
}

// NewTable makes the table of a problem. Lone duels are a single game, in
// alternating seats; others are one game per seat order, on one deal.
func NewTable(p tuning.Problem, lone bool) (Table, error) {
	seats := p.Seats
	if seats == 0 {
		seats = 2
	}
	if seats < 2 || seats > engines.MaxSeats {
		return Table{}, fmt.Errorf("%d seats, 2 to %d needed", seats, engines.MaxSeats)
	}
	return Table{seats: seats, lone: lone, seed: p.Seed}, nil
}

// Games is the number of games of a duel.
func (t Table) Games() int {
	if t.lone {
		return 1
	}
	return t.seats
}

// Batch makes a round of duels among points. In every other duel the roles are
// exchanged: B sits first, and at a larger table it is B that meets copies of A.
func (t Table) Batch(round int, points []engines.Weights, duels []Duel) tuning.Batch {
	b := tuning.Batch{
		Round:    round,
		Field:    make([]engines.Agent, len(points)),
		Pairings: make([]tournament.Pairing, len(duels)),
	}
	for i, w := range points {
		b.Field[i] = engines.Agent{Name: "point " + strconv.Itoa(i+1), Weights: w}
	}
	for i, d := range duels {
		lone, many := d.A, d.B
		if i%2 == 1 {
			lone, many = many, lone
		}
		agents := make([]int, t.seats)
		for s := range agents {
			agents[s] = many
		}
		agents[0] = lone
		at := t.place(i)
		agents[0], agents[at] = agents[at], agents[0]
		b.Pairings[i] = tournament.Pairing{
			Agents: agents,
			Seed:   engines.Seed(t.seed, engines.Purpose("duel"), uint64(round), uint64(d.Deal)),
			Games:  t.Games(),
		}
	}
	return b
}

// place is where the lone agent of a batch's i-th pairing sits in its first
// game: without rotation it moves round the table from duel to duel.
func (t Table) place(i int) int {
	if t.lone && t.seats > 2 {
		return i / 2 % t.seats
	}
	return 0
}

// Points gives the points A and B of a batch's i-th pairing, by their indices in
// the field.
func (t Table) Points(i int, p tournament.Pairing) (a, b int) {
	at := t.place(i)
	a, b = p.Agents[at], p.Agents[(at+1)%t.seats]
	if i%2 == 1 {
		a, b = b, a
	}
	return a, b
}

// Record counts the games of a batch's i-th duel that A won, drew and lost. At a
// larger table a game is won if A did better than half of the others.
func (t Table) Record(i int, r tournament.Result) (wins, draws, losses int) {
	for g, game := range r.Games {
		points := game.Outcome.Points(((t.place(i)-g)%t.seats + t.seats) % t.seats)
		if i%2 == 1 {
			points = 1 - points
		}
		switch {
		case points > 0.5:
			wins++
		case points < 0.5:
			losses++
		default:
			draws++
		}
	}
	return wins, draws, losses
}

// Scores reads the mean score of A, in [0, 1], from the results of a batch of
// duels. It refuses results that are not those of the batch.
func (t Table) Scores(b tuning.Batch, results []tournament.Result) ([]float64, error) {
	if len(results) != len(b.Pairings) {
		return nil, fmt.Errorf("%d results for %d pairings", len(results), len(b.Pairings))
	}
	scores := make([]float64, len(results))
	for i, r := range results {
		if len(r.Games) != t.Games() {
			return nil, fmt.Errorf("pairing %d: %d games, want %d", i, len(r.Games), t.Games())
		}
		scores[i] = r.Points(t.place(i))
		if i%2 == 1 {
			scores[i] = 1 - scores[i]
		}
	}
	return scores, nil
}
