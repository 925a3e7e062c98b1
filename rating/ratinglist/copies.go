package ratinglist

import "github.com/lanista/lanista/rating/gamefile"

// copies counts observations that the file contains several times. An observation is a game or
// the games of a deal; equal observations have the same content.
type copies struct {
	chance bool // equal contents are no copies
	seen   map[uint64]int
	games  int // of different observations
	count  int // of different observations
}

// fewest is the number of different observations below which a file with repetitions gets no
// intervals.
const fewest = 10

// tooFew reports whether the file repeats observations and has fewer than [fewest] different
// ones. games is the number of games of the file.
func (c *copies) tooFew(games int) bool { return c.games < games && c.count < fewest }

func newCopies(o Options) copies { return copies{chance: o.Chance, seen: make(map[uint64]int)} }

// next returns the number of an observation among those of the same content, counted from 1.
// Observations with the content 0, which means unknown, are all different.
func (c *copies) next(content uint64, games int) int {
	n := 1
	if content != 0 && !c.chance {
		n += c.seen[content]
		c.seen[content] = n
	}
	if n == 1 {
		c.games += games
		c.count++
	}
	return n
}

// deal combines the contents of the games of a deal.
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

// content returns the content of the deal, or 0 if it is unknown.
func (d *deal) content() uint64 {
	if d.unknown {
		return 0
	}
	return max(d.sum, 1)
}

// once passes each game to an online model unless a game of the same content has been passed
// before.
type once struct {
	model
	copies copies
}

func (o *once) add(g gamefile.Game) error {
	if o.copies.next(g.Content, 1) > 1 {
		return nil
	}
	return o.model.add(g)
}

func (o *once) observed() *copies { return &o.copies }
