// Package ratinglist computes a rating list from a file of games.
//
// [Rate] reads games from a gamefile.Reader and returns a [List]: the agents with their ratings
// in Elo and intervals. [Options] selects the model, anchors, and further parameters.
//
// # Models
//
// Five models weigh all games equally, whatever their order. Their intervals are cluster-robust.
// The games of one deal, which begin from the same start with swapped seats, count as one
// observation. The file names the deals, or the package finds them. Deals with games of equal
// moves count once. The deals of different pairs of agents count as independent, even if they begin
// from the same opening. If openings suit agents, the intervals of such files are too narrow;
// docs/lab/evidence.md has measurements.
//
//   - bradley-terry: expected scores, with a draw counting as half a win, as in tournament
//     standings and Ordo.
//   - rao-kupper and davidson: the frequency of draws is a further parameter.
//   - bayeselo: rao-kupper with the prior of BayesElo, two virtual draws of every agent
//     distributed over its opponents.
//   - plackett-luce: the order of the players of a game, for any number of players.
//
// If many games are drawn, the scales of rao-kupper, bayeselo and davidson are wider than the
// scale of bradley-terry. Between nearly equal agents one of their Elo points is worth 4x/(1+x)²
// points of bradley-terry, with x = 1/θ = 10^(-drawElo/400), or 2/(2+ν) points for davidson.
//
// Three online models process the games in the order of the file and skip games with moves that
// were played before. Their intervals come from the model.
//
//   - trueskill and weng-lin: update after each game, for any number of players, from a mean of 25
//     and a deviation of 25/3. The rating is the skill in Elo between equal agents with small
//     deviations; "mean" and "deviation" are on the scale of the model.
//   - glicko2: update after each rating period, from 1500, 350 and 0.06 with tau 0.5. The column
//     period names the periods; without it the whole file is one. A period should contain some
//     tens of games of every agent.
//
// # Ratings
//
// The ratings have mean 0. An anchor sets the rating of one agent, and the intervals then apply to
// the difference from this agent. With two or more anchors, the differences between them are given,
// and only the ratings of the other agents are fitted. Agents who have not met, not even through a
// chain of other agents, cannot be compared. So each group of agents who met is a table with a
// separate mean and separate anchors.
//
// The core of a table is its largest group of agents who all scored against each other, directly
// or through others. For an agent who won or lost everything against the core, the results bound
// the strength on one side only. The rating of such an agent includes half a virtual draw against
// an average opponent (in bayeselo, the prior of that model). The interval inverts the score
// test. For a match of two agents this is Wilson's interval of the clusters.
package ratinglist
