package elementary_test

import (
	"hash/fnv"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/lanista/lanista/elementary"
)

const precision = 2400 // bits of the reference values, enough for the alternating series of erf(27)

func number(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigExp sums the Taylor series of exp(x/2^k) and squares the sum k times.
func bigExp(x *big.Float) *big.Float {
	const halvings = 40
	r := new(big.Float).SetMantExp(x, -halvings)
	sum, term := number(1), number(1)
	for n := 1; n < 40; n++ {
		term.Mul(term, r)
		term.Quo(term, number(float64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog solves exp(y) = x by Newton's method.
func bigLog(x *big.Float) *big.Float {
	mantissa := new(big.Float)
	exponent := x.MantExp(mantissa)
	f, _ := mantissa.Float64()
	y := number(math.Log(f) + float64(exponent)*math.Ln2)
	for range 5 { // each step doubles the number of digits
		y.Add(y, number(0).Sub(number(0).Quo(x, bigExp(y)), number(1)))
	}
	return y
}

// bigErfc sums the Taylor series of the error function.
func bigErfc(x *big.Float) *big.Float {
	square := number(0).Mul(x, x)
	sum, power := number(0).Set(x), number(0).Set(x)
	for n := 1; n < 6000; n++ {
		power.Mul(power, square)
		power.Quo(power, number(float64(-n)))
		term := number(0).Quo(power, number(float64(2*n+1)))
		sum.Add(sum, term)
		if term.Sign() == 0 || sum.MantExp(nil)-term.MantExp(nil) > precision {
			break
		}
	}
	sum.Mul(sum, number(2))
	return number(0).Sub(number(1), sum.Quo(sum, number(0).Sqrt(bigPi())))
}

// bigPi uses Machin's formula: pi = 16 arctan(1/5) - 4 arctan(1/239).
func bigPi() *big.Float {
	arctan := func(inverse float64) *big.Float {
		sum, power := number(0), number(0).Quo(number(1), number(inverse))
		for n := 0; n < 1200; n++ {
			sum.Add(sum, number(0).Quo(power, number(float64(2*n+1))))
			power.Quo(power, number(-inverse*inverse))
		}
		return sum
	}
	return number(0).Sub(number(0).Mul(number(16), arctan(5)), number(0).Mul(number(4), arctan(239)))
}

// ulps returns how far got is from want, in units of the last place of want.
func ulps(got float64, want *big.Float) float64 {
	exact, _ := want.Float64()
	unit := math.Nextafter(math.Abs(exact), math.Inf(1)) - math.Abs(exact)
	off, _ := number(0).Quo(number(0).Sub(number(got), want), number(unit)).Float64()
	return math.Abs(off)
}

func TestFunctionsAgainstExactValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	uniform := func(low, high float64) func() float64 {
		return func() float64 { return low + rng.Float64()*(high-low) }
	}
	spread := func(low, high float64) func() float64 { // by the exponent
		return func() float64 { return math.Ldexp(1+rng.Float64(), int(low+rng.Float64()*(high-low))) }
	}
	for _, c := range []struct {
		name  string
		most  float64 // units in the last place
		n     int
		draw  func() float64
		f     func(float64) float64
		exact func(*big.Float) *big.Float
	}{
		{"Exp", 1.5, 60, uniform(-700, 709.7), elementary.Exp, bigExp},
		{"Exp near 0", 1.5, 60, uniform(-1, 1), elementary.Exp, bigExp},
		{"Exp below the normal numbers", 1, 20, uniform(-745, -709), elementary.Exp, bigExp},
		{"Log", 1, 30, spread(-1074, 1023), elementary.Log, bigLog},
		{"Log near 1", 1, 30, uniform(0.5, 2), elementary.Log, bigLog},
		{"Log10", 2.5, 30, spread(-1000, 1000), elementary.Log10, func(x *big.Float) *big.Float {
			return number(0).Quo(bigLog(x), bigLog(number(10)))
		}},
		{"Log1p", 1, 30, uniform(-0.9, 3), elementary.Log1p, func(x *big.Float) *big.Float {
			return bigLog(number(0).Add(x, number(1)))
		}},
		{"Log1p of small numbers", 1, 30, spread(-60, -1), elementary.Log1p, func(x *big.Float) *big.Float {
			return bigLog(number(0).Add(x, number(1)))
		}},
		{"Log1p of large numbers", 1, 30, spread(1, 100), elementary.Log1p, func(x *big.Float) *big.Float {
			return bigLog(number(0).Add(x, number(1)))
		}},
		{"10 to the power of x", 12, 30, uniform(-300, 300), func(x float64) float64 { return elementary.Pow(10, x) }, func(x *big.Float) *big.Float {
			return bigExp(number(0).Mul(x, bigLog(number(10))))
		}},
		{"x to the power of 1.7", 4, 30, uniform(0, 20), func(x float64) float64 { return elementary.Pow(x, 1.7) }, func(x *big.Float) *big.Float {
			return bigExp(number(0).Mul(number(1.7), bigLog(x)))
		}},
		{"Hypot", 1.5, 30, uniform(-9, 9), func(x float64) float64 { return elementary.Hypot(x, 3) }, func(x *big.Float) *big.Float {
			square := number(0).Mul(x, x)
			return square.Sqrt(square.Add(square, number(9)))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var inputs []float64
			for range c.n {
				inputs = append(inputs, c.draw())
			}
			t.Parallel() // drawing is not safe for concurrent use
			for _, x := range inputs {
				if off := ulps(c.f(x), c.exact(number(x))); !(off <= c.most) {
					t.Errorf("at %v: %v, which is off by %.2f units in the last place", x, c.f(x), off)
				}
			}
		})
	}
}

func TestErfinv(t *testing.T) {
	for _, x := range []float64{-0.99999, -0.9, -0.5, -1e-9, 1e-300, 0.3, 0.84, 0.86, 0.999, 1 - 1e-12, 1 - 1.2e-16} {
		y := elementary.Erfinv(x)
		back, _ := number(0).Sub(number(1), bigErfc(number(y))).Float64()
		slope := 2 / math.Sqrt(math.Pi) * math.Exp(-y*y)
		if off := math.Abs(back-x) / slope; off > 8e-16*math.Abs(y) {
			t.Errorf("Erfinv(%v) = %v, whose error function is %v", x, y, back)
		}
	}
}

// alike reports whether two values are equal up to the last bits, with the same sign, or both NaN.
func alike(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return (a == b || math.Abs(a-b) <= 1e-15*math.Abs(b)) && math.Signbit(a) == math.Signbit(b)
}

func TestSpecialValues(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, c := range map[string]struct{ f, standard func(float64) float64 }{
		"Exp": {elementary.Exp, math.Exp}, "Log": {elementary.Log, math.Log}, "Log10": {elementary.Log10, math.Log10},
		"Log1p":  {elementary.Log1p, math.Log1p},
		"Erfinv": {elementary.Erfinv, math.Erfinv},
	} {
		for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, -2, 2, 710, -746, -1e300, 1e300, 30, -30, inf, -inf, nan} {
			if got, want := c.f(x), c.standard(x); !alike(got, want) {
				t.Errorf("%s(%v) = %v, want %v", name, x, got, want)
			}
		}
	}
	values := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, 1e19, -1e19, 1e300, 1e-300, inf, -inf, nan}
	for _, x := range values {
		for _, y := range values {
			if got, want := elementary.Pow(x, y), math.Pow(x, y); !alike(got, want) {
				t.Errorf("Pow(%v, %v) = %v, want %v", x, y, got, want)
			}
			if got, want := elementary.Hypot(x, y), math.Hypot(x, y); !alike(got, want) {
				t.Errorf("Hypot(%v, %v) = %v, want %v", x, y, got, want)
			}
		}
	}
	if got := elementary.Exp(709.78); !(got > 1.79e308 && got <= math.MaxFloat64) {
		t.Errorf("Exp(709.78) = %v", got)
	}
}

// sweep calls f with the results of all functions at n pseudo-random arguments.
func sweep(n int, f func(name string, x float64, ours, standard float64)) {
	rng := rand.New(rand.NewPCG(3, 4))
	twin := rand.New(rand.NewPCG(5, 6))
	other := rand.New(rand.NewPCG(5, 6))
	for range n {
		u := rng.Float64()
		signed, wide := float64(40*u)-20, math.Ldexp(1+u, rng.IntN(2000)-1000)
		within := float64(2*u) - 1
		for _, x := range []float64{signed, 709 * within, -709 - float64(36*u)} {
			f("Exp", x, elementary.Exp(x), math.Exp(x))
		}
		for _, x := range []float64{u, 20 * u, wide} {
			f("Log", x, elementary.Log(x), math.Log(x))
			f("Log10", x, elementary.Log10(x), math.Log10(x))
			f("Log1p", x, elementary.Log1p(x), math.Log1p(x))
			f("Pow", x, elementary.Pow(x, signed), math.Pow(x, signed))
		}
		f("Log1p", -u, elementary.Log1p(-u), math.Log1p(-u))
		f("Pow", u, elementary.Pow(10, signed), math.Pow(10, signed))
		f("Erfinv", within, elementary.Erfinv(within), math.Erfinv(within))
		f("Hypot", wide, elementary.Hypot(wide, signed), math.Hypot(wide, signed))
		f("Hypot", u, elementary.Hypot(u, signed), math.Hypot(u, signed))
		f("Normal", u, elementary.Normal(twin), other.NormFloat64())
	}
}

// fused reports whether math.Exp uses fused operations, as it does on amd64 processors that have
// them. Without them it returns 2.648936341208562 here.
func fused() bool { return math.Exp(0.9741581787473316) == 2.6489363412085623 }

const digest = 0x1f8d5d194454184c

// The results of runs before this package must not change.
func TestSameAsPackageMathOnAMD64(t *testing.T) {
	if runtime.GOARCH != "amd64" || !fused() {
		t.Skip("package math returns the values of this package only on amd64 with fused operations")
	}
	differ := 0
	sweep(100_000, func(name string, x, ours, standard float64) {
		if math.Float64bits(ours) != math.Float64bits(standard) && differ < 20 {
			differ++
			t.Errorf("%s(%v) = %v, package math has %v", name, x, ours, standard)
		}
	})
}

// The digest was computed on amd64. It is the same on every processor.
func TestSameOnEveryProcessor(t *testing.T) {
	h := fnv.New64a()
	sweep(20_000, func(_ string, _ float64, ours, _ float64) {
		var b [8]byte
		for i := range b {
			b[i] = byte(math.Float64bits(ours) >> (8 * i))
		}
		h.Write(b[:])
	})
	if got := h.Sum64(); got != digest {
		t.Errorf("the digest of all results is %#x, want %#x", got, uint64(digest))
	}
}

func BenchmarkFunctions(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	sum := 0.0
	for name, f := range map[string]func(float64) float64{
		"Exp": elementary.Exp, "Log": elementary.Log, "Log1p": elementary.Log1p,
		"Pow": func(x float64) float64 { return elementary.Pow(x, 1.7) }, "Erfinv": func(x float64) float64 { return elementary.Erfinv(x / 10) },
		"Normal": func(float64) float64 { return elementary.Normal(rng) },
	} {
		b.Run(name, func(b *testing.B) {
			x := 0.1
			for b.Loop() {
				sum += f(x)
				if x += 0.1; x > 9 {
					x = 0.1
				}
			}
		})
	}
}
