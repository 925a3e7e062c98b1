// Package evidence draws conclusions from measurements: the verdict on the result of a run,
// the headline of a tournament, circles in its results, and the texts that qualify them.
//
// Its types are plain values with JSON tags, the same in the store, in a weights file, on a
// page and in the documents of the verbs. Of this module it imports only package rating.
package evidence
