package solo

import (
	"maps"

	"github.com/lanista/lanista/engines"
)

// remembered is the largest number of scores that a [memory] stores.
const remembered = 1024

// memory stores the latest scores, each by its agent and seed. A nil memory stores none.
type memory struct {
	entries []entry        // a ring buffer of at most remembered entries
	next    int            // the index that is written next
	index   map[uint64]int // from keys to indices of entries
}

type entry struct {
	key   uint64
	agent engines.Agent
	seed  uint64
	score float64
}

func newMemory() *memory { return &memory{index: make(map[uint64]int)} }

// key returns a hash of an agent and a seed, by which scores are stored.
func key(a *engines.Agent, seed uint64) uint64 { return engines.Seed(seed, a.Hash()) }

func (m *memory) recall(a *engines.Agent, seed uint64) (score float64, known bool) {
	if m == nil {
		return 0, false
	}
	i, ok := m.index[key(a, seed)]
	if !ok {
		return 0, false
	}
	e := &m.entries[i]
	return e.score, e.seed == seed && e.agent.Same(*a)
}

// keep stores a score and drops the oldest one if the memory is full. It copies the agent,
// because the caller may change it.
func (m *memory) keep(a *engines.Agent, seed uint64, score float64) {
	if m == nil {
		return
	}
	if len(m.entries) < remembered {
		m.entries = append(m.entries, entry{})
	}
	e := &m.entries[m.next]
	if m.index[e.key] == m.next {
		delete(m.index, e.key)
	}
	weights := append(e.agent.Weights[:0], a.Weights...)
	if a.Weights == nil {
		weights = nil
	}
	e.agent = engines.Agent{Player: a.Player, Limit: a.Limit, Weights: weights, Settings: maps.Clone(a.Settings)}
	e.key, e.seed, e.score = key(a, seed), seed, score
	m.index[e.key] = m.next
	m.next = (m.next + 1) % remembered
}
