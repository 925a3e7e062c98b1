package documents

import (
	"math"
	"strconv"
	"time"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// Progress is the JSON document of the part of a run that changes while it is played. Events of
// the web API consist of a Progress alone.
type Progress struct {
	ID           string               `json:"run" doc:"the id"`
	Status       string               `json:"status" enum:"running,interrupted,finished"`
	Rounds       int                  `json:"rounds" doc:"finished rounds"`
	Games        int                  `json:"games" doc:"of the search, or of a tournament"`
	Pairings     int                  `json:"pairings,omitempty" doc:"stored pairings of a tournament or a verification"`
	PlannedGames int                  `json:"planned_games,omitempty" doc:"games of the whole search or tournament; absent if it has ended or the number is not known"`
	ETASeconds   *float64             `json:"eta_seconds,omitempty" doc:"expected time to the end; absent if it has ended or is not known"`
	Checkpoints  []results.Checkpoint `json:"checkpoints,omitempty" doc:"the strength of the best weights of some rounds, and at the end of the result"`
	Trend        *results.Trend       `json:"trend,omitempty" doc:"where the search stands, by its checkpoints and the matches of the result against itself; absent without a checkpoint"`
}

// Run is the JSON document of a run. The verbs evolve, tournament, grid, fit and runs print it with
// --json, and the web API and reports contain it. Lists of runs contain a shorter form without the
// config and the details of the result.
type Run struct {
	Progress
	Kind     string     `json:"kind" enum:"evolve,tournament,grid,fit"`
	Name     string     `json:"name,omitempty" doc:"given by the user"`
	Engine   string     `json:"engine"`
	Strategy string     `json:"strategy,omitempty"`
	Seed     string     `json:"seed" doc:"in decimal digits"`
	Started  time.Time  `json:"started"`
	Ended    *time.Time `json:"ended,omitempty" doc:"absent while it runs or if it was killed"`
	Seconds  float64    `json:"seconds" doc:"spent in the rounds; of a run without rounds, from start to end"`
	Version  string     `json:"version" doc:"of the program that began it"`
	Host     string     `json:"host" doc:"name of the machine on which it began"`
	Tags     []string   `json:"tags,omitempty"`
	Note     string     `json:"note,omitempty"`
	rating.Variety
	Verdict        *evidence.Verdict `json:"verdict,omitempty" doc:"absent if nothing was verified"`
	Headline       string            `json:"headline,omitempty" doc:"of a tournament: its winner"`
	Forfeits       int               `json:"forfeits,omitempty" doc:"games that were lost by failing"`
	ForfeitsByKind map[string]int    `json:"forfeits_by_kind,omitempty" doc:"the same by their kind"`
	Workers        []results.Worker  `json:"workers,omitempty" doc:"the processes that played for the run; absent for a run of one process"`
	Processors     []string          `json:"processors,omitempty" doc:"kinds of processor that computed the run, such as amd64, the earliest first; absent if there was only one"`
	Disputed       string            `json:"disputed,omitempty" doc:"the text of the error of two workers that disagreed"`
	Missing        string            `json:"missing,omitempty" doc:"what is lost of a run that was recovered from a damaged store"`
	Caveats        []string          `json:"caveats,omitempty" doc:"reasons to trust the evidence less than its numbers; the output of the verb that played the run may have more than the stored run"`
	Reproducible   *bool             `json:"reproducible,omitempty" doc:"false if the result depends on more than config and seed, in the output of the verb that played the run"`
	Unused         string            `json:"unused,omitempty" doc:"the part of the budget that was not used, in the output of the verb that played the run"`

	Continued     []results.Continuation `json:"continued,omitempty" doc:"how the run was continued with other budgets, the earliest first; absent for other runs"`
	Rules         string                 `json:"rules,omitempty" doc:"version of the game's rules when the run began; absent for a game without one"`
	Config        string                 `json:"config,omitempty" doc:"YAML, as resolved"`
	ScaleFree     bool                   `json:"scale_free,omitempty" doc:"only the direction of a weight vector matters"`
	Weights       []Weight               `json:"weights,omitempty" doc:"the weights that are searched"`
	Best          *Best                  `json:"best,omitempty" doc:"the result, or the best weights so far"`
	Reached       []string               `json:"reached_constraints,omitempty" doc:"constraints between weights that the best weights satisfy with equality"`
	Verification  []rating.Standing      `json:"verification,omitempty" doc:"the result against each opponent, by fresh games"`
	Other         []rating.Standing      `json:"verification_other,omitempty" doc:"the same with the settings of verification.settings"`
	Candidates    []Candidate            `json:"candidates,omitempty" doc:"the vectors that the verification chose among"`
	Refused       *Refused               `json:"refused,omitempty" doc:"the candidate that the start weights replaced"`
	AgainstItself []results.SelfMatch    `json:"against_itself,omitempty" doc:"the result against the best weights of earlier rounds"`
	BetterEarlier *results.Checkpoint    `json:"better_earlier,omitempty" doc:"a checkpoint that was better than the result, beyond chance"`
	Explanation   *results.Explanation   `json:"explanation,omitempty" doc:"what each weight of the result brought; absent before lanista explain"`
	Next          []runs.NextStep        `json:"next,omitempty" doc:"sensible next steps, the most useful first"`
	Lengths       *runs.GameLengths      `json:"lengths,omitempty" doc:"lengths of games, with the flag lengths of tournament and runs"`
	Tournament    *Table                 `json:"tournament,omitempty"`
	Grid          *Grid                  `json:"grid,omitempty"`
	Fit           *Fit                   `json:"fit,omitempty"`
	History       []Round                `json:"history,omitempty" doc:"the rounds; the web API has them in a document of their own"`
}

// Fit is the JSON document of a fit: how well its weights predict positions, and their strength
// in games.
type Fit struct {
	From string `json:"from,omitempty" doc:"where the positions came from, in the output of the verb that fitted"`
	results.FitEvidence
	Fitted *Best `json:"fitted,omitempty" doc:"the fitted weights, whether or not they are the result, in the output of the verb that fitted"`
}

// NewProgress returns the JSON document of a run's progress, without a forecast and checkpoints.
func NewProgress(p results.Progress) Progress {
	return Progress{ID: p.ID, Status: string(p.Status), Rounds: p.Rounds, Games: p.Games, Pairings: p.Pairings}
}

// WithCheckpoints returns the document with checkpoints (interim measurements of the best weights)
// and the trend of the search. The trend depends on the checkpoints and on againstItself, the
// matches of the result against the best weights of earlier rounds.
func (p Progress) WithCheckpoints(list []results.Checkpoint, againstItself []results.SelfMatch) Progress {
	p.Checkpoints, p.Trend = list, results.NewTrend(list, againstItself)
	return p
}

// Summary converts a run to the JSON document used in lists.
func Summary(s results.Summary) Run {
	r := Run{
		Progress: NewProgress(results.Progress{ID: s.ID, Status: s.Status, Rounds: s.Rounds, Games: s.Games, Pairings: s.Pairings}),
		Kind:     string(s.Kind), Name: s.Name, Engine: s.Engine, Strategy: s.Strategy, Seed: strconv.FormatUint(s.Seed, 10),
		Started: s.Started, Seconds: s.Elapsed.Seconds(), Version: s.Version, Host: s.Host, Tags: s.Tags, Note: s.Note,
		Verdict: s.Verdict(), Forfeits: s.Failures.Games(), ForfeitsByKind: s.Failures, Disputed: s.Disputed, Missing: s.Missing,
	}
	if !s.Ended.IsZero() {
		ended := s.Ended
		r.Ended = &ended
		if s.Rounds == 0 {
			r.Seconds = max(0, ended.Sub(s.Started).Seconds()) // negative in old stores, if the clock was set back
		}
	}
	if a := s.Result; a != nil {
		r.Headline = a.Headline()
		if a.Played != nil {
			r.Variety = a.Played.Variety
		}
	}
	return r
}

// Summaries converts a list of runs to JSON documents.
func Summaries(list []results.Summary) []Run {
	out := make([]Run, 0, len(list))
	for _, s := range list {
		out = append(out, Summary(s))
	}
	return out
}

// WithForecast returns the document with the planned number of games of a running search, and the
// expected remaining time.
func (r Run) WithForecast(planned int, elapsed time.Duration) Run {
	if r.Status == string(results.Running) && r.Kind == string(results.Evolve) {
		r.PlannedGames = planned
		if left, ok := runs.TimeLeft(planned, r.Games, elapsed); ok {
			r.ETASeconds = &left
		}
	}
	return r
}

// WithStandings returns a copy of a tournament's JSON document with the rating table t and the
// sequential test. test is nil if there is none. Both should be computed from the stored pairings
// only.
func (r Run) WithStandings(t tournament.Table, test *runs.Test) Run {
	table := NewTable(t, test, 0)
	r.Tournament = &table
	return r
}

// Detail returns the JSON document of a run without its rounds. For a tournament,
// [Run.WithStandings] adds the crosstable and the sequential test.
func Detail(rec results.Record) Run {
	r := Summary(rec.Summary)
	r.Workers, r.Continued, r.Rules = rec.Workers, rec.Continued, rec.Rules
	if len(rec.Processors) > 1 {
		r.Processors = rec.Processors
	}
	r.Config, r.ScaleFree, r.Progress = rec.Config, rec.ScaleFree, r.WithCheckpoints(rec.Checkpoints, nil)
	for _, w := range rec.Space {
		r.Weights = append(r.Weights, newWeight(w))
	}
	if best, ok := rec.Best(); ok {
		r.Best, r.Reached = newBest(rec.Space, best), runs.ReachedConstraints(rec)
	}
	if rec.Grid != nil {
		r.Grid = NewGrid(*rec.Grid)
		if rec.Result != nil {
			r.Grid.addMissed(rec.Space, rec.Result.Etudes)
		}
	}
	a := rec.Result
	if a == nil {
		return r
	}
	if a.Checkpoints != nil {
		r.Progress = r.WithCheckpoints(a.Checkpoints, a.AgainstItself)
	}
	if rec.Kind == results.Tournament {
		r.Tournament = storedTable(rec)
	} else {
		r.Verification, r.Other = a.Standings, a.OtherStandings
	}
	for _, c := range a.Candidates {
		r.Candidates = append(r.Candidates, newCandidate(rec.Space, c))
	}
	if a.Refused != nil {
		r.Refused = &Refused{newCandidate(rec.Space, a.Refused.Candidate), a.Refused.Rating, a.Refused.Standings}
	}
	r.Caveats = a.Caveats()
	r.AgainstItself, r.BetterEarlier, r.Explanation = a.AgainstItself, a.Earlier(), rec.Explanation
	if a.Fit != nil {
		r.Fit = &Fit{FitEvidence: *a.Fit}
	}
	return r
}

// Record returns the JSON document of a run with its rounds.
func Record(rec results.Record) Run {
	r := Detail(rec)
	r.History = rounds(rec.Space, rec.Generations)
	return r
}

// Tuned returns the JSON document of a finished tuning run.
func Tuned(t runs.TuneResult) Run {
	r := Record(t.Record)
	r.Caveats, r.Unused, r.Reproducible = t.Caveats, t.Unused, reproducible(t.Irreproducible)
	return r
}

// Fitted returns the JSON document of a finished fit.
func Fitted(f runs.FitResult) Run {
	r := Record(f.Record)
	r.Caveats = f.Caveats
	r.Fit = &Fit{From: f.From, FitEvidence: *f.Record.Result.Fit, Fitted: &Best{Name: f.Found.Name, Weights: NewVector(f.Record.Space, f.Found.Weights), Error: NewVector(f.Record.Space, f.Found.Error)}}
	return r
}

// Tournament returns the JSON document of a finished tournament.
func Tournament(t runs.TournamentResult) Run {
	r := Detail(t.Record)
	table := NewTable(t.Table, t.Test, 0)
	table.EndedEarly = t.Ended
	r.Tournament, r.Caveats, r.Reproducible = &table, t.Caveats, reproducible(t.Irreproducible)
	return r
}

// Searched returns the JSON document of a finished grid search.
func Searched(g runs.GridResult) Run {
	r := Detail(g.Record)
	if r.Grid == nil { // a grid with too many points or etudes to store the hits
		r.Grid = &Grid{Axes: []results.Axis{}, Points: int(g.Result.Points), Etudes: g.Result.Etudes, BestHits: g.Result.Best, Optimal: int(g.Result.Count)}
		for _, n := range g.Result.Histogram {
			r.Grid.Histogram = append(r.Grid.Histogram, int(n))
		}
		r.Grid.Chosen = NewVector(g.Record.Space, g.Result.Chosen.Weights)
		if g.Record.Result != nil {
			r.Grid.addMissed(g.Record.Space, g.Record.Result.Etudes)
		}
	}
	r.Grid.add(g.Record.Space, g.Result)
	return r
}

// reproducible returns the JSON value of the key reproducible: false if why contains reasons, and
// nil otherwise, so that the key is omitted. The reasons are those for which a result depends on
// more than config and seed.
func reproducible(why []string) *bool {
	if len(why) == 0 {
		return nil
	}
	return new(bool)
}

// Seeds is the JSON document of several tuning runs that have the same config and different seeds.
type Seeds struct {
	Runs    []Run             `json:"runs"`
	Shares  bool              `json:"shares" doc:"weights are shares of the sum of absolute values, since only directions matter"`
	Weights []SeedsWeight     `json:"weights"`
	Verdict *evidence.Verdict `json:"verdict,omitempty" doc:"of all runs together; a run that kept the start counts with the rating of its search's candidate, unless all did; absent if nothing was verified"`
}

// SeedsWeight is the JSON document of the values that one weight received in tuning runs with
// different seeds.
type SeedsWeight struct {
	Name      string         `json:"name"`
	Mean      rating.Float   `json:"mean" doc:"null if the values are choices"`
	Deviation rating.Float   `json:"deviation" doc:"over the seeds; null for one, and if the values are choices"`
	Choices   map[string]int `json:"choices,omitempty" doc:"number of seeds whose result has each choice; absent if the values are numbers"`
}

// NewSeeds converts tuning runs with different seeds to a JSON document.
func NewSeeds(r runs.SeedsResult) Seeds {
	out := Seeds{Shares: r.Shares, Verdict: r.Verdict, Runs: []Run{}}
	for _, t := range r.Runs {
		out.Runs = append(out.Runs, Tuned(t))
	}
	for i, w := range r.Space {
		weight := SeedsWeight{w.Name, rating.Float(r.Mean[i]), rating.Float(r.Deviation[i]), r.Choices(i)}
		if weight.Choices != nil {
			weight.Mean, weight.Deviation = rating.Float(math.NaN()), rating.Float(math.NaN())
		}
		out.Weights = append(out.Weights, weight)
	}
	return out
}

// Table is the JSON document of a tournament's rating table. For an unfinished tournament it
// covers the games played so far.
type Table struct {
	Games int `json:"games" doc:"number of games"`
	rating.Variety
	PlannedGames   int                  `json:"planned_games,omitempty" doc:"absent if a sequential test decides, or the tournament has ended"`
	Pairings       int                  `json:"pairings" doc:"entered, copies included"`
	Forfeits       int                  `json:"forfeits,omitempty" doc:"games that were lost by failing"`
	ForfeitsByKind map[string]int       `json:"forfeits_by_kind,omitempty" doc:"the same by their kind"`
	Seats          []float64            `json:"seats,omitempty" doc:"mean score of each seat"`
	Anchor         string               `json:"anchor,omitempty" doc:"the agent rated 0; absent if the mean is"`
	Standings      []rating.Standing    `json:"standings"`
	Crosstable     [][]*tournament.Cell `json:"crosstable,omitempty" doc:"the row's agent against the column's, in the order of the standings; null if they have not met"`
	Superiority    rating.Matrix        `json:"superiority,omitempty" doc:"probability that the row's agent is stronger than the column's"`
	Circle         *evidence.Circle     `json:"circle,omitempty" doc:"agents whose results go round, which no rating can show"`
	Misfit         *tournament.Misfit   `json:"misfit,omitempty" doc:"the score that the ratings describe worst; absent if they describe all within chance"`
	SPRT           *SPRT                `json:"sprt,omitempty" doc:"the sequential test"`
	EndedEarly     string               `json:"ended_early,omitempty" doc:"why it ended before its schedule did, in the output of the verb that played it"`
}

// SPRT is the JSON document of a sequential test (sequential probability ratio test).
type SPRT struct {
	Agents      [2]string  `json:"agents" doc:"the tested agent and its opponent"`
	Elo         [2]float64 `json:"elo" doc:"the two hypotheses, in the unit of model"`
	Model       string     `json:"model" doc:"unit of the hypotheses: normalised Elo, Elo or BayesElo" enum:"normalized,logistic,bayesian"`
	Bounds      [2]float64 `json:"bounds" doc:"of the log-likelihood ratio"`
	LLR         float64    `json:"llr" doc:"log-likelihood ratio"`
	Decision    string     `json:"decision"`
	Pentanomial []int      `json:"pentanomial" doc:"different pairs of games by half points of the tested agent"`
	Pairings    int        `json:"pairings" doc:"different pairs of games"`
}

// NewTable converts the table of a tournament to its JSON document. test is nil if there is none.
// planned is the total number of games, or 0 if unknown.
func NewTable(t tournament.Table, test *runs.Test, planned int) Table {
	out := Table{
		Games: t.Games, Variety: t.Variety, PlannedGames: planned, Pairings: t.Pairings, Forfeits: t.Forfeits, ForfeitsByKind: t.ForfeitsByKind,
		Seats: t.Seats, Anchor: t.Anchor, Standings: append([]rating.Standing{}, t.Standings...), Crosstable: t.Crosstable, Superiority: t.Superiority,
		Circle: runs.TournamentResult{Table: t}.Circle(), Misfit: t.Misfit,
	}
	if test != nil {
		out.SPRT = &SPRT{Agents: test.Agents, Elo: test.Elo, Model: test.Model.String(), Bounds: test.Bounds, LLR: test.LLR, Decision: test.Decision.String(), Pentanomial: append([]int{}, test.Counts...)}
		for _, n := range test.Counts {
			out.SPRT.Pairings += n
		}
	}
	return out
}

// storedTable returns the JSON document of the table in the result of a tournament, without the
// crosstable and the sequential test. rec must have a result.
func storedTable(rec results.Record) *Table {
	t := Table{
		Games: rec.Games, Pairings: rec.Pairings, Forfeits: rec.Failures.Games(), ForfeitsByKind: rec.Failures, Misfit: rec.Result.Misfit,
		Standings: append([]rating.Standing{}, rec.Result.Standings...),
	}
	if p := rec.Result.Played; p != nil {
		t.Variety = p.Variety
	}
	if rec.Crosstable != nil {
		t.Circle = rec.Crosstable.Circle(rec.Result.Played)
	}
	return &t
}
