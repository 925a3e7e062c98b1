package ratinglist

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating/gamefile"
)

// TestOrdo compares ratings with those of Ordo 1.2.6 for the same games, with the options -M
// -N 4 -z 200.2413 (the logistic scale) and -a 0.
func TestOrdo(t *testing.T) {
	text, err := os.ReadFile("../gamefile/testdata/ordo-head2head.txt")
	if err != nil {
		t.Fatal(err)
	}
	anchors := []gamefile.Rated{{Name: "Alpha 1.0", Elo: 2800}, {Name: "Gamma", Elo: 2700}, {Name: "Nobody", Elo: 1}}
	for name, c := range map[string]struct {
		options Options
		want    map[string]float64
	}{
		"all": {Options{}, map[string]float64{
			"Alpha 1.1": 106.9538, "Alpha 1.0": 40.4998, "Beta, B": -2.2775, "Gamma": -5.3253, "Delta 2": -139.8509,
		}},
		"-m, two anchors": {Options{AnchorRatings: &gamefile.Ratings{List: anchors}}, map[string]float64{
			"Alpha 1.1": 2839.8201, "Alpha 1.0": 2800, "Beta, B": 2729.7828, "Gamma": 2700, "Delta 2": 2591.2965,
		}},
		"-Y, synonyms": {Options{Selection: gamefile.Selection{Synonyms: map[string]string{"Alpha 1.0": "Alpha 1.1"}}}, map[string]float64{
			"Alpha 1.1": 91.4106, "Beta, B": 16.2689, "Gamma": 13.2324, "Delta 2": -120.9119,
		}},
		"-i, include": {Options{Selection: gamefile.Selection{Include: []string{"Alpha 1.0", "Gamma", "Beta, B"}}}, map[string]float64{
			"Alpha 1.0": 14.5066, "Gamma": 2.4178, "Beta, B": -16.9244,
		}},
		"-x, exclude": {Options{Selection: gamefile.Selection{Exclude: []string{"Gamma", "Beta, B"}}}, map[string]float64{
			"Alpha 1.1": 62.5520, "Alpha 1.0": 52.1718, "Delta 2": -114.7238,
		}},
	} {
		l := rate(t, string(text), c.options)
		if len(l.Standings) != len(c.want) {
			t.Errorf("%s: %d agents, want %d", name, len(l.Standings), len(c.want))
		}
		for _, s := range l.Standings {
			near(t, name+": "+s.Agent, s.Rating, c.want[s.Agent], 0.002)
		}
	}
	_, err = RateFile(strings.NewReader(string(text)), "h2h.txt", Options{FirstSeat: true})
	if wrong := keys.All(err); len(wrong) != 1 || wrong[0].Path != "first-seat" {
		t.Errorf("the first seat of games without seats: %v", err)
	}
}

// The ratings with two anchors solve the score equations of the other players. The intervals are
// those of a fit in which one player has the games of both anchors.
func TestAnchorsAreExact(t *testing.T) {
	text := games("ac 1-0 30", "ac 0-1 11", "bc 1-0 17", "bc 0-1 24", "cd 1-0 20", "cd 0-1 9", "ab 1-0 5", "ab 0-1 9")
	l := rate(t, text, Options{Anchors: []Anchor{{"a", 100}, {"b", -50}}})
	c, d := float64(line(t, l, "c").Rating), float64(line(t, l, "d").Rating)
	score := func(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
	if excess := 11 + 24 + 20 - 41*score(c-100) - 41*score(c+50) - 29*score(c-d); math.Abs(excess) > 1e-9 {
		t.Errorf("c has %v points more than its rating predicts", excess)
	}
	if excess := 9 - 29*score(d-c); math.Abs(excess) > 1e-9 {
		t.Errorf("d has %v points more than its rating predicts", excess)
	}
	for _, name := range []string{"a", "b"} {
		if s := line(t, l, name); s.Interval.High != s.Interval.Low {
			t.Errorf("the anchor %s has the interval %v", name, s.Interval)
		}
	}
	// With equal ratings, two anchors are one player: merging them by name gives the same fit.
	equal := rate(t, text, Options{Anchors: []Anchor{{"a", 7}, {"b", 7}}})
	one := rate(t, strings.ReplaceAll(strings.ReplaceAll(text, "a,b,1-0\n", ""), "a,b,0-1\n", ""),
		Options{Anchors: []Anchor{{"a", 7}}, Selection: gamefile.Selection{Synonyms: map[string]string{"b": "a"}}})
	for _, name := range []string{"c", "d"} {
		got, want := line(t, equal, name), line(t, one, name)
		near(t, name, got.Rating, float64(want.Rating), 1e-9)
		near(t, name+" low", got.Interval.Low, want.Interval.Low, 1e-9)
		near(t, name+" high", got.Interval.High, want.Interval.High, 1e-9)
	}
}

// TestAnchorOfAWinner rates an agent that won everything against two anchors.
func TestAnchorOfAWinner(t *testing.T) {
	l := rate(t, games("ca 1-0 20", "cb 1-0 20", "ab 1-0 20", "ba 1-0 20"), Options{Anchors: []Anchor{{"a", 0}, {"b", 10}}})
	c := line(t, l, "c")
	if !c.Apart || !(c.Interval.Low > 100) || float64(c.Rating) < c.Interval.Low || line(t, l, "a").Apart {
		t.Errorf("%+v", c)
	}
}

func TestAnchorMistakes(t *testing.T) {
	text := games("ab 1-0 5", "ba 1-0 3", "bc 1-0 3", "cb 1-0 2")
	both := []Anchor{{"a", 1}, {"b", 2}}
	for name, o := range map[string]Options{
		"anchor: a and b have met, directly or through others: with glicko2 only one of them can be an anchor": {Model: Glicko2, Anchors: both},
		"anchor: the scale bayeselo depends on the fit, so it takes one anchor for agents who met, not 2":      {Model: BayesElo, Scale: BayesEloScale, Anchors: both},
		"anchors: line 4: a is anchored twice":                                           {Anchors: both, AnchorRatings: &gamefile.Ratings{List: []gamefile.Rated{{Name: "a", Elo: 1, Line: 4}}}},
		`anchors: none of the 1 agents of the file plays in the games; the first is "x"`: {AnchorRatings: &gamefile.Ratings{List: []gamefile.Rated{{Name: "x"}}}},
		"anchors: line 4: -2e+06 is not a rating between -1000000 and 1000000":           {AnchorRatings: &gamefile.Ratings{List: []gamefile.Rated{{Name: "a", Elo: -2e6, Line: 4}}}},
		"anchors: line 4: 2e+06 is not a rating between -1000000 and 1000000":            {AnchorRatings: &gamefile.Ratings{List: []gamefile.Rated{{Name: "a", Elo: 2e6, Line: 4}}}},
		"-:1: the names leave out all 13 games":                                          {Selection: gamefile.Selection{Exclude: []string{"b"}}},
	} {
		if _, err := RateFile(strings.NewReader(text), "-", o); err == nil || err.Error() != name {
			t.Errorf("%v, want %s", err, name)
		}
	}
}

func TestReference(t *testing.T) {
	text := games("ab 1-0 60", "ab 0-1 30", "bc 1-0 60", "bc 0-1 40")
	plain := rate(t, text, Options{})
	ratings := &gamefile.Ratings{Program: "Ordo", List: []gamefile.Rated{{Name: "x", Elo: 5}}}
	for _, s := range plain.Standings {
		if s.Agent != "b" {
			ratings.List = append(ratings.List, gamefile.Rated{Name: s.Agent, Elo: 2000 + 2*float64(s.Rating)})
		}
	}
	r := rate(t, text, Options{Reference: ratings}).Reference
	a, c := float64(line(t, plain, "a").Rating), float64(line(t, plain, "c").Rating)
	if len(r.Agents) != 2 || r.Agents[0].Agent != "a" || len(r.Missing) != 1 || r.Missing[0] != "x" {
		t.Fatalf("%+v", r)
	}
	near(t, "shift", r.Shifts[0], (a+c)/2-2000-(a+c), 1e-9)
	near(t, "difference of a", r.Agents[0].Difference, (c-a)/2, 1e-9)
	near(t, "difference of c", r.Agents[1].Difference, (a-c)/2, 1e-9)
	near(t, "deviation", r.Deviation, (a-c)/2, 1e-9)
	anchored := rate(t, text, Options{Reference: ratings, Anchors: []Anchor{{"b", 2000}}}).Reference
	near(t, "shift with an anchor", anchored.Shifts[0], 0, 0)
}
