package runs

// warnTuning warns of what may make the result of a run of evolve worth less, before it is
// played.
func warnTuning(r *Resolved, rec *recorder, o Options) {
	if rec.point.Round > 0 {
		rec.warn("resuming run %s after round %d", rec.run.ID(), rec.point.Round)
	}
	rec.warnVersion()
	warnPrograms(r, o, r.Opponents, r.Verify)
	for _, note := range r.Notes {
		rec.warn("%s", note)
	}
	// What beats one fixed opponent need not beat any other.
	if len(r.Opponents) == 1 {
		rec.warn("warning: this run trains on a single opponent (%s); the answer may exploit it and lose to everybody else. Add opponents, and keep some for the verification alone.",
			r.Opponents[0].Name)
	}
	warnUnmeasured(r, rec)
}

// warnUnmeasured warns of a run whose result is not measured, or against the start weights
// alone.
func warnUnmeasured(r *Resolved, rec *recorder) {
	switch v := r.Config.Verification; {
	case v.Games == 0:
		rec.warn("warning: there is no verification, so nothing will say how good the answer is; set verification.games")
	case len(v.Opponents) == 0:
		rec.warn("warning: the verification has no opponents, so the answer is compared with the start weights alone; set verification.opponents, such as [default]")
	}
}
