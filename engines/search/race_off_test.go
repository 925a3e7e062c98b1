//go:build !race

package search

const effort = 1
