//go:build !race

package risk

const effort = 1
