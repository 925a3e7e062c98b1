package pages

import (
	"encoding/binary"
	"io"
	"maps"
)

const (
	logHeader   = 32
	frameHeader = 24
)

// readLog builds an index of the committed pages in a write-ahead log: the latest version of each
// page before the last commit. Like SQLite, it stops at the first frame with a wrong salt or
// checksum. It returns the page size of the log, or 0 if the log has no committed pages.
func (f *File) readLog(wal io.ReaderAt, size int64) int {
	if wal == nil || size < logHeader+frameHeader {
		return 0
	}
	var header [logHeader]byte
	if _, err := wal.ReadAt(header[:], 0); err != nil {
		return 0
	}
	kind := binary.BigEndian.Uint32(header[:])
	page := pageSize(binary.BigEndian.Uint32(header[8:]))
	if kind&^1 != 0x377f0682 || page == 0 {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if kind&1 == 1 {
		order = binary.BigEndian
	}
	s1, s2 := logSum(order, 0, 0, header[:24])
	if s1 != binary.BigEndian.Uint32(header[24:]) || s2 != binary.BigEndian.Uint32(header[28:]) {
		return 0
	}
	committed, pending := map[uint32]int64{}, map[uint32]int64{}
	frame := make([]byte, frameHeader+page)
	for at := int64(logHeader); at+int64(len(frame)) <= size; at += int64(len(frame)) {
		if _, err := wal.ReadAt(frame, at); err != nil {
			break
		}
		if string(frame[8:16]) != string(header[16:24]) { // a frame of an earlier use of the file
			break
		}
		s1, s2 = logSum(order, s1, s2, frame[:8])
		s1, s2 = logSum(order, s1, s2, frame[frameHeader:])
		if s1 != binary.BigEndian.Uint32(frame[16:]) || s2 != binary.BigEndian.Uint32(frame[20:]) {
			break
		}
		pending[binary.BigEndian.Uint32(frame)] = at + frameHeader
		if binary.BigEndian.Uint32(frame[4:]) != 0 { // the size of the database after a commit
			maps.Copy(committed, pending)
			clear(pending)
		}
	}
	delete(committed, 0)
	if len(committed) == 0 {
		return 0
	}
	f.log, f.wal = committed, wal
	return page
}

// logSum continues the checksum s1, s2 of a log over the bytes b. The length of b must be a
// multiple of eight.
func logSum(order binary.ByteOrder, s1, s2 uint32, b []byte) (uint32, uint32) {
	for i := 0; i+8 <= len(b); i += 8 {
		s1 += order.Uint32(b[i:]) + s2
		s2 += order.Uint32(b[i+4:]) + s1
	}
	return s1, s2
}
