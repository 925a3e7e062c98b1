package runs

import (
	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/tuning"
)

// warnings tells of what may make the answer of a run worth less, before it is
// played.
func (t *tuner) warnings() {
	if t.point.Round > 0 {
		t.warn("resuming run %s after round %d", t.run.ID(), t.point.Round)
	}
	t.warnVersion(t.run.Info().Version)
	t.sayPrograms(t.Options, t.problem.Opponents, t.opponents)
	for _, note := range t.notes {
		t.warn("%s", note)
	}
	// What beats one fixed opponent need not beat anybody else.
	if len(t.problem.Opponents) == 1 {
		t.warn("warning: this run trains on a single opponent (%s); the answer may exploit it and lose to everybody else. Add opponents, and keep some for the verification alone.",
			t.problem.Opponents[0].Name)
	}
	t.warnUnmeasured(t.config.Verification)
}

// warnUnmeasured warns of a run whose answer is not measured, or against the start
// weights alone.
func (o Options) warnUnmeasured(v configs.Verification) {
	switch {
	case v.Games == 0:
		o.warn("warning: there is no verification, so nothing will say how good the answer is; set verification.games")
	case len(v.Opponents) == 0:
		o.warn("warning: the verification has no opponents, so the answer is compared with the start weights alone; set verification.opponents, such as [default]")
	}
}

// warnShort says of a tournament whose config does not say how often its schedule is
// played that once tells little.
func (e *event) warnShort() {
	const telling = 100 // Elo
	if e.sprt != nil || e.doc.Has("schedule.cycles") {
		return
	}
	if d := e.difference(float64(e.games())); d > telling {
		e.warn("warning: the schedule is played once, and the games of one agent can detect no less than %.0f Elo; set schedule.cycles, such as 200", d)
	}
}

// warnForfeits warns once of an agent that failed: what is wrong with one is
// mostly wrong with all.
func (t *tuner) warnForfeits(round tuning.Round) {
	for _, r := range round.Results {
		for _, g := range r.Games {
			if g.Forfeit != nil && !t.warned {
				t.warned = true
				t.warn("warning: an agent failed in round %d and forfeited its game: %s", round.Number, g.Forfeit.Reason)
			}
		}
	}
}
