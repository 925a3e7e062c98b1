// Package de tunes weights by differential evolution.
//
// [New] returns a strategy for a problem and [Options]. The strategy keeps a population, and
// its result is the mean of the population.
//
// In every round each member of the population plays several games against a child, which
// replaces it if it scores better. A child takes each weight with probability CR from a + F (b
// - c) for three other members a, b and c, and otherwise from its parent. This is
// DE/rand/1/bin of Storn and Price ("Differential evolution - a simple and efficient heuristic
// for global optimization over continuous spaces", 1997). Parent and child play each other, so
// scores of different games are never compared. The result is a mean, so it is never a single
// member with a lucky score.
package de
