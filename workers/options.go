package workers

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
)

// ErrNoBroker says that the program was built without NATS.
var ErrNoBroker = errors.New("this program was built without workers (tag nobroker)")

// Access says where a server is and who is asking.
type Access struct {
	// URL is one or more addresses, nats://host:port or tls://host:port, separated
	// by commas.
	URL string
	// TokenFile holds the token that the server wants. Only its owner may read it.
	TokenFile string
	// Credentials is a file of NATS credentials (a JWT and an nkey).
	Credentials string
	// CA is a file with the certificates that the server's must come from, PEM. The
	// default is those of the system.
	CA string
}

// Opener makes the arena for the games of a header: whoever plays decides what the
// names in it mean. It must refuse what it does not know. end, unless it is nil, is
// called when nobody plays in the arena any more.
type Opener func(ctx context.Context, h Header) (arena engines.Arena, end func() error, err error)

// Player is what a process needs to play tasks.
type Player struct {
	// Slots is the number of games that are played at once.
	Slots int
	// Open makes an arena of a header.
	Open Opener
	// Build is this program; its Rules are filled in by the function.
	Build Build
	Rules func(game string) string
	// Programs names the programs that this process may play with, for people.
	Programs []string
}

// Options describe the side of a run.
type Options struct {
	Access // of an existing cluster; without a URL the hub brings a server
	// Listen is host:port where the server of the hub takes workers. Without one it
	// takes those of this process alone.
	Listen string
	// Cert and Key are files for TLS. Beyond this machine they are needed, or Insecure.
	Cert, Key string
	Insecure  bool
	// Store is the folder of the server's streams. Without one they are kept in
	// memory.
	Store string
	// Verify is the share of tasks that are played twice and compared, in [0, 1].
	Verify float64

	// Player says how this process plays. With 0 slots it plays nothing itself.
	Player

	// Joined, Left and Warn are told of workers that came and went, and of what the
	// person should know. Calls do not overlap. Nil ones are not called.
	Joined, Left func(Worker)
	Warn         func(text string)
}

// Worker is a process that plays, as it says of itself.
type Worker struct {
	ID      string  `json:"id"`
	Host    string  `json:"host"`
	PID     int     `json:"pid"`
	Build   Build   `json:"build"`
	Slots   int     `json:"slots"`
	Busy    int     `json:"busy"`
	Tasks   int     `json:"tasks"`
	Games   int     `json:"games"`
	Rate    float64 `json:"games_per_second"`
	Heard   float64 `json:"heard"`         // seconds since
	Own     bool    `json:"own,omitempty"` // of the process of a run itself
	Refused string  `json:"refused,omitempty"`
	// Programs are those that the worker may play with.
	Programs []string `json:"programs,omitempty"`
}

// Slots is the number of games that workers play at once.
func Slots(list []Worker) (n int) {
	for _, w := range list {
		n += w.Slots
	}
	return n
}

// WorkOptions describe a worker.
type WorkOptions struct {
	Access
	Player
	// Once ends the worker with the first run that it has played for, Drain when the queue
	// is empty, or the server gone that had given it tasks.
	Once, Drain bool
	// Stop, when closed, lets the worker give back or finish what it holds, within
	// Grace, and end.
	Stop  <-chan struct{}
	Grace time.Duration
	// Say is told what a person should read, a line at a time.
	Say func(text string)
}
