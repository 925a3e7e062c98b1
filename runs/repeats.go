package runs

import "github.com/lanista/lanista/tournament"

// repeatedDeals is the number of deals beyond the supply of openings that a tournament plays to
// see whether the agents repeat their games.
const repeatedDeals = 2

// repeats determines whether a tournament that has used all its openings starts to repeat games.
type repeats struct {
	from  int // the first pairing beyond the supply; 0 watches nothing
	known map[uint64]struct{}
	fresh bool // a pairing beyond the supply was not one of known
}

// end returns the pairing at which the tournament ends unless a game differs from the earlier
// ones. It returns 0 if all pairings are to be played. perDeal is the number of pairings per
// deal.
func (p *repeats) end(perDeal int) int {
	if p.from == 0 || p.fresh {
		return 0
	}
	return p.from + repeatedDeals*perDeal
}

// add records the result of the next pairing.
func (p *repeats) add(r tournament.Result) {
	if p.from == 0 || p.fresh {
		return
	}
	content := r.Content()
	if r.Index < p.from {
		if p.known == nil {
			p.known = make(map[uint64]struct{}, p.from)
		}
		p.known[content] = struct{}{}
		return
	}
	if _, played := p.known[content]; !played || content == 0 {
		p.fresh, p.known = true, nil
	}
}
