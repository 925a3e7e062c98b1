// Package rating computes statistics of game results: ratings with intervals, sequential tests,
// and the number of games that a comparison needs.
//
// The input determines what can be computed:
//
//   - [Counts], the number of clusters of two players by score: the mean score and the difference in
//     Elo with intervals, and the likelihood of superiority.
//   - [Clusters], the places of any number of players in clusters of games: Bradley-Terry ratings
//     with intervals and their covariance ([Estimate]), by [Clusters.Fit].
//   - [Duels], a table of wins and ties: ratings without intervals, by [BradleyTerry].
//   - [SequentialTest], the scores of clusters one by one: the decision of a sequential test.
//
// A cluster is a group of games that begin with the same position and the same chance events, such
// as two games with swapped seats. It is the statistical term for a pairing of package tournament;
// the rows of tables ([Standing], [Variety]) count pairings. The results of these games are not
// independent, so the statistics treat a cluster as one observation. For two players they count
// clusters ([Counts]); for more players they use the sandwich covariance.
//
// Ratings are Bradley-Terry strengths in Elo ([BradleyTerry]). A draw counts as half a win for
// each player. The ratings describe mean scores only, and the errors follow from the variation
// between clusters. Package models contains other rating models, gamefile reads files of results,
// and ratinglist rates such files.
//
// The package does no I/O. Random numbers come from a generator that the caller passes.
package rating
