// Package pairwisetest holds strategies of pairs to their contract.
//
// What comes in: a strategy's constructor. What goes out: failures of the test
// it was called from. [Contract] runs the strategy on small problems of every
// kind of weight and table and checks what [tuning.Strategy] and
// [pairwise.Driver] promise; [Stored] checks that stored snapshots still
// restore and lead to the same results.
package pairwisetest
