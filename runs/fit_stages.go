package runs

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/keys"
)

// fitStage is one of the stages of a fit from self-play: games by the weights of the
// stage before, and a fit that begins there and learns from these games alone.
type fitStage struct {
	// Games is the number of games that are played, at least one.
	Games int `yaml:"games"`
	// Settings are settings of the players in this stage, over those of the engine.
	Settings map[string]configs.Scalar `yaml:"settings,omitempty"`
}

// staged reports whether the fit has stages, not rounds that all learn from the
// games of those before.
func (f *fitter) staged() bool { return len(f.fit.Stages) > 0 }

// checkStages makes the budget that of the stages, which say themselves how many games
// they play.
func (f *fitter) checkStages() {
	if !f.staged() {
		return
	}
	budget, total := &f.config.Budget, 0
	for i, stage := range f.fit.Stages {
		path := fmt.Sprintf("strategy.stages[%d]", i)
		f.wrong(path, keys.AtLeast(1).Check("games", float64(stage.Games)))
		total += stage.Games
		if _, err := f.engine.With(configs.Settings(stage.Settings)); err != nil {
			f.wrong(path, keys.Under("settings", err))
		}
	}
	if f.fit.From != selfPlay {
		f.wrong("strategy.stages", fmt.Errorf("they are of %s, not of positions from %s", selfPlay, f.fit.From))
	}
	if budget.Games != 0 && budget.Games != total {
		f.wrong("budget.games", fmt.Errorf("the stages play %d games; leave it out", total))
	}
	if budget.Rounds > 1 && budget.Rounds != len(f.fit.Stages) {
		f.wrong("budget.rounds", errors.New("the stages are the rounds; leave it out"))
	}
	budget.Games, budget.Rounds = total, len(f.fit.Stages)
}

// playersOf are the settings of a round's own players: the table of the round before,
// and the settings of its stage.
func (f *fitter) playersOf(round int) engines.Settings {
	table := f.tableOf(round - 1)
	if !f.staged() || len(f.fit.Stages[round-1].Settings) == 0 {
		return table
	}
	settings := configs.Settings(f.fit.Stages[round-1].Settings)
	for name, value := range table {
		settings[name] = value
	}
	return settings
}

// startTable is the table at which the fit of a round begins: the config's, or that of
// the stage before.
func (f *fitter) startTable(round int) ([]float64, error) {
	table := f.tableOf(round - 1)
	if !f.staged() || table == nil {
		return f.table.Table(), nil
	}
	e, err := f.engine.With(table)
	if err != nil {
		return nil, err
	}
	tabulated, _ := engines.AsHeuristic[training.Tabulated](e) // as before the settings
	return tabulated.Table(), nil
}

// startOf are the weights at which the fit of a round begins: the start weights, or
// those of the stage before.
func (f *fitter) startOf(round int) engines.Weights {
	if !f.staged() || round == 1 {
		return f.startWeights()
	}
	return f.done.Weights[round-2]
}

// joined is what a round learns from: its own games, and without stages those of the
// rounds before.
func (f *fitter) joined(before, own fit.Data) fit.Data {
	if f.staged() {
		return own
	}
	before.Append(own)
	return before
}
