// Package deals counts the openings of a game, chooses how many random plies an opening
// needs, and assigns seeds to the deals of a run so that openings do not repeat while
// different ones are left.
package deals
