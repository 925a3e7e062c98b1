package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/evidence"
)

//go:embed page.html
var pageText string

// page parses the template when the first report is written, since most programs write none.
var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Funcs(functions).Parse(pageText)) })

var functions = template.FuncMap{
	"brief":      func(v float64) string { return fmt.Sprintf("%.2g", v) },
	"number":     func(v float64) string { return fmt.Sprintf("%.5g", v) },
	"confidence": func() string { return rating.FormatConfidence(rating.Confidence) },
	"elo":        func(v rating.Float) string { return signed(float64(v)) },
	"score":      func(v rating.Float) string { return fmt.Sprintf("%.3f", float64(v)) },
	"percent":    func(v float64) string { return evidence.Percent(100 * v) },
	"chance":     func(v rating.Float) string { return fmt.Sprintf("%.0f%%", 100*float64(v)) },
	"different": func(games int, v rating.Variety) string {
		return evidence.Played{Games: games, Variety: v}.Different()
	},
	"numbers": func(list []int) string {
		if len(list) == 0 {
			return "none"
		}
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
	},
	"interval": func(i rating.Interval) string { return fmt.Sprintf("[%s, %s]", signed(i.Low), signed(i.High)) },
}

func signed(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return "open"
	}
	return fmt.Sprintf("%+.0f", math.Round(v)+0) // never -0
}

// content contains the stored run and the other values that the page's template uses.
type content struct {
	results.Record
	Reproduce string
	Headline  string           // of a tournament
	Circle    *evidence.Circle // a circle in the results, nil if there is none
	Different string           // how many of its games are different, "" if they are
	Few       string           // which agents have no interval, "" if all have one
	Weights   []weight
	Note      string // on the table of weights
	Result    *results.Result
	Better    *results.Checkpoint // that was better than the result, nil if none was
	Fresh     int                 // games of the verification
	Scored    bool                // points were counted
	Hits      int                 // of a grid's best point
	Optimal   int                 // points with as many
	Histogram []frequency
	Pictures  []picture
}

type picture struct {
	Drawing template.HTML
	Caption string
}

// frequency is the number of grid points at which the given number of positions is solved.
type frequency struct {
	Hits, Points int
	Share        float64
}

type weight struct {
	Name       string
	Doc        string
	Value      float64
	Share      *float64 // of the sum of all weights, if only their direction matters
	Error      string   // standard error of the weight or of its Share; "-" if unknown, "" if not computed
	Importance string
	Edge       string // of its range
}

// Write writes a page that describes a stored run in HTML.
func Write(w io.Writer, rec results.Record) error {
	c := content{Record: rec, Reproduce: reproduce(rec)}
	if best, ok := rec.Best(); ok {
		c.Result = &best
		c.Weights, c.Note = weights(rec, best), note(best)
		if rec.Summary.Result != nil {
			c.Better = best.Earlier()
		}
	} else if rec.Summary.Result != nil {
		c.Result = rec.Summary.Result // a tournament has standings and no weights
		c.Headline = c.Result.Headline()
		if p := c.Result.Played; p != nil {
			c.Different = p.Different()
		}
		if rec.Crosstable != nil {
			c.Circle = rec.Crosstable.Circle()
		}
	}
	if c.Result != nil {
		c.Few = evidence.TooFew(c.Result.Standings)
		for _, s := range c.Result.Standings {
			if rec.Kind == results.Evolve || rec.Kind == results.Fit {
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
	for _, chart := range []struct {
		draw    func(results.Record) (charts.Picture, error)
		caption string
	}{
		{charts.Strength, ""},
		{charts.Convergence, "What the search itself saw, by its own games. It is not a measure of strength."},
		{charts.Trajectories, ""},
		{charts.Importance, ""},
		{charts.Map, ""},
		{charts.Crosstable, ""},
		{charts.Grid, ""},
	} {
		p, err := chart.draw(rec)
		if err != nil {
			continue // this kind of run has no such picture
		}
		svg, err := p.SVG()
		if err != nil {
			return fmt.Errorf("run %s: %w", rec.ID, err)
		}
		c.Pictures = append(c.Pictures, picture{template.HTML(svg), chart.caption}) // drawn by us, all text in it escaped
	}
	if err := page().Execute(w, c); err != nil {
		return fmt.Errorf("run %s: %w", rec.ID, err)
	}
	return nil
}

func note(a results.Result) string {
	var parts []string
	if len(a.Error) > 0 {
		parts = append(parts, "± is one standard error: how far the best value may lie from this one; - means not known.")
	}
	if len(a.Importance) > 0 {
		parts = append(parts, "Importance is the Elo lost by moving the weight by a quarter of its range.")
	}
	return strings.Join(parts, " ")
}

func reproduce(rec results.Record) string {
	switch rec.Kind {
	case results.Tournament:
		return "lanista tournament config.yaml"
	case results.Grid:
		return "lanista grid config.yaml"
	case results.Fit:
		return "lanista fit config.yaml"
	}
	return "lanista evolve config.yaml"
}

func weights(rec results.Record, best results.Result) []weight {
	sum := 0.0
	for _, v := range best.Weights {
		sum += math.Abs(v)
	}
	spans := rec.Space
	if rec.Grid != nil {
		spans = rec.Grid.Within(spans)
	}
	var out []weight
	for i, d := range rec.Space {
		w := weight{Name: d.Name, Doc: d.Doc, Value: best.Weights[i]}
		if rec.ScaleFree && sum > 0 {
			share := w.Value / sum
			w.Share = &share
		}
		w.Edge = spans[i].Edge(w.Value)
		if i < len(best.Error) {
			w.Error = unless(best.Error[i], fmt.Sprintf("%.2g", best.Error[i]))
			if w.Share != nil {
				w.Error = unless(best.Error[i], fmt.Sprintf("%.1f%%", 100*best.Error[i]/sum))
			}
		}
		if i < len(best.Importance) {
			w.Importance = unless(best.Importance[i], fmt.Sprintf("%.0f", best.Importance[i]))
			if i < len(best.ImportanceError) && w.Importance != "-" {
				w.Importance = evidence.WithError(best.Importance[i], best.ImportanceError[i])
			}
		}
		out = append(out, w)
	}
	return out
}

// unless returns text, or "-" if v is NaN, for a table cell about the number v.
func unless(v float64, text string) string {
	if math.IsNaN(v) {
		return "-"
	}
	return text
}
