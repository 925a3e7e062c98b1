// Package evidence draws conclusions from measurements. It contains the verdict on the result of
// a run, the headline of a tournament, circles in its results, and texts about few or equal
// games.
//
// Its types are plain values with JSON tags. The store, weights files, pages and the JSON output
// of the command line share them. From this module it imports only package rating.
package evidence
