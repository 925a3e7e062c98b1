// Package gp tunes weights with a Gaussian process of strength and Thompson sampling:
// it learns a surface of any shape from all games, and plays where that surface may be
// highest.
//
// What comes in: a problem and [Options]. What goes out: a strategy whose answer is the
// peak of the process' mean, and a report of how rough strength is on every scale, with
// a map of it in two weights.
//
// The model of a game is that of Bradley and Terry ("Rank analysis of incomplete block
// designs", 1952): a point x beats y with probability 1 / (1 + exp(f(y) - f(x))).
// Strength f is a quadratic and a sum of Gaussian processes, one for every octave of
// length scales: half of the ranges, a quarter of them, and so on. Each is a sum of
// cosines with random frequencies (Rahimi and Recht, "Random features for large-scale
// kernel machines", 2007), so that the cost of a run grows with its games and not with
// their cube. The evidence of the games decides how large each octave is (MacKay,
// "Bayesian interpolation", 1992): on a smooth strength all of them vanish.
//
// A round asks for duels between points that draws of the posterior name: for each, a
// surface is drawn and its highest point of some hundred candidates plays (Thompson, "On
// the likelihood that one unknown probability exceeds another", 1933; with duels,
// Gonzalez and others, "Preferential Bayesian optimization", 2017). So points play as
// often as they are likely to be the best. The first tenth of the games is played
// between points that are spread about the start.
//
// Where only the directions of the weights count the model knows it: in boxes with 0 in
// every range by normalised vectors, in boxes of positive weights by logarithms less
// their mean. That is one dimension less.
//
// What it is for: few weights, up to three or four directions, and a strength with
// edges, ridges or several hills. An average of points, or a quadratic, answers well
// past an edge. It is a good finder and a mediocre finisher: where strength is smooth,
// rsm ends closer to the top, and with ten weights and more it explores too much.
package gp
