// Package models rates players by other models than package rating: models of draws and of the
// first seat's advantage, models of games with more than two seats, and online ratings.
//
// [Tally] counts games of two seats by cluster, a group of dependent games that counts as one
// observation. [Tally.Fit] fits one of three laws. [HalfDraws] is the Bradley-Terry model, which
// describes mean scores only. [RaoKupper] and [Davidson] also describe how often games are drawn.
// Each can include an advantage of the first seat.
//
// [Orders] counts games by the places of any number of players. [Orders.Fit] fits the
// Plackett-Luce model. Both fits return a rating.Estimate with cluster-robust errors.
//
// [TrueSkill], [WengLin] and [Glicko] update ratings after each game or rating period.
package models
