// Package de tunes weights by differential evolution.
//
// What comes in: a problem and [Options]. What goes out: a strategy that keeps a
// population and answers with its mean.
//
// Every round each member of the population meets a child in several games, and the
// child takes its place if it scores better. A child is made of
// three other members, a + F (b - c), and takes each weight from it with
// probability CR and otherwise from its parent: DE/rand/1/bin of Storn and Price
// ("Differential evolution - a simple and efficient heuristic for global
// optimization over continuous spaces", 1997). Because parent and child meet
// directly, no score is compared with a score from other games; because the
// answer is the mean of the population, no lucky member is returned.
package de
