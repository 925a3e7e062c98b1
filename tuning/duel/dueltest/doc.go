// Package dueltest holds strategies to their contract.
//
// What comes in: a strategy's constructor. What goes out: failures of the test
// it was called from. [Contract] runs the strategy on small problems of every
// kind of weight and table and checks what [tuning.Strategy] promises.
package dueltest
