//go:build !race

package minesweeper

const raceEnabled = false
