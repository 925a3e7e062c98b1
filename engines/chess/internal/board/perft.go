package board

// pollEvery is the number of positions after which Perft calls its argument stop again. It counts
// only the positions one ply before the end of a sequence.
const pollEvery = 1 << 16

// Perft returns the number of sequences of depth legal moves from a position, a usual test of move
// generators. It calls stop at intervals. If stop returns true, Perft ends early and its result has
// no meaning.
func Perft(p *Position, depth int, stop func() bool) uint64 {
	if depth <= 0 {
		return 1
	}
	c := counter{stop: stop, plies: make([]counted, depth+1)}
	c.plies[0].at = *p
	return c.count(0, depth)
}

type counter struct {
	plies  []counted
	leaves int
	stop   func() bool
	done   bool
}

type counted struct {
	at    Position
	moves [MostMoves]Move
}

func (c *counter) count(ply, depth int) (nodes uint64) {
	here := &c.plies[ply]
	moves := here.at.Moves(here.moves[:0])
	if depth == 1 {
		if c.leaves++; c.leaves%pollEvery == 0 {
			c.done = c.stop()
		}
		return uint64(len(moves))
	}
	next := &c.plies[ply+1].at
	for _, m := range moves {
		if c.done {
			break
		}
		*next = here.at
		next.Make(m)
		nodes += c.count(ply+1, depth-1)
	}
	return nodes
}
