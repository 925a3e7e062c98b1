package runs

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// mostDealt bounds the deals that are dealt again to count their openings.
const mostDealt = 20_000

// dealtSeeds stores the seeds of the deals of games without chance.
type dealtSeeds struct {
	seeds []uint64
	known map[uint64]struct{}
}

// add enters the deal of a result, if the content of its games is known.
func (d *dealtSeeds) add(r tournament.Result) {
	if r.Content() == 0 {
		return
	}
	if _, have := d.known[r.Pairing.Seed]; have {
		return
	}
	if d.known == nil {
		d.known = make(map[uint64]struct{})
	}
	d.known[r.Pairing.Seed] = struct{}{}
	d.seeds = append(d.seeds, r.Pairing.Seed)
}

// openings returns the number of different openings of the deals if they are the first ones of
// a sequence, which has compared them.
func (d *dealtSeeds) openings(s *deals.Sequence) (n int, known bool) {
	if s == nil {
		return 0, false
	}
	for i := range d.seeds {
		if _, dealt := d.known[s.Seed(i)]; !dealt {
			return 0, false
		}
	}
	return s.Different(len(d.seeds))
}

// openingsOf returns the number of different positions in which the games of some deals
// begin after their openings. It is 0 if they cannot be counted: there are too many
// deals, or the rules are a program's.
func (s *setup) openingsOf(seeds []uint64) int {
	if _, slow := engines.As[engines.ChanceFinder](s.engine); slow || len(seeds) > mostDealt {
		return 0
	}
	positions := make(map[string]struct{})
	for _, seed := range seeds {
		g, _, err := engines.Deal(s.engine, s.seats, seed, s.openings())
		if err != nil {
			return 0
		}
		positions[g.String()] = struct{}{}
	}
	return len(positions)
}

// countOpenings adds the number of openings to a table if fewer games are different than
// were played: where all are, the number is not shown.
func (e *event) countOpenings(t *tournament.Table) {
	if (evidence.Played{Games: t.Games, Variety: t.Variety}).Different() != "" {
		if n, known := e.dealt.openings(e.sequence); known {
			t.Openings = n
			return
		}
		t.Openings = e.setup.openingsOf(e.dealt.seeds)
	}
}
