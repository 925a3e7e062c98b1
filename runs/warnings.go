package runs

import "github.com/lanista/lanista/tuning"

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
	if t.config.Verification.Games == 0 {
		t.warn("warning: there is no verification, so nothing will say how good the answer is; set verification.games")
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
