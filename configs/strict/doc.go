// Package strict reads YAML and JSON without forgiveness, and knows where
// everything stood.
//
// What comes in: the text of one document and the name of its source, and Go
// values to decode into. What goes out: those values filled in, or every mistake
// that was found, each an [Error] with file, line and key.
//
// Strict means that an unknown key, a wrong type, a number that is not finite, a
// key given twice, an alias, and a second document are mistakes. A [Document]
// may be laid over another; each of its parts remembers its own source, so that
// a mistake is found where it was written.
//
// A room that checks values by itself returns the mistakes by key
// (package keys); [Document.Locate] adds file and line to them.
package strict
