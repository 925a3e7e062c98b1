package results

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/lanista/lanista/engines"
)

// Kind says what a run does.
type Kind string

// The kinds of run.
const (
	Evolve     Kind = "evolve"     // tunes weights, by any strategy
	Grid       Kind = "grid"       // searches a weight grid over etudes
	Fit        Kind = "fit"        // fits weights to positions with results
	Tournament Kind = "tournament" // plays agents against each other
)

// Info is what is known of a run when it begins.
type Info struct {
	Kind     Kind
	Name     string // given by the user, may be empty
	Engine   string
	Strategy string // "" where there is none
	Config   string // YAML, as resolved
	Seed     uint64
	Version  string // of the program
	Host     string // "" for this machine's name
	Space    engines.Space
	// ScaleFree says that only the direction of a weight vector matters.
	ScaleFree bool
	// Field lists the agents of a tournament or a verification, in the order of
	// the indices in its pairings.
	Field []engines.Agent
	// Tags are words by which the run can be found; see Store.Tag.
	Tags []string
}

// infoSum sums what a run begins with, less its name, which may be changed, and
// its config, which has a hash of its own.
func infoSum(id string, i Info, space, started string) sum {
	var s sum
	for _, text := range [...]string{id, string(i.Kind), i.Engine, i.Strategy, i.Version, i.Host, space, started} {
		s = s.text(text)
	}
	s = s.bits(i.Seed)
	if i.ScaleFree {
		s = s.int(1)
	}
	return s
}

func newID(i Info, now time.Time) string {
	engine := i.Engine
	if engine == "" {
		engine = string(i.Kind)
	}
	var tail [2]byte
	_, _ = rand.Read(tail[:]) // never fails
	return fmt.Sprintf("%s-%s-%x", engine, now.Format("20060102"), tail)
}

// Hash is the identity of a config: the SHA-256 of its text, in hexadecimal.
func Hash(config string) string {
	sum := sha256.Sum256([]byte(config))
	return hex.EncodeToString(sum[:])
}

// storedWeight is one weight of a space as the store keeps it.
type storedWeight struct {
	Name    string  `json:"name"`
	Doc     string  `json:"doc,omitempty"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Kind    string  `json:"kind"`
}

func fromSpace(s engines.Space) []storedWeight {
	out := make([]storedWeight, len(s))
	for i, w := range s {
		out[i] = storedWeight{w.Name, w.Doc, w.Min, w.Max, w.Default, w.Kind.String()}
	}
	return out
}

func toSpace(text string) (engines.Space, error) {
	var stored []storedWeight
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	out := make(engines.Space, len(stored))
	for i, w := range stored {
		kind, err := engines.ParseKind(w.Kind)
		if err != nil {
			return nil, err
		}
		out[i] = engines.Weight{Name: w.Name, Doc: w.Doc, Min: w.Min, Max: w.Max, Default: w.Default, Kind: kind}
	}
	return out, nil
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

func timeText(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
