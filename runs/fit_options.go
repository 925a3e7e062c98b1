package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
)

// FitOptions are the options of the strategy fit in a config. The zero value fits weights to games
// of self-play. Go programs convert them with [configs.Section] to [configs.Config.Strategy].
type FitOptions struct {
	// From is where the positions come from: self-play, run:RUN for the games of a
	// stored run, or a file. The default is self-play.
	From string `yaml:"from,omitempty"`
	// Format is the format of a file: csv, jsonl, etudes, or one of the game; pgn and epd of chess,
	// wthor and text of Othello. By default the ending of its name and its first line decide.
	Format string `yaml:"format,omitempty"`
	// Columns names the fields of a file: columns of a table (CSV with a header; commas,
	// semicolons or tabs), keys of JSON lines, operations of an EPD, scores of a WTHOR database.
	Columns FitColumns `yaml:"columns,omitempty"`
	// Perspective is the side from whose point of view a file states its numbers: first, the first
	// seat (White, Black in Othello), or mover, the side to move. Results written 1-0, 0-1 and
	// 1/2-1/2 name the seats in their order. The default is first; for the operation ce of an EPD
	// it is mover.
	Perspective string `yaml:"perspective,omitempty"`
	// Filter contains conditions that positions must meet, by the properties that the game offers:
	// in chess quiet and phase, in Othello empties. A property is true, a number N or a range
	// LOW-HIGH. By default all positions are used. From games in PGN, however, the default takes
	// only positions without a check in which the next move is neither a capture nor a promotion.
	Filter      map[string]configs.Scalar `yaml:"filter,omitempty"`
	fit.Options `yaml:",inline"`
	// Stages are consecutive fits. Each stage plays its own games, learns from them alone, and
	// starts from the result of the previous stage. The default is the rounds of the budget,
	// which learn from all games so far.
	Stages []FitStage `yaml:"stages,omitempty"`
}

// FitColumns names the columns of a file of positions, by their titles in the file's header.
type FitColumns struct {
	// Position is the field of the positions, in the game's notation; in chess a FEN of
	// four or six fields. The default is position, or fen.
	Position string `yaml:"position,omitempty"`
	// Result is the field of the results, for target result: 1-0, 0-1, 1/2-1/2, the
	// numbers 1, 0 and 0.5, or * for none. The default is result; c9 in an EPD.
	Result string `yaml:"result,omitempty"`
	// Score is the field of the scores, for target score: the points of the first of two
	// seats less those of the second; in games of one seat its points. The default is score; ce
	// in an EPD. A WTHOR database also has theoretical, the score after perfect play.
	Score string `yaml:"score,omitempty"`
	// Game is the field that names the game of a position. Either all positions of a game are
	// fitted to, or all are held out. Without this field, blocks of consecutive lines stand for
	// games, so that the positions of a game must be consecutive. The default is game, if there is
	// one; in an EPD there is none.
	Game string `yaml:"game,omitempty"`
}

// These are the values of FitOptions.Perspective. They state whose point of view the numbers in a
// file of positions have: that of the first seat or of the player to move.
const (
	ofFirst = string(training.First)
	ofMover = string(training.Mover)
)

// Validate returns an error for every invalid option.
func (o FitOptions) Validate() error {
	var perspective error
	if o.Perspective != "" {
		perspective = keys.OneOf("perspective", "perspective", o.Perspective, ofFirst, ofMover)
	}
	return errors.Join(perspective, o.Options.Validate())
}

// ofFile reports whether an option is set that applies only to positions from a file.
func (o FitOptions) ofFile() bool {
	return o.Columns != FitColumns{} || o.Perspective != "" || o.Format != ""
}

// file returns the options for reading a file of positions: its name, its format, and the columns
// with the position and its outcome.
func (o FitOptions) file() training.SampleFile {
	return training.SampleFile{
		Name: o.From, Format: o.Format, All: o.Filter["quiet"] != "",
		Fields: training.SampleFields{
			Position: o.Columns.Position, Result: o.Columns.Result, Score: o.Columns.Score, Game: o.Columns.Game,
			ByScore: o.ByScore(), Perspective: training.Perspective(o.Perspective),
		},
	}
}

// conditions parses the option Filter, which selects positions by their properties. stage is the
// property, such as the phase of the game, by which residuals of the fit are grouped. It is nil if
// the game has no such property.
func (o FitOptions) conditions(e engines.Engine) (filter []training.Condition, stage *training.Measure, err error) {
	var measures []training.Measure
	if m, ok := engines.As[training.Measurer](e); ok {
		measures = m.Measures()
	}
	var names []string
	var mistakes []error
	left := maps.Clone(o.Filter)
	for _, m := range measures {
		names = append(names, m.Name)
		if m.Stage && stage == nil {
			stage = &m
		}
		text, ok := left[m.Name]
		if !ok {
			continue
		}
		delete(left, m.Name)
		c, ok, err := m.ParseCondition(string(text))
		if err != nil {
			mistakes = append(mistakes, keys.Under("filter", &keys.KeyError{Path: m.Name, Err: err}))
		} else if ok {
			filter = append(filter, c)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if len(names) == 0 {
			mistakes = append(mistakes, keys.Errorf("filter", "%s has no properties of positions to filter by", e.Spec().Name))
			break
		}
		mistakes = append(mistakes, keys.Under("filter", keys.OneOf(name, "property", name, names...)))
	}
	return filter, stage, errors.Join(mistakes...)
}

// FitStage is one of the stages of a fit from self-play. It plays games with the weights of the
// previous stage and fits new weights to these games alone.
type FitStage struct {
	// Games is the number of games that are played, at least one. The default is none; the key is
	// required.
	Games int `yaml:"games"`
	// Settings are settings of the players in this stage. They override those of the engine.
	Settings map[string]configs.Scalar `yaml:"settings,omitempty"`
}

// selfPlay is the value of the key strategy.from for positions of games that the fit plays itself.
const selfPlay = "self-play"

// defaultFitGames is the number of games that a fit plays if its budget states none.
const defaultFitGames = 4000

// fitPlan contains the parts of a fit that its config determines: the options, the source of the
// labelled positions, and whether weights or a table of values are fitted.
type fitPlan struct {
	options   FitOptions
	filter    []training.Condition
	stage     *training.Measure  // property by which residuals are grouped; nil for none
	table     training.Tabulated // the game's table of values; nil if named weights are fitted
	positions *positions
}

// staged reports whether the fit has stages. In a fit with stages, each round learns only from the
// games of its own stage.
func (o FitOptions) staged() bool { return len(o.Stages) > 0 }

// resolveFit determines the options, the agents and the positions of a fit, and adds mistakes to m.
func resolveFit(ctx context.Context, r *Resolved, m *mistakes, q request) error {
	if !r.fromStore {
		refusePrograms(r, m)
		refuseZeros(r, m, q.options)
	}
	noteUnused(r, m, q, "a fit", "agents", "schedule", "etudes", "openings.set_aside", "openings.repeat")
	name := "fit"
	if err := m.doc.Decode("strategy.name", &name); err != nil {
		return mistake(err)
	}
	if name != "fit" {
		return m.fail("strategy.name", wrongStrategy(r.catalog, "fit", name))
	}
	p := &fitPlan{options: FitOptions{From: selfPlay}}
	r.fit = p
	m.addDecoded(m.doc.Decode("strategy", &p.options, "name"))
	m.add("strategy", p.options.Validate())
	chooseTarget(r, m)
	p.options.Options = p.options.Complete()
	p.options.Workers = q.options.Workers
	checkFitKeys(r, m)
	if r.Config.Budget.Games == 0 && p.options.From == selfPlay && !p.options.staged() {
		r.Config.Budget.Games = defaultFitGames
	}
	if o := p.options; o.Format != "" {
		m.add("strategy", keys.OneOf("format", "format", o.Format, training.SampleFormats(r.Engine)...))
	}
	var filtered error
	p.filter, p.stage, filtered = p.options.conditions(r.Engine)
	m.add("strategy", filtered)
	r.Config.Budget.Rounds = max(r.Config.Budget.Rounds, 1)
	r.Opponents = resolveAgents(ctx, r, m, r.Config.Opponents, "opponents")
	r.Verify = resolveAgents(ctx, r, m, r.Config.Verification.Opponents, "verification.opponents")
	resolveVerifySettings(ctx, r, m)
	requireWeights(r, m)
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
	deals := r.Config.Budget.Games + verificationDeals(r)
	if err := chooseOpenings(ctx, r, m, demand{search: deals}); err != nil {
		return err
	}
	if err := refuseUnscored(ctx, r, m); err != nil {
		return err
	}
	if r.fromStore || q.dry || q.options.Resume != "" {
		return nil
	}
	return refuseAlike(ctx, r, m, engines.Agent{Name: "start", Weights: r.startWeights()}, q.options)
}

// chooseTarget sets what a fit predicts, the result or the score of a game, if the config does not.
// The default is the result. It is the score if the game has one seat, if the file of positions has
// only scores, or if the weights compare moves ([training.MoveComparer]). A config that chooses the
// result for a game of one seat has a mistake, which is added to m.
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

// refuseUnscored adds a mistake to m if the fit predicts the scores of games that it plays itself,
// and a game of the start weights has no scores.
func refuseUnscored(ctx context.Context, r *Resolved, m *mistakes) error {
	if o := r.fit.options; r.fromStore || o.From != selfPlay || !o.ByScore() {
		return nil
	}
	scored, err := gamesHaveScores(ctx, r)
	if err != nil || scored {
		return err
	}
	advice := ""
	if r.Seats > 1 {
		advice = "; use " + fit.ByResult
	}
	return m.fail("strategy.target", fmt.Errorf("the games of %s have no scores%s", r.Config.Engine.Name, advice))
}

// gamesHaveScores plays a game with the start weights and reports whether the players received
// scores. It also returns true if this remains unknown, because the game is forfeited or resigned,
// or takes longer than [varietyTime].
func gamesHaveScores(ctx context.Context, r *Resolved) (bool, error) {
	executor, err := r.local(1)
	if err != nil {
		return false, err
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	start := engines.Agent{Name: "start", Weights: r.startWeights()}
	seed := engines.Seed(r.Config.Seed, engines.Purpose("scored game"))
	game := tournament.Pairings{{Agents: make([]int, r.Seats), Games: 1, Apart: r.Seats == 1, Seed: seed}}
	for played, err := range tournament.Run(limited, executor, []engines.Agent{start}, game, tournament.Options{Terms: r.terms(), Batch: "scored game"}) {
		switch {
		case err != nil && limited.Err() != nil && ctx.Err() == nil:
			return true, nil
		case err != nil:
			return false, err
		}
		record := played.Games[0]
		_, scored := record.Outcome.Score(0)
		return scored || record.Ending == engines.Forfeited || record.Ending == engines.Resigned, nil
	}
	return true, nil
}

// checkFitKeys adds a mistake to m for every contradiction between config keys of a fit.
func checkFitKeys(r *Resolved, m *mistakes) {
	o, ofRun := r.fit.options, strings.HasPrefix(r.fit.options.From, "run:")
	if r.Config.Budget.Time > 0 {
		m.add("budget.time", errors.New("a fit plays a number of games, so that its result does not depend on the machine; set budget.games"))
	}
	if o.Searched > 0 && o.From != selfPlay && !ofRun {
		m.add("strategy.searched", errors.New("a file of games does not contain evaluations of its players"))
	}
	if o.ofFile() && (o.From == selfPlay || ofRun) {
		m.add("strategy.from", fmt.Errorf("columns, format and perspective are of a file of positions, not of %s", o.From))
	}
	if r.Constraints != nil {
		m.add("engine.constraints", errors.New("a fit does not keep to constraints between weights; the strategies of evolve and the grid do"))
	}
	refuseChoices(r, m, "a fit")
	refuseSteps(r, m, "a fit")
	if r.Config.Budget.Ahead > 0 {
		m.add("budget.ahead", errors.New("a fit asks for no rounds; this is for searches"))
	}
}

// refuseSteps adds a mistake to m for every weight that has the key step. It is called for searches
// that do not use this key. what is the kind of search in the message.
func refuseSteps(r *Resolved, m *mistakes, what string) {
	for i, step := range r.Steps {
		if step > 0 {
			m.add("engine.weights."+r.Space[i].Name+".step", fmt.Errorf("%s does not begin with small steps; only the strategies of evolve use them", what))
		}
	}
}

// refuseChoices adds a mistake to m for every tuned weight whose values are choices. It is called
// for a verb that can tune numbers only; verb is its name.
func refuseChoices(r *Resolved, m *mistakes, verb string) {
	for _, i := range r.Space.Chosen() {
		w := r.Space[i]
		m.add("engine.weights."+w.Name, fmt.Errorf("%s takes numbers, and %s is a choice of %s; set kind: fixed, or use a strategy of evolve", verb, w.Name, strings.Join(w.Choices, ", ")))
	}
}

// checkStages adds the mistakes in the stages of a fit to m. It sets the budget of a fit with
// stages to the sum of their games, and its rounds to the number of stages.
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
		settings := configs.Settings(stage.Settings)
		err := ofPlayers(r.Engine.Spec(), settings)
		if err == nil {
			_, err = r.Engine.With(settings)
		}
		m.add(path, keys.Under("settings", err))
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
