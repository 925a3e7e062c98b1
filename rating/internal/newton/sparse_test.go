package newton

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Solutions with a sparse matrix are those of gonum's factorization of the same dense matrix, and
// those of a matrix that is singular in the direction of the mean are the pseudo-inverse's.
func TestSparseSolves(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		players, further := 2+rng.IntN(20), rng.IntN(3)
		n := players + further
		var pairs [][2]int
		for i := range players - 1 {
			pairs = append(pairs, [2]int{rng.IntN(i + 1), i + 1})
		}
		for range rng.IntN(2 * players) {
			if i, j := rng.IntN(players), rng.IntN(players); i != j {
				pairs = append(pairs, [2]int{i, j})
			}
		}
		s, ok := NewSparse(players, further, pairs, n*n)
		if !ok {
			t.Fatal("too many elements")
		}
		for _, ground := range []bool{true, false} {
			s.Clear()
			dense := mat.NewSymDense(n, nil)
			add := func(i, j int, v float64) {
				s.Add(i, j, v)
				Add(dense, i, j, v)
			}
			for _, p := range pairs {
				v := 0.1 + rng.Float64()
				add(p[0], p[0], v)
				add(p[1], p[1], v)
				add(p[0], p[1], -v)
				for row := players; row < n; row++ {
					add(row, row, 2*v)
					add(p[0], row, 0.3*v)
					add(p[1], row, -0.3*v)
				}
			}
			if !ground {
				for i := range players {
					add(i, i, 0.5)
				}
			}
			if !s.Factorize(ground) {
				t.Fatalf("%d players, %d further, not positive definite", players, further)
			}
			b := make([]float64, n)
			for i := range b {
				b[i] = rng.NormFloat64()
			}
			Centre(b[:players]) // in the range of the singular matrix
			got := make([]float64, n)
			s.Solve(got, b)
			Centre(got[:players])
			var want mat.VecDense
			want.MulVec(PseudoInverse(dense), mat.NewVecDense(n, b))
			Centre(want.RawVector().Data[:players])
			if !mat.EqualApprox(mat.NewVecDense(n, got), &want, 1e-9) {
				t.Fatalf("ground %v: %v, want %v", ground, got, want.RawVector().Data)
			}
		}
	}
}

// A matrix that is not positive definite is refused, and so is one with too many elements.
func TestSparseRefuses(t *testing.T) {
	s, _ := NewSparse(2, 0, [][2]int{{0, 1}}, 1)
	s.Add(0, 0, 1)
	s.Add(0, 1, 2)
	s.Add(1, 1, 1)
	if s.Factorize(false) {
		t.Error("an indefinite matrix was factorized")
	}
	if _, ok := NewSparse(3, 0, [][2]int{{0, 1}, {1, 2}, {0, 2}}, 2); ok {
		t.Error("three elements where at most two are allowed")
	}
}
