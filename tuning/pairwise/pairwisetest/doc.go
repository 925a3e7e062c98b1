// Package pairwisetest tests strategies of package pairwise.
//
// [Contract] runs a strategy on small problems with every kind of weight and number of seats
// and checks the requirements of [tuning.Strategy] and [pairwise.Driver]. [Stored] checks that
// stored snapshots still restore and lead to the same results. Both report failures to the
// calling test.
package pairwisetest
