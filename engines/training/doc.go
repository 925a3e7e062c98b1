// Package training has the optional abilities of a game that supply positions to learn from:
// etudes, which are positions labelled with their winner, positions with known outcomes from
// tables and from the game's own file formats, and what a regression needs of weights in
// tables and of weights that compare moves.
package training
