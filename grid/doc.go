// Package grid searches a grid of weights exhaustively for the point that evaluates labelled
// positions best.
//
// [Search] receives a [Problem], the features of labelled positions (etudes) for every seat,
// and [Options], a range and a step for every weight. Its [Result] contains the largest number
// of etudes that a point of the grid hits, the number of points that hit as many, the
// distribution of hits over all points, and one chosen point.
//
// A point hits an etude if the weighted sum of features of the labelled winner is larger than
// that of every other seat; a tie is a miss. Sums are computed in integers, so ties are exact
// ([Axis]). Along one weight every difference of sums is linear, so the points of a line that
// hit an etude are an interval: a line costs a division per etude and an addition per point.
//
// Among the optimal points the search chooses the one with the largest margin: the smallest
// distance to a plane at which it would lose a hit, with every weight measured in units of its
// range. Among equal margins the first point counts, in the order of the weights.
//
// With Options.LeaveOneOut the result contains an [Accuracy]: each etude is evaluated at the
// point that is chosen without it. With Options.Exact it contains a [Limit]: the largest
// number of etudes that any weights within the ranges hit, on the grid or between its points.
package grid
