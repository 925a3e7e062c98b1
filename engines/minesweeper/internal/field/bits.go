package field

import "math/bits"

// Bits is a set of cells of a [Field], one bit per cell. A field uses only the first Words words;
// the others stay zero.
type Bits [MaxCells / 64]uint64

// Set adds a cell.
func (b *Bits) Set(c int) { b[c>>6] |= 1 << (c & 63) }

// Clear removes a cell.
func (b *Bits) Clear(c int) { b[c>>6] &^= 1 << (c & 63) }

// Has reports whether a cell is in the set.
func (b *Bits) Has(c int) bool { return b[c>>6]>>(c&63)&1 != 0 }

// Len returns the number of cells in the set.
func (b *Bits) Len() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// First returns the cell with the lowest number in the set, or -1 if the set is empty.
func (b *Bits) First() int {
	for i, w := range b {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// Append appends the cells in the set to dst in ascending order.
func (b *Bits) Append(dst []int) []int {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, i<<6+bits.TrailingZeros64(w))
		}
	}
	return dst
}

// Dilate writes the cells of src and all their neighbours to dst. dst and src may be the same
// set.
func (f *Field) Dilate(dst, src *Bits) {
	var wide Bits
	var below uint64
	for i := range f.Words {
		var above uint64
		if i+1 < f.Words {
			above = src[i+1]
		}
		w := src[i]
		right := (w<<1 | below>>63) & f.notFirst[i]
		left := (w>>1 | above<<63) & f.notLast[i]
		wide[i] = w | left | right
		below = w
	}
	below = 0
	for i := range f.Words {
		var above uint64
		if i+1 < f.Words {
			above = wide[i+1]
		}
		w := wide[i]
		down := w<<f.down | below>>f.carry
		up := w>>f.down | above<<f.carry
		dst[i] = (w | down | up) & f.All[i]
		below = w
	}
}

// Flood opens the neighbours of cells that show 0. It adds the closed neighbours of every cell in
// both opened and zero to opened, and repeats this until opened no longer grows.
func (f *Field) Flood(opened, zero, closed *Bits) {
	for {
		var front Bits
		for i := range f.Words {
			front[i] = opened[i] & zero[i]
		}
		f.Dilate(&front, &front)
		grown := uint64(0)
		for i := range f.Words {
			fresh := front[i] & closed[i] &^ opened[i]
			opened[i] |= fresh
			grown |= fresh
		}
		if grown == 0 {
			return
		}
	}
}
