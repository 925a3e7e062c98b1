package evolution

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/elementary"
)

// withEigenvalues returns a symmetric matrix with the given eigenvalues and random eigenvectors.
func withEigenvalues(rng *rand.Rand, values ...float64) matrix {
	n := len(values)
	random := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			random.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(random)
	var q, out mat.Dense
	qr.QTo(&q)
	out.Product(&q, mat.NewDiagDense(n, values), q.T())
	m := newMatrix(n)
	for i := range n {
		for j := range i + 1 {
			m.at[i*n+j], m.at[j*n+i] = out.At(i, j), out.At(i, j)
		}
	}
	return m
}

// randomSymmetric returns a matrix of independent normal numbers, multiplied by size(i) size(j).
func randomSymmetric(rng *rand.Rand, n int, size func(i int) float64) matrix {
	m := newMatrix(n)
	for i := range n {
		for j := range i + 1 {
			m.at[i*n+j] = rng.NormFloat64() * size(i) * size(j)
			m.at[j*n+i] = m.at[i*n+j]
		}
	}
	return m
}

func even(int) float64 { return 1 }

// checkEigen compares the eigenvalues and eigenvectors of a matrix with those of gonum, and checks that
// the eigenvectors are orthogonal, that they compose the matrix again, and that order and signs are
// the documented ones.
func checkEigen(t rapid.TB, m matrix) {
	t.Helper()
	n := m.n
	given := slices.Clone(m.at)
	values, vectors, ok := eigen(m, true)
	if !ok {
		t.Fatalf("no eigenvalues of %v", m)
	}
	if !slices.Equal(given, m.at) {
		t.Error("the matrix has changed")
	}
	if alone, _, ok := eigen(m, false); !ok || !slices.Equal(alone, values) {
		t.Errorf("without eigenvectors the values are %v, and with them %v", alone, values)
	}
	var other mat.EigenSym
	if !other.Factorize(mat.NewSymDense(n, slices.Clone(m.at)), false) {
		t.Fatal("gonum finds no eigenvalues")
	}
	want := other.Values(nil)
	size := max(math.Abs(want[0]), math.Abs(want[n-1]))
	within := 2e-15 * float64(n+4)
	for k, v := range values {
		if !(math.Abs(v-want[k]) <= within*size) {
			t.Errorf("eigenvalue %d is %v, want %v", k, v, want[k])
		}
	}
	if !slices.IsSorted(values) {
		t.Errorf("the eigenvalues %v are not sorted", values)
	}
	for k := range n {
		at := slices.MaxFunc(vectors.row(k), func(a, b float64) int { return compare(math.Abs(a), math.Abs(b)) })
		if !(at > 0) {
			t.Errorf("the largest element of eigenvector %d is %v", k, at)
		}
	}
	v := mat.NewDense(n, n, vectors.at)
	var unit, again mat.Dense
	unit.Mul(v, v.T())
	again.Product(v.T(), mat.NewDiagDense(n, values), v)
	for i := range n {
		for j := range n {
			one := 0.0
			if i == j {
				one = 1
			}
			if got := unit.At(i, j); !(math.Abs(got-one) <= within) {
				t.Fatalf("the product of eigenvectors %d and %d is %v", i, j, got)
			}
			if got, want := again.At(i, j), m.at[i*n+j]; !(math.Abs(got-want) <= within*size) {
				t.Fatalf("the eigenvectors compose %v at %d, %d, want %v", got, i, j, want)
			}
		}
	}
}

func TestEigenAgainstAnotherProgram(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	graded := func(i int) float64 { return math.Pow(10, -float64(i)) }
	for name, m := range map[string]matrix{
		"1x1":                     {1, []float64{-3.5}},
		"1x1 of 0":                {1, []float64{0}},
		"2x2":                     {2, []float64{2, 1, 1, 2}},
		"2x2, diagonal":           {2, []float64{2, 0, 0, 1}},
		"2x2, equal values":       {2, []float64{1, 0, 0, 1}},
		"3x3":                     randomSymmetric(rng, 3, even),
		"zero":                    newMatrix(5),
		"17x17":                   randomSymmetric(rng, 17, even),
		"64x64":                   randomSymmetric(rng, 64, even),
		"256x256":                 randomSymmetric(rng, 256, even),
		"repeated":                withEigenvalues(rng, 1, 1, 1, 4, 4, 4, 4, 9),
		"one repeated, 60x60":     withEigenvalues(rng, append(slices.Repeat([]float64{2}, 59), 7)...),
		"clusters":                withEigenvalues(rng, 1, 1+1e-13, 1+1e-10, 1+1e-7, 2, 2+1e-15, 2+1e-14),
		"rank 2 of 12":            withEigenvalues(rng, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 5),
		"condition 1e12":          withEigenvalues(rng, 1e-12, 1e-9, 1e-6, 1e-3, 1),
		"signs":                   withEigenvalues(rng, -3, -2, -1, 0, 1, 2, 3),
		"graded downwards":        randomSymmetric(rng, 9, graded),
		"graded upwards":          randomSymmetric(rng, 9, func(i int) float64 { return graded(8 - i) }),
		"blocks":                  {4, []float64{1, 2, 0, 0, 2, 1, 0, 0, 0, 0, 3, 1, 0, 0, 1, 3}},
		"outside the tridiagonal": {3, []float64{0, 0, 1, 0, 0, 0, 1, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) { checkEigen(t, m) })
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		m := newMatrix(n)
		// gonum panics at blocks whose elements are below about 1e-120.
		number := rapid.OneOf(rapid.Map(rapid.IntRange(-2, 2), func(i int) float64 { return float64(i) }),
			rapid.Map(rapid.Float64Range(-1e3, 1e3), func(v float64) float64 { return math.Round(v*1e9) / 1e9 }))
		for i := range n {
			for j := range i + 1 {
				m.at[i*n+j] = number.Draw(t, "element")
				m.at[j*n+i] = m.at[i*n+j]
			}
		}
		checkEigen(t, m)
	})
}

// The eigenvalues of the second difference are known: 2 - 2 cos(pi k / (n+1)).
func TestEigenOfTheSecondDifference(t *testing.T) {
	const n = 40
	m := newMatrix(n)
	for i := range n {
		m.at[i*n+i] = 2
		if i > 0 {
			m.at[i*n+i-1], m.at[(i-1)*n+i] = -1, -1
		}
	}
	values, _, _ := eigen(m, false)
	for k, v := range values {
		if want := 2 - 2*math.Cos(math.Pi*float64(k+1)/(n+1)); math.Abs(v-want) > 1e-14 {
			t.Errorf("eigenvalue %d is %v, want %v", k, v, want)
		}
	}
}

// A power of 2 multiplies the eigenvalues of a matrix and changes nothing else, although the squares of
// its elements would overflow or vanish.
func TestEigenOfLargeAndSmallMatrices(t *testing.T) {
	m := randomSymmetric(rand.New(rand.NewPCG(8, 8)), 6, even)
	values, vectors, _ := eigen(m, true)
	for _, exponent := range []int{-1000, -600, 600, 1000} {
		scaled := newMatrix(m.n)
		for i, v := range m.at {
			scaled.at[i] = math.Ldexp(v, exponent)
		}
		got, same, ok := eigen(scaled, true)
		for k, v := range got {
			got[k] = math.Ldexp(v, -exponent)
		}
		if !ok || !slices.Equal(got, values) || !slices.Equal(same.at, vectors.at) {
			t.Errorf("times 2^%d: %v, want %v", exponent, got, values)
		}
	}
}

// Small eigenvalues of a graded matrix are not lost among the rounding errors of the large ones.
func TestEigenOfGradedMatrices(t *testing.T) {
	m := matrix{3, []float64{1e-20, 1e-12, 0, 1e-12, 1e-2, 1e-4, 0, 1e-4, 1e6}}
	values, _, ok := eigen(m, true)
	// By the last two rows almost 1e6 and 1e-2; the determinant gives the first.
	if want := 1e-20 - 1e-24/1e-2; !ok || math.Abs(values[0]/want-1) > 1e-12 {
		t.Errorf("%v, want first %v", values, want)
	}
}

func TestEigenOfMatricesThatAreNotFinite(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if values, _, ok := eigen(matrix{2, []float64{1, v, v, 1}}, true); ok {
			t.Errorf("%v has the eigenvalues %v", v, values)
		}
		values, vectors := spectrum(matrix{2, []float64{1, v, v, 1}}, true)
		if !slices.Equal(values, []float64{1, 1}) || !slices.Equal(vectors.at, []float64{1, 0, 0, 1}) {
			t.Errorf("%v is not replaced by the identity but by %v, %v", v, values, vectors)
		}
	}
}

// Products of matrices are those of gonum, for sizes with and without a rest of four rows.
func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 9; n++ {
		a, b := randomSymmetric(rng, n, even), randomSymmetric(rng, n, even)
		x := a.row(n - 1)
		dense := func(m matrix) *mat.Dense { return mat.NewDense(n, n, slices.Clone(m.at)) }
		same := func(what string, got []float64, want mat.Matrix) {
			t.Helper()
			for i, v := range got {
				if rows, columns := want.Dims(); math.Abs(v-want.At(i/columns, i%columns)) > 1e-13 || len(got) != rows*columns {
					t.Errorf("%d: %s: element %d is %v", n, what, i, v)
				}
			}
		}
		var ab, aba, ax, square mat.Dense
		ab.Mul(dense(a), dense(b))
		same("product", product(a, b).at, &ab)
		aba.Mul(&ab, dense(a))
		same("symmetric product", symmetricProduct(product(a, b), a).at, &aba)
		ax.Mul(dense(a), mat.NewDense(n, 1, slices.Clone(x)))
		same("vector", a.times(x), &ax)
		square.Outer(3, mat.NewVecDense(n, slices.Clone(x)), mat.NewVecDense(n, slices.Clone(x)))
		square.Add(&square, dense(b))
		b.addSquare(3, x)
		b.mirror()
		same("square", b.at, &square)
	}
}

// The roots of a covariance matrix are symmetric, and their products are the matrix and the identity.
func TestRoots(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 5, 30} {
		values := make([]float64, n)
		for i := range values {
			values[i] = 0.1 + rng.Float64()
		}
		c := withEigenvalues(rng, values...)
		e := New(make([]float64, n), 0.1)
		e.Covariance = c.at
		root, inverse := e.root(false), e.root(true)
		again, unit := product(root, root), product(root, inverse)
		for i := range n {
			for j := range n {
				one := 0.0
				if i == j {
					one = 1
				}
				k, mirrored := i*n+j, j*n+i
				if root.at[k] != root.at[mirrored] || inverse.at[k] != inverse.at[mirrored] {
					t.Fatalf("%d: a root is not symmetric", n)
				}
				if math.Abs(again.at[k]-c.at[k]) > 1e-14 || math.Abs(unit.at[k]-one) > 1e-13 {
					t.Fatalf("%d: the products are %v and %v", n, again, unit)
				}
			}
		}
	}
}

// A distribution has the same bits on every processor after many updates. No number of this test was
// computed elsewhere: they are those of amd64, where the compiler fuses nothing.
func TestSameOnEveryProcessor(t *testing.T) {
	for _, c := range []struct {
		dim, population int
		want            string
	}{{2, 6, "e6dc46207f1e5a7e"}, {7, 12, "664407fdfaba3b8a"}, {33, 20, "2fcd50cfce36c618"}} {
		rng := rand.New(rand.NewPCG(7, uint64(c.dim)))
		e, constants := New(slices.Repeat([]float64{0.6}, c.dim), 0.2), NewConstants(c.dim, c.population)
		for round := 1; round <= 60; round++ {
			sampler := e.Sampler()
			points, scores := make([][]float64, c.population), make([]float64, c.population)
			for k := range points {
				points[k] = sampler.Draw(rng)
				for i, u := range points[k] {
					d := u - 0.4
					scores[k] -= float64(float64(d*d) * float64(i+1))
				}
				scores[k] += float64(0.1 * elementary.Normal(rng))
			}
			e.Update(constants, round, points, scores, true)
		}
		sum := fnv.New64a()
		for _, list := range [][]float64{e.Mean, {e.Sigma}, e.Covariance, e.StepPath, e.Path, e.MeanRate.Mean, e.ShapeRate.Mean} {
			for _, v := range list {
				fmt.Fprintf(sum, "%x ", math.Float64bits(v))
			}
		}
		if got := fmt.Sprintf("%016x", sum.Sum64()); got != c.want {
			t.Errorf("%d weights: %s, want %s", c.dim, got, c.want)
		}
	}
}

func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{4, 16, 64, 256} {
		m := randomSymmetric(rand.New(rand.NewPCG(1, 1)), n, even)
		b.Run(fmt.Sprintf("ours/%d", n), func(b *testing.B) {
			for b.Loop() {
				eigen(m, true)
			}
		})
		b.Run(fmt.Sprintf("values/%d", n), func(b *testing.B) {
			for b.Loop() {
				eigen(m, false)
			}
		})
		b.Run(fmt.Sprintf("gonum/%d", n), func(b *testing.B) {
			for b.Loop() {
				var e mat.EigenSym
				e.Factorize(mat.NewSymDense(n, m.at), true)
			}
		})
	}
}

func BenchmarkUpdate(b *testing.B) {
	for _, n := range []int{4, 16, 64, 256} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			population := 2 * int(6+1.5*3*math.Log(float64(n))/2)
			e, c := New(slices.Repeat([]float64{0.5}, n), 0.1), NewConstants(n, population)
			points, scores := make([][]float64, population), make([]float64, population)
			for b.Loop() {
				sampler := e.Sampler()
				for k := range points {
					points[k] = sampler.Draw(rng)
					scores[k] = rng.Float64()
				}
				d := e
				d.Update(c, 1, points, scores, true)
			}
		})
	}
}
