package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// dealt is a round robin of two-seat games in which every deal suits each player by a random amount
// against all others.
type dealt struct {
	elo     []float64
	suits   float64 // standard deviation of the amount, in Elo
	results [][]float64
}

// play simulates deals that every two players play from both seats, and returns the clusters with the
// deals as blocks, and a second collection without blocks.
func (w *dealt) play(t *testing.T, rng *rand.Rand, deals int) (blocks, apart *Clusters) {
	t.Helper()
	n := len(w.elo)
	blocks, apart = NewClusters(n), NewClusters(n)
	w.results = nil
	for range deals {
		suits := make([]float64, n)
		for i := range suits {
			suits[i] = w.suits * rng.NormFloat64()
		}
		points, clusters := make([]float64, n), 0
		for i := range n {
			for j := range i {
				var places []int
				for range 2 {
					if rng.Float64() < Score(w.elo[i]-w.elo[j]+suits[i]-suits[j]) {
						places = append(places, 1, 2)
						points[i]++
					} else {
						places = append(places, 2, 1)
						points[j]++
					}
				}
				addTo(blocks, []int{i, j}, places)
				addTo(apart, []int{i, j}, places)
				clusters++
			}
		}
		if err := blocks.AddBlock([]int{0, 1, 2, 3, 4}[:n], points, clusters); err != nil {
			t.Fatal(err)
		}
		w.results = append(w.results, points)
	}
	return blocks, apart
}

// With blocks the covariance is bread⁻¹·meat·bread⁻¹ where the meat is the sum of the outer products of
// the blocks' score vectors, here computed from the definition: points minus the points that the
// fitted ratings predict.
func TestBlocksAreObservations(t *testing.T) {
	t.Parallel()
	w := dealt{elo: []float64{-60, 0, 20, 90}, suits: 150}
	const deals, n = 40, 4
	c, apart := w.play(t, rand.New(rand.NewPCG(5, 6)), deals)
	e := c.Fit(FitOptions{})
	meat, bread := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range n {
			if p := Logistic(e.Log[i] - e.Log[j]); i != j {
				bread.SetSym(i, j, -2*deals*p*(1-p))
				bread.SetSym(i, i, bread.At(i, i)+2*deals*p*(1-p))
			}
		}
	}
	for _, points := range w.results {
		score := slices.Clone(points)
		for i := range n {
			for j := range n {
				if i != j {
					score[i] -= 2 * Logistic(e.Log[i]-e.Log[j])
				}
			}
		}
		meat.SymRankOne(meat, deals/(deals-1.0), mat.NewVecDense(n, score))
	}
	// The bread has the vector of ones as its kernel: adding 1 to every element makes it regular and
	// changes no contrast of ratings.
	for i := range n {
		for j := range i + 1 {
			bread.SetSym(i, j, bread.At(i, j)+1)
		}
	}
	for i := range n {
		for j := range i {
			contrast := mat.NewVecDense(n, nil)
			contrast.SetVec(i, 1)
			contrast.SetVec(j, -1)
			var solved mat.VecDense
			if err := solved.SolveVec(bread, contrast); err != nil {
				t.Fatal(err)
			}
			want := EloPerLogit * math.Sqrt(mat.Inner(&solved, meat, &solved))
			if got := e.Covariance.PairError(i, j); math.Abs(got-want) > 1e-6*want {
				t.Errorf("the error between %d and %d is %.6f, want %.6f", i, j, got, want)
			}
		}
	}
	if e.Freedom != deals-1 {
		t.Errorf("%v degrees of freedom for %d blocks", e.Freedom, deals)
	}
	for name, few := range map[string]*Clusters{"no blocks": apart, "nine blocks": first(w.play(t, rand.New(rand.NewPCG(5, 6)), 9))} {
		if f := few.Fit(FitOptions{}).Freedom; f == 8 || f < 50 {
			t.Errorf("%s: %v degrees of freedom", name, f)
		}
	}
	if err := c.AddBlock([]int{0, 1, 2, 3}, []float64{1, 2, 3}, 1); err == nil {
		t.Error("a block lacks a player")
	}
	if err := c.AddBlock([]int{0, 1, 2, 3}, make([]float64, n), 0); err == nil {
		t.Error("a block has no clusters")
	}
	for _, players := range [][]int{{1, 0}, {0, 0}, {-1, 0}, {0, 4}} {
		if err := c.AddBlock(players, make([]float64, 2), 1); err == nil {
			t.Errorf("a block of the players %v", players)
		}
	}
}

// Blocks of different players have the covariance bread⁻¹·meat·bread⁻¹ too, and blocks that repeat
// each other are one block. The meat is computed from the definition: every block adds the outer
// product of its points minus the points that the ratings predict.
func TestBlocksOfGroups(t *testing.T) {
	t.Parallel()
	const n, blocks = 5, 60
	elo := []float64{-60, 0, 20, 60, 90}
	rng := rand.New(rand.NewPCG(9, 10))
	type block struct {
		players []int
		points  []float64
		places  [][]int
		times   int
	}
	var list []*block
	for k := range blocks {
		b := &block{players: rng.Perm(n)[:3], points: make([]float64, 3), times: 1 + k%2}
		slices.Sort(b.players)
		suits := []float64{200 * rng.NormFloat64(), 200 * rng.NormFloat64(), 200 * rng.NormFloat64()}
		for i := range 3 {
			for j := range i {
				var places []int
				for range 2 {
					if rng.Float64() < Score(elo[b.players[i]]-elo[b.players[j]]+suits[i]-suits[j]) {
						places = append(places, 1, 2)
						b.points[i]++
					} else {
						places = append(places, 2, 1)
						b.points[j]++
					}
				}
				b.places = append(b.places, places)
			}
		}
		list = append(list, b)
	}
	c := NewClusters(n)
	for time := range 2 {
		for number, b := range list {
			if time >= b.times {
				continue
			}
			at := 0
			for i := range 3 {
				for j := range i {
					if err := c.AddCopy([]int{b.players[i], b.players[j]}, b.places[at], time+1); err != nil {
						t.Fatal(err)
					}
					at++
				}
			}
			var contents []uint64
			if b.times > 1 {
				contents = []uint64{uint64(1000*number + 1), uint64(1000*number + 2 + time)}
			}
			if err := c.AddBlock(b.players, b.points, 3, contents...); err != nil {
				t.Fatal(err)
			}
		}
	}
	e := c.Fit(FitOptions{})
	bread, meat := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	m, mm := make([]float64, n), make([]float64, n)
	for _, b := range list {
		times, score := float64(b.times), mat.NewVecDense(n, nil)
		for a, i := range b.players {
			m[i] += times
			mm[i] += times * times
			score.SetVec(i, times*b.points[a])
		}
		for _, i := range b.players {
			for _, j := range b.players {
				if p := Logistic(e.Log[i] - e.Log[j]); i != j {
					score.SetVec(i, score.AtVec(i)-2*times*p)
					bread.SetSym(i, i, bread.At(i, i)+2*times*p*(1-p))
					bread.SetSym(i, j, bread.At(i, j)-times*p*(1-p)) // both orders of i and j
				}
			}
		}
		meat.SymRankOne(meat, 1, score)
	}
	effective := 0.0
	for i := range n {
		effective += m[i] * m[i] / mm[i] / n
	}
	meat.ScaleSym(effective/(effective-1), meat)
	for i := range n {
		for j := range i + 1 {
			bread.SetSym(i, j, bread.At(i, j)+1) // regular, with the same contrasts
		}
	}
	for i := range n {
		for j := range i {
			contrast := mat.NewVecDense(n, nil)
			contrast.SetVec(i, 1)
			contrast.SetVec(j, -1)
			var solved mat.VecDense
			if err := solved.SolveVec(bread, contrast); err != nil {
				t.Fatal(err)
			}
			want := EloPerLogit * math.Sqrt(mat.Inner(&solved, meat, &solved))
			if got := e.Covariance.PairError(i, j); math.Abs(got-want) > 1e-6*want {
				t.Errorf("the error between %d and %d is %.6f, want %.6f", i, j, got, want)
			}
		}
	}
	if math.Abs(e.Freedom-(effective-1)) > 1e-9 {
		t.Errorf("%v degrees of freedom, want %v", e.Freedom, effective-1)
	}
	before := e.Freedom
	if err := c.AddBlock([]int{0, 1}, []float64{1, 1}, 1, 59_001); err != nil { // a content of three players
		t.Fatal(err)
	}
	if after := c.Fit(FitOptions{}).Freedom; after <= before {
		t.Errorf("%v degrees of freedom although other players repeat a block", after)
	}
}

func first[A, B any](a A, _ B) A { return a }

// Intervals hold although deals suit players. Without blocks they hold too rarely.
func TestIntervalsOfSharedDealsCover(t *testing.T) {
	t.Parallel()
	tournaments := 400 / effort
	w := dealt{elo: []float64{-60, -10, 0, 10, 60}, suits: 250}
	rng := rand.New(rand.NewPCG(7, 8))
	// The ratings of infinitely many games: the mean scores are those of a game with the suits added.
	d := NewDuels(len(w.elo))
	for i := range w.elo {
		for j := range w.elo {
			if i == j {
				continue
			}
			score, steps := 0.0, 400
			for k := range steps { // mean over the normal distribution of the difference of two suits
				u := (float64(k) + 0.5) / float64(steps)
				score += Score(w.elo[i]-w.elo[j]+w.suits*math.Sqrt2*math.Sqrt2*math.Erfinv(2*u-1)) / float64(steps)
			}
			d.Win(i, j, score)
		}
	}
	fit, err := BradleyTerry(d, 0)
	if err != nil {
		t.Fatal(err)
	}
	truth := fit.Elo()
	hold := [2]float64{}
	for range tournaments {
		blocks, apart := w.play(t, rng, 30)
		for k, c := range []*Clusters{blocks, apart} {
			e := c.Fit(FitOptions{})
			for i := range w.elo {
				if l := e.Line(i, Mean); l.Interval.Low <= truth[i] && truth[i] <= l.Interval.High {
					hold[k] += 1 / float64(tournaments*len(w.elo))
				}
			}
		}
	}
	t.Logf("%.3f of the intervals hold with blocks, %.3f without", hold[0], hold[1])
	if hold[0] < 0.93 || hold[0] > 0.975 {
		t.Errorf("%.3f of the intervals hold with blocks", hold[0])
	}
	if hold[1] > 0.9 {
		t.Errorf("%.3f of the intervals hold without blocks: this world does not need them", hold[1])
	}
}

// Games of two players that all had equal results contribute nothing to the differences between
// blocks, even if the ratings predict other results. They count with a share of the variance that
// the model predicts, so that no rating is exact: here everybody wins all games against the next.
func TestBlocksOfEqualResults(t *testing.T) {
	t.Parallel()
	const deals = 12
	c, tables := NewClusters(3), NewClusters(4)
	for range deals {
		for i := range 3 {
			addTo(c, []int{i, (i + 1) % 3}, []int{1, 2, 1, 2})
		}
		if err := c.AddBlock([]int{0, 1, 2}, []float64{2, 2, 2}, 3); err != nil {
			t.Fatal(err)
		}
		points := make([]float64, 4)
		for i := range 4 { // the first of three seats wins, the others share the second place
			table := []int{i, (i + 1) % 4, (i + 2) % 4}
			addTo(tables, table, []int{1, 2, 2})
			for k, p := range []float64{1, 0.25, 0.25} {
				points[table[k]] += p
			}
		}
		if err := tables.AddBlock([]int{0, 1, 2, 3}, points, 4); err != nil {
			t.Fatal(err)
		}
	}
	// Every pair has 24 games of the variance 1/4, and the variance of one cluster of two games: 1.
	// The covariance is (6L)⁺·L·(6L)⁺ = L⁺/36, where L, of three players who all met, has the
	// eigenvalue 3.
	e := c.Fit(FitOptions{})
	want := EloPerLogit * math.Sqrt(2.0/(3*36))
	for i := range 3 {
		if got := e.Covariance.PairError(i, (i+1)%3); math.Abs(got-want) > 1e-6*want {
			t.Errorf("the error between %d and the next is %v, want %v", i, got, want)
		}
	}
	e = tables.Fit(FitOptions{})
	for i := range 4 {
		if got := e.Line(i, Mean).Interval; got.High-got.Low < 1 {
			t.Errorf("the interval of %d is %v", i, got)
		}
	}
}
