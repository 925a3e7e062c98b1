//go:build !race

package grid

const effort = 1
