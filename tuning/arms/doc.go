// Package arms tunes weights of kind [engines.Choices] beside numbers, with any strategy that tunes
// only numbers.
//
// Every combination of choices is an arm, as in the bandit problem. The run has three phases:
//
//  1. A race at the start values of the numbers. All arms that are left play each other on common
//     deals, and the worse half of them drops out, until one arm is left (sequential halving: Karnin,
//     Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013).
//  2. The strategy tunes the numbers, with the choices of this arm. It gets at least a third of the games.
//  3. A test with the tuned numbers: the best of the other arms play against the winner of the race,
//     on common deals. An arm that is clearly better replaces it.
//
// Phase 3 corrects the race if the best choice depends on the numbers. Without free numbers, the race
// gets all games.
package arms
