// Package auto is the strategy that needs no choice: it plays the others one
// after the other as the benchmark says is best.
//
// What comes in: a problem and, if need be, [Options]. What goes out: a strategy
// whose answer comes with error bars and a report.
//
// The rule, for N games in all and n weights:
//
//  1. Survey: package surface fits a quadratic to all games and goes to its peak,
//     within a smaller box about the start if the start plays far better than all
//     around it (with N at least 1,000).
//     With N at least 60 n^2 it checks itself after a fifth of the rounds, by
//     games between points near the peak and with the peak; and from three
//     tenths on, with N at least 10 n^2, it also tries a quadratic with waves
//     along every weight and goes by that once its evidence is e^2 times as much.
//  2. Walk: SPSA plays the rest, from where the survey has led, once the doubts
//     exceed 3: minus the logarithm of the probability that the games of the check
//     lie as far from what the surface predicts as they do, and, after three tenths
//     of N and with at least 30 n^2 games left, the logarithm of the odds for waves
//     besides; so 5% of the check alone are enough, or 20% where waves are four
//     times as likely as none. It walks with a spread of 0.07 and the gain that would
//     halve the distance to the peak on the surface itself. And it plays the rest
//     after three tenths of N if nothing but the direction of the weights counts:
//     with a spread of 0.15 (2000/N)^0.2, within [0.07, 0.15], and the gain that
//     would halve the distance twice. Otherwise the survey goes on to the end.
//  3. Arrival: after the walk, a round bowl is fitted to all games that were
//     played near its average, and the top of it is the answer, if they show one.
//
// Why so: as long as strength is about a quadratic, nothing is nearer to what
// the games can tell than a fit of all of them with points far apart. Where it
// is not, averaged steps near the best known point need no picture of it, and
// cost games by the square of the weights; but their average counts the later half
// of the games alone, and near by even ripples are about a bowl. A strength that
// is the same along every ray is no quadratic anywhere: on Risk the walk gains
// three times what the survey does, and it has far to go.
package auto
