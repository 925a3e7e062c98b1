package elementary

import "math"

// ratio is the quotient of two polynomials. above and below contain the coefficients of the
// numerator and the denominator, the constant terms first.
type ratio struct{ above, below []float64 }

func (r ratio) at(x float64) float64 { return polynomial(x, r.above...) / polynomial(x, r.below...) }

// central, middle and tail are rational functions that approximate the inverse error function.
// central is for |x| <= 0.85, middle for larger |x| up to 1 - 2 exp(-25), and tail for the rest.
// They come from algorithm AS 241, which approximates quantiles of the normal distribution; its
// coefficients are scaled here. Source: M. J. Wichura, "Algorithm AS 241: The percentage points of
// the normal distribution", Applied Statistics 37, 1988.
var (
	central = ratio{
		above: []float64{
			1.1975323115670912564578, 4.7072688112383978012285e1, 6.9706266534389598238465e2, 4.8548868893843886794648e3,
			1.6235862515167575384252e4, 2.3782041382114385731252e4, 1.1819493347062294404278e4, 8.8709406962545514830200e2,
		},
		below: []float64{
			1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
			2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3,
		},
	}
	middle = ratio{
		above: []float64{
			1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
			1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
		},
		below: []float64{
			1.4142135623730950488016887, 2.9036514445419946173133295, 2.3707661626024532365971225, 9.7547832001787427186894837e-1,
			2.0945065210512749128288442e-1, 2.1494160384252876777097297e-2, 7.7441459065157709165577218e-4, 1.4859850019840355905497876e-9,
		},
	}
	tail = ratio{
		above: []float64{
			6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
			2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
		},
		below: []float64{
			1.414213562373095048801689, 8.482908416595164588112026e-1, 1.936480946950659106176712e-1, 2.103693768272068968719679e-2,
			1.112800997078859844711555e-3, 2.611088405080593625138020e-5, 2.010321207683943062279931e-7, 2.891024605872965461538222e-15,
		},
	}
)

// Erfinv returns the inverse error function of x, which is the number whose error function is x. It
// returns ±Inf for ±1 and NaN for x outside [-1, 1].
func Erfinv(x float64) float64 {
	size := math.Abs(x)
	if !(size < 1) {
		return math.Erfinv(x) // exact
	}
	if size <= 0.85 {
		r := 0.180625 - float64(0.25*x*x)
		return x * polynomial(r, central.above...) / polynomial(r, central.below...)
	}
	y := 0.0
	if r := math.Sqrt(math.Ln2 - Log(1-size)); r <= 5 {
		y = middle.at(r - 1.6)
	} else {
		y = tail.at(r - 5)
	}
	return math.Copysign(y, x)
}
