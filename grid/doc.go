// Package grid searches a whole grid of weights for those that judge labelled
// positions best.
//
// What comes in: a [Problem], the features of labelled positions (etudes) to
// every seat, and [Options], a range and a step for every weight. What goes out:
// a [Result], the most etudes that any point of the grid hits, how many points
// hit that many, the distribution over all points, and one point chosen among
// the best.
//
// An etude is hit when the labelled winner's weighted sum of features is larger
// than every other seat's; a tie is a miss. Sums are computed in whole numbers,
// so that a tie is a tie ([Axis]). Along one weight every margin is linear, so
// the points of a line that hit an etude are an interval, found by a division: a
// line costs a division per etude and an addition per point.
//
// Of the optimal points the one is chosen that is hardest to dislodge: whose
// smallest distance to a plane where it would lose a hit is largest, every
// weight measured in units of its range. Of equals the first counts, in the
// order of the weights.
//
// How much of the result is luck says [Accuracy], with Options.LeaveOneOut: each
// etude is judged by the point that is chosen without it. What is possible at all
// says [Limit], with Options.Exact: the most etudes that any weights within the
// ranges hit, on the grid or between its points.
//
// The package knows no file and no screen.
package grid
