// Package training has optional interfaces through which a game supplies positions to learn from.
// The positions come from etudes (positions labelled with their winner), from tables, and from
// the game's own file formats. Other interfaces support the regression of weights in large tables
// and of weights that compare moves.
package training
