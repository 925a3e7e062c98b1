package charts_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/evidence"
	_ "github.com/lanista/lanista/tools/raregc"
	"github.com/lanista/lanista/tuning"
)

// record is a finished run of four generations.
func record() results.Record {
	rec := results.Record{}
	rec.ID = "risk-1"
	rec.Space = engines.Space{{Name: "territories", Max: 10}, {Name: "units", Max: 10}}
	for i := range 4 {
		x := float64(i)
		rec.Generations = append(rec.Generations, results.Generation{
			Number: i + 1, Games: 450, BestFitness: 0.8 + x/50, MeanFitness: 0.5, Spread: 0.1,
			Best: results.Result{Weights: engines.Weights{x, 10 - x}},
		})
	}
	rated := evidence.Rating{Elo: 40, Interval: rating.Interval{Low: 20, High: 60}, Against: "default"}
	rec.Result = &results.Result{
		Weights: engines.Weights{3, 7}, Importance: []float64{40, 12}, ImportanceError: []float64{5, 9},
		Checkpoints: []results.Checkpoint{
			{Round: 1, Games: 450, Rating: -5, Interval: rating.Interval{Low: -30, High: 20}, Played: 80},
			{Round: 4, Games: 1800, Rating: 40, Interval: rating.Interval{Low: 20, High: math.Inf(1)}, Played: 900},
		},
		Rating:    &rated,
		Standings: []rating.Standing{{Agent: "default", Score: 0.557, Rating: rated.Elo, Interval: rated.Interval}},
	}
	return rec
}

func gridRecord() results.Record {
	rec := results.Record{}
	rec.ID = "hare-1"
	g := &results.GridResult{Etudes: 9, Chosen: engines.Weights{0.6, 0.5, 0.7}, Axes: []results.Axis{
		{Name: "Ks", From: 0.5, Step: 0.1, Count: 3}, {Name: "Kc", From: 0.5, Step: 0.1, Count: 4}, {Name: "Kp", From: 0.5, Step: 0.1, Count: 5},
	}}
	for i := range g.Points() {
		g.Hits = append(g.Hits, uint16(i%10))
	}
	rec.Grid = g
	return rec
}

var all = map[string]func() (charts.Picture, error){
	"convergence":  func() (charts.Picture, error) { return charts.Draw(record(), "convergence") },
	"trajectories": func() (charts.Picture, error) { return charts.Draw(record(), "weights") },
	"importance":   func() (charts.Picture, error) { return charts.Draw(record(), "importance") },
	"strength":     func() (charts.Picture, error) { return charts.Draw(record(), "strength") },
	"overlay":      func() (charts.Picture, error) { return charts.Overlay([]results.Record{record(), record()}) },
	"importance without errors": func() (charts.Picture, error) {
		rec := record()
		rec.Result.ImportanceError = nil
		return charts.Draw(rec, "importance")
	},
	"importance of one weight": func() (charts.Picture, error) {
		rec := record()
		rec.Result.Importance[1] = math.NaN()
		return charts.Draw(rec, "importance")
	},
	"grid": func() (charts.Picture, error) { return charts.Draw(gridRecord(), "grid") },
	"map": func() (charts.Picture, error) {
		rec := record()
		rec.Result.Octaves = []tuning.Octave{{Scale: 0.5, Elo: 41.2}, {Scale: 0.25, Elo: 0.3}}
		rec.Result.Map = &tuning.Map{Weights: [2]int{0, 1}, X: []float64{1, 2, 3}, Y: []float64{5, 7}, Elo: [][]float64{{-900, -20, -10}, {-50, -5, 0}}}
		return charts.Draw(rec, "map")
	},
	"approach": func() (charts.Picture, error) {
		rec := record()
		for i := range rec.Generations {
			rec.Generations[i].BestFitness = math.NaN()
		}
		return charts.Draw(rec, "convergence")
	},
	"a round without a population": func() (charts.Picture, error) {
		rec := record()
		rec.Generations[2].BestFitness, rec.Generations[2].MeanFitness = math.NaN(), math.NaN()
		return charts.Draw(rec, "convergence")
	},
	"an interval without an end": func() (charts.Picture, error) {
		rec := record()
		rec.Result.Standings[0].Interval.High, rec.Result.Standings[0].Score = math.Inf(1), 1
		return charts.Draw(rec, "convergence")
	},
	"a grid of two weights": func() (charts.Picture, error) {
		rec := gridRecord()
		rec.Grid.Axes[2].Count, rec.Grid.Hits = 1, rec.Grid.Hits[:12]
		return charts.Draw(rec, "grid")
	},
	"a grid where all points are alike": func() (charts.Picture, error) {
		rec := gridRecord()
		clear(rec.Grid.Hits)
		return charts.Draw(rec, "grid")
	},
	"by games": func() (charts.Picture, error) {
		return charts.StrengthByGames("Strategies on risk", "Elo", "default", []charts.Series{
			{Name: "auto", Points: []charts.SeriesPoint{{Games: 2000, Rating: 40, Interval: rating.Interval{Low: 20, High: 60}}, {Games: 20000, Rating: 60, Interval: rating.Interval{Low: 50, High: 70}}}},
			{Name: "spsa", Points: []charts.SeriesPoint{{Games: 1900, Rating: 30, Interval: rating.Open()}, {Games: 20000, Rating: math.NaN(), Interval: rating.Open()}}},
		})
	},
	"one generation": func() (charts.Picture, error) {
		rec := record()
		rec.Generations = rec.Generations[:1]
		return charts.Draw(rec, "convergence")
	},
	"crosstable": func() (charts.Picture, error) {
		rec := results.Record{Crosstable: &results.Crosstable{
			Agents: []string{"a", "b"}, Scores: [][]float64{{math.NaN(), 0.75}, {0.25, math.NaN()}},
		}}
		return charts.Draw(rec, "crosstable")
	},
}

func TestPicturesAreSoundAndRepeatable(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	for name, draw := range all {
		t.Run(name, func(t *testing.T) {
			painted := name == "grid" || name == "convergence" || os.Getenv("LANISTA_EXHAUSTIVE") != "" // as PNG
			var files [2][3][]byte
			for i := range files {
				p, err := draw()
				if err != nil {
					t.Fatal(err)
				}
				for k, format := range charts.Formats {
					if format == "png" && !painted {
						continue // its lines are those of the SVG
					}
					var b bytes.Buffer
					if err := p.Write(&b, format); err != nil {
						t.Fatal(err)
					}
					files[i][k] = b.Bytes()
				}
			}
			for k, format := range charts.Formats {
				if !bytes.Equal(files[0][k], files[1][k]) {
					t.Errorf("two pictures of one record differ as %s", format)
				}
			}
			if !bytes.HasPrefix(files[0][2], []byte("%PDF-")) {
				t.Error("no PDF")
			}
			if painted {
				img, err := png.Decode(bytes.NewReader(files[0][0]))
				if err != nil || img.Bounds().Dx() < 400 {
					t.Errorf("no picture: %v", err)
				} else if isBlank(img) {
					t.Error("a picture of one colour")
				}
			}
			d := xml.NewDecoder(bytes.NewReader(files[0][1]))
			var err error
			for err == nil {
				_, err = d.Token()
			}
			if !errors.Is(err, io.EOF) {
				t.Errorf("no XML: %v", err)
			}
		})
	}
}

// isBlank reports whether all pixels of an image have one colour.
func isBlank(img image.Image) bool {
	b := img.Bounds()
	first := img.At(b.Min.X, b.Min.Y)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if img.At(x, y) != first {
				return false
			}
		}
	}
	return true
}

func TestPicturesSayWhatTheyShow(t *testing.T) {
	for name, words := range map[string][]string{
		"convergence":  {"Convergence of risk-1", "best", "mean ± 1 sd", "result against default on fresh games, 95%", "generation"},
		"trajectories": {"territories", "units", "% of the weight's range"},
		"importance":   {"territories", "Elo lost"},
		"grid":         {"Correct etudes of hare-1", "Kp = 0.5", "Kp = 0.9", "Ks", "Kc", "correct etudes, of 9"},
		"by games":     {"Strategies on risk", "auto", "spsa", "default", "2000", "Elo above default", "games of the search"},
		"approach":     {"Convergence of risk-1", "distance to the result", "round", "Verification", "default", "score on fresh games, 95%"},
		"crosstable":   {"0.750", "0.250"},
		"map":          {"Strength in risk-1", "Elo over the result", "it varies by so many Elo: 41 over 0.5 of the ranges"},
	} {
		p, err := all[name]()
		if err != nil {
			t.Fatal(err)
		}
		svg, err := p.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(svg, "<svg") {
			t.Errorf("%s: does not begin with the element", name)
		}
		for _, w := range words {
			if !strings.Contains(strings.ReplaceAll(svg, "&#39;", "'"), w) {
				t.Errorf("%s: %q is not in it", name, w)
			}
		}
	}
}

// A long name is cut, so that the cells of a crosstable keep their place.
func TestLongNamesAreCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 120)
	p, err := charts.Draw(results.Record{Crosstable: &results.Crosstable{Agents: []string{long, "b"}, Scores: [][]float64{{math.NaN(), 0.25}, {0.75, math.NaN()}}}}, "crosstable")
	if err != nil {
		t.Fatal(err)
	}
	svg, err := p.SVG()
	if err != nil || strings.Contains(svg, long) || strings.Count(svg, ">"+strings.Repeat("ä", 31)+"…<") != 2 {
		t.Errorf("the name is not cut on both axes, error %v", err)
	}
}

// A name that the font of the charts cannot write has the width that the chart reserves for it,
// whatever font draws it. Other names keep the width of their font.
func TestForeignNamesHaveAWidth(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"日本語エージェント": 2, "агент 1": 0, "été": 0, "🐇": 2} {
		p, err := charts.Draw(results.Record{Crosstable: &results.Crosstable{Agents: []string{name, "b"}, Scores: [][]float64{{math.NaN(), 0.25}, {0.75, math.NaN()}}}}, "crosstable")
		if err != nil {
			t.Fatal(err)
		}
		svg, err := p.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if got := len(regexp.MustCompile("textLength=[^>]*>"+name+"<").FindAllString(svg, -1)); got != want || strings.Count(svg, ">"+name+"<") != 2 {
			t.Errorf("%s: %d of 2 texts have a width, want %d", name, got, want)
		}
	}
}

// The agents of a crosstable stand in the order of the standings.
func TestCrosstableIsRanked(t *testing.T) {
	rec := results.Record{Crosstable: &results.Crosstable{
		Agents: []string{"weak", "absent", "strong"},
		Scores: [][]float64{{math.NaN(), 0.5, 0.25}, {0.5, math.NaN(), 0.5}, {0.75, 0.5, math.NaN()}},
	}}
	rec.Result = &results.Result{Standings: []rating.Standing{{Agent: "strong"}, {Agent: "weak"}}}
	p, err := charts.Draw(rec, "crosstable")
	if err != nil {
		t.Fatal(err)
	}
	svg, err := p.SVG()
	if err != nil {
		t.Fatal(err)
	}
	strong, weak, absent := strings.Index(svg, ">strong<"), strings.Index(svg, ">weak<"), strings.Index(svg, ">absent<")
	if strong < 0 || strong > weak || weak > absent {
		t.Errorf("strong stands at %d, weak at %d, absent at %d", strong, weak, absent)
	}
	// The cells are drawn from the lower left corner on: the last agent's first.
	if high, low := strings.Index(svg, "0.750"), strings.Index(svg, "0.250"); low > high {
		t.Errorf("the stronger agent's row, %d, is below the weaker's, %d", high, low)
	}
}

func TestNothingToDraw(t *testing.T) {
	for name := range charts.All(results.Record{}) {
		t.Errorf("%s of an empty record", name)
	}
	p, err := charts.Draw(record(), "convergence")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(io.Discard, "gif"); err == nil {
		t.Error("a picture was written as gif")
	}
}

// A stored map that is not whole is not drawn.
func TestABrokenMapIsNotDrawn(t *testing.T) {
	for _, m := range []tuning.Map{
		{Weights: [2]int{0, 1}, X: []float64{1, 2}, Y: []float64{1, 2}, Elo: [][]float64{{0, 1}}},
		{Weights: [2]int{0, 1}, X: []float64{1, 2}, Y: []float64{1, 2}, Elo: [][]float64{{0, 1}, {1}}},
		{Weights: [2]int{0, 9}, X: []float64{1, 2}, Y: []float64{1, 2}, Elo: [][]float64{{0, 1}, {1, 2}}},
	} {
		rec := record()
		rec.Result.Map = &m
		if _, err := charts.Draw(rec, "map"); err == nil {
			t.Errorf("%+v was drawn", m)
		}
	}
}

// A drawing says what it shows, and what its letters may look like elsewhere.
func TestDrawingsAreAccessible(t *testing.T) {
	t.Parallel()
	p, err := charts.Draw(record(), "strength")
	if err != nil {
		t.Fatal(err)
	}
	svg, err := p.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<svg role="img" aria-label="Strength of the result of risk-1: better than default: +40 Elo [+20, +60]"`,
		"<title>Strength of the result of risk-1: better than default: +40 Elo [+20, +60]</title>", "Arial,Helvetica,sans-serif",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing does not say %q", want)
		}
	}
}

// What is not known is not drawn: a picture without anything known is none.
func TestUnknownImportancesAreNotDrawn(t *testing.T) {
	t.Parallel()
	rec := record()
	rec.Result.Importance = []float64{math.NaN(), math.NaN()}
	if _, err := charts.Draw(rec, "importance"); err == nil {
		t.Error("nothing was drawn as something")
	}
	rec.Result.Importance = []float64{math.NaN(), 12}
	p, err := charts.Draw(rec, "importance")
	if err != nil {
		t.Fatal(err)
	}
	if svg, err := p.SVG(); err != nil || strings.Contains(svg, ">territories<") || !strings.Contains(svg, "Importance of 1 of 2 weights (the rest is unknown)") {
		t.Errorf("a weight that is not known is drawn, or nobody says that it is not: %v", err)
	}
}

// The names of opponents leave space for the scores of the verification, whatever their lengths.
func TestVerificationWithLongNames(t *testing.T) {
	t.Parallel()
	for opponents := range 4 {
		for length := range 60 {
			if length%6 > 0 && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
				continue
			}
			rec := record()
			for i := range rec.Generations {
				rec.Generations[i].BestFitness = math.NaN() // a strategy without a population
			}
			s := rec.Result.Standings[0]
			rec.Result.Standings = nil
			for i := range opponents + 1 {
				s.Agent = strings.Repeat("W", length) + string(rune('a'+i))
				rec.Result.Standings = append(rec.Result.Standings, s)
			}
			p, err := charts.Draw(rec, "convergence")
			if err != nil {
				t.Fatal(err)
			}
			svg, err := p.SVG()
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(svg, "NaN") {
				t.Errorf("%d opponents with names of %d letters", opponents+1, length+1)
				break
			}
		}
	}
}

// A difference of a weight of kind Log is one of logarithms. A vector of another space has no distance.
func TestDistance(t *testing.T) {
	space := engines.Space{{Name: "a", Min: 0, Max: 10}, {Name: "b", Min: 1, Max: 100, Kind: engines.Log}}
	a, b := engines.Weights{2, 10}, engines.Weights{5, 100}
	if got, want := charts.Distance(space, a, b), math.Sqrt((0.3*0.3+0.5*0.5)/2); math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
	if got := charts.Distance(space, a, b[:1]); !math.IsNaN(got) {
		t.Errorf("%v for a vector of another space", got)
	}
}
