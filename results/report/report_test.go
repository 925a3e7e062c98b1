package report_test

import (
	"bytes"
	"html"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/results/report"
	"github.com/lanista/lanista/tournament"
)

func record() results.Record {
	rec := results.Record{}
	rec.ID, rec.Kind, rec.Engine, rec.Strategy, rec.Seed, rec.ScaleFree = "risk-1", results.Evolve, "risk", "genetic", 7, true
	rec.Name, rec.Status, rec.Started = "<script>alert(1)</script>", results.Finished, time.Unix(0, 0).UTC()
	rec.Config = "engine: {name: risk}\n"
	rec.Space = engines.Space{{Name: "territories", Max: 10, Doc: "share of the map"}, {Name: "units", Max: 10}}
	for i := range 3 {
		rec.Generations = append(rec.Generations, results.Generation{
			Number: i + 1, BestFitness: 0.7, MeanFitness: 0.5, Spread: 0.1, Best: results.Result{Weights: engines.Weights{3, 1}},
		})
	}
	r := evidence.Rating{Elo: 41.6, Interval: rating.Interval{Low: 30, High: 53}, Games: 1800, Against: "default"}
	rec.Summary.Result = &results.Result{
		Weights: engines.Weights{3, 1}, Name: "the fittest genome", Rating: &r, Error: []float64{0.5, 0.25}, Importance: []float64{20, 5},
		Standings: []rating.Standing{{Agent: "default", Games: 1800, Wins: 1000, Losses: 800, Score: 0.556, Rating: r.Elo, Interval: r.Interval}},
	}
	return rec
}

func TestErrorsHaveNoExponent(t *testing.T) {
	t.Parallel()
	rec := record()
	rec.ScaleFree = false
	rec.Summary.Result.Error = []float64{1234.5, 0.25}
	var b bytes.Buffer
	if err := report.Write(&b, rec, ""); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "1234<") && !strings.Contains(text, "1235<") || strings.Contains(text, "e&#43;03") || strings.Contains(text, "e+03") {
		t.Errorf("the error 1234.5 is not on the page: %s", text)
	}
}

func TestPageStandsAlone(t *testing.T) {
	var b bytes.Buffer
	if err := report.Write(&b, record(), ""); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"better than default: &#43;42 Elo [&#43;30, &#43;53]", "1,800 games that the search had not seen", "territories", "75.0%", "share of the map", `<tr class="below"><td colspan="5">share of the map`,
		`<tr class="below"><td colspan="4">1,800 games: 1,000 won, 0 drawn, 800 lost</td></tr>`,
		"lanista evolve config.yaml", "engine: {name: risk}", "<svg", "Convergence of risk-1", "Importance of the weights",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, bad := range []string{"<script", "src=", "@import", "url("} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	// References are namespaces of the drawings alone.
	if rest := strings.NewReplacer(`xmlns="http://www.w3.org/2000/svg"`, "", `xmlns:xlink="http://www.w3.org/1999/xlink"`, "").Replace(text); strings.Contains(rest, "http") {
		t.Error("the page refers to the network")
	}
}

func TestPageShowsScores(t *testing.T) {
	rec := record()
	var b bytes.Buffer
	if err := report.Write(&b, rec, ""); err != nil || !strings.Contains(b.String(), "<p>Matches of the result on 1,800 fresh games.</p>") || strings.Contains(b.String(), "mean score") {
		t.Errorf("without scores: %v", err)
	}
	b.Reset()
	rec.Summary.Result.Standings[0].Scored = &rating.Scored{
		Agent: rating.MeanScore{Mean: 12403, Error: 185},
		Against: &rating.Compared{
			Result: rating.MeanScore{Mean: 19973, Error: 279}, Difference: rating.MeanScore{Mean: 7570, Error: 339},
		},
	}
	if err := report.Write(&b, rec, ""); err != nil {
		t.Fatal(err)
	}
	want := "19973 ± 279 against 12403 ± 185, &#43;7570 ± 339 on the same deal"
	if text := b.String(); !strings.Contains(text, "mean score") || !strings.Contains(text, want) {
		t.Errorf("the page does not say %q", want)
	}
}

// A checkpoint that was better than the result is named with the commands that export and measure its
// weights.
func TestPageStatesCaveats(t *testing.T) {
	rec := record()
	rec.Summary.Result.Unguarded = true
	var b bytes.Buffer
	if err := report.Write(&b, rec, ""); err != nil {
		t.Fatal(err)
	}
	if want := "<p>Doubtful: the result was not compared with the start weights: "; !strings.Contains(b.String(), want) {
		t.Errorf("the page does not say %q", want)
	}
}

func TestPageNamesABetterCheckpoint(t *testing.T) {
	rec := record()
	best := results.Checkpoint{Round: 2, Against: "default", Rating: 142, Interval: rating.Interval{Low: 130, High: 153}, Played: 1800}
	rec.Summary.Result.Checkpoints = []results.Checkpoint{best, {Round: 3, Against: "default", Rating: 41.6, Interval: rating.Interval{Low: 30, High: 53}, Played: 1800}}
	var b bytes.Buffer
	if err := report.Write(&b, rec, ""); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<p>Round 2 was better than the result against default", "<code>lanista export risk-1 --round 2 --output weights.json</code>",
		`<code>lanista tournament config.yaml --set 'agents=[run:risk-1,weights.json]' --cycles 500</code>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// The report of a fit has the sentences of the terminal, and its standard errors have their meaning.
func TestPageOfAFit(t *testing.T) {
	rec := record()
	rec.Kind, rec.Strategy = results.Fit, "fit"
	r := rec.Summary.Result
	r.Error = []float64{0.5, 0}
	r.Fit = &results.FitEvidence{
		Ridge:  0.01,
		Target: "result", StartLoss: 0.7, Loss: 0.6, HeldOut: 0.65, StartHeldOut: 0.69, HeldPositions: 20, HeldGames: 5, SameAsStart: true, StartScale: 1, Scale: 1,
		Moved:       []results.FitMove{{Weight: "units", Start: 1, Fitted: 3, Error: 0.25}},
		Calibration: []results.FitBin{{From: 4.3e-9, To: 0.00818, Predicted: 0.00162, Observed: 0, Interval: rating.Interval{Low: 0, High: 0.0063}, Positions: 20}},
	}
	var b bytes.Buffer
	if err := report.Write(&b, rec, ""); err != nil {
		t.Fatal(err)
	}
	text := html.UnescapeString(b.String())
	for _, want := range []string{
		r.Fit.HeldOutLine(), r.Fit.StrengthLine(false), r.Fit.ScaleLine(), r.Fit.PenaltyLine(), r.Fit.MovedLine(), "± is one standard error: how far this value would move with other games",
		"<td>0</td><td>0.008</td><td>0.002</td><td>0.000</td><td>[0.000, 0.006]</td><td>20</td>", "that the fit had not seen", "<td>12.5%</td>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(text, "search") || strings.Contains(text, "<td>0.0%</td>") {
		t.Error("the page of a fit names a search, or an error of 0")
	}
}

func TestPageOfEveryKind(t *testing.T) {
	empty := results.Record{}
	empty.ID, empty.Kind, empty.Engine = "r-1", results.Tournament, "risk"
	grid := results.Record{Grid: &results.GridResult{Etudes: 2, Chosen: engines.Weights{1}, Hits: []uint16{0, 2, 2}, Axes: []results.Axis{{Name: "k", Count: 3, Step: 1}}}}
	grid.ID, grid.Kind, grid.Strategy = "g-1", results.Grid, "grid"
	for _, rec := range []results.Record{empty, grid} {
		var b bytes.Buffer
		if err := report.Write(&b, rec, ""); err != nil || !strings.HasSuffix(b.String(), "</html>\n") {
			t.Errorf("%s: %v", rec.ID, err)
		}
		want := map[results.Kind][]string{
			results.Tournament: {"risk: tournament", "lanista tournament config.yaml"},
			results.Grid:       {"2 of 2 etudes are correct at 2 of 3 points", "<td>2</td><td>2</td><td>66.7%</td>", "lanista grid config.yaml"},
		}
		for _, w := range want[rec.Kind] {
			if !strings.Contains(b.String(), w) {
				t.Errorf("%s: the page does not say %q", rec.ID, w)
			}
		}
	}
	var again [2]bytes.Buffer
	for i := range again {
		if err := report.Write(&again[i], record(), ""); err != nil {
			t.Fatal(err)
		}
	}
	if again[0].String() != again[1].String() {
		t.Error("two pages of one record differ")
	}
}

// The page begins with the verdict, whatever it is, and has none where nothing
// was verified.
func TestPageLeadsWithTheVerdict(t *testing.T) {
	for want, change := range map[string]func(*results.Result){
		"better than default":                      func(*results.Result) {},
		"not shown to be better than default":      func(a *results.Result) { a.Rating.Interval.Low = -3 },
		"nothing better found, the start was kept": func(a *results.Result) { a.KeptStart = true },
		"worse than default":                       func(a *results.Result) { a.Rating.Interval = rating.Interval{Low: -9, High: -1} },
		"":                                         func(a *results.Result) { a.Rating = nil },
	} {
		rec := record()
		change(rec.Summary.Result)
		var b bytes.Buffer
		if err := report.Write(&b, rec, ""); err != nil {
			t.Fatal(err)
		}
		_, lead, ok := strings.Cut(b.String(), `<p class="lead"><strong>`)
		if ok != (want != "") || !strings.HasPrefix(lead, want) {
			t.Errorf("%q leads with %.80q", want, lead)
		}
	}
}

// If the start was kept, it has played no match against an opponent that plays like it, and the report
// has the matches of the refused candidate.
func TestPageOfAKeptStart(t *testing.T) {
	rec := record()
	r := rec.Summary.Result
	r.KeptStart, r.Rating = true, &evidence.Rating{Against: "default"}
	r.Standings = []rating.Standing{{Agent: "default", Score: 0.5, Same: true}}
	r.Refused = &results.Refused{
		Candidate: results.Candidate{Name: "the fittest genome"},
		Rating:    evidence.Rating{Elo: -30, Interval: rating.Interval{Low: -50, High: -10}, Games: 400},
		Standings: []rating.Standing{{Agent: "random", Games: 240, Wins: 199, Losses: 41, Score: 0.829, Rating: 274, Interval: rating.Interval{Low: 225, High: 336}}},
	}
	var b bytes.Buffer
	if err := report.Write(&b, rec, ""); err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{
		`<tr><td class="name">default</td>`:                                                                    1,
		"not played, since the result plays like it":                                                           1,
		"-30 Elo [-50, -10] against the start in 400 games":                                                    1,
		`<td class="name">random</td><td>&#43;274</td><td>[&#43;225, &#43;336]</td><td>0.829</td><td>240</td>`: 1,
		"To next": 0, "<td>0.500</td>": 0,
	} {
		if got := strings.Count(b.String(), want); got != n {
			t.Errorf("%d times %q, want %d", got, want, n)
		}
	}
}

// The report of a run that was continued names its budgets and the commands that repeat it, if there
// are any.
func TestPageOfAContinuedRun(t *testing.T) {
	once := results.Continuation{From: "{games: 20}", To: "{games: 40}", Rounds: 2, Games: 20}
	broken := once
	broken.Interrupted = true
	for _, c := range []struct {
		list []results.Continuation
		want []string
	}{
		{nil, []string{"is a function of this config and its seed,", "<pre>lanista evolve config.yaml</pre>"}},
		{[]results.Continuation{once}, []string{
			"continued after round 2 (20 games) with the budget {games: 40}", "the config, its seed and these budgets",
			"<pre>lanista evolve config.yaml --set &#39;budget={games: 20}&#39;\nlanista evolve --resume last --set &#39;budget={games: 40}&#39;</pre>",
		}},
		{[]results.Continuation{broken}, []string{"interrupted and continued after round 2", "No commands repeat it"}},
	} {
		rec := record()
		rec.Continued = c.list
		var b bytes.Buffer
		if err := report.Write(&b, rec, ""); err != nil {
			t.Fatal(err)
		}
		_, part, _ := strings.Cut(b.String(), "<h2>Reproduce</h2>")
		for _, want := range c.want {
			if !strings.Contains(part, want) {
				t.Errorf("%+v: no %q in %.600s", c.list, want, part)
			}
		}
		if commands := strings.Contains(part, "<pre>lanista "); commands == strings.Contains(part, "No commands") {
			t.Errorf("%+v: has commands %t: %.600s", c.list, commands, part)
		}
	}
}

// A share that rounds to nothing has no sign.
func TestPageHasNoMinusZero(t *testing.T) {
	rec := record()
	rec.ScaleFree = true
	rec.Result.Weights[len(rec.Result.Weights)-1] = -0.00001
	var b bytes.Buffer
	if err := report.Write(&b, rec, ""); err != nil || !strings.Contains(b.String(), "<td>0.0%</td>") || strings.Contains(b.String(), "<td>-0.0%") {
		t.Errorf("a share that rounds to nothing: %v", err)
	}
}

// A report shows how many games are different and what ratings do not describe.
func TestPageOfRepeatedGames(t *testing.T) {
	rec := record()
	few := rating.Variety{Distinct: 12, DistinctPairings: 6}
	rec.Summary.Result.Rating.Variety, rec.Summary.Result.Standings[0].Variety = few, few
	page := func() string {
		var b bytes.Buffer
		if err := report.Write(&b, rec, ""); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	text := page()
	for _, want := range []string{"1,800 games, 12 different that the search had not seen", "default: too few different games for an interval (6).", "too few different games for an interval (6); 1800 games, 12 different"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	rec.Kind, rec.Games, rec.Space, rec.Generations = results.Tournament, 3000, nil, nil
	rec.Summary.Result = &results.Result{
		Played: &evidence.Played{Games: 3000, Variety: rating.Variety{Distinct: 126, DistinctPairings: 63, Openings: 64}},
		Misfit: &tournament.Misfit{Agent: "a", Against: "c", Score: 0.584, Predicted: 0.692},
		Standings: []rating.Standing{
			{Agent: "a", Games: 3000, Next: &rating.Lead{Difference: 9, Interval: rating.Interval{Low: -4, High: 22}}}, {Agent: "b", Games: 3000},
		},
	}
	text = page()
	for _, want := range []string{"3,000 games, 126 different (64 openings), started", "ratings do not describe a against c: 0.584, they predict 0.692."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
