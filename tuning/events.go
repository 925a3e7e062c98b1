package tuning

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Events are functions that are told what happens while something is played. A
// function that is nil is not called. Calls do not overlap, and what is being
// played waits for them: a function that has much to do hands it on.
//
// They are for showing and logging. What must not be lost, a [Journal] keeps.
type Events struct {
	// RunBegun is told the name under which a run is kept, once it is; of a run
	// that goes on, too.
	RunBegun func(run string)
	// Progress is told how much is done, often.
	Progress func(Progress)
	// RoundFinished is told of a round when the strategy has learned from it.
	RoundFinished func(Round)
	// RoundSaved is told of a round when a kill cannot lose it any more.
	RoundSaved func(Round)
	// ResultFinished is told of every pairing, in the order of the schedule.
	ResultFinished func(Phase, tournament.Result)
	// CheckpointMeasured receives every checkpoint of a search when it has been measured.
	CheckpointMeasured func(Checkpoint)
	// VerificationFinished is told what a verification has found.
	VerificationFinished func(Verification)
	// Warning is told, in a sentence, of what does not stop the work but may
	// make its result worth less.
	Warning func(text string)
	// WorkerJoined and WorkerLeft are told of those that play for a run in
	// other processes.
	WorkerJoined func(Worker)
	WorkerLeft   func(Worker)
}

// Phase is a part of the work that has a progress of its own.
type Phase string

// The phases.
const (
	Search     Phase = "search"
	Verifying  Phase = "verification"
	Tournament Phase = "tournament"
	Grid       Phase = "grid"
	Bench      Phase = "bench"
	Labelling  Phase = "etudes"
	Playing    Phase = "games" // whose positions are learned from
	Fitting    Phase = "fit"
)

// Progress says how much of a phase is done.
type Progress struct {
	Phase Phase
	Done  int64
	Of    int64  // 0 if it is not known
	Unit  string // what is counted: "games", "pairings", "points", "runs", "etudes"

	// Of a search: the round in play, the games that it is done with, and the
	// answer before it.
	Round      int
	RoundGames int
	RoundOf    int
	Best       Estimate
	Space      engines.Space // of the answer's weights

	// Leaders lists the agents of a tournament, the one with the best score first; nil
	// of other work.
	Leaders func() []Leader
}

// Leader is an agent of a tournament with what it has scored so far.
type Leader struct {
	Agent string
	Score float64 // mean of its games, in [0, 1]
	Games int
}

// Checkpoint is the strength of a round's best weights, measured on deals that the
// search does not use.
type Checkpoint struct {
	Round    int
	Games    int // of the search, up to the end of the round
	Elo      float64
	Interval rating.Interval
	Against  string
	Played   int // games of the measurement
	rating.Variety
}

// Worker is a process that plays for a run.
type Worker struct {
	Name  string // its host, or what it calls itself
	Slots int    // games that it plays at once
}

// Tee returns events that tell both a and b, in this order.
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
		WorkerJoined:         both(a.WorkerJoined, b.WorkerJoined),
		WorkerLeft:           both(a.WorkerLeft, b.WorkerLeft),
	}
}

func both[T any](a, b func(T)) func(T) {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func(v T) { a(v); b(v) }
}

func bothOf[T, U any](a, b func(T, U)) func(T, U) {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func(v T, u U) { a(v, u); b(v, u) }
}
