package board

const lightSquares = 0x55aa55aa55aa55aa

// Dead reports that neither side has what a mate needs: bare kings, one knight or
// bishop beside them, or any number of bishops all on squares of one colour.
func (p *Position) Dead() bool {
	if p.kinds[Pawn]|p.kinds[Rook]|p.kinds[Queen] != 0 {
		return false
	}
	knights, bishops := p.kinds[Knight], p.kinds[Bishop]
	if knights != 0 {
		return bishops == 0 && knights&(knights-1) == 0
	}
	return bishops&lightSquares == 0 || bishops&^uint64(lightSquares) == 0
}
