package cmd

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// verify plays the finalists on fresh seeds.
func (e *evolution) verify(ctx context.Context) error {
	finalists := []tuning.Estimate{e.strategy.Best()}
	if f, ok := e.strategy.(tuning.Finalists); ok {
		finalists = f.Finalists()
	}
	finalists = append(finalists, e.startEstimate())
	e.verdict = tuning.Verdict{Answer: finalists[0]}
	if e.config.Verification.Games == 0 {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	proof, err := e.newProof(ctx, cancel)
	if err != nil {
		return err
	}
	arena, err := engines.NewArena(e.engine, engines.ArenaOptions{})
	if err != nil {
		return err
	}
	fixed, _ := e.strategy.(tuning.Fixed)
	e.progress.describe("verification")
	e.verdict, err = tuning.Verify(ctx, arena, finalists, e.opponents, tuning.VerifyOptions{
		Workers: e.workers,
		Games:   e.config.Verification.Games,
		Seats:   e.seats,
		Seed:    engines.Seed(e.config.Seed, engines.Purpose("verify")),
		Fixed:   fixed != nil && fixed.AnswerIsFixed(),
		Journal: proof,
		Events:  tuning.Events{Progress: func(p tuning.Progress) { e.progress.at(int64(e.games) + p.Done) }},
	})
	if failed := proof.close(); failed != nil {
		return failed // and the play was stopped because of it
	}
	if err != nil {
		return err
	}
	e.progress.step("verification: %d games", e.verdict.Games)
	return nil
}

// proof is the journal of a verification: the evidence, and what a run that was
// stopped need not play again.
type proof struct {
	*journal
	played map[int]tournament.Result // by an earlier part
}

// newProof reads what an earlier part of the verification has finished.
func (e *evolution) newProof(ctx context.Context, fail context.CancelFunc) (*proof, error) {
	p := &proof{played: make(map[int]tournament.Result)}
	for r, err := range e.store.Clusters(ctx, e.run.ID()) {
		if err != nil {
			return nil, err
		}
		p.played[r.Index] = r
	}
	if n := len(p.played); n > 0 {
		e.warn("%d pairings of the verification are finished", n)
	}
	p.journal = newJournal(e.run, fail)
	return p, nil
}

// Begin stores who plays.
func (p *proof) Begin(field []engines.Agent) error {
	return p.run.SaveField(context.Background(), field)
}

// Played returns what an earlier part has finished.
func (p *proof) Played(index int) (tournament.Result, bool) {
	r, ok := p.played[index]
	return r, ok
}

// Finished takes a result for the store.
func (p *proof) Finished(r tournament.Result) { p.add(r) }
