package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/evidence"
)

//go:embed page.html
var pageText string

// page returns the template of the report. The first call parses it.
var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Funcs(functions).Parse(pageText)) })

var functions = template.FuncMap{
	"brief":      evidence.Brief,
	"count":      evidence.Grouped,
	"number":     func(v float64) string { return fmt.Sprintf("%.5g", v) },
	"bound":      results.FormatBound,
	"mean":       func(v float64) string { return fmt.Sprintf("%.3f", v) },
	"value":      value,
	"confidence": func() string { return rating.FormatConfidence(rating.Confidence) },
	"elo":        rating.FormatElo[rating.Float],
	"score":      func(v rating.Float) string { return fmt.Sprintf("%.3f", float64(v)) },
	"percent":    func(v float64) string { return evidence.Percent(100 * v) },
	"chance":     formatChance,
	"different": func(games int, v rating.Variety) string {
		return evidence.Played{Games: games, Variety: v}.Different()
	},
	"numbers": func(list []int) string {
		if len(list) == 0 {
			return "none"
		}
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
	},
	"interval": rating.Interval.FormatElo,
}

// content contains the data of the page's template: the stored run and values derived from it.
type content struct {
	results.Record
	Reproduce string           // commands; "" if none repeat the run
	Headline  string           // headline of a tournament
	Circle    *evidence.Circle // circle of agents that beat each other; nil if there is none
	Different string           // number of different games, as text; "" if all are different
	SoFar     bool             // the standings are those of a tournament that is not finished
	Notes     string           // sentences about rows of the table, see evidence.Notes
	Ended     string           // reason why a tournament ended before its schedule, as a sentence; "" if there is none
	Weights   []weight
	Note      string // note on the table of weights
	Result    *results.Result
	Better    *results.Checkpoint // checkpoint that was better than the result; nil if there is none
	Verified  bool                // the standings are those of a verification, and not those of a tournament
	Fresh     int                 // number of games in the verification
	Scored    bool                // the objective counts scores
	Test      string              // sentence on the sequential test of a tournament; "" for none
	Hits      int                 // hits of the best points of a grid
	Optimal   int                 // number of these points
	Histogram []frequency
	Pictures  []picture
}

type picture struct {
	Drawing template.HTML
	Caption string
}

// captions contains explanations to print below charts, by the name of the chart. Most charts have
// none.
var captions = map[string]string{
	"convergence": "What the search itself saw, by its own games. It is not a measure of strength.",
}

// frequency is the number of grid points with a given number of hits (correctly evaluated
// positions).
type frequency struct {
	Hits, Points int
	Share        float64
}

type weight struct {
	Name       string
	Doc        string
	Value      engines.Value
	Share      *float64 // fraction of the sum of all weights, if only their ratios matter
	Error      string   // standard error of the weight or of its Share; "-" if unknown, "" if not computed
	Importance string
	Edge       string // end of its range at which the weight lies
}

// Write writes a report on a stored run as an HTML page. test is a sentence on the sequential test of
// a tournament, which the store does not contain; "" means none.
func Write(w io.Writer, rec results.Record, test string) error {
	c := content{Record: rec, Reproduce: reproduce(rec), Test: test}
	if best, ok := rec.Best(); ok {
		c.Result = &best
		c.Weights, c.Note = weights(rec, best), note(rec.Kind, best)
		if rec.Summary.Result != nil {
			c.Better = best.Earlier()
		}
	} else if rec.Summary.Result != nil {
		c.Result = rec.Summary.Result // a tournament has standings and no weights
		if c.Result.Exhausted {
			ended := c.Result.Played.AllPlayed()
			c.Ended = strings.ToUpper(ended[:1]) + ended[1:]
		}
		if c.SoFar = rec.Kind == results.Tournament && rec.Status != results.Finished; !c.SoFar {
			c.Headline = c.Result.Headline()
		}
		if p := c.Result.Played; p != nil {
			c.Different = p.Different()
		}
		if rec.Crosstable != nil {
			c.Circle = rec.Crosstable.Circle(c.Result.Played)
		}
	}
	if c.Result != nil {
		c.Notes = evidence.Notes(c.Result.Standings)
		c.Verified = rec.Kind == results.Evolve || rec.Kind == results.Fit
		for _, s := range c.Result.Standings {
			if c.Verified {
				c.Fresh += s.Games
			}
			c.Scored = c.Scored || s.Scored != nil
		}
	}
	if rec.Grid != nil {
		hits, points := rec.Grid.Best()
		c.Hits, c.Optimal = hits, len(points)
		for h, n := range rec.Grid.Histogram() {
			if n > 0 {
				c.Histogram = append(c.Histogram, frequency{h, n, float64(n) / float64(len(rec.Grid.Hits))})
			}
		}
	}
	for name, chart := range charts.All(rec) {
		if rec.Kind == results.Fit && (name == "convergence" || name == "weights") {
			continue // a fit has no rounds of a search
		}
		svg, err := chart.SVG()
		if err != nil {
			return fmt.Errorf("run %s: %w", rec.ID, err)
		}
		c.Pictures = append(c.Pictures, picture{template.HTML(svg), captions[name]}) // drawn by us, all text in it escaped
	}
	if err := page().Execute(w, c); err != nil {
		return fmt.Errorf("run %s: %w", rec.ID, err)
	}
	return nil
}

func note(kind results.Kind, a results.Result) string {
	var parts []string
	if len(a.Error) > 0 {
		parts = append(parts, "± is one standard error: "+kind.ErrorOfWeights()+"; - means not known.")
	}
	if len(a.Importance) > 0 {
		parts = append(parts, "Importance is the Elo lost by moving the weight by a quarter of its range.")
	}
	return strings.Join(parts, " ")
}

// reproduce returns the commands that repeat a run from its config, or "" if there are none.
func reproduce(rec results.Record) string {
	if rec.Continued != nil {
		return rec.RepeatCommands("lanista", "config.yaml", "")
	}
	return "lanista " + string(rec.Kind) + " config.yaml"
}

func weights(rec results.Record, best results.Result) []weight {
	sum := floats.Norm(best.Weights, 1)
	spans := rec.Space
	if rec.Grid != nil {
		spans = rec.Grid.Within(spans)
	}
	var out []weight
	for i, d := range rec.Space {
		w := weight{Name: d.Name, Doc: d.Doc, Value: d.Value(best.Weights[i])}
		if rec.ScaleFree && sum > 0 {
			share := best.Weights[i] / sum
			w.Share = &share
		}
		w.Edge = spans[i].Edge(best.Weights[i])
		if i < len(best.Error) {
			switch e := best.Error[i]; {
			case math.IsNaN(e) || e == 0: // 0 at a limit of the range
				w.Error = "-"
			case w.Share != nil:
				w.Error = fmt.Sprintf("%.1f%%", 100*e/sum)
			default:
				w.Error = evidence.Brief(e)
			}
		}
		if i < len(best.Importance) {
			switch v := best.Importance[i]; {
			case math.IsNaN(v):
				w.Importance = "-"
			case i < len(best.ImportanceError):
				w.Importance = evidence.WithError(v, best.ImportanceError[i])
			default:
				w.Importance = fmt.Sprintf("%.0f", v)
			}
		}
		out = append(out, w)
	}
	return out
}

// value formats the value of a weight: a number, or the text of a choice.
func value(v engines.Value) string {
	if v.Choice != "" {
		return v.Choice
	}
	return fmt.Sprintf("%.5g", v.Number)
}

// formatChance formats a probability as [evidence.Chance] does, or as "-" if it is unknown.
func formatChance(v rating.Float) string {
	if !v.Known() {
		return "-"
	}
	return evidence.Chance(float64(v))
}
