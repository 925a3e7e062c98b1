package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/tuning"
)

// Document returns the best weights of the run in the form of a weights file, with their rating,
// interval, games and verdict. It returns an error for a run without weights. The function Document
// of package runs adds what follows from the run's config, such as the name of an external program
// that the weights are for, and the steps of spsa.
func (r Record) Document() (weights.Document, error) {
	best, ok := r.Best()
	if !ok && r.Kind == Tournament {
		return weights.Document{}, fmt.Errorf("run %s is a tournament: it has %w", r.ID, ErrNoWeights)
	}
	if !ok {
		return weights.Document{}, fmt.Errorf("run %s has %w yet", r.ID, ErrNoWeights)
	}
	d, err := weights.New(r.Engine, r.Space, best.Weights)
	if err != nil {
		return d, inRun(r.ID, err)
	}
	d.Name, d.Settings, d.Run, d.Seed, d.Version = r.Name, best.Settings, r.ID, &r.Seed, r.Version
	d.Error, d.Importance = byName(r.Space, best.Error), byName(r.Space, best.Importance)
	d.Disputed = r.Disputed
	if e := best.Etudes; e != nil {
		d.Etudes, d.Correct = e.Etudes, e.Hits
	}
	if r.Status != Finished {
		d.Status = string(r.Status)
	}
	if rated := best.Rating; rated != nil {
		d.Verdict = r.Verdict()
		d.Games, d.Against = rated.Games, rated.Against
		if elo := float64(rated.Elo); finite(elo) {
			d.Rating = &elo
		}
		if rated.Interval.Known() {
			d.Interval = &rated.Interval
		}
	}
	return d, nil
}

// CandidateDocument returns the weights of a candidate in the form of a weights file, without a
// rating. A candidate is one of the weight vectors among which the run's verification chose. name
// is the name of the candidate, in lower or upper case. There are two special names. "start" means
// the weights with which the run began. "candidate" means the candidate that the verification
// rejected or, if it rejected none, the first choice of the strategy. CandidateDocument returns an
// error if there is no such candidate.
func (r Record) CandidateDocument(name string) (weights.Document, error) {
	if r.Result == nil || len(r.Result.Candidates) == 0 {
		return weights.Document{}, fmt.Errorf("run %s has no candidates; a run has them after its verification", r.ID)
	}
	wanted := name
	switch {
	case strings.EqualFold(name, "candidate") && r.Result.Refused != nil:
		wanted = r.Result.Refused.Name
	case strings.EqualFold(name, "candidate"):
		wanted = r.Result.Candidates[0].Name
	case strings.EqualFold(name, "start"):
		wanted = tuning.StartName
	}
	var names []string
	for _, c := range r.Result.Candidates {
		if strings.EqualFold(c.Name, wanted) {
			d, err := r.otherDocument(c.Weights)
			d.Candidate, d.Settings = c.Name, c.settings(*r.Result)
			return d, err
		}
		names = append(names, strconv.Quote(c.Name))
	}
	return weights.Document{}, fmt.Errorf("run %s has no candidate %q; it has %s", r.ID, name, strings.Join(names, ", "))
}

func (c Candidate) settings(a Result) engines.Settings {
	if c.Settings != nil {
		return c.Settings
	}
	return a.Settings
}

// RoundDocument returns the best weights after a round in the form of a weights file, without a
// rating.
func (r Record) RoundDocument(number int) (weights.Document, error) {
	for _, g := range r.Generations {
		if g.Number != number {
			continue
		}
		if len(g.Best.Weights) == 0 {
			return weights.Document{}, fmt.Errorf("round %d of run %s has no weights", number, r.ID)
		}
		if last := r.Generations[len(r.Generations)-1]; r.Kind == Fit && g.Number < last.Number && slices.Equal(g.Best.Weights, last.Best.Weights) {
			return weights.Document{}, fmt.Errorf("run %s fitted a table, and the store keeps only the table of the last round, which is round %d", r.ID, last.Number)
		}
		d, err := r.otherDocument(g.Best.Weights)
		d.Round = number
		if r.Result != nil {
			d.Settings = r.Result.Settings
			if r.Kind == Fit && len(r.Result.Candidates) > 0 {
				d.Settings = r.Result.Candidates[0].settings(*r.Result)
			}
		}
		return d, err
	}
	if len(r.Generations) == 0 {
		return weights.Document{}, fmt.Errorf("run %s has no rounds", r.ID)
	}
	return weights.Document{}, fmt.Errorf("run %s has no round %d; its rounds are %d to %d",
		r.ID, number, r.Generations[0].Number, r.Generations[len(r.Generations)-1].Number)
}

// otherDocument returns the contents of a weights file with the weights w, which are not the run's
// result but, for example, the best weights after a round. It has no rating.
func (r Record) otherDocument(w engines.Weights) (weights.Document, error) {
	d, err := weights.New(r.Engine, r.Space, w)
	if err != nil {
		return d, inRun(r.ID, err)
	}
	d.Name, d.Run, d.Seed, d.Version, d.Disputed = r.Name, r.ID, &r.Seed, r.Version, r.Disputed
	if r.Status != Finished {
		d.Status = string(r.Status)
	}
	return d, nil
}

// byName returns the finite numbers of a vector, by the names of the weights.
func byName(space engines.Space, v []float64) map[string]float64 {
	var named map[string]float64
	for i, x := range v {
		if i < len(space) && finite(x) {
			if named == nil {
				named = make(map[string]float64)
			}
			named[space[i].Name] = x
		}
	}
	return named
}
