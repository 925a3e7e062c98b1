package strict

import (
	"github.com/lanista/lanista/keys"
)

// Locate adds file and line to every mistake that a room's own validation
// returned, a tree of [keys.KeyError]. Under is the path of the room's section.
// A mistake of a key that the document does not have is placed at the section
// that would have it; an error without a key stands at Under.
func (d *Document) Locate(under string, err error) error {
	var mistakes []*Error
	for _, e := range keys.All(err) {
		mistakes = append(mistakes, d.place(Join(under, e.Path), e.Err))
	}
	return together(mistakes)
}

// place finds the line of a key, or of the nearest section about it.
func (d *Document) place(path string, mistake error) *Error {
	for at := path; at != ""; at = Parent(at) {
		if n := d.find(at); n != nil {
			return &Error{Source: d.origin[n], Line: n.Line, Key: path, Err: mistake}
		}
	}
	return &Error{Source: d.origin[d.root], Line: d.root.Line, Key: path, Err: mistake}
}
