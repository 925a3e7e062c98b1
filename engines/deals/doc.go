// Package deals controls how games start. It counts the possible openings of a game and chooses
// how many random moves an opening needs. It assigns seeds to the games of a run so that openings
// do not repeat while unused ones are left. A deal is the start of one game, derived from a seed.
package deals
