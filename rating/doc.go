// Package rating is the arithmetic of game results: strengths with error bars,
// tests that end when enough is known, and plans of how many games that takes.
//
// What comes in: how often clusters of games ended with each score ([Counts]), who
// beat whom ([Duels]), or the places of players in clusters of games ([Clusters]).
// What goes out: scores and Elo with intervals, the likelihood of superiority,
// Bradley-Terry ratings with their covariance ([Estimate]), and the decisions of
// sequential tests ([SequentialTest]).
//
// The unit of everything is the cluster: games on one deal, such as a pair with the
// seats swapped. Their results are not independent, and the statistics treat the
// cluster as one observation: [Counts] for two players, the sandwich covariance
// for many.
//
// Ratings are Bradley-Terry strengths in Elo ([BradleyTerry]), a draw counting as
// half a win to each: they model the mean score alone, and the errors come from how
// the clusters vary. Other models are in the package models beside this one, and
// files of results are read by gamefile and rated by ratinglist.
//
// It is pure: values in, values out, chance from a generator that the caller
// brings. Nothing here knows games, agents or files.
package rating
