package documents

import (
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// Run is the document of a stored run, in a list or alone.
type Run struct {
	Run      string     `json:"run"`
	Kind     string     `json:"kind"`
	Name     string     `json:"name,omitempty"`
	Engine   string     `json:"engine"`
	Strategy string     `json:"strategy,omitempty"`
	Seed     uint64     `json:"seed"`
	Status   string     `json:"status"`
	Started  time.Time  `json:"started"`
	Ended    *time.Time `json:"ended,omitempty"`
	// PlannedGames and ETASeconds are of a search that runs, where its config says how
	// many games it plays.
	PlannedGames int      `json:"planned_games,omitempty"`
	ETASeconds   *float64 `json:"eta_seconds,omitempty"`
	Rounds       int      `json:"rounds"`
	Games        int      `json:"games"`
	rating.Variety
	Rating         *rating.Float         `json:"rating,omitempty"`
	Interval       *rating.Interval      `json:"interval,omitempty"`
	Against        string                `json:"against,omitempty"`
	Verdict        *evidence.Verdict     `json:"verdict"`
	Forfeits       int                   `json:"forfeits,omitempty"` // games that programs have lost by failing
	ForfeitsByKind engines.ForfeitCounts `json:"forfeits_by_kind,omitempty"`
	Tags           []string              `json:"tags,omitempty"`
	Note           string                `json:"note,omitempty"`
	Version        string                `json:"version"`
	Host           string                `json:"host"`
	Config         string                `json:"config,omitempty"`
	Best           *BestWeights          `json:"best,omitempty"`
	Standings      []rating.Standing     `json:"standings,omitempty"`
	Checkpoints    []results.Checkpoint  `json:"checkpoints,omitempty"`
	Misfit         *tournament.Misfit    `json:"misfit,omitempty"`
	Fit            *Object               `json:"fit,omitempty"` // of a fit: how well its weights predict, and their strength
	Refused        *Refused              `json:"refused,omitempty"`
	Candidates     []Candidate           `json:"candidates,omitempty"`
	Itself         []results.SelfMatch   `json:"against_itself,omitempty"`
	Earlier        *results.Checkpoint   `json:"better_earlier,omitempty"` // a checkpoint that was better than the answer
	Disputed       string                `json:"disputed,omitempty"`       // why two workers disagreed
	Generations    []Generation          `json:"generations,omitempty"`    // of a run alone
}

// BestWeights are the weights of a run's answer.
type BestWeights struct {
	Name    string       `json:"name,omitempty"`
	Weights *Object      `json:"weights"`
	Fitness rating.Float `json:"fitness"`
	// Of a weight of which they are not known the objects have no key.
	Error           *Object `json:"error,omitempty"`
	Importance      *Object `json:"importance,omitempty"`
	ImportanceError *Object `json:"importance_error,omitempty"`
}

// Generation is one round of a run.
type Generation struct {
	Generation  int        `json:"generation"`
	Games       int        `json:"games"`
	BestFitness *float64   `json:"best_fitness"`
	MeanFitness *float64   `json:"mean_fitness"`
	Forfeits    int        `json:"forfeits,omitempty"`
	Best        *RoundBest `json:"best,omitempty"` // the answer so far
}

// RoundBest is what the strategy recommended after a round.
type RoundBest struct {
	Name    string   `json:"name,omitempty"`
	Weights *Object  `json:"weights"`
	Fitness *float64 `json:"fitness"`
	Games   int      `json:"games"` // behind the fitness
}

// summaryOf is a run as a list shows it.
func summaryOf(s results.Summary) Run {
	r := Run{
		Run: s.ID, Kind: string(s.Kind), Name: s.Name, Engine: s.Engine, Strategy: s.Strategy, Seed: s.Seed,
		Status: string(s.Status), Started: s.Started, Rounds: s.Rounds, Games: s.Games, Version: s.Version, Host: s.Host,
		Verdict: s.Verdict(), Tags: s.Tags, Note: s.Note, Forfeits: s.Failures.Games(), ForfeitsByKind: s.Failures, Disputed: s.Disputed,
	}
	if !s.Ended.IsZero() {
		r.Ended = &s.Ended
	}
	if s.Answer != nil && s.Answer.Rating != nil {
		rating := s.Answer.Rating
		r.Rating, r.Interval, r.Against = &rating.Elo, &rating.Interval, rating.Against
	}
	if s.Answer != nil {
		r.Misfit = s.Answer.Misfit
		if s.Answer.Played != nil {
			r.Variety = s.Answer.Played.Variety
		}
	}
	return r
}

// Record is a whole run.
func Record(rec results.Record) Run {
	r := summaryOf(rec.Summary)
	r.Config = rec.Config
	for _, g := range rec.Generations {
		r.Generations = append(r.Generations, newGeneration(rec.Space, g))
	}
	r.Checkpoints = rec.Checkpoints
	if rec.Answer != nil {
		r.Standings = rec.Answer.Standings
		r.Refused, r.Candidates = newRefused(rec.Space, rec.Answer.Refused), newCandidates(rec.Space, rec.Answer.Candidates)
		r.Fit = fitOf(rec.Answer.Fit)
		r.Itself, r.Earlier = rec.Answer.AgainstItself, rec.Answer.Earlier()
	}
	if best, ok := rec.Best(); ok {
		r.Best = &BestWeights{
			Name: best.Name, Weights: Weights(rec.Space, best.Weights), Fitness: best.Fitness,
			Error: knownByName(rec.Space, best.Error), Importance: knownByName(rec.Space, best.Importance), ImportanceError: knownByName(rec.Space, best.ImportanceError),
		}
	}
	return r
}

// newGeneration returns the document of a round.
func newGeneration(space engines.Space, g results.Generation) Generation {
	out := Generation{Generation: g.Number, Games: g.Games, BestFitness: known(g.BestFitness), MeanFitness: known(g.MeanFitness), Forfeits: g.Forfeits}
	if len(g.Best.Weights) > 0 {
		out.Best = &RoundBest{g.Best.Name, Weights(space, g.Best.Weights), known(float64(g.Best.Fitness)), g.Best.Games}
	}
	return out
}

// Expecting adds how many games a search that runs will play, and how long it will still
// take.
func (r Run) Expecting(planned int, elapsed time.Duration) Run {
	if r.Status == string(results.Running) && r.Kind == string(results.Evolve) {
		r.PlannedGames = planned
		if left, ok := runs.TimeLeft(planned, r.Games, elapsed); ok {
			r.ETASeconds = &left
		}
	}
	return r
}

// Summaries lists runs.
func Summaries(list []results.Summary) []Run {
	out := make([]Run, 0, len(list))
	for _, s := range list {
		out = append(out, summaryOf(s))
	}
	return out
}
