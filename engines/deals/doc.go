// Package deals controls how games start. A deal is the start of one game, which a seed
// determines: the opening and the chance events. The package counts the possible openings of a
// game and chooses how many random moves an opening needs. It assigns seeds to the games of a run
// so that openings do not repeat while unused ones are left.
package deals
