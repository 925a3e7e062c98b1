// Package evidence is how sure a result is: ratings with their intervals, the
// rows of a table, and the verdict on a run.
//
// What comes in: numbers that somebody has worked out. What goes out: plain
// values that JSON can say, the same in the store, in a weights file, on a page
// and in what a verb prints. A number that JSON cannot say is null.
//
// Of this module it imports only package rating.
package evidence
