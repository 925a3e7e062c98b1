package probability

import (
	"sync"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// pascal holds the rows of Pascal's triangle one after the other, up to the
// largest field. C(1024, 512) = 4.5e306 is still a float64.
var pascal = sync.OnceValue(func() []float64 {
	const rows = field.MaxCells + 1
	t := make([]float64, rows*(rows+1)/2)
	for n := range rows {
		row := t[n*(n+1)/2:][:n+1]
		row[0], row[n] = 1, 1
		if n < 2 {
			continue
		}
		above := t[(n-1)*n/2:][:n]
		for k := 1; k < n; k++ {
			row[k] = above[k-1] + above[k]
		}
	}
	return t
})

// binomials is row n of Pascal's triangle: C(n, 0) to C(n, n).
func (s *Solver) binomials(n int) []float64 { return s.pascal[n*(n+1)/2:][:n+1] }

// choose is C(n, k) at row[k], and 0 outside the row.
func choose(row []float64, k int) float64 {
	if uint(k) < uint(len(row)) {
		return row[k]
	}
	return 0
}
