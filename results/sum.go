package results

import (
	"database/sql"
	"hash/crc32"
	"math"
)

// sum is the checksum of a row: CRC-32C over its values, texts with their
// lengths. A row is summed when it is written and whenever it is read, so that a
// bit that has flipped in the file is noticed and not shown.
type sum uint32

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (s sum) int(x int) sum { return s.bits(uint64(x)) }

// bits sums eight bytes, the lowest first. It does not call the library, which
// would have the bytes on the heap.
func (s sum) bits(x uint64) sum {
	crc := ^uint32(s)
	for range 8 {
		crc = castagnoli[byte(crc)^byte(x)] ^ crc>>8
		x >>= 8
	}
	return sum(^crc)
}

func (s sum) float(x float64) sum { return s.bits(math.Float64bits(x)) }

// real sums a number that may be missing.
func (s sum) real(x sql.NullFloat64) sum {
	if !x.Valid {
		return s.float(math.NaN())
	}
	return s.float(x.Float64)
}

func (s sum) bytes(b []byte) sum {
	return sum(crc32.Update(uint32(s.int(len(b))), castagnoli, b))
}

func (s sum) text(x string) sum {
	crc := ^uint32(s.int(len(x)))
	for i := range len(x) {
		crc = castagnoli[byte(crc)^x[i]] ^ crc>>8
	}
	return sum(^crc)
}

// check compares the sum of a row with the one that was stored; a row without
// one passes.
func (s sum) check(stored sql.NullInt64) error {
	if stored.Valid && stored.Int64 != int64(s) {
		return damagedf("its checksum is another")
	}
	return nil
}
