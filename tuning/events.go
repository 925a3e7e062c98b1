package tuning

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Events contains callbacks for progress and logging. Nil functions are not called. Calls do not
// overlap. Games wait until a call returns, so a slow function must pass its work to another
// goroutine. Use a [Journal] for data that must not be lost. These callbacks are independent of the
// events of the web API, which are derived from the contents of the store.
type Events struct {
	// RunBegun receives the id of a run when the run is first stored and whenever it is
	// resumed.
	RunBegun func(run string)
	// Progress receives the progress of the current phase, at short intervals.
	Progress func(Progress)
	// RoundFinished receives a round after the strategy has learned from it.
	RoundFinished func(Round)
	// RoundSaved receives a round after it has been written to the store.
	RoundSaved func(Round)
	// ResultFinished receives the result of every pairing of agents, in the order in which the
	// pairings were scheduled.
	ResultFinished func(Phase, tournament.Result)
	// CheckpointMeasured receives every interim measurement of a search's best weights.
	CheckpointMeasured func(Checkpoint)
	// VerificationFinished receives the result of a verification.
	VerificationFinished func(Verification)
	// Warning receives a line of text for the user. It begins with "warning: " if a condition may
	// make the result less reliable. Otherwise it is a note, such as the openings that were chosen.
	Warning func(text string)
	// WorkerExcluded receives a worker process whose results were wrong or unusable. The worker
	// receives no more games of the run.
	WorkerExcluded func(ExcludedWorker)
}

// Phase is the name of a part of a run that has separate progress, such as the search or the
// verification of its result.
type Phase string

// These are the phases of runs. A run has only some of them: a search, for example, has the phases
// Search and Verifying.
const (
	Search     Phase = "search"       // games from which a strategy learns
	Verifying  Phase = "verification" // games that choose and measure the result; see [Verify]
	Tournament Phase = "tournament"
	Grid       Phase = "grid"        // the points of a grid search over labelled positions
	Exact      Phase = "exact"       // search for the most hits between the points of a grid
	Bench      Phase = "bench"       // runs that compare strategies; see package bench
	Playing    Phase = "games"       // games that supply positions to learn from
	Fitting    Phase = "fit"         // the steps of a regression on positions
	Explaining Phase = "explanation" // games that measure how much each weight of a result contributes
)

// Progress describes how much of the current phase is finished. In the runs of package runs, the
// games of a search or a fit and the games of its verification are counted together.
type Progress struct {
	Phase Phase
	Done  int64
	Of    int64 // the total; 0 if unknown
	// Before is the part of Done that was done before the run was resumed. Only the rest of Done shows
	// how fast the run is.
	Before int64
	Unit   string // the unit of Done and Of: "games", "pairings", "points", "parts", "runs", "steps"

	// The following fields are set during a search: the current round, its finished and planned
	// games, and the best weights before the round.
	Round      int
	RoundGames int
	RoundOf    int
	Best       Estimate
	Space      engines.Space // the space of Best.Weights; set by package runs, and nil from [Run]

	// Leaders returns the agents of a tournament in the order of their scores, best first. It is
	// nil in other phases.
	Leaders func() []Leader
	// Test is the state of a tournament's sequential test, or nil if the tournament has none.
	Test *TestState
}

// TestState is the state of a sequential test whose outcome is still open.
type TestState struct {
	LLR    float64    // log-likelihood ratio of H1 and H0
	Bounds [2]float64 // values of LLR at which the test accepts H0 and H1
}

// Leader contains the score of an agent in an unfinished tournament.
type Leader struct {
	Agent string
	Score float64 // mean over its games, in [0, 1]
	Games int
}

// Checkpoint contains an interim measurement of the best weights after a round. The measurement
// uses games that the search does not learn from.
type Checkpoint struct {
	Round int
	Games int // games of the search up to the end of the round
	// Elo is the strength of the best weights above the agent named Against. Interval is the
	// interval of Elo at the level [rating.Confidence].
	Elo      float64
	Interval rating.Interval
	Against  string
	Played   int // games of the measurement
	// Trend is a sentence about the progress of the search, derived from its checkpoints so far. It
	// is "" as long as there are not two checkpoints to compare.
	Trend string
	rating.Variety
}

// ExcludedWorker describes a worker process that no longer plays for a run. Either one of its
// results differs from the equal results of two others, or it has repeatedly sent results that
// cannot be used.
type ExcludedWorker struct {
	ID     string // as in the documents of the run
	Name   string // host name; "" if unknown
	Reason string
}

// Tee returns callbacks that call the function of a and then the function of b.
func Tee(a, b Events) Events {
	return Events{
		RunBegun:             both(a.RunBegun, b.RunBegun),
		Progress:             both(a.Progress, b.Progress),
		RoundFinished:        both(a.RoundFinished, b.RoundFinished),
		RoundSaved:           both(a.RoundSaved, b.RoundSaved),
		ResultFinished:       bothOf(a.ResultFinished, b.ResultFinished),
		CheckpointMeasured:   both(a.CheckpointMeasured, b.CheckpointMeasured),
		VerificationFinished: both(a.VerificationFinished, b.VerificationFinished),
		Warning:              both(a.Warning, b.Warning),
		WorkerExcluded:       both(a.WorkerExcluded, b.WorkerExcluded),
	}
}

// both returns a function that calls a and then b, either of which may be nil.
func both[T any](a, b func(T)) func(T) {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func(v T) { a(v); b(v) }
}

// bothOf returns a function of two arguments that calls a and then b, either of which may be nil.
func bothOf[T, U any](a, b func(T, U)) func(T, U) {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func(v T, u U) { a(v, u); b(v, u) }
}
