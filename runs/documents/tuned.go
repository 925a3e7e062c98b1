package documents

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// Tuned is the document of a run of tuning.
func Tuned(t runs.TuneResult) any {
	type bestJSON struct {
		Weights  *Object          `json:"weights"`
		Fitness  *float64         `json:"fitness"`
		Name     string           `json:"name,omitempty"`
		Rating   *float64         `json:"rating,omitempty"`
		Interval *rating.Interval `json:"interval,omitempty"`
		Against  string           `json:"against,omitempty"`
		Games    int              `json:"games"`
		rating.Variety
		// Of a weight of which they are not known the objects have no key.
		Error           *Object `json:"error,omitempty"`
		Importance      *Object `json:"importance,omitempty"`
		ImportanceError *Object `json:"importance_error,omitempty"`
	}
	type generationJSON struct {
		Generation  int      `json:"generation"`
		Games       int      `json:"games"`
		Best        bestJSON `json:"best"`
		MeanFitness *float64 `json:"mean_fitness"`
		BestFitness *float64 `json:"best_fitness"`
		Forfeits    int      `json:"forfeits,omitempty"`
	}
	doc := struct {
		Run            string                `json:"run"`
		Engine         string                `json:"engine"`
		Strategy       string                `json:"strategy"`
		Seed           uint64                `json:"seed"`
		Generations    []generationJSON      `json:"generations"`
		Best           bestJSON              `json:"best"`
		Verdict        *evidence.Verdict     `json:"verdict"`
		Verification   []rating.Standing     `json:"verification"`
		Checkpoints    []results.Checkpoint  `json:"checkpoints,omitempty"`
		Refused        *Refused              `json:"refused,omitempty"`
		Candidates     []Candidate           `json:"candidates,omitempty"`
		Itself         []results.SelfMatch   `json:"against_itself,omitempty"`
		Earlier        *results.Checkpoint   `json:"better_earlier,omitempty"`
		Disputed       string                `json:"disputed,omitempty"`
		Caveats        []string              `json:"doubts,omitempty"`
		Unused         string                `json:"unused,omitempty"`
		Forfeits       int                   `json:"forfeits,omitempty"` // of the search and the verification
		ForfeitsByKind engines.ForfeitCounts `json:"forfeits_by_kind,omitempty"`
		Reproducible   *bool                 `json:"reproducible,omitempty"` // false where it is not
		Games          int                   `json:"games"`
		Seconds        float64               `json:"seconds"`
	}{Forfeits: t.ForfeitsByKind.Games(), ForfeitsByKind: t.ForfeitsByKind, Reproducible: reproducible(t.Irreproducible), Verdict: t.Verdict, Caveats: t.Caveats, Unused: t.Unused, Checkpoints: t.Checkpoints, Refused: newRefused(t.Space, t.Refused), Candidates: newCandidates(t.Space, t.Candidates), Itself: t.AgainstItself, Earlier: t.Earlier, Disputed: t.Disputed, Run: t.Run, Engine: t.Engine.Name, Strategy: t.Strategy, Seed: t.Seed, Games: t.Games}
	for _, g := range t.Rounds {
		doc.Generations = append(doc.Generations, generationJSON{
			Generation: g.Number, Games: g.Games, Forfeits: g.Forfeits, MeanFitness: known(g.MeanFitness), BestFitness: known(g.BestFitness),
			Best: bestJSON{Weights: Weights(t.Space, g.Best.Weights), Fitness: known(float64(g.Best.Fitness)), Name: g.Best.Name, Games: g.Best.Games},
		})
	}
	best := t.Verification.Answer
	doc.Best = bestJSON{Weights: Weights(t.Space, best.Weights), Fitness: known(best.Fitness), Name: best.Name, Games: best.Games}
	doc.Best.Error, doc.Best.Importance = knownByName(t.Space, best.Error), knownByName(t.Space, t.Importance)
	doc.Best.ImportanceError = knownByName(t.Space, t.ImportanceError)
	doc.Verification = append([]rating.Standing{}, t.Verification.Matches...) // a list, if an empty one
	if v := t.Verdict; v != nil {
		doc.Best.Against, doc.Best.Games, doc.Best.Variety = v.Against, v.Games, v.Variety
		if v.Rating.Known() {
			doc.Best.Rating, doc.Best.Interval = known(float64(v.Rating)), &v.Interval
		}
	}
	doc.Seconds = t.Elapsed.Seconds()
	return doc
}

// reproducible is false where something is known that a result depends on besides
// config and seed, and nothing otherwise.
func reproducible(why []string) *bool {
	if len(why) == 0 {
		return nil
	}
	return new(bool)
}
