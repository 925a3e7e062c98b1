package pages

import (
	"encoding/binary"
	"errors"
	"math"
)

// These errors describe unreadable parts of a table, which SQLite stores as a tree of pages.
var (
	errRecord   = errors.New("a row cannot be read")
	errPage     = errors.New("a page is missing or damaged")
	errOverflow = errors.New("a part of a row is missing")
)

// longestRecord is the largest size of a record that is read, in bytes. It protects against damaged
// lengths; SQLite's own limit is 10^9 bytes.
const longestRecord = 1 << 30

// varint decodes an SQLite integer of one to nine bytes, the highest bits first. It returns the
// value and the number of bytes, or 0 bytes if b is too short.
func varint(b []byte) (x uint64, n int) {
	for i, c := range b {
		if i == 8 {
			return x<<8 | uint64(c), 9
		}
		x = x<<7 | uint64(c&0x7f)
		if c < 0x80 {
			return x, i + 1
		}
	}
	return 0, 0
}

// decode returns the values of an SQLite record. Their types are nil, int64, float64, string or
// []byte.
func decode(b []byte) ([]any, error) {
	size, n := varint(b)
	if n == 0 || size < uint64(n) || size > uint64(len(b)) {
		return nil, errRecord
	}
	types, body := b[n:size], b[size:]
	var values []any
	for len(types) > 0 {
		kind, n := varint(types)
		if n == 0 {
			return nil, errRecord
		}
		types = types[n:]
		length := sizeOf(kind)
		if length > uint64(len(body)) {
			return nil, errRecord
		}
		v, ok := value(kind, body[:length])
		if !ok {
			return nil, errRecord
		}
		values, body = append(values, v), body[length:]
	}
	return values, nil
}

// sizeOf returns the number of bytes of a value in an SQLite record. kind is the value's serial
// type, the number with which the file format encodes the type and the size.
func sizeOf(kind uint64) uint64 {
	switch {
	case kind <= 4:
		return kind
	case kind == 5:
		return 6
	case kind == 6 || kind == 7:
		return 8
	case kind < 12:
		return 0
	}
	return (kind - 12) / 2
}

func value(kind uint64, b []byte) (v any, ok bool) {
	switch {
	case kind == 0:
		return nil, true
	case kind <= 6:
		x := int64(int8(b[0]))
		for _, c := range b[1:] {
			x = x<<8 | int64(c)
		}
		return x, true
	case kind == 7:
		return math.Float64frombits(binary.BigEndian.Uint64(b)), true
	case kind == 8 || kind == 9:
		return int64(kind - 8), true
	case kind < 12:
		return nil, false // reserved
	case kind%2 == 0:
		return append([]byte{}, b...), true
	}
	return string(b), true
}
