package ratinglist

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
)

// rateFile rates a file of testdata.
func rateFile(t testing.TB, name string, o Options) *List {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	l, err := RateFile(f, name, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// For a file that fastchess wrote while it played several games at once, the counts of pairs, the
// normalised Elo and the log-likelihood ratio are those that fastchess printed. The interval is a
// little wider, because it is Student's.
func TestConcurrentFastchess(t *testing.T) {
	l := rateFile(t, "fastchess-concurrent.pgn", Options{Test: &rating.SPRT{Elo1: 5}})
	if got := fmt.Sprint(l.Match.Clusters); got != "[5 7 77 8 3]" || l.Match.Others != 0 || l.Distinct != 200 {
		t.Errorf("%s pairs, %d games in others, %d different", got, l.Match.Others, l.Distinct)
	}
	near(t, "normalised Elo", *l.Match.NormalizedElo, -10.8, 0.05)
	if arm := *l.Match.NormalizedError; arm < 47.9 || arm > 1.03*47.9 { // fastchess takes the deviation for known
		t.Errorf("the normalised Elo is ± %v, that of fastchess ± 47.9", arm)
	}
	near(t, "LLR", *l.Test.LLR, -0.110, 0.0005)
	single := rateFile(t, "fastchess-concurrent.pgn", Options{Trinomial: true, Test: &rating.SPRT{Elo1: 5}})
	counts := rating.Trinomial(88, 91, 21)
	if fmt.Sprint(single.Match.Clusters) != fmt.Sprint(counts) {
		t.Errorf("%v single games, want %v", single.Match.Clusters, counts)
	}
	near(t, "LLR of single games", *single.Test.LLR, rating.LLR(counts, rating.NormalizedModel, 0, 5), 1e-12)
	near(t, "normalised Elo of single games", *single.Match.NormalizedElo, counts.NormalizedElo(), 1e-12)
	table := rate(t, games("ab 1-0 88", "ab 0-1 91", "ab 1/2-1/2 21"), Options{})
	near(t, "interval of single games", line(t, single, "a").Interval.Low, line(t, table, "a").Interval.Low, 1e-9)
}

// pgn returns a game as PGN text with the tag Round, a result and moves.
func pgn(white, black, round, result, moves string) string {
	return fmt.Sprintf("[White %q]\n[Black %q]\n[Round %q]\n[Result %q]\n\n%s %s\n\n", white, black, round, result, moves, result)
}

// A sequential test of pairs has a result only if at most one game in a hundred has no partner with
// swapped seats.
func TestVerdictNeedsPairs(t *testing.T) {
	text := ""
	for round := range 198 {
		moves := fmt.Sprintf("1. e4 e5 2. Nf3 N%d", round)
		text += pgn("a", "b", fmt.Sprint(round), "1-0", moves) + pgn("b", "a", fmt.Sprint(round), []string{"1/2-1/2", "0-1"}[round%2], moves)
	}
	o := Options{Test: &rating.SPRT{Elo0: 0, Elo1: 5}}
	for lost := range 6 {
		l := rate(t, text, o)
		if want := lost <= 4; (l.Test.LLR != nil) != want || (l.Test.Decision == rating.AcceptH1) != want { // 4 of 400
			t.Errorf("%d of %d games without a partner: %+v", lost, l.Games, l.Test)
		}
		if lost == 5 && (l.Test.Unpaired != 5 || l.Test.Verdict != "no verdict") {
			t.Errorf("%+v", l.Test)
		}
		text += pgn("a", "b", "-", "0-1", fmt.Sprintf("1. d4 d5 2. c%d e6", lost))
	}
	o.Trinomial = true
	if l := rate(t, text, o); l.Test.LLR == nil || l.Test.Unpaired != 0 || len(l.Match.Clusters) != 3 {
		t.Errorf("of single games: %+v %+v", l.Test, l.Match)
	}
	o.Trinomial, o.Model = false, BayesElo
	if l := rate(t, text, o); l.Test.LLR == nil {
		t.Errorf("the ratio of cutechess looks at single games: %+v", l.Test)
	}
	alone := rate(t, games("ab 1-0 30", "ab 0-1 10"), Options{Test: &rating.SPRT{Elo1: 5}})
	if alone.Test.LLR == nil {
		t.Errorf("CSV without the column pair: %+v", alone.Test)
	}
	if l := rate(t, "first,second,result,pair\na,b,1-0,1\nb,a,0-1,1\na,b,1-0,2\n", Options{Test: &rating.SPRT{Elo1: 5}}); l.Test.LLR == nil || *l.Test.LLR != rating.LLR(rating.Counts{0, 0, 0, 0, 1}, rating.NormalizedModel, 0, 5) {
		t.Errorf("one game without a partner is left out: %+v", l.Test)
	}
	if l := rate(t, "first,second,result,pair\na,b,1-0,1\n", Options{Test: &rating.SPRT{Elo1: 5}}); l.Test.LLR != nil || l.Test.Unpaired != 1 {
		t.Errorf("no pairs: %+v", l.Test)
	}
	if l := rate(t, "first,second,result,pair\na,b,1-0,1\nb,a,0-1,1\na,b,1-0,2\na,b,1-0,3\n", Options{Test: &rating.SPRT{Elo1: 5}}); l.Test.LLR != nil || l.Test.Unpaired != 2 {
		t.Errorf("CSV with the column pair: %+v", l.Test)
	}
}

// A test of pairs has its hypotheses in the unit of its model. The ratios were computed by an
// independent program from the counts of pairs; in BayesElo the draw rate makes [0, 10] of [0, 9.677] Elo.
func TestUnitsOfTheTest(t *testing.T) {
	text := "first,second,result,pair\n"
	pair := 0
	for _, kind := range []struct {
		n             int
		first, second string // results of the games with a in the first and in the second seat
	}{{2, "0-1", "1-0"}, {5, "1/2-1/2", "1-0"}, {20, "1-0", "1-0"}, {9, "1-0", "1/2-1/2"}, {4, "1-0", "0-1"}} {
		for range kind.n {
			pair++
			text += fmt.Sprintf("a,b,%s,%d\nb,a,%s,%d\n", kind.first, pair, kind.second, pair)
		}
	}
	for model, want := range map[rating.Model]float64{rating.NormalizedModel: 0.29861623566857, rating.LogisticModel: 0.41271481607782, rating.BayesianModel: 0.40141285056254} {
		l := rate(t, text, Options{Test: &rating.SPRT{Elo1: 10, Model: model}})
		near(t, l.Test.Unit, *l.Test.LLR, want, 1e-6)
	}
	o := Options{Model: BayesElo, Test: &rating.SPRT{Elo1: 10, Model: rating.LogisticModel}}
	if err := o.Validate(); err == nil || err.Error() != "sprt: with the model bayeselo the test is of BayesElo, not of Elo" {
		t.Error(err)
	}
}

// A repeated pair is one observation: its games count for means, but not for the number of
// observations. The expected error comes from the formula.
func TestRepeatedGames(t *testing.T) {
	text := ""
	points, squares, games, different := 0.0, 0.0, 0.0, 0.0
	scores := []float64{1, 0.5, 0.75, 0.5, 0.25, 1, 0.5, 0, 0.75, 0.5, 0.75, 1}
	results := map[float64][2]string{1: {"1-0", "0-1"}, 0.75: {"1-0", "1/2-1/2"}, 0.5: {"1-0", "1-0"}, 0.25: {"1/2-1/2", "1-0"}, 0: {"0-1", "1-0"}}
	var copies []int
	for i, score := range scores {
		m := 1 + i*i%7
		copies = append(copies, m)
		points, games, different = points+float64(m)*score, games+float64(m), different+1
		for range m {
			moves := fmt.Sprintf("1. e4 e5 2. Nf3 N%d", i)
			text += pgn("a", "b", "?", results[score][0], moves) + pgn("b", "a", "?", results[score][1], moves)
		}
	}
	mean := points / games
	for i, score := range scores {
		squares += math.Pow(float64(copies[i])*(score-mean), 2)
	}
	l := rate(t, text, Options{Test: &rating.SPRT{Elo1: 5}})
	if l.Games != int(2*games) || l.Distinct != 24 || fmt.Sprint(l.Match.Clusters) != "[1 1 4 3 3]" {
		t.Errorf("%d games, %d different, %v", l.Games, l.Distinct, l.Match.Clusters)
	}
	err := rating.EloPerLogit * math.Sqrt(squares*different/(different-1)) / games / (mean * (1 - mean))
	arm := err * distuv.StudentsT{Sigma: 1, Nu: different - 2}.Quantile(0.975)
	near(t, "rating", line(t, l, "a").Rating, rating.Elo(mean)/2, 1e-6)
	near(t, "interval", line(t, l, "a").Interval.Low, rating.Elo(mean)/2-arm/2, 1e-5)
	near(t, "LLR", *l.Test.LLR, rating.LLR(rating.Counts{1, 1, 4, 3, 3}, rating.NormalizedModel, 0, 5), 1e-12)
	near(t, "Elo of the match", *l.Match.Elo, rating.Elo(mean), 1e-9)
	near(t, "its interval", l.Match.Interval.High, rating.Elo(mean)+arm, 1e-5)
	near(t, "its LOS", l.Match.LOS, distuv.StudentsT{Sigma: 1, Nu: different - 2}.CDF(rating.Elo(mean)/err), 1e-7)

	dice := rate(t, text, Options{Chance: true})
	if dice.Distinct != dice.Games || dice.Match.Clusters.Clusters() != int(games) {
		t.Errorf("with dice: %d of %d games different, %v", dice.Distinct, dice.Games, dice.Match.Clusters)
	}
	near(t, "rating with dice", line(t, dice, "a").Rating, rating.Elo(mean)/2, 1e-6)
	single := rate(t, text, Options{Trinomial: true})
	if single.Distinct != 24 || single.Match.Clusters.Clusters() != 24 {
		t.Errorf("single games: %d different, %v", single.Distinct, single.Match.Clusters)
	}
	ranked := rate(t, text, Options{Model: PlackettLuce})
	near(t, "interval of plackett-luce", line(t, ranked, "a").Interval.Low, line(t, l, "a").Interval.Low, 1e-4)
	once := rate(t, strings.Replace(text, "[Round", "[Other", 1), Options{Model: TrueSkill})
	again := rate(t, text+text, Options{Model: TrueSkill})
	if x, y := line(t, once, "a"), line(t, again, "a"); x.Skill.Mean != y.Skill.Mean || x.Skill.Deviation != y.Skill.Deviation || again.Distinct != 24 || y.Games != 2*x.Games {
		t.Errorf("trueskill %+v, of the file twice %+v", x.Skill, y.Skill)
	}
}

// Two files of which each numbers its pairs from 1 have all the pairs of both, and a file that is there
// twice counts once.
func TestFilesThatNumberTheirPairs(t *testing.T) {
	file := func(event string, firsts ...string) (text string) {
		for i, result := range firsts {
			for game, players := range []string{"ab", "ba"} {
				text += fmt.Sprintf("[Event %q]\n[Pair \"%d\"]\n", event, i+1) +
					pgn(players[:1], players[1:], fmt.Sprint(i+1, ".", game+1), []string{result, "1-0"}[game], fmt.Sprintf("1. e4 e5 2. Nf3 N%s-%d", event, i))
			}
		}
		return text
	}
	one, two := file("seed1", "1-0", "0-1", "1/2-1/2", "1-0"), file("seed2", "0-1", "0-1", "1-0")
	for _, c := range []struct {
		name, text, want string
	}{
		{"one file", one, "[1 1 2 0 0], 8 games, 8 different"},
		{"two files", one + two, "[3 1 3 0 0], 14 games, 14 different"},
		{"a file twice", one + one, "[1 1 2 0 0], 16 games, 8 different"},
	} {
		l := rate(t, c.text, Options{Test: &rating.SPRT{Elo1: 5}})
		if got := fmt.Sprintf("%v, %d games, %d different", l.Match.Clusters, l.Games, l.Distinct); got != c.want || l.Match.Others != 0 || l.Test.LLR == nil {
			t.Errorf("%s: %s, %d games in others, want %s", c.name, got, l.Match.Others, c.want)
		}
	}
}

// The ratings on the scales of BayesElo 0057 and Ordo 1.2.6 equal those that these programs print
// for the same games. BayesElo rounds to whole points.
func TestScales(t *testing.T) {
	for _, c := range []struct {
		o         Options
		tolerance float64
		want      []float64
	}{
		{Options{Scale: OrdoScale}, 0.001, []float64{96.7214, 57.3809, 29.7564, 1.7194, -73.7618, -111.8163}}, // ordo -N 4 -a 0 -p FILE
		{Options{Model: BayesElo, Scale: BayesEloScale}, 0.51, []float64{94, 56, 30, 3, -72, -110}},           // advantage 0, mm 0 1
		{Options{Model: BayesElo, Scale: BayesEloScale, FirstSeat: true}, 0.51, []float64{96, 57, 30, 3, -73, -113}},
	} {
		l := rateFile(t, "six.csv", c.o)
		for i, want := range c.want {
			near(t, fmt.Sprintf("%+v: %s", c.o, l.Standings[i].Agent), l.Standings[i].Rating, want, c.tolerance)
		}
		plain := c.o
		plain.Scale = ""
		r := rateFile(t, "six.csv", plain)
		factor := float64(l.Standings[0].Rating / r.Standings[0].Rating)
		for i, s := range r.Standings {
			near(t, "interval", l.Standings[i].Interval.High, factor*s.Interval.High, 1e-9)
			if s.Next != nil {
				near(t, "lead", l.Standings[i].Next.Interval.Low, factor*s.Next.Interval.Low, 1e-9)
			}
		}
		held := c.o
		held.Anchors = []Anchor{{"c", 2000}}
		near(t, "against an anchor", line(t, rateFile(t, "six.csv", held), "f").Rating, float64(2000+l.Standings[5].Rating-l.Standings[2].Rating), 1e-6)
	}
	seats := rateFile(t, "six.csv", Options{Model: BayesElo, Scale: BayesEloScale, FirstSeat: true})
	near(t, "drawElo", *seats.DrawElo, 90.5455, 0.01) // the parameters that BayesElo prints are not scaled
	near(t, "advantage", *seats.FirstSeat, 53.5438, 0.01)
	near(t, "drawElo without an advantage", *rateFile(t, "six.csv", Options{Model: BayesElo}).DrawElo, 88.6363, 0.01)
	near(t, "76%", rate(t, games("ab 1-0 76", "ab 0-1 24"), Options{Scale: OrdoScale}).Standings[0].Next.Difference, 202.0, 1e-9)
	equals := games("ab 1-0 76", "ab 0-1 24", "ba 1-0 76", "ba 0-1 24")
	first, plain := rate(t, equals, Options{FirstSeat: true, Scale: OrdoScale}), rate(t, equals, Options{FirstSeat: true})
	near(t, "76% in the first seat", *first.FirstSeat, 202.0, 1e-6)
	near(t, "interval of the first seat", first.FirstSeatInterval.High, plain.FirstSeatInterval.High*202 / *plain.FirstSeat, 1e-6)
}

// BenchmarkPairsOfRounds reads and pairs games whose Rounds number games.
func BenchmarkPairsOfRounds(b *testing.B) {
	var text strings.Builder
	for n := range 20_000 {
		moves := fmt.Sprintf("1. e4 e5 2. Nf3 N%d 3. Bb5 a6", n/2)
		text.WriteString(pgn("ab"[n%2:n%2+1], "ba"[n%2:n%2+1], fmt.Sprint(n), "1-0", moves))
	}
	for b.Loop() {
		r, err := gamefile.Open(strings.NewReader(text.String()), "x.pgn")
		if err != nil {
			b.Fatal(err)
		}
		if l, err := Rate(r, Options{}); err != nil || l.Match.Clusters.Clusters() != 10_000 {
			b.Fatal(err)
		}
	}
}

// A file of fewer than ten different observations has no intervals. A file of single games without
// pairs has as many observations as games, and one of dice never has too few.
func TestTooFewDifferentGames(t *testing.T) {
	known := func(l *List) string {
		if p := line(t, l, "a").LOS.Known(); p != l.Match.LOS.Known() || p != l.Standings[0].Next.LOS.Known() || p != (l.Superiority[0][1] != nil) || p != l.Standings[0].Next.Interval.Known() {
			t.Errorf("probabilities are known: %v in the table; %+v, %+v, matrix %v", p, l.Match, l.Standings[0].Next, l.Superiority)
		}
		return fmt.Sprint(line(t, l, "a").Interval.Known(), l.Standings[0].Next.Interval.Known(), l.Match.Interval != nil, l.Match.NormalizedError != nil, l.FirstSeatInterval != nil)
	}
	for _, c := range []struct{ rounds, different int }{{9, 9}, {10, 10}, {100, 9}, {100, 10}} {
		text, single := "", "first,second,result\n"
		for round := range c.rounds {
			moves, second := fmt.Sprintf("1. e4 e5 2. Nf3 N%d", round%c.different), []string{"1/2-1/2", "1-0", "0-1"}[round%c.different%3]
			text += pgn("a", "b", fmt.Sprint(round), "1-0", moves) + pgn("b", "a", fmt.Sprint(round), second, moves)
			single += "a,b," + second + "\n"
		}
		want := "false false false false false"
		if c.different >= 10 {
			want = "true true true true true"
		}
		if got := known(rate(t, text, Options{FirstSeat: true, Matrix: true})); got != want {
			t.Errorf("%d pairs, %d different: known intervals %s, want %s", c.rounds, c.different, got, want)
		}
		if got := rate(t, single, Options{}).Match.Interval != nil; got != (c.rounds >= 10) {
			t.Errorf("%d single games: an interval is %v", c.rounds, got)
		}
		if got := known(rate(t, text, Options{Chance: true, FirstSeat: true, Matrix: true})); got != "true true true true true" {
			t.Errorf("%d pairs with dice: known intervals %s", c.rounds, got)
		}
	}
}

// The table, the LOS and the interval of a match of two agents come from one fit, whichever agent is
// first in the file.
func TestMatchAgreesWithTheTable(t *testing.T) {
	text := ""
	for round, results := range strings.Fields(strings.Repeat("1-0,0-1 ", 5) + "1-0,1/2-1/2 1-0,1/2-1/2 1-0,1-0 1/2-1/2,1/2-1/2 0-1,0-1 0-1,1/2-1/2 0-1,1-0") { // 12 pairs: [1 1 3 2 5]
		first, second, _ := strings.Cut(results, ",")
		moves := fmt.Sprintf("1. e4 e5 2. Nf3 N%d", round)
		text += pgn("a", "b", fmt.Sprint(round), first, moves) + pgn("b", "a", fmt.Sprint(round), second, moves)
	}
	swapped := strings.NewReplacer(`"a"`, `"b"`, `"b"`, `"a"`).Replace(text)
	l, other := rate(t, text, Options{}), rate(t, swapped, Options{})
	if got := fmt.Sprintf("%v %s", l.Match.Clusters, other.Match.First); got != "[1 1 3 2 5] b" {
		t.Fatal(got)
	}
	next := l.Standings[0].Next
	if next.Interval.Low > 0 || next.LOS > 0.975 {
		t.Errorf("12 pairs show a difference: %+v", next)
	}
	near(t, "low end", l.Match.Interval.Low, next.Interval.Low, 1e-6)
	near(t, "high end", l.Match.Interval.High, next.Interval.High, 1e-6)
	near(t, "LOS", l.Match.LOS, float64(next.LOS), 1e-12)
	near(t, "the names swapped: high end", other.Match.Interval.High, l.Match.Interval.High, 1e-6)
	near(t, "the names swapped: LOS", other.Match.LOS, float64(l.Match.LOS), 1e-9)
	losing := rate(t, strings.NewReplacer("1-0", "0-1", "0-1", "1-0").Replace(text), Options{})
	near(t, "results swapped: low end", losing.Match.Interval.Low, -l.Match.Interval.High, 1e-6)
	near(t, "results swapped: LOS", losing.Match.LOS, float64(1-l.Match.LOS), 1e-9)

	for round := range 3 { // games without a partner: 19.5 points of 27
		text += pgn("a", "b", "-", "1-0", fmt.Sprintf("1. d4 d5 2. c%d e6", round))
	}
	odd := rate(t, text, Options{})
	if got := fmt.Sprintf("%v and %d games of %d, %d in pairs", odd.Match.Clusters, odd.Match.Others, odd.Games, *odd.Paired); got != "[1 1 3 2 5] and 3 games of 27, 24 in pairs" {
		t.Fatal(got)
	}
	near(t, "Elo of all games", *odd.Match.Elo, rating.Elo((24*0.6875+3)/27), 1e-9)
	near(t, "low end of all games", odd.Match.Interval.Low, odd.Standings[0].Next.Interval.Low, 1e-6)
}

// Games of an agent with several names are rated as if the file had one name: moves that the agent has
// repeated under another name are copies.
func TestSynonymsRepeatMoves(t *testing.T) {
	t.Parallel()
	text := ""
	for round := range 36 {
		name, moves := []string{"a", "a 1", "a 2"}[round/12], fmt.Sprintf("1. e4 e5 2. Nf3 N%d", round%12)
		result := []string{"1-0", "0-1", "1-0"}[round%3]
		text += pgn(name, "b", fmt.Sprint(round), result, moves) + pgn("b", name, fmt.Sprint(round), "1/2-1/2", moves)
	}
	renamed := rate(t, strings.NewReplacer("a 1", "a", "a 2", "a").Replace(text), Options{})
	l := rate(t, text, Options{Selection: gamefile.Selection{Synonyms: map[string]string{"a 1": "a", "a 2": "a"}}})
	if renamed.Distinct != 24 || l.Distinct != 24 || !reflect.DeepEqual(l, renamed) {
		t.Errorf("%d different games, %d in a file with one name", l.Distinct, renamed.Distinct)
	}
}
