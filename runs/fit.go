package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// FitResult is the result of fitting weights to positions with known outcomes. Its Record has the
// stored data, such as the verdict and the statistics of the fit.
type FitResult struct {
	Record       results.Record      // run as the store has it once it has finished
	From         string              // source of the positions
	Found        tuning.Estimate     // fitted weights, even if the verification has refused them
	Verification tuning.Verification // result of the run, and its measurement by games
	Caveats      []string            // limits of the evidence, as sentences
}

type fitRun struct {
	r    *Resolved
	rec  *recorder
	done fitState
}

// fitState is the stored state of a fit after its finished rounds.
type fitState struct {
	Version  int                 `json:"version"`
	Weights  []engines.Weights   `json:"weights"`            // weights after every round
	Games    int                 `json:"games"`              // number of games that positions were taken from
	Error    []float64           `json:"error"`              // standard errors of the last weights; 0 if not known
	Settings []engines.Settings  `json:"settings,omitempty"` // player settings with the fitted table of every round
	Evidence results.FitEvidence `json:"evidence"`           // statistics of the last round
}

// fitted contains the weights, or the table of scores, that one round of a fit computed from the
// samples.
type fitted struct {
	weights engines.Weights
	table   engines.Settings // player settings with the fitted table; nil if named weights are fitted
}

// newFitRun prepares the unfinished rounds of a fit.
func newFitRun(rec *recorder) (*fitRun, error) {
	f := &fitRun{r: rec.r, rec: rec, done: fitState{Version: 1}}
	if rec.point.Snapshot == nil {
		return f, nil
	}
	if err := json.Unmarshal(rec.point.Snapshot, &f.done); err != nil {
		return nil, fmt.Errorf("run %s: its state cannot be read: %w", rec.run.ID(), err)
	}
	if f.done.Version != 1 {
		return nil, fmt.Errorf("run %s: its state has version %d; this version of lanista reads version 1", rec.run.ID(), f.done.Version)
	}
	return f, nil
}

// play fits the unfinished rounds, then verifies the fitted weights by games.
func (f *fitRun) play(ctx context.Context) (FitResult, results.Result, error) {
	f.rec.warnVersion()
	f.rec.warnNotes()
	warnUnmeasured(f.rec)
	if err := f.fitRounds(ctx); err != nil {
		return FitResult{}, results.Result{}, err
	}
	r, last := f.r, f.round(len(f.done.Weights))
	f.done.Evidence.SameAsStart = r.fit.table == nil && r.sameAs(last.weights, r.startWeights())
	v := unverified(f.estimate())
	if r.Config.Verification.Games > 0 {
		var err error
		v, err = verify(ctx, f.rec, verification{
			candidates: []tuning.Estimate{f.estimate()}, fixed: true, settings: last.table, deals: newRunDeals(r).verification, played: f.done.Games,
		})
		if err != nil {
			return FitResult{}, results.Result{}, err
		}
		if m := v.verdict.AgainstStart; m != nil {
			f.done.Evidence.Strength = ratingOf(*m)
			f.done.Evidence.Strength.Against = tuning.StartName
		}
	}
	result := resultOf(r, v.verdict, last.table)
	result.Fit = &f.done.Evidence
	return FitResult{From: r.fit.options.From, Found: f.estimate(), Verification: v.verdict, Caveats: append(v.caveats(), f.done.Evidence.Caveats()...)}, result, nil
}

// fitRounds collects positions and fits weights for each unfinished round.
func (f *fitRun) fitRounds(ctx context.Context) error {
	p, rounds := f.r.fit.positions, f.r.Config.Budget.Rounds
	if p.fixed() {
		rounds = 1 // the positions stay the same
	}
	staged := f.r.fit.options.staged()
	var data fit.Data
	for round := 1; round <= rounds && len(f.done.Weights) < rounds; round++ {
		if staged && round <= len(f.done.Weights) {
			continue
		}
		start := time.Now()
		f.r.fit.options.Events = f.events(round, rounds)
		more, err := p.collect(ctx, round, f.round(round-1))
		if err != nil {
			return err
		}
		if staged { // a stage learns from its own games alone
			data = more
		} else {
			data.Append(more)
		}
		if round <= len(f.done.Weights) {
			continue
		}
		if err := f.learn(ctx, round, data, time.Since(start)); err != nil {
			return err
		}
	}
	return nil
}

// events returns the event handler of a round. It reports progress in games of the whole run, which
// has rounds rounds.
func (f *fitRun) events(round, rounds int) tuning.Events {
	report := f.rec.options.Events.Progress
	if report == nil {
		return tuning.Events{}
	}
	before, total := 0, planVerification(f.r, 1).Games()
	for i := 1; i <= rounds; i++ {
		if i < round {
			before += f.r.fit.positions.games(i)
		}
		total += f.r.fit.positions.games(i)
	}
	return tuning.Events{Progress: func(p tuning.Progress) {
		if p.Phase == tuning.Playing {
			p.Done, p.Of = int64(before)+p.Done, int64(total)
		}
		report(p)
	}}
}

// learn fits the weights of a round to the round's positions. It stores the fitted weights, a
// snapshot for resuming the fit, and the duration of the round. playing is the part of the duration
// in which games were played.
func (f *fitRun) learn(ctx context.Context, round int, data fit.Data, playing time.Duration) error {
	start := time.Now()
	solve := f.fitWeights
	if f.r.fit.table != nil {
		solve = f.fitTable
	}
	if err := solve(ctx, round, data); err != nil {
		return err
	}
	games := f.r.fit.positions.games(round)
	f.done.Games += games
	snapshot, err := json.Marshal(f.done)
	if err != nil {
		return err
	}
	saved := tuning.Round{
		Number: round, Games: games, Total: f.done.Games, Best: f.estimate(), Snapshot: snapshot, Elapsed: playing + time.Since(start),
	}
	if err := f.rec.saveRound(ctx, saved, nil); err != nil {
		return err
	}
	f.rec.roundSaved(saved)
	return nil
}

// fitWeights fits the game's named weights to the positions of a round, and stores the result.
func (f *fitRun) fitWeights(ctx context.Context, round int, data fit.Data) error {
	r, err := fit.Fit(ctx, fit.Problem{
		Space: f.r.fit.positions.space, Start: f.r.fit.positions.extend(f.startOf(round)), Data: data, Seed: f.r.Config.Seed,
	}, f.r.fit.options.Options)
	if err != nil {
		return err
	}
	f.done.Weights = append(f.done.Weights, r.Weights[:len(f.r.Space)])
	f.done.Error, f.done.Evidence = r.Error[:len(f.r.Space)], f.evidence(r)
	for j, w := range f.r.Space {
		f.done.Evidence.Moved = append(f.done.Evidence.Moved, results.FitMove{Weight: w.Name, Start: f.startOf(round)[j], Fitted: r.Weights[j], Error: r.Error[j]})
	}
	return nil
}

// fitTable fits a table of values, which the game uses instead of named weights, to the positions
// of a round.
func (f *fitRun) fitTable(ctx context.Context, round int, data fit.Data) error {
	start, err := f.startTable(round)
	if err != nil {
		return err
	}
	r, err := fit.FitTable(ctx, data, start, f.r.Config.Seed, f.r.fit.options.Options)
	if err != nil {
		return err
	}
	settings, err := f.r.fit.table.Tabulate(r.Table)
	if err != nil {
		return err
	}
	f.done.Weights, f.done.Settings = append(f.done.Weights, f.r.startWeights()), append(f.done.Settings, settings)
	f.done.Evidence = f.evidence(r.Result)
	return nil
}

// round returns the result of the given round, or the zero value for round 0.
func (f *fitRun) round(round int) fitted {
	if round < 1 {
		return fitted{}
	}
	r := fitted{weights: f.done.Weights[round-1]}
	if len(f.done.Settings) >= round {
		r.table = f.done.Settings[round-1]
	}
	return r
}

// startTable returns the table from which the fit of a round starts. It is the table of the
// config, or of the previous stage if the fit has stages.
func (f *fitRun) startTable(round int) ([]float64, error) {
	table := f.round(round - 1).table
	if !f.r.fit.options.staged() || table == nil {
		return f.r.fit.table.Table(), nil
	}
	e, err := f.r.Engine.With(table)
	if err != nil {
		return nil, err
	}
	tabulated, _ := engines.AsHeuristic[training.Tabulated](e) // as before the settings
	return tabulated.Table(), nil
}

// startOf returns the weights from which the fit of a round starts. They are the start weights of
// the run, or those of the previous stage if the fit has stages.
func (f *fitRun) startOf(round int) engines.Weights {
	if !f.r.fit.options.staged() || round == 1 {
		return f.r.startWeights()
	}
	return f.done.Weights[round-2]
}

// estimate returns the weights of the last round as the result of the fit. Standard errors that
// could not be computed, for example at an end of a weight's range, are NaN.
func (f *fitRun) estimate() tuning.Estimate {
	known := slices.Clone(f.done.Error)
	for i, e := range known {
		if e == 0 {
			known[i] = math.NaN()
		}
	}
	return tuning.Estimate{Name: "the weights fitted", Weights: f.done.Weights[len(f.done.Weights)-1], Error: known, Games: f.done.Games, Fitness: math.NaN()}
}

// evidence converts the result of a fit to the form that the store keeps.
func (f *fitRun) evidence(r fit.Result) results.FitEvidence {
	e := results.FitEvidence{
		Target:    f.r.fit.options.Target,
		Positions: r.Positions, Games: r.Games, Loss: rating.Float(r.Loss), HeldOut: rating.Float(r.HeldOut),
		StartLoss: rating.Float(r.StartLoss), StartHeldOut: rating.Float(r.StartHeldOut),
		Blocks: r.Blocks, HeldPositions: r.HeldPositions, HeldGames: r.HeldGames,
		Gain: rating.Float(r.Gain), GainError: rating.Float(r.GainError),
		Scale: rating.Float(r.Scale), StartScale: rating.Float(r.StartScale), Mirrored: r.Mirrored, Ridge: rating.Float(r.Ridge), Lasso: f.r.fit.options.Lasso,
		KeptStart: r.KeptStart, Unconverged: r.Unconverged,
		Filtered: r.Filtered, Calibration: fitBins(r.Calibration), Stages: fitBins(r.Stages),
	}
	if f.r.fit.stage != nil && e.Stages != nil {
		e.Stage = f.r.fit.stage.Name
	}
	for _, s := range r.Steps {
		e.Steps = append(e.Steps, results.FitStep{Ridge: rating.Float(s.Ridge), Loss: rating.Float(s.Loss), HeldOut: rating.Float(s.HeldOut)})
	}
	return e
}

// fitBins converts the bins of a fit, which are groups of positions with similar predictions, to
// the form that the store keeps.
func fitBins(list []fit.Bin) []results.FitBin {
	var out []results.FitBin
	for _, b := range list {
		out = append(out, results.FitBin(b))
	}
	return out
}
