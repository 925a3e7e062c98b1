package pages

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
)

const (
	magic       = "SQLite format 3\x00"
	headerSize  = 100 // size of the file header, at the start of page 1
	defaultSize = 4096
)

// File is an SQLite database file, possibly damaged, that is open for reading.
type File struct {
	file     io.ReaderAt
	close    func() error
	size     int              // size of a page in bytes
	usable   int              // size of a page in bytes without the reserved ones
	count    uint32           // number of pages in the file; the last one may be incomplete
	declared uint32           // number of pages according to the header; 0 if unknown
	log      map[uint32]int64 // offsets in the log of the newest committed pages, by page number
	wal      io.ReaderAt
	visited  []bool // pages that were read as part of a tree, an overflow chain or the free list
	freeList bool   // the list of free pages was read to its end

	unreadable int // see Unreadable
}

// Open opens the SQLite file at path and its write-ahead log, if there is one. The file may be
// damaged or truncated. Open returns an error for an empty or unreadable file, and for anything but
// a regular file, such as a pipe.
func Open(path string) (*File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", path) // to open a pipe waits for its writer
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	closers := []io.Closer{f}
	var wal io.ReaderAt
	walSize := int64(0)
	if w, err := os.Open(path + "-wal"); err == nil {
		closers = append(closers, w)
		if winfo, err := w.Stat(); err == nil {
			wal, walSize = w, winfo.Size()
		}
	}
	out, err := New(f, info.Size(), wal, walSize)
	closeAll := func() error {
		var errs []error
		for _, c := range closers {
			errs = append(errs, c.Close())
		}
		return errors.Join(errs...)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), closeAll())
	}
	out.close = closeAll
	return out, nil
}

// New returns a File for a database of the given size and its write-ahead log. It reads the header
// of the database and an index of the log. wal may be nil.
func New(file io.ReaderAt, size int64, wal io.ReaderAt, walSize int64) (*File, error) {
	if size == 0 && walSize == 0 {
		return nil, errors.New("an empty file")
	}
	f := &File{file: file, close: func() error { return nil }, size: defaultSize}
	var header [headerSize]byte
	_, _ = file.ReadAt(header[:], 0) // bytes that are missing stay zero
	logSize := f.readLog(wal, walSize)
	if logSize > 0 && f.log[1] > 0 {
		_, _ = wal.ReadAt(header[:], f.log[1])
	}
	if bytes.HasPrefix(header[:], []byte(magic)) {
		if size := pageSize(uint32(binary.BigEndian.Uint16(header[16:]))); size > 0 {
			f.size = size
		}
		f.declared = binary.BigEndian.Uint32(header[28:])
		f.usable = f.size - int(header[20])
	}
	if logSize > 0 {
		f.size = logSize
	}
	if f.usable < 480 || f.usable > f.size { // the smallest that SQLite allows
		f.usable = f.size
	}
	pages := (size + int64(f.size) - 1) / int64(f.size)
	for n := range f.log {
		pages = max(pages, int64(n))
	}
	if pages > 1<<32-2 {
		return nil, fmt.Errorf("%d pages; SQLite has at most %d", pages, uint32(1<<32-2))
	}
	f.count = uint32(pages)
	f.visited = make([]bool, f.count+1)
	f.readFreeList(binary.BigEndian.Uint32(header[32:]))
	return f, nil
}

// pageSize returns the page size in bytes that a header states, or 0 if it is invalid. The stored
// value 1 means 65536, which does not fit into two bytes.
func pageSize(stored uint32) int {
	if stored == 1 {
		return 1 << 16
	}
	if stored < 512 || stored > 1<<16 || bits.OnesCount32(stored) != 1 {
		return 0
	}
	return int(stored)
}

func (f *File) Close() error { return f.close() }

// Size returns the number of pages that the file has, and the number that its header states, or 0
// if the header is lost.
func (f *File) Size() (left, declared uint32) { return f.count, f.declared }

// FreeListRead reports whether the whole list of free pages could be read. If not, [File.Orphans]
// may yield rows that had been deleted.
func (f *File) FreeListRead() bool { return f.freeList }

// Unreadable returns how many pages [File.Orphans] could not read, because they are not pages of a
// table or an index. The first page of the file does not count.
func (f *File) Unreadable() int { return f.unreadable }

// page returns the contents of a page, from the log if the log contains the page. Bytes beyond the
// end of the file are zero. It returns nil for a page that does not exist.
func (f *File) page(n uint32) []byte {
	if n == 0 || n > f.count {
		return nil
	}
	b := make([]byte, f.size)
	if at, ok := f.log[n]; ok {
		if _, err := f.wal.ReadAt(b, at); err == nil {
			return b[:f.usable]
		}
	}
	if read, _ := f.file.ReadAt(b, int64(n-1)*int64(f.size)); read == 0 {
		return nil
	}
	return b[:f.usable]
}

// visit marks a page as read. It returns false if the page does not exist or was read before.
func (f *File) visit(n uint32) bool {
	if n == 0 || n > f.count || f.visited[n] {
		return false
	}
	f.visited[n] = true
	return true
}

// readFreeList marks the pages of the free list as visited, so that no rows are read from them.
// trunk is the first page of the list.
func (f *File) readFreeList(trunk uint32) {
	f.freeList = f.declared > 0
	for trunk != 0 {
		b := f.page(trunk)
		if b == nil || !f.visit(trunk) {
			f.freeList = false
			return
		}
		n := binary.BigEndian.Uint32(b[4:])
		if n > uint32(len(b)/4-2) {
			f.freeList = false
			return
		}
		for i := range n {
			f.visit(binary.BigEndian.Uint32(b[8+4*i:])) // a page beyond the end needs no mark
		}
		trunk = binary.BigEndian.Uint32(b)
	}
}
