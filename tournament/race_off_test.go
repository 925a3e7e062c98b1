//go:build !race

package tournament

const raced = 1
