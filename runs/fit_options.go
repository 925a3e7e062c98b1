package runs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// FitOptions are the options of the strategy fit. Go programs convert them with [configs.Section]
// into [configs.Config.Strategy]. The zero value fits weights to games of self-play.
type FitOptions struct {
	// From is where the positions come from: self-play, run:RUN for the games of a
	// stored run, or a file. The default is self-play.
	From string `yaml:"from,omitempty"`
	// Columns names the columns of a file that is a table (CSV with a header; commas,
	// semicolons or tabs).
	Columns FitColumns `yaml:"columns,omitempty"`
	// Perspective states for which side the numbers of a table count: first, the first seat
	// (White; Black in Othello), or mover, the side to move. Results written 1-0, 0-1 and 1/2-1/2
	// always refer to the seats in order. The default is first.
	Perspective string `yaml:"perspective,omitempty"`
	fit.Options `yaml:",inline"`
	// Stages are consecutive fits. Each stage plays its own games, learns from them alone, and
	// starts from the result of the previous stage. The default is the rounds of the budget,
	// which learn from all games so far.
	Stages []FitStage `yaml:"stages,omitempty"`
}

// FitColumns names the columns of a table by their titles in its header.
type FitColumns struct {
	// Position is the title of the column with the positions, in the game's notation; in chess a
	// FEN of four or six fields. The default is position.
	Position string `yaml:"position,omitempty"`
	// Result is the title of the column with the results, for target result: 1-0, 0-1, 1/2-1/2,
	// the numbers 1, 0 and 0.5, or * for no result. The default is result.
	Result string `yaml:"result,omitempty"`
	// Score is the title of the column with the scores, for target score. With two seats a score
	// is the points of the first seat minus those of the second; with one seat it is the points.
	// The default is score.
	Score string `yaml:"score,omitempty"`
	// Game is the title of the column that names the game of each position. All positions of a
	// game are either fitted to or held out. Without this column blocks of consecutive lines
	// replace games, so the positions of a game must be adjacent. The default is game, if the
	// table has it.
	Game string `yaml:"game,omitempty"`
}

// These are the perspectives of a table, the values of FitOptions.Perspective.
const (
	ofFirst = "first"
	ofMover = "mover"
)

// Validate returns an error for every invalid option.
func (o FitOptions) Validate() error {
	var perspective error
	if o.Perspective != "" {
		perspective = keys.OneOf("perspective", "perspective", o.Perspective, ofFirst, ofMover)
	}
	return errors.Join(perspective, o.Options.Validate())
}

// ofTable reports whether an option is set that applies only to tables.
func (o FitOptions) ofTable() bool { return o.Columns != FitColumns{} || o.Perspective != "" }

// table returns the options for reading a table.
func (o FitOptions) table() training.SampleTable {
	return training.SampleTable{
		Position: o.Columns.Position, Result: o.Columns.Result, Score: o.Columns.Score, Game: o.Columns.Game,
		ByScore: o.ByScore(), Mover: o.Perspective == ofMover,
	}
}

// FitStage is one stage of a fit from self-play. Its games are played with the weights of the
// previous stage. Its fit starts from these weights and learns from these games alone.
type FitStage struct {
	// Games is the number of games that are played, at least one.
	Games int `yaml:"games"`
	// Settings are settings of the players in this stage. They override those of the engine.
	Settings map[string]configs.Scalar `yaml:"settings,omitempty"`
}

const selfPlay = "self-play"

// defaultFitGames is the number of games that a fit plays if its budget states none.
const defaultFitGames = 4000

// fitPlan is the part of a Resolved that only a fit has.
type fitPlan struct {
	options   FitOptions
	table     training.Tabulated // nil if named weights are fitted
	positions *positions
}

// fitOptionsOf returns the options of a resolved fit.
func fitOptionsOf(r *Resolved) any {
	if r.fit == nil {
		return nil
	}
	return r.fit.options
}

// staged reports whether the fit has stages, so that each round learns from its own games alone.
func (o FitOptions) staged() bool { return len(o.Stages) > 0 }

// resolveFit resolves the options, the agents and the positions of a fit.
func resolveFit(ctx context.Context, r *Resolved, m *mistakes, q request) error {
	if !r.fromStore {
		refusePrograms(r, m)
		refuseZeros(r, m, q.options)
	}
	name := "fit"
	if err := m.doc.Decode("strategy.name", &name); err != nil {
		return mistake(err)
	}
	if name != "fit" {
		return m.fail("strategy.name", wrongStrategy(r.catalog, "fit", name))
	}
	p := &fitPlan{options: FitOptions{From: selfPlay}}
	r.fit = p
	m.addPlaced(m.doc.Decode("strategy", &p.options, "name"))
	m.add("strategy", p.options.Validate())
	chooseTarget(r, m)
	p.options.Options = p.options.Complete()
	p.options.Workers, p.options.Events = q.options.Workers, tuning.Events{Progress: q.options.Events.Progress}
	checkFitKeys(r, m)
	if r.Config.Budget.Games == 0 && p.options.From == selfPlay && !p.options.staged() {
		r.Config.Budget.Games = defaultFitGames
	}
	r.Config.Budget.Rounds = max(r.Config.Budget.Rounds, 1)
	r.Opponents = resolveAgents(ctx, r, m, r.Config.Opponents, "opponents")
	r.Verify = resolveAgents(ctx, r, m, r.Config.Verification.Opponents, "verification.opponents")
	if r.Space == nil {
		return m.err()
	}
	checkStages(r, m)
	if t, ok := engines.AsHeuristic[training.Tabulated](r.Engine); ok && t.Collector() != nil {
		p.table = t
	}
	m.add("engine.settings", r.playable(ctx, engines.Agent{Name: "start", Weights: r.startWeights()}))
	if err := m.err(); err != nil {
		return err
	}
	var err error
	if p.positions, err = newPositions(ctx, r, m); err != nil {
		return err
	}
	deals := r.Config.Budget.Games + tuning.VerificationDeals(r.Config.Verification.Games, r.perDeal())
	if err := chooseOpenings(ctx, r, m, demand{search: deals}); err != nil {
		return err
	}
	if r.fromStore || q.dry || q.options.Resume != "" {
		return nil
	}
	return refuseAlike(ctx, r, m, engines.Agent{Name: "start", Weights: r.startWeights()}, q.options)
}

// chooseTarget sets the target of the fit to the score where the result of games is less useful.
// These cases are games of one seat, which have no winner; engines whose weights compare moves,
// since a move affects the points sooner than the result; and tables that have only a column of
// scores.
func chooseTarget(r *Resolved, m *mistakes) {
	o := &r.fit.options
	_, moves := engines.AsHeuristic[training.MoveComparer](r.Engine)
	scores := o.Columns.Score != "" && o.Columns.Result == ""
	switch {
	case o.Target == "" && (r.Seats == 1 || moves || scores):
		o.Target = fit.ByScore
	case o.Target == fit.ByResult && r.Seats == 1:
		m.add("strategy.target", fmt.Errorf("a game of one seat has a score and no winner: %s, not %s", fit.ByScore, o.Target))
	}
}

// checkFitKeys adds mistakes for combinations of keys that contradict each other in a fit.
func checkFitKeys(r *Resolved, m *mistakes) {
	o, ofRun := r.fit.options, strings.HasPrefix(r.fit.options.From, "run:")
	if r.Config.Budget.Time > 0 {
		m.add("budget.time", errors.New("a fit plays a number of games, so that its result does not depend on the machine; set budget.games"))
	}
	if o.Searched > 0 && o.From != selfPlay && !ofRun {
		m.add("strategy.searched", errors.New("a file of games does not say what its players expected"))
	}
	if o.ofTable() && (o.From == selfPlay || ofRun) {
		m.add("strategy.from", fmt.Errorf("columns and perspective are of a file of positions, not of %s", o.From))
	}
	if r.Config.Budget.Ahead > 0 {
		m.add("budget.ahead", errors.New("a fit asks for no rounds; this is for searches"))
	}
}

// checkStages replaces the budget by the sum of the games of the stages.
func checkStages(r *Resolved, m *mistakes) {
	o := r.fit.options
	if !o.staged() {
		return
	}
	budget, total := &r.Config.Budget, 0
	for i, stage := range o.Stages {
		path := fmt.Sprintf("strategy.stages[%d]", i)
		m.add(path, keys.AtLeast(1).Check("games", float64(stage.Games)))
		total += stage.Games
		if _, err := r.Engine.With(configs.Settings(stage.Settings)); err != nil {
			m.add(path, keys.Under("settings", err))
		}
	}
	if o.From != selfPlay {
		m.add("strategy.stages", fmt.Errorf("they are of %s, not of positions from %s", selfPlay, o.From))
	}
	if budget.Games != 0 && budget.Games != total {
		m.add("budget.games", fmt.Errorf("the stages play %d games; leave it out", total))
	}
	if budget.Rounds > 1 && budget.Rounds != len(o.Stages) {
		m.add("budget.rounds", errors.New("the stages are the rounds; leave it out"))
	}
	budget.Games, budget.Rounds = total, len(o.Stages)
}
