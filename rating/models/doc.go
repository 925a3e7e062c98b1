// Package models rates players by other models than the Bradley-Terry model of
// package rating, and by the Bradley-Terry model with a worth of the first seat.
//
// What comes in: games of two seats by cluster ([Tally]), places at tables of any
// size ([Orders]), or one game after the other. What goes out: of the first two
// strengths with cluster-robust errors, as a rating.Estimate; of the last the
// skills that follow the games ([TrueSkill], [WengLin], [Glicko]).
//
// A [Law] says how likely a win, a draw and a loss are: [HalfDraws] models the mean
// score alone, [RaoKupper] and [Davidson] how often games are drawn. [Tally.Fit]
// fits any of them, with the worth of the first seat or without.
package models
