// Package charts draws the results of a run as PNG, SVG or PDF.
//
// [Draw] returns a [Picture] of a record by the name of the chart: how a run converged, the paths
// of its weights, their importance, the crosstable of a tournament, the hits of a grid. The same
// record always gives the same bytes.
//
// The colours are those of Okabe and Ito, which readers with colour blindness can distinguish.
package charts
