package elementary

import (
	"math"
	"runtime"
)

// Processor returns a name for the floating-point arithmetic of this program, such as "amd64",
// "amd64 v3" (compiled with GOAMD64=v3) or "arm64". Two processes that run programs built from the
// same source compute the same floating-point results if the names are equal. This is true even if
// the source uses package math or fused multiply-add operations.
func Processor() string {
	name := runtime.GOARCH
	if name != "amd64" {
		return name
	}
	if product := 1 + 1.0/(1<<30); fuses(product, product, -1-1.0/(1<<29)) {
		name += " v3"
	}
	if math.Exp(0.9741581787473316) != 2.6489363412085623 { // math.Exp uses fused operations if it can
		name += " without FMA"
	}
	return name
}

// fuses reports whether the compiler fuses x*y + z. The arguments must be such that the sum is 0 if
// the product is rounded.
//
//go:noinline
func fuses(x, y, z float64) bool { return x*y+z != 0 }
