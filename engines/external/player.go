package external

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// player is a program at a table: its name and weights. It has a process only
// while it plays.
type player struct {
	crew    *crew
	own     bool // the crew is the player's own
	program *program
	game    driver.Game // but for the seat and the seed
	run     *running
	seat    int
	ply     int
	left    []time.Duration
	score   *float64 // of the last move, in the protocol's unit
}

var (
	_ engines.Starter    = (*player)(nil)
	_ engines.Watcher    = (*player)(nil)
	_ engines.Timekeeper = (*player)(nil)
	_ engines.Assessor   = (*player)(nil)
)

// purpose is that of the seeds that programs are given.
var purpose = engines.Purpose("program")

// seedBits is how many bits of a seed a program gets: as many as any language
// keeps of a number.
const seedBits = 53

// Start gives the player a process and tells it of the game.
func (p *player) Start(ctx context.Context, s engines.Seating) error {
	var err error
	if p.run, err = p.crew.take(ctx, p.program, s.Seat, p.game.Weights); err != nil {
		return err
	}
	p.seat, p.ply, p.left = s.Seat, 0, nil
	g := p.game
	g.Seat, g.Seats = s.Seat, s.Seats
	g.Seed = engines.Seed(s.Seed, purpose, uint64(s.Seat)) >> (64 - seedBits)
	return p.run.failed(ctx, p.run.session.Begin(ctx, g))
}

// Saw counts the moves.
func (p *player) Saw(int, engines.Move) { p.ply++ }

// Clocks keeps the time that is left for the next move.
func (p *player) Clocks(left []time.Duration) { p.left = append(p.left[:0], left...) }

// Choose asks the program.
func (p *player) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	turn := driver.Turn{Position: pos, Seat: p.seat, Ply: p.ply, Left: p.left}
	if p.left != nil {
		turn.Add = p.crew.add
	}
	begun := time.Time{}
	if p.crew.thought != nil {
		begun = time.Now()
	}
	c, err := p.run.session.Choose(ctx, turn)
	if p.crew.thought != nil && err == nil {
		p.crew.thought(thought{time.Since(begun), c.Nodes, c.Depth})
	}
	p.score = c.Score
	if err != nil {
		return 0, p.run.failed(ctx, err)
	}
	if c.Resign {
		return 0, engines.ErrResigned
	}
	m, err := pos.ParseMove(c.Move)
	if err != nil {
		return 0, &engines.Fault{Kind: engines.ForfeitIllegal, Err: fmt.Errorf("%q is not a move: %s", driver.Printable(c.Move), driver.Printable(err.Error()))}
	}
	return m, nil
}

// eloPerPoint turns expected results into hundredths of a pawn: what is worth a pawn
// is expected to take 64 of 100 points.
const eloPerPoint = 400

// Assessment is what the program said of the position that it moved in, in
// hundredths of a pawn.
func (p *player) Assessment() (worth float64, ok bool) {
	switch {
	case p.score == nil:
		return 0, false
	case p.program.description.Centipawns:
		return *p.score, true
	}
	expected := (1 + *p.score) / 2
	return eloPerPoint * math.Log10(expected/(1-expected)), true
}

// Close ends the process of a player that has a crew of its own.
func (p *player) Close() error {
	if p.own {
		p.crew.close()
	}
	return nil
}
