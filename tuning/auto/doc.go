// Package auto is the strategy that needs no choice: it plays the others one
// after the other as the benchmark says is best.
//
// What comes in: a problem and, if need be, [Options]. What goes out: a strategy
// that scouts and then fits, with the answer, error bars and report of the fit.
//
// The rule, for N games in all and n weights:
//
//  1. Scout: CMA-ES with mirrored duels of two games plays N/2 of them, or
//     N/2 sqrt(2000/N) if N is above 2,000 (a sixth of 20,000).
//  2. Fit: the quadratic surface takes up all games of the scout, begins where
//     the scout's average lies, and plays the rest around its peak, with points
//     0.12 of the range away, or 0.12 (N/2000)^0.1, but at most 0.15, if N is
//     above 2,000; at the end 0.07 (20 n^2/N)^0.4 within [0.06, 0.2]. It has all
//     products of weights for up to 16 weights, their squares alone above.
//
// Why so: on the duel benchmark the wide steps of CMA-ES come nearer with few
// games, and walk over ripples; the surface forgets no game, knows how sure it is
// and, with a good centre, is not misled by what lies far off. Each alone leaves
// more regret than the two in turn, and sharing the games of the first with the
// second costs nothing. More games leave the surface more to do.
package auto
