package runs

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
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
	// A search that went astray answers with where it began.
	finalists = append(finalists, tuning.Estimate{Name: "the start weights", Weights: t.startWeights()})
	t.verdict = tuning.Verdict{Answer: finalists[0]}
	if t.config.Verification.Games == 0 {
		if best := t.strategy.Best(); !slices.Equal(best.Weights, finalists[0].Weights) {
			t.verdict.Answer = best
		}
		return nil
	}
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
	fixed, _ := t.strategy.(tuning.Fixed)
	t.verdict, err = tuning.Verify(ctx, executor, finalists, t.opponents, tuning.VerifyOptions{
		Terms:     t.terms(),
		Games:     t.config.Verification.Games,
		Seats:     t.seats,
		Settings:  t.settings,
		Symmetric: t.engine.Spec().Symmetric,
		Seed:      engines.Seed(t.config.Seed, engines.Purpose("verify")),
		Deal:      dealFrom(t.deals.verification, t.checkpointDeals()),
		Fixed:     fixed != nil && fixed.AnswerIsFixed(),
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
		Weights: best.Weights, Settings: overlay(t.agentSettings(), t.settings), Name: best.Name, KeptStart: t.sameAs(best.Weights, t.startWeights()),
		Fitness: results.Float(best.Fitness), Games: best.Games, Error: best.Error,
	}
	for i, m := range t.verdict.Matches {
		if i == 0 {
			a.Rating = &results.Rating{Elo: results.Float(m.Elo), Interval: interval(m.Interval.Lo, m.Interval.Hi), Games: m.Games, Variety: m.Variety, Against: m.Opponent}
		}
		row := results.Standing{
			Agent: m.Opponent, Games: m.Games, Variety: m.Variety, Wins: m.Wins, Draws: m.Draws, Losses: m.Losses, Forfeits: m.Forfeits,
			Score: results.Float(m.Score), Rating: results.Float(m.Elo), Interval: interval(m.Interval.Lo, m.Interval.Hi), LOS: results.Float(m.LOS),
		}
		if s := m.Scored; s != nil {
			row.Scored = Scored(*s)
		}
		a.Standings = append(a.Standings, row)
	}
	a.Checkpoints = t.checkpoints
	a.Octaves, a.Map = t.report.Octaves, t.report.Map
	if best.Name == t.found { // of another finalist nobody has worked it out
		a.Importance, a.ImportanceError, a.Interaction = t.report.Importance, t.report.ImportanceError, t.report.Interaction
	}
	return a
}

// sameAs reports whether two vectors play the same: where only their direction
// counts, one may be a multiple of the other.
func (t *tuner) sameAs(w, start engines.Weights) bool {
	if !t.engine.Spec().ScaleFree {
		return slices.Equal(w, start)
	}
	const tolerance = 1e-9 // of the shares
	a, b := shares(w), shares(start)
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= tolerance })
}

// shares divides a vector by the sum of its sizes.
func shares(w engines.Weights) engines.Weights {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	out := slices.Clone(w)
	for i := range out {
		out[i] /= max(sum, math.SmallestNonzeroFloat64)
	}
	return out
}

// Scored is what the answer and an opponent scored, as the store keeps it.
func Scored(s tuning.Scored) *results.Scored {
	return &results.Scored{
		Agent:   results.MeanScore(s.Opponent),
		Against: &results.Compared{Answer: results.MeanScore(s.Answer), Difference: results.MeanScore(s.Difference)},
	}
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
