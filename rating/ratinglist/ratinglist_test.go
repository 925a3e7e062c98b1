package ratinglist

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
	"github.com/lanista/lanista/rating/models"
)

// rate rates a file.
func rate(t testing.TB, text string, o Options) *List {
	t.Helper()
	r, err := gamefile.Open(strings.NewReader(text), "-")
	if err != nil {
		t.Fatal(err)
	}
	l, err := Rate(r, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(l); err != nil {
		t.Fatal(err)
	}
	return l
}

// games returns a CSV file of games between agents named by letters. For example, "ab 1-0 7" stands
// for seven games that a won in the first seat against b.
func games(lines ...string) string {
	text := "first,second,result\n"
	for _, line := range lines {
		var pair, result string
		var times int
		if _, err := fmt.Sscan(line, &pair, &result, &times); err != nil {
			panic(err)
		}
		text += strings.Repeat(pair[:1]+","+pair[1:]+","+result+"\n", times)
	}
	return text
}

func near[A ~float64](t testing.TB, what string, got A, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(float64(got)-want) <= tolerance) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// line returns the row of an agent in a rating list.
func line(t testing.TB, l *List, agent string) rating.Standing {
	t.Helper()
	for _, s := range l.Standings {
		if s.Agent == agent {
			return s
		}
	}
	t.Fatalf("%s is not in %+v", agent, l.Standings)
	return rating.Standing{}
}

// The games do not decide which of two anchors is the stronger: their difference is given, and it has
// no probability.
func TestFixedAgentsHaveNoProbability(t *testing.T) {
	file := games("ab 1-0 9", "ab 0-1 3", "bc 1-0 8", "bc 0-1 4", "ca 1-0 5", "ca 0-1 7")
	for _, c := range []struct {
		anchors []Anchor
		leads   string // of the agents by rank, with whether their probability is known
		matrix  string // whether each pair has a probability
	}{
		{[]Anchor{{"a", 2000}, {"b", 2050}}, "b 50 false, a true", "ab false, ac true, bc true"},
		{[]Anchor{{"a", 2000}, {"b", 2050}, {"c", 1900}}, "b 50 false, a 100 false", "ab false, ac false, bc false"},
		{[]Anchor{{"a", 2000}}, "a true, b true", "ab true, ac true, bc true"},
	} {
		l := rate(t, file, Options{Anchors: c.anchors, Matrix: true})
		at := make(map[string]int)
		var leads, matrix []string
		for i, s := range l.Standings {
			at[s.Agent] = i
			if s.Next == nil {
				continue
			}
			text := s.Agent
			if !s.Next.LOS.Known() {
				text += fmt.Sprint(" ", s.Next.Difference)
				if d := float64(s.Next.Difference); s.Next.Interval != (rating.Interval{Low: d, High: d}) {
					t.Errorf("%v: interval of two anchors %v", c.anchors, s.Next.Interval)
				}
			}
			leads = append(leads, fmt.Sprint(text, " ", s.Next.LOS.Known()))
		}
		for _, pair := range []string{"ab", "ac", "bc"} {
			i, j := at[pair[:1]], at[pair[1:]]
			if known := l.Superiority[i][j] != nil; known != (l.Superiority[j][i] != nil) {
				t.Errorf("%v: %s in one direction only", c.anchors, pair)
			}
			matrix = append(matrix, fmt.Sprint(pair, " ", l.Superiority[i][j] != nil))
		}
		if got := strings.Join(leads, ", "); got != c.leads || strings.Join(matrix, ", ") != c.matrix {
			t.Errorf("%v: %s; %v", c.anchors, got, matrix)
		}
	}
}

// An advantage of the first seat is fitted only if the games can separate it from strength: not if the
// seats follow from the agents.
func TestFirstSeatConfounded(t *testing.T) {
	for _, c := range []struct {
		name  string
		games []string
		want  bool
	}{
		{"a always sits first", []string{"ab 1-0 30", "ab 0-1 20"}, true},
		{"levels: a before b and c, both before d", []string{"ab 1-0 30", "ab 0-1 20", "ac 1-0 20", "ac 0-1 5", "bd 1-0 9", "bd 0-1 5", "cd 1-0 9", "cd 0-1 8"}, true},
		{"one game with swapped seats", []string{"ab 1-0 30", "ab 0-1 20", "ba 1-0 1"}, false},
		{"a ring", []string{"ab 1-0 30", "ab 0-1 20", "bc 1-0 20", "bc 0-1 15", "ca 1-0 9", "ca 0-1 5"}, false},
		{"a shortcut past a level", []string{"ab 1-0 30", "ab 0-1 20", "bc 1-0 20", "bc 0-1 15", "ac 1-0 9", "ac 0-1 5"}, false},
	} {
		for _, model := range []string{BradleyTerry, Davidson} {
			l := rate(t, games(c.games...), Options{FirstSeat: true, Model: model})
			if l.FirstSeatConfounded != c.want || (l.FirstSeat == nil) != c.want || (l.FirstSeatInterval == nil) != c.want {
				t.Errorf("%s: confounded %v, first seat %v", c.name, l.FirstSeatConfounded, l.FirstSeat)
			}
		}
	}
	if l := rate(t, games("ab 1-0 30", "ab 0-1 20"), Options{}); l.FirstSeatConfounded {
		t.Error("no advantage was fitted")
	}
}

// Games cannot separate the advantage if its column in the matrix of their equations is a combination
// of the agents' columns, which agents with fixed ratings do not have.
func TestFirstSeatConfoundedOfFixedRatings(t *testing.T) {
	t.Parallel()
	const agents = "abcd"
	rng := rand.New(rand.NewPCG(1, 2))
	counts := map[bool]int{}
	for range 400 {
		held := rng.IntN(len(agents) + 1)
		var anchors []Anchor
		for _, a := range agents[:held] {
			anchors = append(anchors, Anchor{string(a), 1000 + 50*float64(rng.IntN(3))})
		}
		if held < 2 {
			held, anchors = 0, nil
		}
		var list []string
		var strengths, seats []float64 // the equations: columns of the agents without fixed ratings, and of the seat
		for range 1 + rng.IntN(5) {
			p := rng.Perm(len(agents))
			list = append(list, fmt.Sprintf("%c%c 1-0 3", agents[p[0]], agents[p[1]]), fmt.Sprintf("%c%c 0-1 2", agents[p[0]], agents[p[1]]))
			row := make([]float64, len(agents))
			row[p[0]], row[p[1]] = 1, -1
			if max(p[0], p[1]) < held {
				continue // a game between fixed ratings does not count
			}
			strengths, seats = append(strengths, row[held:]...), append(append(seats, row[held:]...), 1)
		}
		if len(strengths) == 0 {
			continue
		}
		n := len(seats) - len(strengths)
		rank := func(data []float64) int {
			var svd mat.SVD
			if !svd.Factorize(mat.NewDense(n, len(data)/n, data), mat.SVDNone) {
				t.Fatal("no singular values")
			}
			return svd.Rank(1e-9)
		}
		l, err := RateFile(strings.NewReader(games(list...)), "-", Options{FirstSeat: true, Anchors: anchors})
		if err != nil || len(l.Tables) > 0 || len(l.Standings) < len(agents) {
			continue // an anchor without games, or agents who never met
		}
		want := rank(strengths) == rank(seats)
		if counts[want]++; l.FirstSeatConfounded != want {
			t.Errorf("%v with %v: confounded %v, want %v", list, anchors, l.FirstSeatConfounded, want)
		}
	}
	if min(counts[true], counts[false]) < 20 {
		t.Errorf("too few cases: %v", counts)
	}
}

// If one of two agents won seven games of ten, the difference is 400·log10(7/3). Its interval is
// Student's with 8 degrees of freedom and the error 400/ln 10·√(0.21/10·10/9)/0.21.
func TestTwoAgents(t *testing.T) {
	l := rate(t, games("ab 1-0 4", "ba 0-1 3", "ab 0-1 3"), Options{})
	difference := 400 * math.Log10(7./3)
	arm := 2.306004135204166 * rating.EloPerLogit * math.Sqrt(0.21/9) / 0.21
	a, b := line(t, l, "a"), line(t, l, "b")
	near(t, "a", a.Rating, difference/2, 1e-9)
	near(t, "b", b.Rating, -difference/2, 1e-9)
	near(t, "lower end", a.Interval.Low, difference/2-arm/2, 1e-6)
	near(t, "lead", a.Next.Difference, difference, 1e-9)
	near(t, "lower end of the lead", a.Next.Interval.Low, difference-arm, 1e-6)
	if a.Games != 10 || a.Wins != 7 || a.Losses != 3 || a.Score != 0.7 || b.Score != 0.3 || b.Next != nil || l.Games != 10 || l.Model != BradleyTerry || a.Apart {
		t.Errorf("%+v", l)
	}
	m := l.Match
	if m.First != "a" || m.Clusters[0] != 3 || m.Clusters[2] != 7 || m.Others != 0 {
		t.Errorf("%+v", m)
	}
	near(t, "Elo of the match", *m.Elo, difference, 1e-9)
	held := rate(t, games("ab 1-0 7", "ab 0-1 3"), Options{Anchors: []Anchor{{"b", 1500}}, AnchorRatings: &gamefile.Ratings{}})
	near(t, "against an anchor", line(t, held, "a").Rating, 1500+difference, 1e-9)
	near(t, "and its lower end", line(t, held, "a").Interval.Low, 1500+difference-arm, 1e-6)
	if b := line(t, held, "b"); b.Rating != 1500 || b.Interval != (rating.Interval{Low: 1500, High: 1500}) {
		t.Errorf("the anchor: %+v", b)
	}
}

// The ratings equal published values: the worked example of Wikipedia's article on the Bradley-Terry
// model, and two players with draws under every model of draws.
func TestPublishedRatings(t *testing.T) {
	l := rate(t, games("ab 1-0 2", "ad 1-0 1", "ba 1-0 3", "bc 1-0 5", "cb 1-0 3", "cd 1-0 1", "da 1-0 4", "dc 1-0 3"), Options{})
	for agent, want := range map[string]float64{"a": -77.5729, "b": 7.3661, "c": -72.2324, "d": 142.4392} {
		near(t, agent, line(t, l, agent).Rating, want, 1e-4)
	}
	drawn := games("ab 1-0 50", "ab 0-1 30", "ab 1/2-1/2 20")
	l = rate(t, drawn, Options{Model: RaoKupper})
	near(t, "Rao-Kupper", line(t, l, "a").Rating, 36.7977, 1e-4)
	near(t, "drawElo", *l.DrawElo, 73.5954, 1e-4)
	l = rate(t, drawn, Options{Model: Davidson})
	near(t, "Davidson", line(t, l, "a").Rating, 44.3697, 1e-4)
	near(t, "nu", *l.Nu, 0.516398, 1e-6)
	bayes := rate(t, games("ab 1-0 50", "ab 0-1 30", "ab 1/2-1/2 22"), Options{Model: RaoKupper}) // two virtual draws
	l = rate(t, drawn, Options{Model: BayesElo})
	near(t, "BayesElo", line(t, l, "a").Rating, float64(line(t, bayes, "a").Rating), 1e-6)
	if l.Prior != models.BayesEloPrior {
		t.Errorf("%+v", l.Table)
	}
	l = rate(t, games("ab 1-0 7", "ab 0-1 3", "ba 1-0 6", "ba 0-1 4"), Options{FirstSeat: true})
	near(t, "with a first seat", line(t, l, "a").Rating, 19.1886, 1e-4)
	near(t, "the first seat", *l.FirstSeat, 108.8136, 1e-4)
	if i := *l.FirstSeatInterval; !(i.Low < *l.FirstSeat && *l.FirstSeat < i.High) {
		t.Errorf("%v", i)
	}
}

// For games of three agents, the ratings of Plackett-Luce equal published values, and so do the
// skills of TrueSkill and Weng-Lin after one game.
func TestPlaces(t *testing.T) {
	text := "game,agent,place\n"
	for i, order := range strings.Fields("abc abc abc abc abc acb acb acb bac bac bac bca bca cab cba") {
		for place, agent := range order {
			text += fmt.Sprintf("%d,%c,%d\n", i, agent, place+1)
		}
	}
	l := rate(t, text, Options{})
	if l.Model != PlackettLuce || l.Games != 15 || l.Match != nil {
		t.Errorf("%+v", l)
	}
	for agent, want := range map[string]float64{"a": 76.3343, "b": 13.5425, "c": -89.8768} {
		near(t, agent, line(t, l, agent).Rating, want, 1e-4)
	}
	if a := line(t, l, "a"); a.Wins != 8 || a.Losses != 7 || math.Abs(float64(a.Score)-2./3) > 1e-12 {
		t.Errorf("%+v", a)
	}
	one := "game,agent,place\n1,a,1\n1,b,2\n1,c,3\n"
	for model, want := range map[string][3]float64{TrueSkill: {31.675, 25, 18.325}, WengLin: {27.8689, 25.7172, 21.4139}} {
		l := rate(t, one, Options{Model: model, Chance: true})
		for i, agent := range []string{"a", "b", "c"} {
			near(t, model+" "+agent, line(t, l, agent).Skill.Mean, want[i], 1e-3)
		}
		mean := l.Standings[0].Rating + l.Standings[1].Rating + l.Standings[2].Rating
		near(t, model+" on average", mean, 0, 1e-9)
		a, b, c := line(t, l, "a"), line(t, l, "b"), line(t, l, "c")
		perSkill := float64(a.Rating-b.Rating) / (a.Skill.Mean - b.Skill.Mean)
		near(t, model+" per unit of skill", float64(b.Rating-c.Rating)/(b.Skill.Mean-c.Skill.Mean), perSkill, 1e-9)
		if a := line(t, l, "a"); !(a.Interval.Low < float64(a.Rating) && a.LOS > 0.5 && a.LOS < 1) {
			t.Errorf("%s: %+v", model, a)
		}
	}
	winner := rate(t, text, Options{WinnerOnly: true})
	near(t, "by winners alone", line(t, winner, "a").Rating-line(t, winner, "b").Rating, 400*math.Log10(8./5), 1e-6)
}

// Within a rating period of Glicko-2 the order of games does not matter. The deviation of an agent
// without games in a period increases.
func TestPeriods(t *testing.T) {
	one := rate(t, games("ab 1-0 3", "ab 0-1 1", "ca 1-0 2"), Options{Model: Glicko2})
	turned := rate(t, games("ca 1-0 2", "ab 0-1 1", "ab 1-0 3"), Options{Model: Glicko2})
	for _, agent := range []string{"a", "b", "c"} {
		if x, y := line(t, one, agent), line(t, turned, agent); math.Abs(x.Skill.Mean-y.Skill.Mean) > 1e-9 || x.Skill.Deviation != y.Skill.Deviation {
			t.Errorf("%s: %+v, and in another order %+v", agent, x.Skill, y.Skill)
		}
	}
	want := models.NewGlicko().Update([]models.GlickoGames{{Opponent: models.NewGlicko(), Games: 2, Points: 2}}, 0.5)
	near(t, "c", line(t, one, "c").Skill.Mean, want.Rating, 1e-9)
	two := rate(t, "first,second,result,period\na,b,1-0,1\na,c,1-0,1\na,b,1-0,2\n", Options{Model: Glicko2})
	c := models.NewGlicko().Update([]models.GlickoGames{{Opponent: models.NewGlicko(), Games: 1}}, 0.5)
	idle := c.Update(nil, 0.5)
	near(t, "c's deviation", line(t, two, "c").Skill.Deviation, idle.Deviation, 1e-9)
	if idle.Deviation <= c.Deviation {
		t.Errorf("%+v, then %+v", c, idle)
	}
}

// The two games of a pair, played from the same start, count as one observation.
func TestPairsAreClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	paired, single := "first,second,result,pair\n", "first,second,result\n"
	for deal := range 60 {
		first, second := "1-0", "0-1" // the better side of the deal wins, mostly
		if rng.IntN(2) == 0 {
			first, second = second, first
		}
		if rng.IntN(4) == 0 {
			second = "1-0"
		}
		for _, game := range []string{"a,b," + first, "b,a," + second} {
			paired += fmt.Sprintf("%s,%d\n", game, deal)
			single += game + "\n"
		}
	}
	a, b := rate(t, paired, Options{}), rate(t, single, Options{})
	near(t, "ratings", a.Standings[0].Rating, float64(b.Standings[0].Rating), 1e-9)
	near(t, "pairing gain", a.Match.PairingGain, 0.25/(2*a.Match.Clusters.Variance()), 0.02) // a game without draws has variance 1/4 near equality
	width := func(l *List) float64 { return l.Standings[0].Interval.High - l.Standings[0].Interval.Low }
	if math.Abs(width(a)/width(b)-1) < 0.05 {
		t.Errorf("pairs change nothing: %v and %v", width(a), width(b))
	}
	if len(a.Match.Clusters) != 5 || a.Match.Clusters.Clusters() != 60 || len(b.Match.Clusters) != 3 || b.Match.Clusters.Clusters() != 120 {
		t.Errorf("%v and %v", a.Match.Clusters, b.Match.Clusters)
	}
}

// The gain of pairs compares the variances of the same games, as scores of games and as scores of
// pairs. Games without a partner do not count, and equal pairs have no gain. By numpy 1.24, the
// variances of the scores 20·½ 4·1 4·½ 2·½ 2·0 and of the pairs 10·½ 4·¾ 2·¼ are 0.045898 and
// 0.022461, and 0.045898/(2·0.022461) is 1.021739. With the 40 other games it would be 3.551.
func TestPairingGainOfPairsAlone(t *testing.T) {
	var file strings.Builder
	pair := 0
	add := func(times int, results ...string) {
		for range times {
			for i, result := range results {
				fmt.Fprintf(&file, "%s,%s,%d\n", []string{"a,b", "b,a"}[i], result, pair)
			}
			pair++
		}
	}
	file.WriteString("first,second,result,pair\n")
	add(10, "1/2-1/2", "1/2-1/2")
	equal := rate(t, file.String(), Options{}).Match
	if equal.PairingGain != 0 || equal.Clusters.Clusters() != 10 {
		t.Errorf("ten equal pairs, %v, have the gain %v", equal.Clusters, equal.PairingGain)
	}
	add(4, "1-0", "1/2-1/2")
	add(2, "1/2-1/2", "1-0")
	add(20, "1-0")
	add(20, "0-1")
	m := rate(t, file.String(), Options{}).Match
	if m.Others != 40 {
		t.Errorf("%d games without a partner", m.Others)
	}
	near(t, "pairing gain", m.PairingGain, 1.0217391304347827, 1e-12)
}

// Groups of agents that never met have separate tables, each with its own anchor.
func TestTables(t *testing.T) {
	text := games("ab 1-0 7", "ab 0-1 3", "cd 1-0 60", "cd 0-1 40", "de 1-0 5", "de 0-1 5")
	for _, model := range Models() {
		l := rate(t, text, Options{Model: model, Matrix: true})
		if len(l.Tables) != 2 || l.Standings[0].Table != 1 || l.Standings[4].Table != 2 || l.Match != nil {
			t.Fatalf("%s: %+v", model, l)
		}
		near(t, model, l.Standings[0].Rating+l.Standings[1].Rating+l.Standings[2].Rating, 0.0, 1e-6)
		if l.Crosstable[0][4] != nil || l.Superiority[0][4] != nil || l.Crosstable[0][0] != nil || *l.Superiority[3][4] < 0.5 != (l.Standings[3].Rating < l.Standings[4].Rating) || l.Crosstable[3][4].Games != 10 {
			t.Errorf("%s: %+v %v", model, l.Crosstable, l.Superiority)
		}
	}
	l := rate(t, text, Options{Anchors: []Anchor{{"a", 100}, {"c", 2000}}})
	near(t, "d", line(t, l, "d").Rating, 2000-400*math.Log10(1.5), 1e-6)
	near(t, "b", line(t, l, "b").Rating, 100-400*math.Log10(7./3), 1e-6)
}

// An agent that won all its games has a finite rating under every model, and an interval that does
// not contain ratings that the results exclude.
func TestPerfectScores(t *testing.T) {
	text := games("ab 1-0 10", "bc 1-0 5", "bc 0-1 5", "cb 1/2-1/2 2", "ca 0-1 10")
	for _, model := range Models() {
		l := rate(t, text, Options{Model: model})
		a := l.Standings[0]
		if a.Agent != "a" || !(a.Rating > 50 && a.Rating < 2000) || !(a.Interval.Low > -150 && a.Interval.Low < float64(a.Rating) && a.Interval.High < 5000) || a.LOS < 0.9 {
			t.Errorf("%s: %+v", model, a)
		}
		batch := model != Glicko2 && model != TrueSkill && model != WengLin
		if a.Apart != batch || batch != (l.Prior > 0) {
			t.Errorf("%s: apart %v, prior %v", model, a.Apart, l.Prior)
		}
	}
	// Wilson's interval of ten won of ten, with next to no prior.
	l := rate(t, games("ab 1-0 10"), Options{Prior: 1e-9})
	near(t, "lower end", l.Standings[0].Next.Interval.Low, rating.Wilson(10, 10, rating.Z()).Elo().Low, 1)
}

func TestSequentialTest(t *testing.T) {
	text := "first,second,result,pair\n"
	pair := 0
	for halves, times := range []int{4, 10, 60, 40, 12} { // scores of a in pairs
		for range times {
			pair++
			for _, game := range [][]string{{"a,b,0-1", "b,a,1-0"}, {"a,b,0-1", "b,a,1/2-1/2"}, {"a,b,1-0", "b,a,1-0"}, {"a,b,1-0", "b,a,1/2-1/2"}, {"a,b,1-0", "b,a,0-1"}}[halves] {
				text += fmt.Sprintf("%s,%d\n", game, pair)
			}
		}
	}
	counts := rating.Counts{4, 10, 60, 40, 12}
	for _, c := range []struct {
		elo0, elo1 float64
		want       rating.Decision
	}{{0, 50, rating.AcceptH1}, {150, 250, rating.AcceptH0}, {60, 70, rating.Undecided}} {
		l := rate(t, text, Options{Test: &rating.SPRT{Elo0: c.elo0, Elo1: c.elo1}})
		want := rating.LLR(counts, rating.NormalizedModel, c.elo0, c.elo1)
		if *l.Test.LLR != want || l.Test.Decision != c.want || l.Test.Verdict != c.want.String() {
			t.Errorf("[%v, %v]: %+v, want %v, %v", c.elo0, c.elo1, l.Test, want, c.want)
		}
	}
	l := rate(t, text, Options{Model: BayesElo, Test: &rating.SPRT{Elo1: 5}})
	near(t, "LLR of cutechess", *l.Test.LLR, models.LLRBayesElo(60+40+24, 10+60+8, 10+40, 0, 5), 1e-12)
}

func TestMistakes(t *testing.T) {
	two, places := games("ab 1-0 3"), "game,agent,place\n1,a,1\n1,b,2\n1,c,2\n"
	many := "game,agent,place\n"
	for i := range 9 {
		many += fmt.Sprintf("1,agent%d,1\n", i)
	}
	for _, c := range []struct {
		text string
		o    Options
		want string
	}{
		{two, Options{Model: "elo"}, `model: unknown model "elo"`},
		{two, Options{Scale: "elo"}, `scale: unknown scale "elo"; one of logistic, ordo, bayeselo`},
		{two, Options{Scale: BayesEloScale}, "scale: bayeselo is a scale of the models bayeselo and rao-kupper, not of bradley-terry"},
		{two, Options{Prior: -1}, "prior: -1"},
		{two, Options{Confidence: 1}, "confidence: 1 is not within (0, 1)"},
		{two, Options{Model: TrueSkill, FirstSeat: true}, "first-seat: trueskill has no advantage of the first seat"},
		{two, Options{Model: Glicko2, Prior: 1}, "prior: glicko2 has no virtual draws"},
		{two, Options{WinnerOnly: true}, "winner-only: requires plackett-luce, not bradley-terry"},
		{two, Options{Anchors: []Anchor{{"z", 0}}}, `anchor: no agent is named "z"`},
		{two, Options{Model: WengLin, Anchors: []Anchor{{"a", 0}, {"b", 0}}}, "anchor: a and b have met"},
		{two, Options{Anchors: []Anchor{{"a", 0}, {"a", 0}}}, "anchor: a is anchored twice"},
		{two, Options{Anchors: []Anchor{{"a", math.NaN()}}}, "anchor: a cannot be held at NaN"},
		{two, Options{Anchors: []Anchor{{"a", -1000001}}}, "anchor: a cannot be held at -1.000001e+06 Elo: it is not a rating between -1000000 and 1000000"},
		{two, Options{AnchorRatings: &gamefile.Ratings{List: []gamefile.Rated{{Name: "z"}}}}, "anchors: none of the 1 agents of the file plays"},
		{two, Options{Test: &rating.SPRT{Elo0: 5}}, "sprt.elo1: 0 is not above elo0, 5"},
		{games("ab 1-0 1", "bc 1-0 1"), Options{Test: &rating.SPRT{Elo1: 5}}, "sprt: a sequential test needs two agents"},
		{two, Options{Model: WengLin, Test: &rating.SPRT{Elo1: 5}}, "sprt: a sequential test needs two agents"},
		{places, Options{Model: BradleyTerry}, "-:2: bradley-terry rates games of two seats, not of 3"},
		{places, Options{Model: Glicko2}, "-:2: glicko2 rates games of two seats, not of 3"},
		{many, Options{}, "-:2: 9 players share a place"},
		{"first,second,result\na,b,*\n", Options{}, "-:1: no finished game (1 without a result)"},
		{"first,second,result\na,b,1-0\na,b,7\n", Options{}, `-:3: result: "7" is not a result`},
	} {
		r, err := gamefile.Open(strings.NewReader(c.text), "-")
		if err != nil {
			t.Fatal(err)
		}
		_, err = Rate(r, c.o)
		var inFile *gamefile.Error
		var key *keys.KeyError
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.As(err, &inFile) && !errors.As(err, &key) {
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
}

// For any games, every model gives finite ratings within their intervals with mean 0, and a
// list that JSON can encode.
func TestAnyGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(1, 12).Draw(t, "kinds of games") {
			pair := rapid.SampledFrom([]string{"ab", "ba", "bc", "cd", "ef", "fe", "ac"}).Draw(t, "players")
			result := rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2"}).Draw(t, "result")
			lines = append(lines, fmt.Sprintf("%s %s %d", pair, result, rapid.SampledFrom([]int{1, 2, 30}).Draw(t, "times")))
		}
		o := Options{Model: rapid.SampledFrom(Models()).Draw(t, "model"), Matrix: true}
		o.FirstSeat = slices.Contains([]string{BradleyTerry, BayesElo, Davidson, RaoKupper}, o.Model) && rapid.Bool().Draw(t, "seat")
		r, err := gamefile.Open(strings.NewReader(games(lines...)), "-")
		if err != nil {
			t.Fatal(err)
		}
		l, err := Rate(r, o)
		if err != nil {
			t.Fatal(err)
		}
		sums := make(map[int]float64)
		for _, s := range l.Standings {
			sums[s.Table] += float64(s.Rating)
			if !s.Interval.Contains(float64(s.Rating)) || s.LOS.Known() != (l.Pairings >= rating.LeastPairings) || s.LOS < 0 || s.LOS > 1 || s.Games != s.Wins+s.Draws+s.Losses {
				t.Fatalf("%+v", s)
			}
		}
		for table, sum := range sums {
			if math.Abs(sum) > 1e-6 {
				t.Fatalf("the ratings of table %d add up to %v", table, sum)
			}
		}
		if _, err := json.Marshal(l); err != nil {
			t.Fatal(err)
		}
	})
}

// A score that contradicts the ratings is reported in the list, as in the standings of a tournament.
func TestMisfit(t *testing.T) {
	t.Parallel()
	ring := games("ab 1-0 45", "ab 0-1 15", "bc 1-0 45", "bc 0-1 15", "ca 1-0 50", "ca 0-1 10")
	m := rate(t, ring, Options{}).Misfit
	if m == nil || m.Agent != "c" || m.Against != "a" || m.P >= 0.001 {
		t.Fatalf("%+v", m)
	}
	near(t, "score", m.Score, 50.0/60, 1e-9)
	l := rate(t, ring, Options{})
	near(t, "predicted", m.Predicted, rating.Score(float64(line(t, l, "c").Rating-line(t, l, "a").Rating)), 1e-6)
	for name, l := range map[string]*List{
		"a first seat":  rate(t, ring, Options{FirstSeat: true}),
		"another model": rate(t, ring, Options{Model: Davidson}),
		"no misfit":     rate(t, games("ab 1-0 35", "ab 0-1 25", "bc 1-0 35", "bc 0-1 25", "ac 1-0 40", "ac 0-1 20"), Options{}),
		"two agents":    rate(t, games("ab 1-0 60", "ab 0-1 1"), Options{}),
	} {
		if l.Misfit != nil {
			t.Errorf("%s: %+v", name, l.Misfit)
		}
	}
	two := rate(t, ring+games("xy 1-0 5", "xy 0-1 5")[len("first,second,result\n"):], Options{})
	if len(two.Tables) != 2 || two.Misfit == nil || two.Misfit.Agent != "c" {
		t.Errorf("two tables: %+v", two.Misfit)
	}
}

// The JSON keys are stable.
func TestListJSON(t *testing.T) {
	data, err := json.Marshal(rate(t, games("ab 1-0 7", "ab 0-1 3", "ba 1-0 2", "ba 0-1 2"), Options{FirstSeat: true}))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		`{"model":"bradley-terry","games":14,"distinct":14,"scale":"logistic","confidence":0.95,"standings":[{"agent":"a","games":14,"wins":9,"draws":0,"losses":5,"score":0.64`,
		`"rating":`, `"interval":{"low":`, `"los":`, `"first_seat":`,
	} {
		if !strings.Contains(string(data), key) {
			t.Errorf("%s is not in %s", key, data)
		}
	}
}

// A cell of the crosstable contains the results of the agent of its row.
func TestCellsOfTheCrosstable(t *testing.T) {
	l := rate(t, games("ab 1-0 3", "ba 1-0 1", "bc 1-0 2", "cb 1/2-1/2 1", "ac 0-1 1"), Options{Matrix: true})
	at := func(name string) int {
		return slices.IndexFunc(l.Standings, func(s rating.Standing) bool { return s.Agent == name })
	}
	for pair, want := range map[string]Cell{"ab": {4, 0.75}, "ba": {4, 0.25}, "bc": {3, 5. / 6}, "cb": {3, 1. / 6}, "ac": {1, 0}, "ca": {1, 1}} {
		if c := l.Crosstable[at(pair[:1])][at(pair[1:])]; c == nil || c.Games != want.Games || math.Abs(c.Score-want.Score) > 1e-12 {
			t.Errorf("%s: %+v, want %+v", pair, c, want)
		}
	}
}
