package surface

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/duel"
)

// sounding finds out how wide a box about the start is worth a survey. Ranges
// are often given as what is possible, not as what is sensible: then nearly every
// point of them plays badly, and nothing that is measured out there says where
// to go from weights that are good already. Each round plays the start against
// points at one distance from it in all weights, and the next one at three tenths
// of that, until the start is no longer far above them. The first distance is
// sounded twice before that, for a start may be above so few points by luck.
type sounding struct {
	spread float64 // the distance in this round, as a share of the ranges; 0: it is over
	once   float64 // the score of the first round, if it said that its points are too far away
	half   float64 // half the width of the box that is worth a survey, 1 or more for all of it
}

const (
	firstSpread = 0.1
	lastSpread  = 1e-4
	roundGames  = 64   // or a hundredth of all, if that is more
	leastGames  = 1000 // the least budget that it is worth
	towering    = 0.7  // a score of the start that says the points are too far away
)

func newSounding(p tuning.Problem) sounding {
	if duel.Budget(p) < leastGames || p.Rounds > 0 && p.Rounds < 20 {
		return sounding{half: 1}
	}
	return sounding{spread: firstSpread, half: 1}
}

func (s *sounding) over() bool { return s.spread == 0 }

// sound gives the duels of a round of the sounding.
func (s *Strategy) sound() tuning.Batch {
	round := len(s.log) + 1
	centre := s.box.Unit(s.problem.Start)
	rng := engines.Rand(engines.Seed(s.problem.Seed, engines.Purpose("surface sounding"), uint64(round)))
	n := max(roundGames, s.problem.Games/100) / s.table.Games()
	s.asked = n
	points := []engines.Weights{s.box.Nearest(centre)}
	duels := make([]duel.Duel, n)
	at := make([]float64, len(centre))
	for j := range duels {
		for i, u := range centre {
			step := max(s.sounding.spread, s.box.Grain(i)) * float64(2*rng.IntN(2)-1)
			at[i] = min(max(u+step, 0), 1)
		}
		points = append(points, s.box.Nearest(at))
		duels[j] = duel.Duel{A: 0, B: j + 1, Deal: j}
	}
	return s.table.Batch(round, points, duels)
}

// hear takes the score of the start in a round, and goes nearer or ends the
// sounding: in the box that is worth a survey, a fifth of the width in all weights
// costs 100 Elo.
func (s *sounding) hear(score float64) {
	const (
		step  = 0.3
		depth = 100.0 // Elo
		width = 2.5   // times the distance at which points lie that deep
		least = 30.0  // Elo: less is noise
	)
	if s.spread == firstSpread {
		if s.once > 0 {
			score = (s.once + score) / 2
		}
		if score < towering {
			s.spread = 0
			return
		}
		if s.once == 0 {
			s.once = score
			return
		}
	}
	if score < towering || s.spread*step < lastSpread {
		lost := 400 * math.Log10(score/(1-min(score, 0.999)))
		s.half = width * s.spread * math.Sqrt(depth/max(lost, least))
		s.spread = 0
		return
	}
	s.spread *= step
}

// narrow reports whether only a part of the box is worth the survey.
func (s *sounding) narrow() bool { return s.half < 0.5 }

// hear takes the outcomes of a round of the sounding, and begins the survey when
// that is over.
func (s *Strategy) hear(entry duel.Entry) error {
	mean := 0.0
	for _, duel := range entry {
		mean += s.table.Score(duel) / float64(len(entry))
	}
	s.sounding.hear(mean)
	s.log = append(s.log, entry)
	if !s.sounding.over() {
		return nil
	}
	p := s.problem
	p.Games -= s.games
	if p.Rounds > 0 {
		p.Rounds -= len(s.log)
	}
	if s.sounding.narrow() {
		p = narrowed(p, s.sounding.half)
	}
	return s.survey(p)
}

// narrowed is a problem in a smaller box about its start: half of its width is a
// share of every range.
func narrowed(p tuning.Problem, half float64) tuning.Problem {
	space, start := append(engines.Space(nil), p.Space...), p.Start
	for i, w := range space {
		if w.Kind == engines.Fixed || w.Min == w.Max {
			continue
		}
		u := w.Unit(start[i])
		lo, hi := w.FromUnit(max(u-half, 0)), w.FromUnit(min(u+half, 1))
		if w.Kind == engines.Integer { // room for a step at least
			lo, hi = math.Floor(lo), math.Ceil(hi)
		}
		// rounding must neither leave the range nor lose the start
		space[i].Min = max(min(lo, start[i]), w.Min)
		space[i].Max = min(max(hi, start[i]), w.Max)
		space[i].Default = start[i]
	}
	p.Space, p.ScaleFree = space, false
	return p
}
