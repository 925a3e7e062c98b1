// Package documents makes the JSON documents that the faces of a run answer with:
// a verb with --json, a page, a service.
//
// What comes in: what package runs returns, and records of the store. What goes
// out: values for [encoding/json]. A key, once published, keeps its meaning;
// what is not known is null or absent, never a number.
package documents
