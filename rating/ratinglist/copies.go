package ratinglist

import "github.com/lanista/lanista/rating"

// copies counts how many different observations a file of games contains. An observation is one
// game, or a group of games that two players played from the same start. Observations with equal
// moves are copies and count once.
type copies struct {
	chance bool             // the games have chance, so equal contents are no copies
	times  map[uint64]int32 // how often each content hash was counted
	games  int              // number of games in the different observations
	count  int              // number of different observations
}

// tooFew reports whether the file has too few different observations for intervals: fewer than
// [rating.LeastPairings]. It returns false for a game with chance. Games with unknown moves count
// as different.
func (c *copies) tooFew() bool { return !c.chance && c.count < rating.LeastPairings }

func newCopies(o Options) copies { return copies{chance: o.Chance, times: make(map[uint64]int32)} }

func (c *copies) observed() *copies { return c }

// next counts an observation, which consists of the given number of games. content is the hash of
// the moves. next returns how many observations with this hash have been counted, including this
// one. It returns 1 for the hash 0, which means unknown moves, and for games with chance: all such
// observations are different.
func (c *copies) next(content uint64, games int) int {
	n := 1
	if content != 0 && !c.chance {
		c.times[content]++
		n = int(c.times[content])
	}
	if n == 1 {
		c.games += games
		c.count++
	}
	return n
}

// deal collects the moves of the games that the same players played from one start. It computes one
// hash of all these moves, by which repetitions are recognised.
type deal struct {
	sum     uint64
	games   int
	unknown bool // the content of a game is unknown
}

func (d *deal) add(content uint64) {
	d.games++
	d.sum += content
	d.unknown = d.unknown || content == 0
}

// content returns the hash of the moves in all games of the deal, or 0 if the moves of a game are
// unknown.
func (d *deal) content() uint64 {
	if d.unknown {
		return 0
	}
	return max(d.sum, 1)
}
