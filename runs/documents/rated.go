package documents

import (
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
)

// Rated is the document of a tournament.
func Rated(r runs.TournamentResult) any {
	t := r.Table
	doc := &Object{}
	doc.Add("run", r.Run)
	doc.Add("engine", r.Engine.Name)
	doc.Add("seed", r.Seed)
	doc.Add("games", t.Games)
	addVariety(doc, t.Variety)
	doc.Add("pairings", t.Pairings)
	doc.Add("forfeits", t.Forfeits)
	if t.ForfeitsByKind != nil {
		doc.Add("forfeits_by_kind", t.ForfeitsByKind)
	}
	doc.Add("seats", finite(t.Seats))
	doc.Add("standings", t.Standings)
	doc.Add("crosstable", t.Crosstable)
	if c := r.Circle(); c != nil {
		doc.Add("circle", c)
	}
	if t.Misfit != nil {
		doc.Add("misfit", t.Misfit)
	}
	if r.Test != nil {
		doc.Add("sprt", test(*r.Test))
	}
	if r.Ended != "" {
		doc.Add("ended", r.Ended)
	}
	if len(r.Caveats) > 0 {
		doc.Add("doubts", r.Caveats)
	}
	if r.Disputed != "" {
		doc.Add("disputed", r.Disputed)
	}
	if len(r.Irreproducible) > 0 {
		doc.Add("reproducible", false)
	}
	doc.Add("seconds", r.Elapsed.Seconds())
	return doc
}

// addVariety adds how many games and pairings are different, where that is known.
func addVariety(doc *Object, v rating.Variety) {
	if !v.Known() {
		return
	}
	doc.Add("distinct", v.Distinct)
	doc.Add("distinct_pairings", v.DistinctPairings)
	if v.Openings > 0 {
		doc.Add("openings", v.Openings)
	}
}

// test is what a sequential test has come to.
func test(t runs.Test) any {
	return struct {
		Elo      [2]float64 `json:"elo"`
		Bounds   [2]float64 `json:"bounds"`
		LLR      float64    `json:"llr"`
		Decision string     `json:"decision"`
		Clusters []int      `json:"clusters"`
	}{t.Elo, t.Bounds, t.LLR, t.Decision.String(), t.Counts}
}
