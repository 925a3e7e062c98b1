// Package auto is the strategy that needs no choice: it plays the others one after
// the other, as the benchmark says is best.
//
// What comes in: a problem and, if need be, [Options]. What goes out: a strategy
// whose answer comes with standard errors and a report.
//
// The rule, for N games in all and n weights:
//
//  0. The field. In two directions (free weights, less one where only their
//     directions count), and from N = 500 on, package gp begins. After 0.3 N games it
//     goes on if its model is e times as likely as a quadratic (Bayes factor); if not,
//     what follows plays the rest, from the field's peak. After 0.45 N games SPSA plays the
//     rest about its peak, with points that spread by 0.05 of every range, unless only
//     directions count: then the field plays to the end. At the end the answer is refined
//     as in 3, and stays the peak of the field, by all games, where the field says that
//     what else was found is worse.
//  1. The response-surface phase. Package rsm fits a quadratic to all games and goes
//     to its maximum (in logarithms where only ratios of positive weights count), within a trust region about the start (from N = 1,000 on). It
//     tests its lack of fit after a fifth of the rounds (from N = 60 n^2 on), and
//     tries cosine terms after three tenths of them (from N = 10 n^2 on).
//  2. The SPSA phase. SPSA plays the rest, from the maximum, as soon as the log
//     evidence against a quadratic exceeds 3. That is -ln p with the p-value of the
//     lack-of-fit test, so that p < 5% is enough alone. After 0.3 N games, and with at
//     least 30 n^2 games left, the log Bayes factor of cosine terms is added. SPSA's
//     points spread by 0.07 of every range, and its gain is the one that would halve
//     the distance to the maximum on the surface itself. From N = 2,000 on, where the
//     lack-of-fit test shows strength no more curved near the maximum than the surface, by
//     two standard errors, it would halve it 1 + log2(N/2000)/2 times.
//     For a scale-free problem, in which only the direction of the weights counts,
//     SPSA takes over after 0.3 N games whatever the evidence. Its points then spread
//     by 0.15 (2000/N)^0.2, within [0.07, 0.15], and its gain would halve the distance
//     twice.
//     CMA-ES plays the rest in place of SPSA where the surface is stuck: from N = 500 on,
//     if its maximum does not promise, after 0.3 N games, a gain over the start of two
//     standard errors. In all other cases the response-surface phase goes on to the end.
//  3. Local refinement. At the end of the SPSA phase a quadratic with one curvature
//     for all axes is fitted to all games near the average of its steps. Its maximum
//     is the answer, if the games show one.
//  4. Do no harm. From N = 500 on, the answer of 1 to 3 must promise a gain over the
//     start of one and a half standard errors, by the response surface fitted to all
//     games; otherwise the answer is the start. With fewer than 2,000 games it must promise
//     1.5 sqrt(2000/N), at most two and a half. From N = 2,000 on, an answer that promises
//     less than 6 (N/2000)^0.25 is tested by the last 0.05 N games, in which it plays the
//     start, and stays with half of their points. To be tested it must promise
//     1.5 sqrt(2000/N) errors. What was found is a finalist all the same.
//
// The reasons. As long as strength is about a quadratic, nothing gets more out of the
// games than a fit of all of them with points far apart. Where it is not, averaged steps
// near the best known point need no model of it; they cost games by the square of the
// number of weights. A surface that is wrong because strength is sharper near its
// maximum has found the top; where strength falls faster on one side than on the other
// the maximum of a surface may be far off. The average counts the later half of the
// games alone, and the refinement all that were played close by, where any smooth
// strength is about a quadratic. A scale-free strength is the same along every ray and
// so no quadratic anywhere: on Risk the SPSA phase gains three times what the response
// surface does, and it has far to go. A surface that has found nothing would play about
// the start to the end. The ranks of CMA-ES's candidates find the way off a plateau,
// along a curved ridge or in few of many weights all the same, and where the start was
// good the last step keeps it. The field finds edges, ridges and hills that all of these
// smooth over; what it explores costs little in two directions, and too much in more. It
// stops short of a smooth top, which averaged steps find.
//
// The numbers that were chosen by measurement are [Constants].
package auto
