// Package strict decodes YAML and JSON strictly and reports every mistake with its file, line and
// key.
//
// [Parse] reads one document. [Document.Decode] decodes a part of it into a Go value and returns
// every mistake as an [Error]. Unknown keys, wrong types, numbers that are not finite, duplicate
// keys, aliases and a second document are mistakes.
//
// [Document.Over] merges two documents. Every part keeps its source, so that a mistake is
// reported with the file that contains it. [Document.Locate] adds file and line to mistakes that
// other packages return by key (package keys).
package strict
