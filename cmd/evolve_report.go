package cmd

import (
	"fmt"
	"math"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// printTuned prints the end of a run.
func (a *app) printTuned(t runs.Tuned) error {
	if a.json {
		return a.writeJSON(tunedJSON(t))
	}
	best := t.Verdict.Answer
	fmt.Fprintf(a.out, "Run %s: %s, %s, seed %d: %d generations, %d games.\n\n",
		t.Run, t.Engine.Name, t.Strategy, t.Seed, len(t.Rounds), t.Games)
	fmt.Fprintf(a.out, "Best weights (%s):\n", best.Name)
	a.printWeights(t.Space, best, t.Engine.ScaleFree)
	for _, m := range t.Verdict.Matches {
		fmt.Fprintf(a.out, "  %s\n", matchLine(m))
	}
	a.printDoubts(t.Doubts)
	if t.Forfeited > 0 {
		fmt.Fprintf(a.out, "\n%d games of the search were forfeited by agents that failed.\n", t.Forfeited)
	}
	fmt.Fprintf(a.out, "\n%s export %s --output weights.json   # use them\n", a.name, t.Run)
	return nil
}

// printDoubts says what makes the evidence worth less.
func (a *app) printDoubts(doubts []string) {
	for _, d := range doubts {
		fmt.Fprintf(a.out, "\nDoubtful: %s.\n", d)
	}
}

// matchLine says what a verification match showed.
func matchLine(m tuning.Match) string {
	line := fmt.Sprintf("against %s: %+.0f Elo [%+.0f, %+.0f], score %.3f over %d fresh games",
		m.Opponent, m.Elo, m.Interval.Lo, m.Interval.Hi, m.Score, m.Games)
	if s := m.Scored; s != nil {
		line = fmt.Sprintf("against %s: mean score %v; %s", m.Opponent, runs.Scored(*s), strings.TrimPrefix(line, "against "+m.Opponent+": "))
	}
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

// tunedJSON is the JSON of evolve.
func tunedJSON(t runs.Tuned) any {
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
		Verification []tuning.Match   `json:"verification"`
		Doubts       []string         `json:"doubts,omitempty"`
		Games        int              `json:"games"`
		Seconds      float64          `json:"seconds"`
	}{Doubts: t.Doubts, Run: t.Run, Engine: t.Engine.Name, Strategy: t.Strategy, Seed: t.Seed, Games: t.Games}
	for _, g := range t.Rounds {
		doc.Generations = append(doc.Generations, generationJSON{
			Generation: g.Number, Games: g.Games, Forfeits: g.Forfeits, MeanFitness: known(g.MeanFitness), BestFitness: known(g.BestFitness),
			Best: bestJSON{Weights: namedWeights(t.Space, g.Best.Weights), Fitness: known(float64(g.Best.Fitness)), Name: g.Best.Name, Games: g.Best.Games},
		})
	}
	best := t.Verdict.Answer
	doc.Best = bestJSON{Weights: namedWeights(t.Space, best.Weights), Fitness: known(best.Fitness), Name: best.Name, Games: best.Games}
	doc.Verification = append([]tuning.Match{}, t.Verdict.Matches...) // a list, if an empty one
	for i, m := range t.Verdict.Matches {
		if i == 0 {
			doc.Best.Rating, doc.Best.Interval = known(m.Elo), &interval{known(m.Interval.Lo), known(m.Interval.Hi)}
			doc.Best.Against, doc.Best.Games = m.Opponent, m.Games
		}
	}
	doc.Seconds = t.Elapsed.Seconds()
	return doc
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
