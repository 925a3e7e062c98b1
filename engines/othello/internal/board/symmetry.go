package board

// Image maps a square by one of the eight symmetries of the board, 0 to 7; 0 leaves it.
func Image(sq uint8, symmetry int) uint8 {
	x, y := sq&7, sq>>3
	if symmetry&1 != 0 {
		x = 7 - x
	}
	if symmetry&2 != 0 {
		y = 7 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return y<<3 | x
}
