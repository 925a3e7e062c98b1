package problems

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"
)

// bestText is a table of the smallest regret in Elo that any measured strategy has reached on each
// generated problem of the first two ranges of seeds, by seed and games. With it, the ratio of a
// regret to the smallest one does not depend on which other strategies a measurement includes.
//
//go:embed wild_best.csv
var bestText string

// instance identifies a generated problem and a budget of games.
type instance struct {
	seed  uint64
	games int
}

// bestKnown returns, for every stored problem and budget, the smallest regret of any strategy: how
// much weaker its result is than the best weights. It reads the stored table only once.
var bestKnown = sync.OnceValue(func() map[instance]float64 {
	known := map[instance]float64{}
	rows, err := csv.NewReader(strings.NewReader(bestText)).ReadAll()
	if err != nil { // it is part of the program, and a test reads it
		return known
	}
	for _, row := range rows[1:] {
		seed, _ := strconv.ParseUint(row[0], 10, 64)
		games, _ := strconv.Atoi(row[1])
		known[instance{seed, games}], _ = strconv.ParseFloat(row[2], 64)
	}
	return known
})
