// Mutate changes the source of packages in small ways, one at a time, and runs the tests of the
// package on each change. A change that no test notices is printed: it is a missing test, or a
// change that has no effect.
//
//	go run ./tools/mutate -sample 20 -seed 1 ./rating ./tournament
//
// A change replaces an operator, negates a condition, adds one to a whole number, swaps true and
// false, or removes a call or an assignment. The program prints one line per change, with the first
// test that noticed it, and the share that was noticed. The files of the module are not touched:
// the compiler reads the changed one through an overlay. Changes that are known to have no effect
// are in explained.txt, with the reason.
package main
