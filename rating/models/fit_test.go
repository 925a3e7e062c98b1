package models

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
)

// load reads a JSON file of test data.
func load[T any](t testing.TB, file string) []T {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", file)
	}
	return rows
}

// near reports an error unless two lists have equal values up to a tolerance.
func near(t testing.TB, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
		return
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}

type drawVector struct {
	Elo     []float64 `json:"elo"`
	Draw    float64   `json:"tie"`
	DrawElo float64   `json:"draw_elo"`
	SE      []float64 `json:"se"`
}

type duelVector struct {
	ID        string       `json:"id"`
	Wins      [][]float64  `json:"wins"`
	Ties      [][3]float64 `json:"ties"`
	Elo       []float64    `json:"elo"`
	SE        []float64    `json:"se"`
	RaoKupper *drawVector  `json:"rk"`
	Davidson  *drawVector  `json:"davidson"`
}

// singles enters single games between i, in the first seat, and j: games that i won, drew and lost.
func singles(t *Tally, i, j int, games [3]int) {
	for r, times := range games {
		for range times {
			var g Games
			g.First[r] = 1
			t.Add(i, j, g)
		}
	}
}

func (v duelVector) tally() *Tally {
	t := NewTally(len(v.Wins))
	for i, row := range v.Wins {
		for j, times := range row {
			singles(t, i, j, [3]int{won: int(times)})
		}
	}
	for _, tie := range v.Ties {
		singles(t, int(tie[0]), int(tie[1]), [3]int{drawn: int(tie[2])})
	}
	return t
}

func elos(s *Strengths) []float64 {
	out := make([]float64, len(s.Log))
	for i := range out {
		out[i] = s.Line(i, rating.Mean).Elo
	}
	return out
}

// modelErrors returns the standard errors of the strengths if every game is an independent random
// result of the model.
func modelErrors(t *Tally, s *Strengths, law Law, firstSeat bool) []float64 {
	games, _ := t.meetings()
	l := &likelihood{law: law, players: t.players, games: games}
	l.layout(firstSeat)
	x := make([]float64, l.rows())
	copy(x, s.Log)
	if l.seat >= 0 {
		x[l.seat] = s.FirstSeat / rating.EloPerLogit
	}
	if l.draw >= 0 {
		x[l.draw] = math.Log(s.Draw)
	}
	info := mat.NewSymDense(l.rows(), nil)
	for i := range l.games {
		l.enter(&l.games[i], 0, x, make([]float64, l.rows()), dense(info))
	}
	cov := newton.Sandwich(info, info, t.players, 0)
	out := make([]float64, t.players)
	for i := range out {
		out[i] = rating.EloPerLogit * math.Sqrt(cov.At(i, i))
	}
	return out
}

func fitted(t testing.TB, tally *Tally, o Options) *Strengths {
	t.Helper()
	s, err := tally.Fit(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Ratings, errors and draw parameters equal the values on which BayesElo, Ordo and an independent
// implementation agree.
func TestVectors(t *testing.T) {
	for _, v := range load[duelVector](t, "../testdata/duels.json") {
		t.Run(v.ID, func(t *testing.T) {
			tally := v.tally()
			s := fitted(t, tally, Options{})
			near(t, "Elo", elos(s), v.Elo, 1e-4)
			near(t, "errors", modelErrors(tally, s, HalfDraws, false), v.SE, 1e-3)
			for law, want := range map[Law]*drawVector{RaoKupper: v.RaoKupper, Davidson: v.Davidson} {
				if want == nil {
					continue
				}
				s := fitted(t, tally, Options{Law: law})
				near(t, "Elo", elos(s), want.Elo, 1e-4)
				near(t, "parameter", []float64{s.Draw}, []float64{want.Draw}, 1e-6)
				if want.DrawElo != 0 {
					near(t, "draw Elo", []float64{s.DrawElo()}, []float64{want.DrawElo}, 1e-4)
				}
				if want.SE != nil {
					near(t, "errors", modelErrors(tally, s, law, false), want.SE, 1e-4)
				}
			}
		})
	}
}

type seatVector struct {
	ID        string     `json:"id"`
	First     [][][2]int `json:"first"`
	Elo       []float64  `json:"elo"`
	Advantage float64    `json:"advantage"`
}

// The ratings and the advantage of the first seat equal the values on which BayesElo and an
// independent implementation agree.
func TestFirstSeat(t *testing.T) {
	for _, v := range load[seatVector](t, "testdata/firstseat.json") {
		tally := NewTally(len(v.First))
		for i, row := range v.First {
			for j, games := range row {
				singles(tally, i, j, [3]int{won: games[0], lost: games[1]})
			}
		}
		s := fitted(t, tally, Options{FirstSeat: true})
		near(t, v.ID+" Elo", elos(s), v.Elo, 1e-4)
		near(t, v.ID+" advantage", []float64{s.FirstSeat}, []float64{v.Advantage}, 1e-4)
		if !(s.FirstSeatError > 0) {
			t.Errorf("%s: advantage ± %v", v.ID, s.FirstSeatError)
		}
	}
}

// The advantage of the first seat is finite even if the first seat won all games.
func TestFirstSeatAtTheEdges(t *testing.T) {
	tally := NewTally(2)
	singles(tally, 0, 1, [3]int{won: 5})
	singles(tally, 1, 0, [3]int{won: 5})
	for name, law := range laws {
		s := fitted(t, tally, Options{Law: law, FirstSeat: true})
		if !(s.FirstSeat > 200) || math.IsInf(s.FirstSeat, 0) || math.Abs(s.Log[0]) > 1e-9 || s.Prior != rating.DefaultPrior {
			t.Errorf("%s: %+v", name, s)
		}
	}
	s := fitted(t, NewTally(3), Options{FirstSeat: true})
	if s.FirstSeat != 0 {
		t.Errorf("no games: %+v", s)
	}
}

// Games that cannot separate the advantage of the first seat from strength do not determine either,
// even if an opponent who lost all games had both seats. Its games only seem to separate them, because
// its rating rests on the prior.
func TestFirstSeatBesidePlayersApart(t *testing.T) {
	t.Parallel()
	for name, law := range laws {
		tally := NewTally(3)
		singles(tally, 0, 1, [3]int{won: 600, lost: 400})
		singles(tally, 0, 2, [3]int{won: 5})
		singles(tally, 1, 2, [3]int{won: 5})
		for _, few := range []int{fewPlayers, 0} {
			s, err := tally.fit(Options{Law: law, FirstSeat: true}, few)
			if err != nil {
				t.Fatal(err)
			}
			_, interval, los := s.Against(0, 1)
			if s.FirstSeatError < 300 || !interval.Contains(0) || !interval.Contains(70) || los < 0.2 || los > 0.8 {
				t.Errorf("%s: first seat %v ± %v, 0 above 1 by %v (%v)", name, s.FirstSeat, s.FirstSeatError, interval, los)
			}
		}
		singles(tally, 1, 0, [3]int{won: 500, lost: 500})
		s := fitted(t, tally, Options{Law: law, FirstSeat: true})
		if s.FirstSeatError > 15 {
			t.Errorf("%s, with swapped seats: first seat %v ± %v", name, s.FirstSeat, s.FirstSeatError)
		}
	}
}

// randomTally draws random pairs of games and single games. It returns them as a Tally and as the
// equivalent rating.Clusters, with the number of players.
func randomTally(t *rapid.T) (*Tally, *rating.Clusters, int) {
	n := rapid.IntRange(2, 6).Draw(t, "players")
	tally, clusters := NewTally(n), rating.NewClusters(n)
	places := [3][2]int{won: {1, 2}, drawn: {1, 1}, lost: {2, 1}}
	for range rapid.IntRange(0, 40).Draw(t, "clusters") {
		i := rapid.IntRange(0, n-1).Draw(t, "first")
		j := (i + rapid.IntRange(1, n-1).Draw(t, "second")) % n
		var g Games
		r := rapid.IntRange(0, 2).Draw(t, "result")
		g.First[r]++
		where := append([]int(nil), places[r][:]...)
		if rapid.Bool().Draw(t, "paired") {
			r := rapid.IntRange(0, 2).Draw(t, "second result")
			g.Second[r]++
			where = append(where, places[r][1], places[r][0])
		}
		tally.Add(i, j, g)
		clusters.Add([]int{i, j}, where)
	}
	return tally, clusters, n
}

// Half draws without a first-seat advantage have the ratings and intervals of rating.Clusters.
func TestHalfDrawsAreBradleyTerry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tally, clusters, n := randomTally(t)
		prior := rapid.SampledFrom([]float64{0, 0, 1}).Draw(t, "prior")
		s, err := tally.Fit(Options{Prior: prior})
		if err != nil {
			t.Fatal(err)
		}
		e := clusters.Fit(rating.FitOptions{Prior: prior})
		if len(e.Log) < n {
			return // players without games are rated here alone
		}
		for i := range n {
			a, b := s.Line(i, rating.Mean), e.Line(i, rating.Mean)
			if far(a.Elo, b.Elo) || far(a.Interval.Low, b.Interval.Low) || far(a.Interval.High, b.Interval.High) || far(a.LOS, b.LOS) {
				t.Fatalf("player %d: %+v, in the standings %+v", i, a, b)
			}
			for j := range i {
				_, c, losA := s.Against(i, j)
				_, d, losB := e.Against(i, j)
				if far(c.Low, d.Low) || far(c.High, d.High) || far(losA, losB) {
					t.Fatalf("%d against %d: %v, in the standings %v", i, j, c, d)
				}
			}
		}
	})
}

// If the only game of two players ended as expected, the difference of their ratings still has a
// wide interval.
func TestMeetingWithoutSpread(t *testing.T) {
	tally := NewTally(3)
	singles(tally, 0, 1, [3]int{20, 10, 20})
	singles(tally, 1, 2, [3]int{drawn: 1})
	s := fitted(t, tally, Options{})
	_, interval, _ := s.Against(1, 2)
	near(t, "half width", []float64{interval.Half()}, []float64{2 * 347.4}, 30)
}

func far(a, b float64) bool { return !(math.Abs(a-b) <= 1e-5*(1+math.Abs(a))) }

// For any results, every model has finite ratings within their intervals.
func TestFitNeverNaN(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tally, _, n := randomTally(t)
		o := Options{
			Law:       rapid.SampledFrom([]Law{HalfDraws, RaoKupper, Davidson}).Draw(t, "law"),
			FirstSeat: rapid.Bool().Draw(t, "first seat"),
			Spread:    rapid.SampledFrom([]float64{0, 2}).Draw(t, "spread"),
		}
		s, err := tally.Fit(o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			l := s.Line(i, rating.Mean)
			if !l.Interval.Contains(l.Elo) || math.IsInf(l.Interval.Half(), 0) || !(l.LOS >= 0 && l.LOS <= 1) {
				t.Fatalf("%+v: player %d: %+v", o, i, l)
			}
		}
		if math.IsNaN(s.FirstSeat) || math.IsNaN(s.FirstSeatError) || math.IsNaN(s.Draw) {
			t.Fatalf("%+v", s)
		}
	})
}

// If no game is drawn, the models of draws equal the Bradley-Terry model. If all games are drawn,
// all players have equal ratings.
func TestDrawsAtTheEdges(t *testing.T) {
	none, all, unbeaten := NewTally(2), NewTally(3), NewTally(2)
	singles(none, 0, 1, [3]int{7, 0, 3})
	singles(all, 0, 1, [3]int{drawn: 5})
	singles(all, 1, 2, [3]int{drawn: 5})
	singles(unbeaten, 0, 1, [3]int{5, 3, 0})
	for law, least := range map[Law]float64{RaoKupper: 1, Davidson: 0} {
		s := fitted(t, none, Options{Law: law})
		near(t, "without draws", append(elos(s), s.Draw), []float64{73.5954, -73.5954, least}, 1e-4)
		s = fitted(t, all, Options{Law: law})
		if !math.IsInf(s.Draw, 1) || s.Log[0] != s.Log[1] {
			t.Errorf("law %d, all drawn: %+v", law, s)
		}
		s = fitted(t, unbeaten, Options{Law: law})
		if s.Prior != rating.DefaultPrior || !(s.Log[0] > 0.3 && s.Log[0] < 3) {
			t.Errorf("law %d, unbeaten: %+v", law, s)
		}
	}
}

// Two virtual draws per player have the effect of BayesElo's prior: a single win counts as one win
// and two draws, one with either player in the first seat.
func TestSpread(t *testing.T) {
	one, three := NewTally(2), NewTally(2)
	singles(one, 0, 1, [3]int{won: 1})
	singles(three, 0, 1, [3]int{won: 1, drawn: 1})
	singles(three, 1, 0, [3]int{drawn: 1})
	near(t, "Elo", elos(fitted(t, one, Options{Spread: 2})), elos(fitted(t, three, Options{})), 1e-6)
	s := fitted(t, one, Options{Law: RaoKupper, Spread: 2}) // without a loss draws are not worth a finite number
	if s.Prior != rating.DefaultPrior || !(s.Log[0] > 0 && s.Log[0] < 2) {
		t.Errorf("%+v", s)
	}
	// Of unequal opponents most draws go to the one met most: 2 of own, half to
	// each side.
	games := []meeting{{i: 0, j: 1}, {i: 0, j: 2}}
	games[0].games[0][won], games[1].games[1][lost] = 3, 1
	spread(3, games, 2)
	near(t, "draws", []float64{games[0].virtual, games[1].virtual}, []float64{0.75 + 1, 0.25 + 1}, 1e-12)
}

// Virtual draws with the opponents met do not compare groups that never met. Each group then has the
// mean 0, as far as the default prior decides.
func TestSpreadOfGroups(t *testing.T) {
	t.Parallel()
	rng := engines.Rand(92)
	runs := 60
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		runs = 200
	}
	for run := range runs {
		tally, ends := NewTally(0), []int{0}
		for range 2 + run%3 {
			first, players := ends[len(ends)-1], 2+rng.IntN(4)
			for i := range players {
				for j := range i {
					for range 3 + rng.IntN(100) {
						var games Games
						games.First[rng.IntN(3)]++
						games.Second[rng.IntN(3)]++
						tally.Add(first+i, first+j, games)
					}
				}
			}
			ends = append(ends, first+players)
		}
		s := fitted(t, tally, Options{Law: Law(run % 3), FirstSeat: run%2 == 0, Spread: 2})
		for g, end := range ends[1:] {
			sum := 0.0
			for _, v := range s.Log[ends[g]:end] {
				sum += v
			}
			if s.Prior != rating.DefaultPrior || math.Abs(sum) > 0.05 {
				t.Errorf("run %d: group %d has the sum %v with the prior %v", run, g, sum, s.Prior)
			}
		}
	}
}

func TestOptionsValidate(t *testing.T) {
	two := NewTally(2)
	two.Add(0, 1, Games{First: [3]int{1, 0, 0}})
	for want, o := range map[string]Options{
		"prior: -1":                   {Prior: -1},
		"spread: NaN":                 {Spread: math.NaN()},
		"spread: +Inf":                {Spread: math.Inf(1)},
		"confidence: 2":               {Confidence: 2},
		"law: unknown law 3":          {Law: 3},
		"anchors: player 1 cannot be": {Anchors: map[int]float64{0: 5, 1: math.NaN()}},
		"anchors: player 2 of 2":      {Anchors: map[int]float64{0: 5, 2: 7}},
		"anchors: player -1 of 2":     {Anchors: map[int]float64{0: 5, -1: 7}},
	} {
		if _, err := two.Fit(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
