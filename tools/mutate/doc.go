// Mutate changes the source of packages in small ways, one at a time, and runs the tests of the
// package on each change. If no test detects a change, a test is missing, or the change has no
// effect.
//
//	go run ./tools/mutate -sample 20 -seed 1 ./rating ./tournament
//
// A change replaces an operator, negates a condition, adds one to a whole number, swaps true and
// false, or removes a call or an assignment. The program prints one line per change, with the first
// test that detected it, and the share of detected changes. The files of the module are not
// changed: the compiler reads the changed file through an overlay. Changes that are known to have
// no effect are in explained.txt, with the reason.
package main
