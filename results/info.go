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

// Kind is the kind of a run, such as evolve or tournament.
type Kind string

// These are the kinds of runs.
const (
	Evolve     Kind = "evolve"     // tunes weights with any strategy
	Grid       Kind = "grid"       // searches a grid of weights over etudes (labelled positions)
	Fit        Kind = "fit"        // fits weights to positions with known results
	Tournament Kind = "tournament" // plays agents against each other
)

// ErrorOfWeights returns a phrase that explains what the standard error of a weight means in a run
// of this kind.
func (k Kind) ErrorOfWeights() string {
	if k == Fit {
		return "how far this value would move with other games of the same kind, without the ridge penalty"
	}
	return "how far the best value nearby may lie from this one, by all games of the search"
}

// Info contains the properties of a run that are known when the run begins.
type Info struct {
	Kind     Kind
	Name     string // name given by the user; may be empty
	Engine   string
	Strategy string // strategy; "" for a tournament
	Config   string // config as YAML, with all values in use
	Seed     uint64
	Version  string // version of the program
	// Rules is the version of the game's rules and heuristic: Version in [engines.Spec]. It is ""
	// for a game without a version, and for runs of stores from before this was stored.
	Rules string
	Host  string // name of the machine; "" means this one
	Space engines.Space
	// ScaleFree reports whether only the direction of a weight vector matters for play, not its
	// length.
	ScaleFree bool
	// Field lists the agents of a tournament. Pairings refer to an agent by its index in this list.
	// In a verification, [Run.SaveField] stores the agents later.
	Field []engines.Agent
	// Tags are words that users attach to a run to find it again; see [Store.Tag].
	Tags []string
}

// infoSum returns the checksum of the columns that are written when a run begins. It excludes the
// name, which may change, and the config, which has its own hash.
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

// newID returns a random id for a run, as described at [Run.ID].
func newID(i Info, now time.Time) string {
	engine := i.Engine
	if engine == "" {
		engine = string(i.Kind)
	}
	var tail [2]byte
	_, _ = rand.Read(tail[:]) // never fails
	return fmt.Sprintf("%s-%s-%x", engine, now.Format("20060102"), tail)
}

// Hash returns the SHA-256 of a config's text, in hexadecimal.
func Hash(config string) string {
	sum := sha256.Sum256([]byte(config))
	return hex.EncodeToString(sum[:])
}

// storedWeight is the description of a weight in the JSON form that the store keeps: name, range,
// default and kind.
type storedWeight struct {
	Name    string  `json:"name"`
	Doc     string  `json:"doc,omitempty"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Kind    string  `json:"kind"`
	// Choices and Tried are absent for a number.
	Choices []string `json:"choices,omitempty"`
	Tried   []string `json:"tried,omitempty"`
}

func fromSpace(s engines.Space) []storedWeight {
	out := make([]storedWeight, len(s))
	for i, w := range s {
		out[i] = storedWeight{w.Name, w.Doc, w.Min, w.Max, w.Default, w.Kind.String(), w.Choices, w.Tried}
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
		out[i] = engines.Weight{Name: w.Name, Doc: w.Doc, Min: w.Min, Max: w.Max, Default: w.Default, Kind: kind, Choices: w.Choices, Tried: w.Tried}
	}
	return out, nil
}

// hostname returns the name of this machine, or "unknown" if the system reports none.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

func timeText(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
