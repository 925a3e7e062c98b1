package table

import (
	"crypto/sha256"
	"encoding/json"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/lanista/lanista/engines"
)

// cacheSize is the number of finished searches that are kept.
const cacheSize = 4096

// cacheKey is the hash of all that the answer of a search depends on. It holds
// what the seat to move can see, never the table's seed.
type cacheKey [sha256.Size]byte

// cache keeps finished searches; the least recently used go first.
type cache struct{ *lru.Cache[cacheKey, any] }

func newCache() *cache {
	c, err := lru.New[cacheKey, any](cacheSize)
	if err != nil {
		panic(err) // only a size below 1 is refused
	}
	return &cache{c}
}

// keyOf is the key of a search of some kind. The number of moves is part of it,
// since games end after a largest number of them.
func keyOf(kind string, t *Table, a engines.Agent) cacheKey {
	text, err := json.Marshal([]any{
		kind, t.setup.Engine, t.setup.Settings, t.setup.Position, strconv.Itoa(len(t.moves)), t.Seen().String(), a.Player, a.Settings, a.Weights,
	})
	if err != nil {
		panic(err) // texts and finite numbers can be written
	}
	return sha256.Sum256(text)
}

// cached returns what f has found before, or finds it. Failures are not kept.
func cached[T any](c *cache, key cacheKey, f func() (T, error)) (T, error) {
	if found, ok := c.Get(key); ok {
		return found.(T), nil
	}
	v, err := f()
	if err == nil {
		c.Add(key, v)
	}
	return v, err
}
