package runs

import "github.com/lanista/lanista/tournament"

// repeatedDeals is the number of deals (game starts) that a tournament plays after its openings are
// used up. They show whether the agents repeat their games.
const repeatedDeals = 2

// repeats detects whether a tournament begins to repeat games after all its openings have been
// used, so that it can end.
type repeats struct {
	from  int // index of the first pairing after all openings have been used; 0 disables the check
	known map[uint64]struct{}
	fresh bool // a pairing after that was not a repetition
}

// end returns the number of pairings after which the tournament ends because its games are
// repeated, or 0 if it does not end early. perDeal is the number of pairings on each deal (game
// start).
func (p *repeats) end(perDeal int) int {
	if p.from == 0 || p.fresh {
		return 0
	}
	return p.from + repeatedDeals*perDeal
}

// add records the games of the next pairing in the schedule. After all openings have been used, it
// compares them with the games before and sets p.fresh if they are new. Games with unknown moves
// count as new.
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
