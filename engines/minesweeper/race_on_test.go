//go:build race

package minesweeper_test

const anchorScale = 5 // percent of the games of an anchor match
