// Package charts draws what a run has found.
//
// What comes in: a record of the store. What goes out: a [Picture], to be
// written as PNG or SVG; the same record gives the same bytes. There is a
// picture of how a run converged, one of the paths of its weights, one of their
// importances, the crosstable of a tournament, and maps of a grid's hits.
//
// Colours are those of Okabe and Ito, which the colour-blind can tell apart.
package charts
