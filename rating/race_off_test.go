//go:build !race

package rating

const raced = 1
