//go:build !race

package minesweeper_test

const anchorScale = 100 // percent of the games of an anchor match
