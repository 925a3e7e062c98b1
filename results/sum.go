package results

import (
	"database/sql"
	"encoding/binary"
	"hash/crc32"
	"math"
)

// sum is the checksum of a database row, to detect damage to the file. It is the CRC-32C of the
// values, each text preceded by its length.
type sum uint32

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (s sum) int(x int) sum { return s.bits(uint64(x)) }

// bits adds the eight bytes of x to the checksum, the lowest first.
func (s sum) bits(x uint64) sum {
	return sum(crc32.Update(uint32(s), castagnoli, binary.LittleEndian.AppendUint64(nil, x)))
}

func (s sum) float(x float64) sum { return s.bits(math.Float64bits(x)) }

func (s sum) real(x sql.NullFloat64) sum {
	if !x.Valid {
		return s.float(math.NaN())
	}
	return s.float(x.Float64)
}

func (s sum) bytes(b []byte) sum {
	return sum(crc32.Update(uint32(s.int(len(b))), castagnoli, b))
}

func (s sum) text(x string) sum { return s.bytes([]byte(x)) }

// check returns an error if the stored checksum differs from s. It accepts a row without a
// checksum.
func (s sum) check(stored sql.NullInt64) error {
	if stored.Valid && stored.Int64 != int64(s) {
		return damagedf("its checksum does not match")
	}
	return nil
}
