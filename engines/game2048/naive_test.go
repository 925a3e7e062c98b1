package game2048

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// grid is a board as a person sees it: the values of the tiles, 0 for none. All
// that is done with it here is done square by square.
type grid [side][side]int

func (b board) grid() (g grid) {
	for at := range squares {
		if exponent := b.square(at); exponent > 0 {
			g[at/side][at%side] = 1 << exponent
		}
	}
	return g
}

// line lists the squares of a row or column in the order in which a slide looks
// at them: from the edge that the tiles go to.
func line(m engines.Move, i, k int) (r, c int) {
	switch m {
	case up:
		return k, i
	case down:
		return side - 1 - k, i
	case left:
		return i, k
	}
	return i, side - 1 - k
}

// slid slides a grid by the book: the tiles of a line close up, then from the
// edge on every pair of equal neighbours becomes one tile.
func (g grid) slid(m engines.Move) (out grid, points int) {
	for i := range side {
		var tiles []int
		for k := range side {
			if r, c := line(m, i, k); g[r][c] > 0 {
				tiles = append(tiles, g[r][c])
			}
		}
		for k := 0; k+1 < len(tiles); k++ {
			if tiles[k] == tiles[k+1] && tiles[k] < 1<<largest {
				tiles[k] *= 2
				points += tiles[k]
				tiles = append(tiles[:k+1], tiles[k+2:]...)
			}
		}
		for k, tile := range tiles {
			r, c := line(m, i, k)
			out[r][c] = tile
		}
	}
	return out, points
}

// features by the book, line by line.
func (g grid) features() (f [featureCount]float64) {
	exponent := func(tile int) (e int) {
		for ; tile > 1; tile /= 2 {
			e++
		}
		return e
	}
	for i := range side {
		for _, m := range []engines.Move{up, left} {
			rises, falls, last := 0, 0, 0
			for k := range side {
				r, c := line(m, i, k)
				e := exponent(g[r][c])
				if k > 0 {
					r, c := line(m, i, k-1)
					before := exponent(g[r][c])
					if e > before {
						rises += e*e - before*before
					} else {
						falls += before*before - e*e
					}
				}
				if e == 0 {
					continue
				}
				if e == last {
					f[merges]++
				}
				if last > 0 {
					f[smoothness] -= float64(max(e-last, last-e))
				}
				last = e
			}
			f[monotonicity] -= float64(min(rises, falls)) / 8
		}
		for k := range side {
			if e := exponent(g[i][k]); e > 0 {
				f[tiles] -= float64(e*e) / 8
			} else {
				f[empty]++
			}
		}
	}
	return f
}

// randomBoard has any number of tiles, now small ones only, now of all sizes.
func randomBoard(rng *rand.Rand) board {
	full, most := rng.IntN(squares+1), 2+rng.IntN(largest-1)
	var b board
	for at := range squares {
		if rng.IntN(squares) < full {
			b |= board(1+rng.IntN(most)) << (4 * at)
		}
	}
	return b
}
