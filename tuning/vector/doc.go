// Package vector adds and multiplies vectors of numbers in plain Go. Every product is converted before
// it is added, so that the results have the same bits on every processor; see
// docs/decisions/processors.md. Vectors of one call must have the same length.
package vector
