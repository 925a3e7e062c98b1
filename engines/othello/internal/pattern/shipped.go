package pattern

import (
	_ "embed" // for the weights
	"sync"
)

//go:embed shipped.json
var shipped []byte

// Shipped returns the weights that ship with the game.
var Shipped = sync.OnceValues(func() (*Weights, error) { return Parse(shipped) })
