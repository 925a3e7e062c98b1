package pages

import (
	"encoding/binary"
	"iter"
	"math"
)

// These are the kinds of pages in a tree, as stored in the first byte of a page. Index pages also
// contain the rows of tables without a rowid.
const (
	interiorIndex = 0x02
	interiorTable = 0x05
	leafIndex     = 0x0a
	leafTable     = 0x0d
)

// Row is a row of a table or an index.
type Row struct {
	Rowid   int64 // 0 on an index page
	Indexed bool  // the row is on an index page, like the rows of a table without a rowid
	Values  []any // nil, int64, float64, string or []byte; a column that is the rowid is nil
}

// Table is a table in the schema of a database file.
type Table struct {
	Name string
	Root uint32
}

// Tables returns the tables of the schema that can be read. whole reports whether the whole schema
// could be read, so that there are no other tables.
func (f *File) Tables() (list []Table, whole bool) {
	whole = true
	for row, err := range f.Rows(1) {
		if err != nil || len(row.Values) < 5 {
			whole = false
			continue
		}
		if row.Values[0] != "table" {
			continue
		}
		name, _ := row.Values[1].(string)
		root, _ := row.Values[3].(int64)
		if name != "" && root > 0 && root <= math.MaxUint32 {
			list = append(list, Table{name, uint32(root)})
		}
	}
	return list, whole
}

// Rows yields the rows of the tree with the given root page, in the order of the tree. For each
// page or row that cannot be read it yields an error and continues. Every page is read only once,
// so a second call for the same root yields only an error.
func (f *File) Rows(root uint32) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		type item struct {
			page uint32
			row  *Row // of an interior index page, between two of its children
		}
		stack := []item{{page: root}}
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if top.row != nil {
				if !yield(*top.row, nil) {
					return
				}
				continue
			}
			b := f.page(top.page)
			if b == nil || !f.visit(top.page) {
				if !yield(Row{}, errPage) {
					return
				}
				continue
			}
			p, ok := parse(top.page, b)
			if !ok {
				if !yield(Row{}, errPage) {
					return
				}
				continue
			}
			var inner []item
			for _, at := range p.cells {
				child, row, err := f.cell(p, int(at))
				if child > 0 {
					inner = append(inner, item{page: child})
				}
				switch {
				case err != nil:
					if !yield(Row{}, err) {
						return
					}
				case row != nil && p.kind == interiorIndex:
					inner = append(inner, item{row: row})
				case row != nil:
					if !yield(*row, nil) {
						return
					}
				}
			}
			if p.right > 0 {
				inner = append(inner, item{page: p.right})
			}
			for i := len(inner) - 1; i >= 0; i-- {
				stack = append(stack, inner[i])
			}
		}
	}
}

// Orphans yields the rows of all pages that have not been read and are not free: pages whose parent
// pages are lost, and pages of indexes. [File.Rows] must have read every table before. Afterwards
// [File.Unreadable] returns the number of pages that could not be read.
func (f *File) Orphans() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		f.unreadable = 0
		for n := uint32(1); n <= f.count; n++ {
			if f.visited[n] {
				continue
			}
			p, ok := parse(n, f.page(n))
			if !ok {
				if n > 1 {
					f.unreadable++
				}
				continue
			}
			for _, at := range p.cells {
				_, row, err := f.cell(p, int(at))
				if err == nil && row != nil && !yield(*row) {
					return
				}
			}
		}
	}
}

// treePage is one page of the B-tree in which an SQLite file stores a table or an index.
type treePage struct {
	bytes []byte
	kind  byte
	right uint32   // last child of an interior page
	cells []uint16 // offsets of the cells in the page
}

// parse reads the header of page n with the contents b. It returns false if the page is not part of
// a tree.
func parse(n uint32, b []byte) (treePage, bool) {
	header := 0
	if n == 1 {
		header = headerSize
	}
	if len(b) < header+12 {
		return treePage{}, false
	}
	p := treePage{bytes: b, kind: b[header]}
	cells := header + 8
	switch p.kind {
	case interiorIndex, interiorTable:
		p.right, cells = binary.BigEndian.Uint32(b[header+8:]), header+12
	case leafIndex, leafTable:
	default:
		return p, false
	}
	count := int(binary.BigEndian.Uint16(b[header+3:]))
	if cells+2*count > len(b) {
		return p, false
	}
	for i := range count {
		p.cells = append(p.cells, binary.BigEndian.Uint16(b[cells+2*i:]))
	}
	return p, true
}

// cell reads the cell at an offset of a page. A cell of an interior page contains the number of a
// child page, which is returned as child. All cells except those of interior table pages contain a
// row; otherwise row is nil.
func (f *File) cell(p treePage, at int) (child uint32, row *Row, err error) {
	if at < 8 || at >= len(p.bytes) { // a cell follows the header of its page
		return 0, nil, errRecord
	}
	b := p.bytes[at:]
	if p.kind == interiorIndex || p.kind == interiorTable {
		if len(b) < 4 {
			return 0, nil, errRecord
		}
		child, b = binary.BigEndian.Uint32(b), b[4:]
		if p.kind == interiorTable {
			return child, nil, nil
		}
	}
	size, n := varint(b)
	if n == 0 || size > longestRecord {
		return child, nil, errRecord
	}
	b = b[n:]
	r := Row{Indexed: p.kind != leafTable}
	if p.kind == leafTable {
		id, n := varint(b)
		if n == 0 {
			return child, nil, errRecord
		}
		r.Rowid, b = int64(id), b[n:]
	}
	payload, err := f.payload(b, int(size), r.Indexed)
	if err != nil {
		return child, nil, err
	}
	if r.Values, err = decode(payload); err != nil {
		return child, nil, err
	}
	return child, &r, nil
}

// payload returns a record of the given size. Its first bytes are at the start of b, and the others
// are on overflow pages.
func (f *File) payload(b []byte, size int, indexed bool) ([]byte, error) {
	most := f.usable - 35
	if indexed {
		most = (f.usable-12)*64/255 - 23
	}
	if size <= most {
		if size > len(b) {
			return nil, errRecord
		}
		return b[:size], nil
	}
	least := (f.usable-12)*32/255 - 23
	local := least + (size-least)%(f.usable-4)
	if local > most {
		local = least
	}
	if local+4 > len(b) || int64(size) > int64(f.count)*int64(f.usable) {
		return nil, errRecord
	}
	out := append(make([]byte, 0, local), b[:local]...)
	next := binary.BigEndian.Uint32(b[local:])
	var chain []uint32
	for len(out) < size {
		page := f.page(next)
		if page == nil || len(chain) > size/(f.usable-4)+1 {
			return nil, errOverflow
		}
		chain = append(chain, next)
		next = binary.BigEndian.Uint32(page)
		out = append(out, page[4:min(len(page), 4+size-len(out))]...)
	}
	for _, n := range chain {
		f.visited[n] = true
	}
	return out, nil
}
