package cmd

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// warnSingleOpponent warns of the trap that one fixed opponent is: what beats
// it need not beat anybody else.
func (e *evolution) warnSingleOpponent() {
	if len(e.problem.Opponents) == 1 {
		e.warn("warning: this run trains on a single opponent (%s); the answer may exploit it and lose to everybody else. Add opponents, and keep some for the verification alone.",
			e.problem.Opponents[0].Name)
	}
}

// warnUnverified warns that nothing will say how good the answer is.
func (e *evolution) warnUnverified() {
	if e.config.Verification.Games == 0 {
		e.warn("warning: there is no verification, so nothing will say how good the answer is; set verification.games")
	}
}

// warnForfeits warns once of an agent that failed: what is wrong with one is
// mostly wrong with all.
func (e *evolution) warnForfeits(round tuning.Round) {
	for _, r := range round.Results {
		for _, g := range r.Games {
			if g.Forfeit != nil && !e.warned {
				e.warned = true
				e.warn("warning: an agent failed in generation %d and forfeited its game: %s", round.Number, g.Forfeit.Reason)
			}
		}
	}
}

// startEstimate is where the search began: a search that went astray answers
// with it.
func (s *setup) startEstimate() tuning.Estimate {
	w := s.start
	if w == nil {
		w = s.space.Default()
	}
	return tuning.Estimate{Name: "the start weights", Weights: w}
}

// answer is what the store keeps of the run's end.
func (e *evolution) answer() results.Answer {
	best := e.verdict.Answer
	a := results.Answer{
		Weights: best.Weights, Settings: e.agentSettings(), Name: best.Name,
		Fitness: best.Fitness, Games: best.Games, Error: best.Error,
	}
	for i, m := range e.verdict.Matches {
		r := results.Rating{Elo: m.Elo, Low: m.Low, High: m.High, Games: m.Games, Against: m.Opponent}
		if i == 0 {
			a.Rating = &r
		}
		a.Standings = append(a.Standings, results.Standing{
			Agent: m.Opponent, Games: m.Games, Wins: m.Wins, Draws: m.Draws, Losses: m.Losses, Score: m.Score, Rating: r, LOS: m.LOS,
		})
	}
	if r, ok := e.strategy.(tuning.Reporter); ok {
		report := r.Report()
		a.Importance, a.Interaction = report.Importance, report.Interaction
	}
	return a
}

// report prints the end of a run.
func (e *evolution) report(ctx context.Context) error {
	rec, err := e.store.Get(ctx, e.run.ID())
	if err != nil {
		return err
	}
	if e.json {
		return e.writeJSON(e.document(rec))
	}
	best := e.verdict.Answer
	fmt.Fprintf(e.out, "Run %s: %s, %s, seed %d: %d generations, %d games.\n\n",
		rec.ID, e.engine.Spec().Name, e.search.name, e.config.Seed, len(rec.Generations), e.games)
	fmt.Fprintf(e.out, "Best weights (%s):\n", best.Name)
	e.printWeights(e.space, best, e.engine.Spec().ScaleFree)
	for _, m := range e.verdict.Matches {
		fmt.Fprintf(e.out, "  %s\n", matchLine(m))
	}
	if n := forfeits(rec); n > 0 {
		fmt.Fprintf(e.out, "\n%d games of the search were forfeited by agents that failed.\n", n)
	}
	fmt.Fprintf(e.out, "\nlanista export %s --output weights.json   # use them\n", rec.ID)
	return nil
}

// forfeits counts the games of a run's search that an agent lost by failing.
func forfeits(rec results.Record) int {
	n := 0
	for _, g := range rec.Generations {
		n += g.Forfeits
	}
	return n
}

// matchLine says what a verification match showed.
func matchLine(m tuning.Match) string {
	line := fmt.Sprintf("against %s: %+.0f Elo [%+.0f, %+.0f], score %.3f over %d fresh games",
		m.Opponent, m.Elo, m.Low, m.High, m.Score, m.Games)
	if m.Forfeits > 0 {
		line += fmt.Sprintf(", %d of them forfeited", m.Forfeits)
	}
	return line
}

// printWeights lists a vector; of a scale-free one also its direction.
func (a *app) printWeights(space engines.Space, best tuning.Estimate, scaleFree bool) {
	header := []string{"  weight", "value"}
	if best.Error != nil {
		header = append(header, "error")
	}
	sum := 0.0
	for _, v := range best.Weights {
		sum += math.Abs(v)
	}
	scaleFree = scaleFree && sum > 0
	if scaleFree {
		header = append(header, "share")
	}
	t := a.table(header...)
	for i, w := range space {
		row := []string{"  " + w.Name, number(best.Weights[i])}
		if best.Error != nil {
			row = append(row, "± "+number(best.Error[i]))
		}
		if scaleFree {
			row = append(row, fmt.Sprintf("%.1f%%", 100*best.Weights[i]/sum))
		}
		t.row(row...)
	}
	_ = t.flush() // a broken standard output shows when the document ends
	fmt.Fprintln(a.out)
}

// document is the JSON of evolve.
func (e *evolution) document(rec results.Record) any {
	type bestJSON struct {
		Weights  *orderedJSON `json:"weights"`
		Fitness  *float64     `json:"fitness"`
		Name     string       `json:"name,omitempty"`
		Rating   *float64     `json:"rating,omitempty"`
		Interval *interval    `json:"interval,omitempty"`
		Against  string       `json:"against,omitempty"`
		Games    int          `json:"games"`
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
		Run          string           `json:"run"`
		Engine       string           `json:"engine"`
		Strategy     string           `json:"strategy"`
		Seed         uint64           `json:"seed"`
		Generations  []generationJSON `json:"generations"`
		Best         bestJSON         `json:"best"`
		Verification []matchJSON      `json:"verification"`
		Games        int              `json:"games"`
		Seconds      float64          `json:"seconds"`
	}{Run: rec.ID, Engine: e.engine.Spec().Name, Strategy: e.search.name, Seed: e.config.Seed, Games: e.games}
	for _, g := range rec.Generations {
		doc.Generations = append(doc.Generations, generationJSON{
			Generation: g.Number, Games: g.Games, Forfeits: g.Forfeits, MeanFitness: known(g.MeanFitness), BestFitness: known(g.BestFitness),
			Best: bestJSON{Weights: namedWeights(e.space, g.Best.Weights), Fitness: known(g.Best.Fitness), Name: g.Best.Name, Games: g.Best.Games},
		})
	}
	best := e.verdict.Answer
	doc.Best = bestJSON{Weights: namedWeights(e.space, best.Weights), Fitness: known(best.Fitness), Name: best.Name, Games: best.Games}
	doc.Verification = make([]matchJSON, 0, len(e.verdict.Matches))
	for i, m := range e.verdict.Matches {
		doc.Verification = append(doc.Verification, newMatchJSON(m))
		if i == 0 {
			doc.Best.Rating, doc.Best.Interval = known(m.Elo), &interval{known(m.Low), known(m.High)}
			doc.Best.Against, doc.Best.Games = m.Opponent, m.Games
		}
	}
	doc.Seconds = time.Since(e.started).Seconds()
	return doc
}

type matchJSON struct {
	Opponent string   `json:"opponent"`
	Games    int      `json:"games"`
	Wins     int      `json:"wins"`
	Draws    int      `json:"draws"`
	Losses   int      `json:"losses"`
	Forfeits int      `json:"forfeits"`
	Score    float64  `json:"score"`
	Rating   float64  `json:"rating"`
	Interval interval `json:"interval"`
	LOS      float64  `json:"los"`
}

func newMatchJSON(m tuning.Match) matchJSON {
	return matchJSON{m.Opponent, m.Games, m.Wins, m.Draws, m.Losses, m.Forfeits, m.Score, m.Elo, interval{known(m.Low), known(m.High)}, m.LOS}
}

// interval is a range in Elo; null on a side that is open.
type interval [2]*float64

// known is nil for what JSON cannot say.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// weightList writes a vector on one line.
func weightList(space engines.Space, w engines.Weights) string {
	const most = 6
	var parts []string
	for i, s := range space {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(space)-most))
			break
		}
		parts = append(parts, s.Name+" "+number(w[i]))
	}
	return strings.Join(parts, ", ")
}
