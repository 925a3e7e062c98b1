package fit

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
)

// Judge converts positions with known outcomes to examples. The function read must call each once
// for every position. From g, Judge uses the evaluation, the number of seats, the filter and the
// stage. It ignores the fields about playing games.
//
// Positions without game numbers must be in the order of their games. Judge groups them into
// blocks; see [Data.Blocks].
func Judge(g Games, read func(each func(training.Sample) error) error, o Options) (Data, error) {
	if g.Engine == nil || read == nil {
		return Data{}, errors.New("fit: no positions: an engine and a function that reads them are needed")
	}
	if err := o.Validate(); err != nil {
		return Data{}, err
	}
	reader, err := newReader(g)
	if err != nil {
		return Data{}, err
	}
	o = o.Complete()
	j := &judging{reader: reader, options: o, trajectories: make([]examples, reader.trajectories())}
	j.data = Data{Rows: reader.empty(), Trajectories: reader.trajectories()}
	if err := read(j.add); err != nil {
		return Data{}, err
	}
	j.flush()
	j.data.Mirrored = reader.mirrored()
	if j.data.Len() == 0 && j.data.Filtered > 0 {
		return Data{}, keys.Errorf("filter", "it leaves out all %d positions", j.data.Filtered)
	}
	if j.changes != nil {
		j.data.Blocks = true
		numbers := blocks(j.changes)
		for i := range j.data.Trajectory {
			j.data.Trajectory[i] = numbers[i/len(j.trajectories)] * int32(len(j.trajectories))
		}
	}
	return j.data, nil
}

// judging is the state of one call of [Judge].
type judging struct {
	options      Options
	reader       *reader
	data         Data
	read, named  bool       // a position has been read; it named its game
	game         int        // number of the current game
	trajectories []examples // examples of that game, one element per trajectory

	// changes is nil if the games are known. Otherwise it has an element for every position that the
	// filter accepts, which is true if the targets differ from those of the previous position.
	changes []bool
	before  []float64 // targets of the previous position
}

func (j *judging) add(p training.Sample) error {
	if p.Position == nil {
		return errors.New("fit: a sample without a position")
	}
	named := p.Game != training.NoGame
	switch {
	case p.Game < training.NoGame:
		return fmt.Errorf("fit: a sample of game %d; games are counted from 0", p.Game)
	case j.read && named != j.named:
		return errors.New("fit: some samples name their game and others do not; all or none are needed")
	case p.Game < j.game && named && *j.options.Lambda < 1:
		return keys.Errorf("lambda", "below 1 the positions of a game must stand together, in the order of the game")
	}
	j.read, j.named = true, named
	if p.Game != j.game || p.Game == training.NoGame {
		j.flush()
		j.game = p.Game
	}
	if n := p.Position.Seats(); n != j.reader.seats {
		return fmt.Errorf("a position has %d seats; the others have %d", n, j.reader.seats)
	}
	targets, err := targetsOf(p.Outcome, j.options.ByScore())
	if err != nil {
		return err
	}
	if p.Game == training.NoGame && *j.options.Lambda < 1 {
		return keys.Errorf("lambda", "a value below 1 requires positions whose games are known; this file does not name them")
	}
	filtered := j.trajectories[0].filtered
	if err := j.reader.read(p.Position, noMove, targets, j.trajectories); err != nil {
		return err
	}
	if p.Game == training.NoGame && j.trajectories[0].filtered == filtered {
		j.changes = append(j.changes, j.before == nil || !slices.Equal(targets, j.before))
		j.before = targets
	}
	return nil
}

func (j *judging) flush() {
	for k := range j.trajectories {
		h := &j.trajectories[k]
		j.data.Filtered += h.filtered
		if h.rows != nil {
			j.data.Rows.(growing).join(h.rows)
		}
		j.data.Target = append(j.data.Target, h.target...)
		j.data.Stage = append(j.data.Stage, h.stage...)
		for range h.target {
			j.data.Trajectory = append(j.data.Trajectory, int32(j.game*len(j.trajectories)+k))
		}
		*h = examples{}
	}
}

// These constants determine the lengths of blocks. A block is a group of consecutive positions that
// takes the place of a game if the games are unknown. Usually a block has at least usualBlock
// positions. The blocks of a long file are longer, so that there are about mostBlocks at most. The
// blocks of a short file may be shorter, so that there can be about fewestBlocks.
const (
	mostBlocks   = 200
	fewestBlocks = 10
	usualBlock   = 32
	longestBlock = 4 // longest block, in lengths of the shortest block
)

// blocks divides the positions of a file into blocks, which are used in place of games if the file
// does not state the games. It returns the block number of every position. The positions of a game
// must be consecutive. changes reports for every position whether its outcome differs from that of
// the previous position.
//
// A block ends where the outcome changes. All positions of a game have the same outcome, so a game
// is not divided there. If the outcome stays the same for several block lengths, as in a file
// sorted by results, the block ends without a change. Scores may change from position to position,
// so with scores a block can also end within a game.
func blocks(changes []bool) []int32 {
	n := len(changes)
	shortest := max(1, n/mostBlocks, min(usualBlock, n/fewestBlocks))
	numbers := make([]int32, n)
	number, length := int32(0), 0
	for i, change := range changes {
		if change && length >= shortest || length >= longestBlock*shortest {
			number, length = number+1, 0
		}
		numbers[i] = number
		length++
	}
	return numbers
}
