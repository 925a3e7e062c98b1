package rating

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/rating/internal/newton"
)

// load reads a JSON file of test data.
func load[T any](t testing.TB, file string) []T {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
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

type duelVector struct {
	ID     string       `json:"id"`
	Wins   [][]float64  `json:"wins"`
	Ties   [][3]float64 `json:"ties"`
	Elo    []float64    `json:"elo"`
	SE     []float64    `json:"se"`
	PairSE float64      `json:"pair_se"`
}

func (v duelVector) duels() *Duels {
	d := NewDuels(len(v.Wins))
	for i, row := range v.Wins {
		for j, times := range row {
			d.Win(i, j, times)
		}
	}
	for _, tie := range v.Ties {
		d.Tie(int(tie[0]), int(tie[1]), tie[2])
	}
	return d
}

// near reports an error unless two lists have equal values up to a tolerance.
func near(t rapid.TB, what string, got, want []float64, tolerance float64) {
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

func meanErrors(c Covariance) []float64 {
	errs := make([]float64, c.Players())
	for i := range errs {
		errs[i] = c.MeanError(i)
	}
	return errs
}

func TestBradleyTerry(t *testing.T) {
	for _, v := range load[duelVector](t, "duels.json") {
		t.Run(v.ID, func(t *testing.T) {
			d := v.duels()
			fit, err := BradleyTerry(d, 0)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "Elo", fit.Elo(), v.Elo, 1e-4)
			slow, err := bradleyTerryMM(d, 0)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "Elo by MM", slow.Elo(), v.Elo, 1e-4)
			if slow.Steps < fit.Steps {
				t.Errorf("%d steps by MM, %d by Newton's method", slow.Steps, fit.Steps)
			}
			cov := modelCovariance(fisher(d, fit.Log, 0))
			digits := 1e-4
			if v.PairSE == 0 {
				digits = 1e-3 // printed with three digits
			} else {
				near(t, "error of a difference", []float64{cov.PairError(0, 1)}, []float64{v.PairSE}, 1e-4)
			}
			near(t, "errors", meanErrors(cov), v.SE, digits)
			if fit.Steps < 1 || fit.Steps > 12 {
				t.Errorf("%d steps of Newton's method", fit.Steps)
			}
		})
	}
}

// Results published with R's BradleyTerry2 (baseball: Agresti 1987; journal
// citations: Stigler 1994): log strength and error against a reference team.
func TestBradleyTerryPublished(t *testing.T) {
	for _, c := range []struct {
		id        string
		reference int
		log, se   []float64
	}{
		{"D4", 6, []float64{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839}, []float64{0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319}},
		{"D5", 0, []float64{-2.94907, -0.47957, 0.26895}, []float64{0.10255, 0.06059, 0.07083}},
	} {
		for _, v := range load[duelVector](t, "duels.json") {
			if v.ID != c.id {
				continue
			}
			d := v.duels()
			fit, err := BradleyTerry(d, 0)
			if err != nil {
				t.Fatal(err)
			}
			cov := modelCovariance(fisher(d, fit.Log, 0))
			var log, se []float64
			for i := range fit.Log {
				if i != c.reference {
					log = append(log, fit.Log[i]-fit.Log[c.reference])
					se = append(se, cov.PairError(i, c.reference)/EloPerLogit)
				}
			}
			near(t, c.id+" strengths", log, c.log, 1e-4)
			near(t, c.id+" errors", se, c.se, 1e-4)
		}
	}
}

// randomDuels draws a random table of results. If full is true, every player has at least half a
// point against every other player.
func randomDuels(t *rapid.T, full bool) *Duels {
	n := rapid.IntRange(1, 7).Draw(t, "players")
	d := NewDuels(n)
	for i := range n {
		for j := range n {
			if i == j {
				continue
			}
			d.Win(i, j, float64(rapid.SampledFrom([]int{0, 0, 0, 1, 2, 30}).Draw(t, "wins")))
			if j < i {
				ties := rapid.SampledFrom([]int{0, 0, 0, 1, 5}).Draw(t, "ties")
				if full {
					ties++
				}
				d.Tie(i, j, float64(ties))
			}
		}
	}
	return d
}

func TestNewtonAgreesWithMM(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := randomDuels(t, true)
		prior := rapid.SampledFrom([]float64{0, 0.5, 1, 2}).Draw(t, "prior")
		fast, err := BradleyTerry(d, prior)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := bradleyTerryMM(d, prior)
		if err != nil {
			t.Fatal(err)
		}
		for i := range fast.Log {
			if math.Abs(fast.Log[i]-slow.Log[i]) > 1e-7 {
				t.Fatalf("player %d: %v by Newton, %v by MM", i, fast.Log[i], slow.Log[i])
			}
		}
	})
}

// BradleyTerry rates the tables of clusters whose games have several seats: ties at tables of
// different sizes and sums of thirds make numbers of wins negative there.
func TestBradleyTerryOfClusters(t *testing.T) {
	mixed := NewClusters(3)
	addTo(mixed, []int{0, 1}, []int{2, 1})
	addTo(mixed, []int{0, 1, 2}, []int{1, 1, 1})
	drawn := NewClusters(5)
	drawn.tables.most = 1
	for range 10 {
		addTo(drawn, []int{0, 1, 2, 3}, []int{1, 1, 1, 1})
	}
	addTo(drawn, []int{0, 1, 2, 4}, []int{1, 1, 1, 1}) // of a table that is not stored
	for name, x := range map[string]struct {
		clusters *Clusters
		tied     int // a player against whom player 0 has a negative number of wins
		points   []float64
		games    func(i, j int) float64 // a game of k players counts 1/(k-1)
	}{
		"tables of 2 and 3": {mixed, 1, []float64{0.5, 1.5, 0.5}, func(i, j int) float64 {
			if max(i, j) == 1 {
				return 1.5
			}
			return 0.5
		}},
		"drawn games of 4": {drawn, 3, []float64{5.5, 5.5, 5.5, 5, 0.5}, func(i, j int) float64 {
			switch low, high := min(i, j), max(i, j); {
			case high == 4 && low == 3:
				return 0
			case high == 4:
				return 1. / 3
			case high == 3:
				return 10. / 3
			}
			return 11. / 3
		}},
	} {
		d := x.clusters.Duels()
		if wins := d.Wins(0, x.tied); wins >= 0 {
			t.Errorf("%s: %v wins; the case tests nothing", name, wins)
		}
		const prior = 2
		r, err := BradleyTerry(d, prior)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, points := range x.points {
			expected := prior * Logistic(r.Log[i])
			for j := range x.points {
				if j != i {
					expected += x.games(i, j) * Logistic(r.Log[i]-r.Log[j])
				}
			}
			if math.Abs(expected-points-prior/2) > 1e-9 {
				t.Errorf("%s: player %d has %v points, expected are %v", name, i, points, expected-prior/2)
			}
		}
	}
}

// At the fitted ratings the expected points of every player equal the actual points.
func TestExpectedPointsAreActualPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := randomDuels(t, true)
		fit, err := BradleyTerry(d, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.n {
			points, games := d.total(i)
			expected := 0.0
			for j := range d.n {
				if j != i {
					expected += d.Games(i, j) * Logistic(fit.Log[i]-fit.Log[j])
				}
			}
			if math.Abs(points-expected) > 1e-9*(games+1) {
				t.Fatalf("player %d: %v points, %v expected", i, points, expected)
			}
		}
	})
}

// Ratings are never NaN, and finite with a prior.
func TestBradleyTerryNeverNaN(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := randomDuels(t, false)
		for _, prior := range []float64{0, DefaultPrior} {
			fit, err := BradleyTerry(d, prior)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range fit.Log {
				if math.IsNaN(l) || prior > 0 && math.IsInf(l, 0) {
					t.Fatalf("prior %v: player %d has strength %v", prior, i, l)
				}
			}
		}
	})
}

func TestBradleyTerryExtremes(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name string
		wins [][]float64
		want []float64
	}{
		{"whitewash", [][]float64{{0, 9}, {0, 0}}, []float64{0, -inf}},
		{"above, within, below", [][]float64{{0, 3, 3, 0}, {0, 0, 4, 5}, {0, 4, 0, 5}, {0, 0, 0, 0}}, []float64{inf, 0, 0, -inf}},
		{"two that never met", [][]float64{{0, 7, 0, 0}, {3, 0, 0, 0}, {0, 0, 0, 3}, {0, 0, 7, 0}}, []float64{73.5954, -73.5954, -73.5954, 73.5954}},
		{"nobody", [][]float64{{0, 0}, {0, 0}}, []float64{0, 0}},
		{"one", [][]float64{{0}}, []float64{0}},
	} {
		fit, err := BradleyTerry(duelVector{Wins: c.wins}.duels(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if most := slices.Max(fit.Components); fit.Steps < 1 && most < len(c.wins)-1 {
			t.Errorf("%s: %d steps", c.name, fit.Steps)
		}
		for i, e := range fit.Elo() {
			if e != c.want[i] && !(math.Abs(e-c.want[i]) < 1e-4) {
				t.Errorf("%s: %v, want %v", c.name, fit.Elo(), c.want)
				break
			}
		}
	}
	// Of two groups one has too large a difference for the iteration.
	far := duelVector{Wins: [][]float64{{0, 1e50, 0, 0}, {1e-50, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}}}.duels()
	if r, err := BradleyTerry(far, 0); !errors.Is(err, newton.ErrNoMaximum) {
		t.Errorf("a difference of 100 digits: %v, %v", r, err)
	}
	for prior, valid := range map[float64]bool{0: true, 1_000_000: true, 1_000_001: false, math.NaN(): false, math.Inf(1): false} {
		if _, err := BradleyTerry(NewDuels(2), prior); (err == nil) != valid {
			t.Errorf("a prior of %v: %v", prior, err)
		}
	}
}

// If every player only played the next one, the ratio of their strengths is the ratio of their wins.
// The games of such a pair may be fractions.
func TestBradleyTerryOfAChain(t *testing.T) {
	for _, c := range []struct {
		players      int
		wins, losses float64
	}{{2, 3, 1}, {2, 0.3, 0.1}, {6, 10, 1}, {4, 1, 100}} {
		d := NewDuels(c.players)
		want := make([]float64, c.players)
		for i := range c.players {
			want[i] = (float64(c.players-1)/2 - float64(i)) * math.Log(c.wins/c.losses)
			if i > 0 {
				d.Win(i-1, i, c.wins)
				d.Win(i, i-1, c.losses)
			}
		}
		fast, err := BradleyTerry(d, 0)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := bradleyTerryMM(d, 0)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Newton", fast.Log, want, 1e-10)
		near(t, "MM", slow.Log, want, 1e-10)
	}
}

// The iteration ends at once without games, and with an error if a strength is 0.
func TestMMAtTheEdges(t *testing.T) {
	for _, prior := range []float64{0, DefaultPrior} {
		if r, err := bradleyTerryMM(NewDuels(3), prior); err != nil || r.Steps != 1 {
			t.Errorf("without games: %d steps, %v", r.Steps, err)
		}
	}
	if _, err := bradleyTerryMM(duelVector{Wins: [][]float64{{0, 9}, {0, 0}}}.duels(), 0); !errors.Is(err, newton.ErrNoMaximum) {
		t.Errorf("a player without points: %v", err)
	}
	s := []float64{1, 4, 16}
	normalise(s)
	near(t, "strengths with the geometric mean 1", s, []float64{0.25, 1, 4}, 1e-12)
}

// The gradient is the derivative of the log-likelihood, and the information the negative derivative
// of the gradient.
func TestBradleyTerryDerivatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := randomDuels(t, false)
		prior := rapid.SampledFrom([]float64{0, 0.5, 3}).Draw(t, "prior")
		x := rapid.SliceOfN(rapid.Float64Range(-2, 2), d.n, d.n).Draw(t, "strengths")
		at := func(i int, h float64) (value float64, grad []float64, info *mat.SymDense) {
			moved := slices.Clone(x)
			moved[i] += h
			grad, info = make([]float64, d.n), mat.NewSymDense(d.n, nil)
			return bradleyTerryLikelihood(d, prior, moved, grad, info), grad, info
		}
		const h = 1e-4
		for i := range d.n {
			_, grad, info := at(i, 0)
			below, gradBelow, _ := at(i, -h)
			above, gradAbove, _ := at(i, h)
			near(t, "gradient", []float64{grad[i]}, []float64{(above - below) / (2 * h)}, 1e-4)
			for j := range d.n {
				near(t, "information", []float64{info.At(i, j)}, []float64{(gradBelow[j] - gradAbove[j]) / (2 * h)}, 1e-4)
			}
		}
	})
}

// The number of steps of a fit hardly depends on the number of games.
func TestBradleyTerryOfManyGames(t *testing.T) {
	for _, v := range load[duelVector](t, "duels.json") {
		d := v.duels()
		for _, row := range d.rows {
			for k := range row {
				row[k].wins *= 1e9
				row[k].losses *= 1e9
				row[k].ties *= 1e9
			}
		}
		fit, err := BradleyTerry(d, DefaultPrior)
		if err != nil || fit.Steps > 12 {
			t.Errorf("%s: %d steps, %v", v.ID, fit.Steps, err)
		}
		near(t, v.ID, fit.Elo(), v.Elo, 1e-4)
	}
}

// A chain of players that leads from one player to another is also found by Warshall's algorithm:
// reach reports its end, the players of a component reach each other, no component reaches one above
// it, and the players of a group are connected if the direction of a result does not matter.
func TestComponentsAndGroupsByWarshall(t *testing.T) {
	closure := func(n int, edge func(i, j int) bool) [][]bool {
		way := make([][]bool, n)
		for i := range way {
			way[i] = make([]bool, n)
			for j := range way {
				way[i][j] = i == j || edge(i, j)
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					way[i][j] = way[i][j] || way[i][k] && way[k][j]
				}
			}
		}
		return way
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "players")
		d := NewDuels(n)
		for range rapid.IntRange(0, 9).Draw(t, "results") {
			i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
			if rapid.Bool().Draw(t, "tie") {
				d.Tie(i, j, 0.5)
			} else {
				d.Win(i, j, 0.5)
			}
		}
		scored := closure(n, func(i, j int) bool { return d.Points(i, j) > 0 })
		met := closure(n, func(i, j int) bool { return d.Games(i, j) > 0 })
		components, groups := Components(d), Groups(d)
		for i := range n {
			to, from := reach(d, i, false), reach(d, i, true)
			for j := range n {
				if to[j] != scored[i][j] || from[j] != scored[j][i] {
					t.Fatalf("%d and %d: reach %v and back %v, want %v and %v", i, j, to[j], from[j], scored[i][j], scored[j][i])
				}
				if both := scored[i][j] && scored[j][i]; (components[i] == components[j]) != both || scored[i][j] && components[i] > components[j] {
					t.Fatalf("components %v of %d and %d", components, i, j)
				}
				if (groups[i] == groups[j]) != met[i][j] {
					t.Fatalf("groups %v of %d and %d", groups, i, j)
				}
			}
		}
	})
}

// The core is the largest component; among equally large ones it is the one with the most games.
func TestCore(t *testing.T) {
	for _, c := range []struct {
		name       string
		components []int
		games      [][3]float64 // two players and the games between them
		want       int
	}{
		{"the largest", []int{0, 0, 1, 1, 1}, [][3]float64{{0, 1, 90}, {2, 3, 1}, {3, 4, 1}}, 1},
		{"the largest comes first", []int{0, 0, 0, 1, 1}, [][3]float64{{0, 1, 1}, {1, 2, 1}, {3, 4, 90}}, 0},
		{"equally large, more games", []int{0, 0, 1, 1}, [][3]float64{{0, 1, 3}, {2, 3, 4}}, 1},
		{"equally large, fewer games", []int{0, 0, 1, 1}, [][3]float64{{0, 1, 4}, {2, 3, 3}}, 0},
		{"equal", []int{0, 0, 1, 1}, [][3]float64{{0, 1, 3}, {2, 3, 3}}, 0},
		{"single players", []int{0, 1}, [][3]float64{{0, 1, 3}}, -1},
		{"one of two", []int{0, 1, 1}, [][3]float64{{0, 1, 9}, {1, 2, 1}}, 1},
	} {
		d := NewDuels(len(c.components))
		for _, g := range c.games {
			d.Tie(int(g[0]), int(g[1]), g[2])
		}
		if got := Core(d, c.components); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// The rows of a table of some of the players are in the order in which these players are given.
func TestDuelsAmong(t *testing.T) {
	d := NewDuels(4)
	d.Win(0, 1, 5)
	d.Win(0, 2, 3)
	d.Win(3, 0, 7)
	d.Tie(2, 3, 2)
	players := []int{3, 0, 2}
	some := d.among(players)
	for a, i := range players {
		for b, j := range players {
			if some.Wins(a, b) != d.Wins(i, j) || some.Ties(a, b) != d.Ties(i, j) || some.Games(a, b) != d.Games(i, j) {
				t.Errorf("%d against %d: %+v, want %+v", i, j, some.against(a, b), d.against(i, j))
			}
		}
	}
	if points, games := d.total(0); points != 8 || games != 15 {
		t.Errorf("%v points in %v games, want 8 in 15", points, games)
	}
}

func TestComponents(t *testing.T) {
	for _, c := range []struct {
		wins [][]float64
		want []int
	}{
		{[][]float64{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, []int{0, 0, 0}},
		{[][]float64{{0, 1, 1}, {0, 0, 1}, {0, 0, 0}}, []int{0, 1, 2}},
		{[][]float64{{0, 0, 0}, {1, 0, 1}, {1, 1, 0}}, []int{1, 0, 0}},
	} {
		if got := Components(duelVector{Wins: c.wins}.duels()); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v: components %v, want %v", c.wins, got, c.want)
		}
	}
}

func BenchmarkBradleyTerry100(b *testing.B) {
	d := NewDuels(100)
	for i := range 100 {
		for j := range i {
			d.Win(i, j, float64(10+i))
			d.Win(j, i, float64(10+j))
		}
	}
	for b.Loop() {
		if _, err := BradleyTerry(d, 0); err != nil {
			b.Fatal(err)
		}
	}
}
