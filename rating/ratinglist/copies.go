package ratinglist

import "github.com/lanista/lanista/rating/gamefile"

// copies counts observations that the file holds several times: games, or the games of a
// deal, with the same content.
type copies struct {
	chance bool // equal contents are no copies
	seen   map[uint64]int
	games  int // of different observations
	count  int // of different observations
}

// fewest is the number of different observations that intervals need in a file that holds
// some of them several times.
const fewest = 10

// tooFew reports whether the file repeats so few observations that their spread is not
// known.
func (c *copies) tooFew(games int) bool { return c.games < games && c.count < fewest }

func newCopies(o Options) copies { return copies{chance: o.Chance, seen: make(map[uint64]int)} }

// next returns the number of an observation of some games among those of its content,
// from 1. Observations whose content is not known, 0, are all different.
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

// deal sums up the contents of the games of a deal.
type deal struct {
	sum     uint64
	games   int
	unknown bool // the content of a game is not known
}

func (d *deal) add(content uint64) {
	d.games++
	d.sum += content
	d.unknown = d.unknown || content == 0
}

// content returns the content of the deal, 0 where it is not known.
func (d *deal) content() uint64 {
	if d.unknown {
		return 0
	}
	return max(d.sum, 1)
}

// once passes a game on to a model that follows the games one by one if its content has
// not come before.
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
