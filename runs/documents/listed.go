package documents

import (
	"math"
	"strconv"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// Listed is a run in a list of a service. Seeds are texts: a browser's numbers end
// at 2^53.
type Listed struct {
	Run          string           `json:"run"`
	Kind         string           `json:"kind" enum:"evolve,tournament,grid,fit"`
	Name         string           `json:"name"`
	Engine       string           `json:"engine"`
	Strategy     string           `json:"strategy"`
	Seed         string           `json:"seed"`
	Status       string           `json:"status" enum:"running,interrupted,finished"`
	Started      time.Time        `json:"started"`
	Ended        *time.Time       `json:"ended" doc:"null while it runs or where it was killed"`
	Generations  int              `json:"generations" doc:"rounds that are finished"`
	Games        int              `json:"games" doc:"of the search, or of a tournament"`
	Pairs        int              `json:"pairs" doc:"pairings in the journal of a tournament or a verification"`
	PlannedGames *int             `json:"planned_games" doc:"null where nobody can say"`
	Seconds      float64          `json:"seconds" doc:"spent in the rounds"`
	ETASeconds   *float64         `json:"eta_seconds" doc:"null where nobody can say"`
	Rating       *float64         `json:"rating" doc:"in Elo, by the verification's games alone"`
	Interval     *rating.Interval `json:"interval" doc:"of 95%; null on a side that is open"`
	Against      string           `json:"against" doc:"what a rating of 0 stands for"`
	Verdict      string           `json:"verdict" doc:"what it has found, in one line"`
	Disputed     string           `json:"disputed" doc:"why two workers disagreed on results of the run; empty if none was noticed"`
	Tags         []string         `json:"tags"`
	Note         string           `json:"note"`
	Version      string           `json:"version" doc:"of the program that began it"`
	Host         string           `json:"host"`
}

// List is a run in a list of a service.
func List(s results.Summary) Listed {
	l := Listed{
		Run: s.ID, Kind: string(s.Kind), Name: s.Name, Engine: s.Engine, Strategy: s.Strategy, Seed: strconv.FormatUint(s.Seed, 10),
		Status: string(s.Status), Started: s.Started, Generations: s.Rounds, Games: s.Games, Pairs: s.Pairs, Seconds: s.Elapsed.Seconds(),
		Tags: append([]string{}, s.Tags...), Note: s.Note, Version: s.Version, Host: s.Host, Disputed: s.Disputed,
	}
	if !s.Ended.IsZero() {
		l.Ended = &s.Ended
	}
	if s.Answer != nil && s.Answer.Rating != nil {
		r := s.Answer.Rating
		l.Rating, l.Interval, l.Against = known(float64(r.Elo)), ends(r.Interval), r.Against
		l.Verdict = s.Verdict().String()
	}
	return l
}

// ends are those of an interval.
func ends(i rating.Interval) *rating.Interval { return &i }

// Detailed is a run with its answer, but without its history.
type Detailed struct {
	Listed
	Config       string            `json:"config" doc:"YAML, as resolved"`
	Weights      []Weighed         `json:"weights" doc:"what is searched, in the order of all vectors"`
	ScaleFree    bool              `json:"scale_free" doc:"only the direction of a vector matters"`
	Best         *Found            `json:"best" doc:"the answer, or the answer so far; null before there is one"`
	Checkpoints  []Checkpoint      `json:"checkpoints" doc:"of a search, also of one that is not finished: the strength of the best weights of some rounds and of the result"`
	Refused      *Rejected         `json:"refused" doc:"the candidate of the search that the start replaced; null if it replaced none"`
	Itself       []Itself          `json:"against_itself" doc:"the answer against the best of earlier rounds"`
	Earlier      *Earlier          `json:"better_earlier" doc:"a checkpoint that was better than the answer, beyond chance; null if none was"`
	Verification []rating.Standing `json:"verification" doc:"of a run that tunes: a row an opponent, by fresh games; of a finished tournament its table"`
}

// Checkpoint is the strength of a round's best weights, by games that the search does not
// use.
type Checkpoint struct {
	Round    int              `json:"round"`
	Games    int              `json:"games" doc:"of the search, up to the end of the round"`
	Rating   *float64         `json:"rating" doc:"in Elo"`
	Interval *rating.Interval `json:"interval" doc:"of 95%; null on a side that is open"`
	Against  string           `json:"against"`
	Played   int              `json:"played" doc:"games of the measurement"`
}

// Checkpoints lists checkpoints.
func Checkpoints(list []results.Checkpoint) []Checkpoint {
	out := make([]Checkpoint, 0, len(list))
	for _, c := range list {
		out = append(out, Checkpoint{c.Round, c.Games, known(float64(c.Rating)), ends(c.Interval), c.Against, c.Played})
	}
	return out
}

// Weighed describes a weight.
type Weighed struct {
	Name    string  `json:"name"`
	Doc     string  `json:"doc"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Kind    string  `json:"kind"`
}

// Found is an answer.
type Found struct {
	_           struct{}            `nullable:"true"`
	Name        string              `json:"name" doc:"what it is"`
	Weights     map[string]float64  `json:"weights"`
	Settings    map[string]string   `json:"settings" doc:"of the agents it was found for"`
	Fitness     *float64            `json:"fitness" doc:"by the strategy's own games, which flatter"`
	Games       int                 `json:"games" doc:"behind the fitness"`
	KeptStart   bool                `json:"kept_start" doc:"the weights are those that the search began with"`
	Error       map[string]*float64 `json:"error" doc:"standard errors"`
	Importance  map[string]*float64 `json:"importance" doc:"in Elo, by the strategy's model"`
	Interaction [][]*float64        `json:"interaction" doc:"in Elo, in the order of the weights"`
}

// Detail is a run with its answer.
func Detail(rec results.Record) Detailed {
	d := Detailed{
		Listed: List(rec.Summary), Config: rec.Config, ScaleFree: rec.ScaleFree, Weights: []Weighed{}, Verification: []rating.Standing{}, Itself: []Itself{}, Checkpoints: Checkpoints(rec.Checkpoints),
	}
	for _, w := range rec.Space {
		d.Weights = append(d.Weights, Weighed{w.Name, w.Doc, w.Min, w.Max, w.Default, w.Kind.String()})
	}
	if best, ok := rec.Best(); ok {
		d.Best = found(rec.Space, best)
	}
	if rec.Answer != nil {
		d.addComparisons(rec)
		d.Verification = append(d.Verification, rec.Answer.Standings...)
	}
	return d
}

func found(space engines.Space, a results.Answer) *Found {
	f := &Found{
		Name: a.Name, Weights: make(map[string]float64), Settings: make(map[string]string), Fitness: known(float64(a.Fitness)), Games: a.Games,
		KeptStart: a.KeptStart, Error: named(space, a.Error), Importance: named(space, a.Importance), Interaction: [][]*float64{},
	}
	for i, v := range a.Weights {
		if i < len(space) && !math.IsNaN(v) {
			f.Weights[space[i].Name] = v
		}
	}
	for name, value := range a.Settings {
		f.Settings[name] = value
	}
	for _, row := range a.Interaction {
		var list []*float64
		for _, v := range row {
			list = append(list, known(v))
		}
		f.Interaction = append(f.Interaction, list)
	}
	return f
}

// named names the numbers of a vector.
func named(space engines.Space, v []float64) map[string]*float64 {
	m := make(map[string]*float64)
	for i, x := range v {
		if i < len(space) {
			m[space[i].Name] = known(x)
		}
	}
	return m
}
