// Package etudes keeps sets of labelled positions for people who rate them.
//
// What comes in: the sets that the games ship, and a folder in which ratings may be
// kept, one file NAME.csv a set, in the form that engines.ReadEtudes reads. What
// goes out: the positions of a set with the label that they came with and the
// rating that was given, and the file, which `lanista grid --etudes` takes as it is.
//
// A rating is a line of its file; all other lines and their comments stay as they
// are. A file is replaced whole or not at all, and only if it is still the one that
// whoever saves has seen.
package etudes
