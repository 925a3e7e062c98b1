// Package ratinglist makes a rating list of a file of games.
//
// What comes in: games from a gamefile.Reader, and [Options]: the model, anchors,
// and what to fit. What goes out: a [List] of the agents with ratings in Elo and
// intervals ([Rate]).
//
// # Models
//
// The first five weigh all games alike, whatever their order. Their intervals are
// cluster-robust: games on one deal, as the file names or shows them, count as one
// observation, and so do deals whose games have the same content.
//
//   - bradley-terry: expected scores, a draw counting as half a win. What standings
//     and Ordo mean by a rating.
//   - rao-kupper and davidson: how often equals draw is fitted along with the
//     strengths.
//   - bayeselo: rao-kupper with the prior of BayesElo, two virtual draws of every
//     agent spread over its opponents.
//   - plackett-luce: the order of the players of a game, at tables of any size.
//
// The scales of rao-kupper, bayeselo and davidson are wider than that of expected
// scores where many games are drawn: near equality one Elo of theirs is worth
// 4x/(1+x)² Elo of bradley-terry, x being 1/θ = 10^(-drawElo/400), and of davidson
// 2/(2+ν).
//
// The other three follow the games in the order of the file, without games that were
// played before; their intervals are those of the model.
//
//   - trueskill and weng-lin: game by game, at tables of any size, from a mean of 25
//     and a deviation of 25/3. A unit of skill is told as the Elo that it is worth
//     between equals who are well known; "mean" and "deviation" are on the scale of
//     the model.
//   - glicko2: period by period, from 1500, 350 and 0.06 with tau 0.5. A period is
//     what the column period says; without it the whole file is one. Ratings move
//     once a period, by one step: some tens of games of every agent make a good one.
//
// # What a rating means
//
// Ratings average 0. An anchor holds one agent at a number of Elo, and the
// intervals are then those of the difference from it. Agents who met through nobody
// cannot be compared: each such group is a table by itself, with its own mean and
// its own anchor.
//
// An agent that won or lost everything, or stands so towards the largest group of
// agents who all scored against each other, stands apart. The results bound its
// strength on one side alone; its rating is then that of half a virtual draw
// against an average opponent (of BayesElo's prior there), and its interval inverts
// the score test: it ends where the results would be too surprising. For a match of
// two that is Wilson's interval of the clusters.
package ratinglist
