// Package grid tries every point of a grid of weights, to find the point that evaluates labelled
// positions best.
//
// [Search] receives a [Problem] and [Options]. The Problem contains labelled positions, which are
// called etudes, with the features of every seat. The label is the seat that should win. The
// Options contain a range and a step for every weight. The [Result] contains the largest number of
// etudes that a point of the grid hits, the number of points with as many hits, the distribution of
// hits over all points, and one chosen point.
//
// A point of the grid is a weight vector. It hits an etude if the weighted sum of features is
// larger for the labelled winner than for every other seat; a tie is a miss. Sums are computed in
// integers, so ties are exact ([Axis]). Along one weight every difference of sums is linear, so the
// points of a line that hit an etude are an interval. A line therefore costs a division per etude
// and an addition per point.
//
// Among the best points, the search chooses the one with the largest margin. The margin is the
// smallest distance to a plane at which the point would lose a hit, with every weight measured in
// units of its range. Among equal margins it chooses the first point, in the order of the weights.
// The range extends to the upper end in the Options, also if the step does not divide it.
//
// With Options.LeaveOneOut the result contains an [Accuracy]. For every etude, a point is chosen
// without using this etude; the Accuracy counts the etudes that are hit by the points chosen
// without them. With Options.Exact the result contains a [Bound]: the largest number of etudes that
// any weights within the ranges hit, on the grid or between its points.
package grid
