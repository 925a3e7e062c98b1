package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// verify plays the finalists on fresh seeds.
func (t *tuner) verify(ctx context.Context) error {
	finalists := []tuning.Estimate{t.strategy.Best()}
	if f, ok := t.strategy.(tuning.Finalists); ok {
		finalists = f.Finalists()
	}
	t.found = finalists[0].Name
	if r, ok := t.strategy.(tuning.Reporter); ok {
		t.report = r.Report()
		finalists[0].Error = t.report.Error // of the others nobody has worked it out
	}
	t.verdict = tuning.Verification{Answer: finalists[0]}
	if t.config.Verification.Games == 0 {
		if best := t.strategy.Best(); !slices.Equal(best.Weights, finalists[0].Weights) {
			t.verdict.Answer = best
		}
		return nil
	}
	fixed, _ := t.strategy.(tuning.Fixed)
	return t.verifyAmong(ctx, finalists, fixed != nil && fixed.AnswerIsFixed())
}

// verifyAmong plays finalists and the start on fresh seeds, and stores the verdict. The
// first finalist is the candidate without a playoff if it is fixed.
func (t *tuner) verifyAmong(ctx context.Context, finalists []tuning.Estimate, fixed bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	executor, err := t.players(t.Options, t.run.ID())
	if err != nil {
		return err
	}
	log, err := t.newVerificationLog(ctx, cancel)
	if err != nil {
		return err
	}
	t.verdict, err = tuning.Verify(ctx, executor, finalists, t.opponents, tuning.VerifyOptions{
		Terms:     t.terms(),
		Games:     t.config.Verification.Games,
		Seats:     t.seats,
		Settings:  t.settings,
		Symmetric: t.engine.Spec().Symmetric,
		Seed:      engines.Seed(t.config.Seed, engines.Purpose("verify")),
		Deal:      dealFrom(t.deals.verification, t.checkpointDeals()),
		Fixed:     fixed,
		Start:     t.startWeights(),
		ScaleFree: t.engine.Spec().ScaleFree,
		Openings:  t.openingsOf,
		Journal:   log,
		Events:    t.verificationEvents(log),
	})
	if failed := log.close(); failed != nil {
		return failed // and the play was stopped because of it
	}
	return errors.Join(err, log.unwritten)
}

// verificationEvents are those of the verification, its progress counted after
// the games of the search.
func (t *tuner) verificationEvents(p *verificationLog) tuning.Events {
	e := tuning.Tee(tuning.Events{
		ResultFinished: func(phase tuning.Phase, r tournament.Result) {
			t.alike.Add(r)
			if _, before := p.played[r.Index]; !before && p.unwritten == nil {
				p.unwritten = t.log.add(phase, 0, t.field, r)
			}
		},
	}, tuning.Events{ResultFinished: t.Events.ResultFinished, VerificationFinished: t.Events.VerificationFinished})
	if t.programs != nil {
		e = tuning.Tee(e, tuning.Events{ResultFinished: func(_ tuning.Phase, r tournament.Result) { t.kept.add(0, t.field, r) }})
	}
	if t.Events.Progress != nil {
		e.Progress = func(p tuning.Progress) {
			p.Done, p.Of = int64(t.games)+p.Done, int64(t.games)+p.Of
			t.Events.Progress(p)
		}
	}
	return e
}

// answer is what the store keeps of the run's end.
func (t *tuner) answer() results.Answer {
	best := t.verdict.Answer
	a := results.Answer{
		Weights: best.Weights, Settings: t.answerSettings(), Name: best.Name, KeptStart: t.keptStart(),
		Fitness: rating.Float(best.Fitness), Games: best.Games, Error: best.Error,
	}
	a.Rating, a.Standings = t.rating(), t.verdict.Matches
	a.Refused, a.Candidates = refused(t.verdict.Refused), candidates(t.verdict.Finalists)
	t.addSettings(a.Candidates)
	a.Checkpoints, a.AgainstItself = t.checkpoints, t.againstItself
	a.Octaves, a.Map = t.report.Octaves, t.report.Map
	if best.Name == t.found { // the report is of this candidate alone
		a.Importance, a.ImportanceError, a.Interaction = t.report.Importance, t.report.ImportanceError, t.report.Interaction
	}
	return a
}

// keptStart reports whether the answer is the start: its weights, and no settings of its own.
func (t *tuner) keptStart() bool {
	return t.verdict.Refused != nil || t.settings == nil && t.sameAs(t.verdict.Answer.Weights, t.startWeights())
}

// answerSettings returns the settings of the answer's agent.
func (t *tuner) answerSettings() engines.Settings {
	if t.verdict.Refused != nil { // the start has those of the config alone
		return t.agentSettings()
	}
	return overlay(t.agentSettings(), t.settings)
}

// addSettings stores the settings of candidates that differ from those of the answer.
func (t *tuner) addSettings(list []results.Candidate) {
	if t.settings == nil {
		return
	}
	for i := range list {
		switch start := list[i].Name == tuning.StartName; {
		case start && t.verdict.Refused == nil:
			list[i].Settings = t.agentSettings()
		case !start && t.verdict.Refused != nil:
			list[i].Settings = overlay(t.agentSettings(), t.settings)
		}
	}
}

// rating returns the rating of the answer against the first opponent of the
// verification: nil if nothing was verified, unknown if the two have not met.
func (t *tuner) rating() *evidence.Rating {
	if t.verdict.Games == 0 && len(t.verdict.Matches) == 0 {
		return nil
	}
	against := tuning.StartName
	if len(t.opponents) > 0 {
		against = t.opponents[0].Name
	}
	for _, m := range t.verdict.Matches {
		if m.Agent == against && m.Same { // 0 by definition, whatever the games show
			return &evidence.Rating{Against: against}
		}
		if m.Agent == against {
			return ratingOf(m)
		}
	}
	if len(t.opponents) == 0 { // the answer is the start
		return &evidence.Rating{Against: against}
	}
	return &evidence.Rating{Elo: rating.Float(math.NaN()), Interval: rating.Open(), Against: against}
}

// ratingOf returns the rating that a match gives.
func ratingOf(m rating.Standing) *evidence.Rating {
	return &evidence.Rating{Elo: m.Rating, Interval: m.Interval, Games: m.Games, Variety: m.Variety, Against: m.Agent}
}

// refused returns a refused candidate as the store keeps it; nil for nil.
func refused(r *tuning.Refused) *results.Refused {
	if r == nil {
		return nil
	}
	return &results.Refused{
		Candidate: results.Candidate{Name: r.Candidate.Name, Weights: r.Candidate.Weights},
		Rating: evidence.Rating{
			Elo: rating.Float(r.Elo), Interval: r.Interval, Games: r.Games, Against: tuning.StartName,
		},
		Standings: r.Matches,
	}
}

// candidates returns the finalists of a verification under different names; nil for one
// alone.
func candidates(finalists []tuning.Estimate) []results.Candidate {
	if len(finalists) < 2 {
		return nil
	}
	var out []results.Candidate
	seen := make(map[string]int)
	for _, f := range finalists {
		name := f.Name
		if seen[f.Name]++; seen[f.Name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, seen[f.Name])
		}
		out = append(out, results.Candidate{Name: name, Weights: f.Weights})
	}
	return out
}

// sameAs reports whether two vectors play the same: where only their direction
// counts, one may be a multiple of the other.
func (t *tuner) sameAs(w, start engines.Weights) bool {
	return slices.Equal(w, start) || t.engine.Spec().ScaleFree && tuning.SameDirection(w, start)
}

// verificationLog is the journal of a verification: the evidence, and what a run that was
// stopped need not play again.
type verificationLog struct {
	*journal
	tuner  *tuner
	played map[int]tournament.Result // by an earlier part

	unwritten error // of the file of games
}

// newVerificationLog reads what an earlier part of the verification has finished.
func (t *tuner) newVerificationLog(ctx context.Context, fail context.CancelFunc) (*verificationLog, error) {
	p := &verificationLog{tuner: t, played: make(map[int]tournament.Result)}
	for r, err := range t.store.Clusters(ctx, t.run.ID()) {
		if err != nil {
			return nil, err
		}
		p.played[r.Index] = r
	}
	if n := len(p.played); n > 0 {
		t.warn("%d pairings of the verification are finished", n)
	}
	p.journal = newJournal(t.run, fail)
	return p, nil
}

// Begin stores who plays.
func (p *verificationLog) Begin(ctx context.Context, field []engines.Agent) error {
	p.tuner.field = field
	return p.run.SaveField(ctx, field)
}

// Played returns what an earlier part has finished.
func (p *verificationLog) Played(index int) (tournament.Result, bool) {
	r, ok := p.played[index]
	return r, ok
}

// Finished takes a result for the store.
func (p *verificationLog) Finished(r tournament.Result) { p.add(r) }
