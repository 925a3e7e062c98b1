// Package summary says what came of a piece of work in a text for a person: of a search,
// a fit, a tournament, a grid, a bench, a file of ratings, a stored run, a position.
// Programs read the same values as JSON, which package documents makes.
//
// What comes in: the values that runs, results, rating and tuning return, and a [Writer].
// What goes out: lines and tables on the writer's screen. Nothing is computed here but the
// form of numbers.
package summary
