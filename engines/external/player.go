package external

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// player is an external program that plays with given weights in a game that Lanista referees. It
// holds a process only during a game.
type player struct {
	processes *workerProcesses
	own       bool // no other player uses processes, so that Close closes them
	program   *program
	game      protocol.Game // without seat and seed
	instance  *instance
	seat      int
	ply       int
	left      []time.Duration
	made      int      // moves of the program in the game
	score     *float64 // of the last move, in the protocol's unit
	depth     int      // of the search for the last move; 0 if the program sent none
	nodes     uint64   // of that search; 0 if the program sent none
}

var (
	_ engines.Starter        = (*player)(nil)
	_ engines.Watcher        = (*player)(nil)
	_ engines.Timekeeper     = (*player)(nil)
	_ engines.Assessor       = (*player)(nil)
	_ engines.SearchReporter = (*player)(nil)
)

// purpose is the argument of [engines.Seed] from which the seeds of programs are derived. It makes
// them differ from other seeds derived from the same game.
var purpose = engines.Purpose("program")

// seedBits is the number of bits of the seeds that programs receive. Every programming language
// represents integers of 53 bits exactly.
const seedBits = 53

// GameSeed converts the seed of a game to the seed that a program with the rules of the game
// receives. Programs that are players receive other seeds, one for each seat.
func GameSeed(seed uint64) uint64 { return engines.Seed(seed, purpose) >> (64 - seedBits) }

// Start acquires a process of the program and begins the game.
func (p *player) Start(ctx context.Context, s engines.Seating) error {
	var err error
	if p.instance, err = p.processes.acquire(ctx, p.program, s.Seat, p.game.Weights); err != nil {
		return err
	}
	p.seat, p.ply, p.left, p.made = s.Seat, 0, nil, 0
	g := p.game
	g.Seat, g.Seats = s.Seat, s.Seats
	g.Seed = engines.Seed(s.Seed, purpose, uint64(s.Seat)) >> (64 - seedBits)
	return p.instance.note(ctx, p.instance.session.Begin(ctx, g))
}

// Saw counts the moves of the game.
func (p *player) Saw(int, engines.Move) { p.ply++ }

// Margin returns the time by which the program's moves may exceed their time limit.
func (p *player) Margin() time.Duration { return p.program.config.Margin }

// Clocks stores the remaining times of all seats for the next request to the program.
func (p *player) Clocks(left []time.Duration) { p.left = append(p.left[:0], left...) }

// Choose requests a move from the program.
func (p *player) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	turn := protocol.Turn{Position: pos, Seat: p.seat, Ply: p.ply, Left: p.left}
	if p.left != nil {
		turn.Add = p.processes.add
		if n := p.game.Limit.Moves; n > 0 {
			turn.ToGo = n - p.made%n
		}
	}
	p.made++
	begun := time.Time{}
	if p.processes.onMove != nil {
		begun = time.Now()
	}
	c, err := p.instance.session.Choose(ctx, turn)
	if p.processes.onMove != nil && err == nil {
		p.processes.onMove(searchReport{time.Since(begun), c.Nodes, c.Depth})
	}
	p.score, p.depth, p.nodes = c.Score, c.Depth, c.Nodes
	if err != nil {
		return 0, p.instance.note(ctx, err)
	}
	if c.Resign {
		return 0, engines.ErrResigned
	}
	if legal, ok := pos.(exactMoves); ok && !slices.Contains(legal.moveTexts(), c.Move) {
		return 0, &engines.Fault{Kind: engines.ForfeitIllegal, Err: fmt.Errorf("%q is not one of the moves %s", protocol.Printable(c.Move), protocol.Printable(strings.Join(legal.moveTexts(), ", ")))}
	}
	m, err := pos.ParseMove(c.Move)
	if err != nil {
		return 0, &engines.Fault{Kind: engines.ForfeitIllegal, Err: fmt.Errorf("%q is not a move: %s", protocol.Printable(c.Move), protocol.Printable(err.Error()))}
	}
	return m, nil
}

// exactMoves is implemented by positions of a game whose rules an external program implements. It
// provides the legal moves exactly as that program writes them. Bots must use this form; people may
// use upper or lower case.
type exactMoves interface {
	// moveTexts returns the legal moves, as the program with the rules writes them.
	moveTexts() []string
}

// eloScale is the scale of the Elo formula. On this scale, an expected result of 64% is a
// difference in rating of 100 points. Assessment uses the same formula for hundredths of a pawn, so
// that 64% is one pawn.
const eloScale = 400

// Assessment returns the program's evaluation of the position in which it moved last, in hundredths
// of a pawn. ok is false if the program sent none.
func (p *player) Assessment() (value float64, ok bool) {
	switch {
	case p.score == nil:
		return 0, false
	case p.program.description.Centipawns:
		return *p.score, true
	}
	expected := float64((1 + *p.score) / 2)
	return eloScale * elementary.Log10(expected/(1-expected)), true
}

// LastSearch returns the depth and the nodes that the program sent with its last move.
func (p *player) LastSearch() (depth int, nodes uint64) { return p.depth, p.nodes }

// Close ends the process unless the player shares processes with others.
func (p *player) Close() error {
	if p.own {
		p.processes.close()
	}
	return nil
}
