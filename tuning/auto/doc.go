// Package auto is the strategy that needs no choice: it plays the others one
// after the other as the benchmark says is best.
//
// What comes in: a problem and, if need be, [Options]. What goes out: a strategy
// whose answer comes with error bars and a report.
//
// The rule, for N games in all and n weights:
//
//  1. Survey: package surface fits a quadratic to all games and goes to its peak.
//     From its 15th round of 50 on it also tries a quadratic with waves along
//     every weight, if N is at least 10 n^2, and goes by that once the evidence
//     of the games is e^2 times as much in its favour.
//  2. Walk: after three tenths of N or later SPSA plays the rest from where the
//     survey has led, with a spread of 0.08 and half of its usual gain, if
//     nothing but the direction of the weights counts, or if the evidence for
//     waves is e^4 to 1 or more and at least 100 n^2 games are left. Otherwise
//     the survey goes on to the end.
//
// Why so: as long as strength is about a quadratic, nothing is nearer to what
// the games can tell than a fit of all of them with points far apart. Where it
// is not, the waves find the right hill, but no sum of few waves has its top in
// the right place; averaged steps near the top have, and cost games by the
// square of the weights. A strength that is the same along every ray is no
// quadratic anywhere: on Risk the walk gains three times what the survey does.
package auto
