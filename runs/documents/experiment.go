package documents

import (
	"strconv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
)

// Experiment is the JSON document of an experiment, which compares strategies by many runs.
type Experiment struct {
	Name        string                      `json:"experiment"`
	Version     string                      `json:"version" doc:"of the program that began it"`
	Engine      string                      `json:"engine"`
	Strategies  []string                    `json:"strategies" doc:"labels"`
	Variants    []string                    `json:"variants,omitempty"`
	Budgets     []int                       `json:"budgets" doc:"games of a search, at most"`
	Seeds       []string                    `json:"seeds"`
	MatchGames  int                         `json:"match_games" doc:"games of each result against each opponent in the common match; 0 if the verifications of the runs are used"`
	Against     []string                    `json:"against" doc:"the opponents that the results are measured against"`
	Cells       []runs.ExperimentCell       `json:"cells" doc:"by opponent, variant, budget and strategy"`
	Comparisons []runs.ExperimentComparison `json:"comparisons" doc:"of every two strategies, by paired seeds"`
	Regrets     []runs.ExperimentRegret     `json:"regrets,omitempty" doc:"by budget and strategy; only for a game whose best weights are known, such as duel"`
	Caveats     []string                    `json:"caveats,omitempty" doc:"reasons to trust the evidence less than its numbers"`
	Planned     int                         `json:"planned" doc:"runs of the whole experiment"`
	Runs        []ExperimentRun             `json:"runs" doc:"finished and measured"`
}

// ExperimentRun is the JSON document of one run of an experiment.
type ExperimentRun struct {
	Run      string        `json:"run" doc:"the id"`
	Variant  string        `json:"variant,omitempty"`
	Strategy string        `json:"strategy" doc:"its label"`
	Budget   int           `json:"budget" doc:"games of the search"`
	Seed     string        `json:"seed" doc:"in decimal digits"`
	Games    int           `json:"games" doc:"of the search"`
	Seconds  float64       `json:"seconds" doc:"of the search"`
	Ratings  rating.Floats `json:"ratings" doc:"Elo above each opponent, in the order of against; null if it is not known"`
	// Scores is nil unless the games count points.
	Scores []ExperimentScore `json:"scores,omitempty" doc:"points compared with each opponent, in the order of against; only in games of one seat, and if the objective is score"`
}

// ExperimentScore is the JSON document that compares the points of a run's result with those of an
// opponent.
type ExperimentScore struct {
	Mean       rating.Float `json:"mean" doc:"mean points of the result in a game; null if it plays like the opponent and met it in no game"`
	Difference rating.Float `json:"difference" doc:"mean points of the result minus those of the opponent on the same deals; null if it is not known"`
	Error      rating.Float `json:"error" doc:"standard error of the difference; null if it is not known"`
}

// NewExperiment converts the result of an experiment to its JSON document.
func NewExperiment(r runs.ExperimentResult) Experiment {
	out := Experiment{
		Name: r.Name, Version: r.Version, Engine: r.Engine.Name, Strategies: r.Strategies, Variants: r.Variants, Budgets: r.Budgets, Seeds: []string{},
		MatchGames: r.MatchGames, Against: append([]string{}, r.Against...), Cells: append([]runs.ExperimentCell{}, r.Cells...),
		Comparisons: append([]runs.ExperimentComparison{}, r.Comparisons...), Regrets: r.Regrets, Caveats: r.Caveats, Planned: r.Planned, Runs: []ExperimentRun{},
	}
	for seed := range r.Seeds.All() {
		out.Seeds = append(out.Seeds, strconv.FormatUint(seed, 10))
	}
	for _, run := range r.Runs {
		one := ExperimentRun{
			Run: run.Run, Variant: run.Variant, Strategy: run.Strategy, Budget: run.Budget, Seed: strconv.FormatUint(run.Seed, 10),
			Games: run.Games, Seconds: run.Elapsed.Seconds(), Ratings: rating.Floats{},
		}
		for k := range r.Against {
			one.Ratings = append(one.Ratings, run.StrengthAgainst(k))
		}
		for _, s := range run.Scores {
			one.Scores = append(one.Scores, ExperimentScore{rating.Float(s.Mean), rating.Float(s.Difference), rating.Float(s.Error)})
		}
		out.Runs = append(out.Runs, one)
	}
	return out
}
