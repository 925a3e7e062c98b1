package workers

import (
	"context"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// Opener opens an arena, which plays games, for the game, the settings and the agents in a header.
// It must return an error for unknown names. If end is not nil, it is called when the arena is not
// used any more. Several goroutines may call an Opener.
type Opener func(ctx context.Context, h Header) (arena engines.Arena, end func() error, err error)

// Player describes how a process plays the games of tasks.
type Player struct {
	// Slots is the number of games that the process plays at the same time, at most 4096. 0 means
	// that it plays none, which only a [Hub] accepts.
	Slots int
	// Open opens an arena for the game that a header names. It is required if Slots is above 0.
	Open Opener
	// Build identifies the version of this program. A worker plays only for runs with an equal
	// Build.
	Build Build
	// Rules returns the field Rules of Build for a game; see the function [Rules]. nil means that
	// this field is always "".
	Rules func(game string) string
	// Programs contains the names of the external programs that may play in this process. They
	// appear in lists of workers.
	Programs []string
}

// HubOptions are the options of a [Hub].
type HubOptions struct {
	Access Access // address of an existing cluster; if its URL is "", the hub starts a server
	// Listen is the host:port at which the hub's own server accepts workers. "" means that the
	// server accepts only this process.
	Listen string
	// Cert and Key are PEM files for TLS. They are required for a server that other machines can
	// reach, unless Insecure is set.
	Cert, Key string
	Insecure  bool // accept other machines without TLS
	// Store is the folder in which the hub's own server stores its streams. "" means in memory.
	Store string
	// Verify is the share, in [0, 1], of the tasks of a worker that another worker plays as well,
	// so that their results can be compared. 0 means that no results are compared. Above 0, the
	// first result of every worker is compared in any case, if another worker is connected. Games
	// with time limits are never compared; see also [Checks].
	Verify float64

	// Player describes how this process plays games as a worker. With 0 slots it plays none.
	Player Player

	// Joined and Left are called when a worker connects and disconnects. Calls do not overlap, also
	// with those of Warn. All three may be nil.
	Joined, Left func(Worker)
	Warn         func(text string) // called with warnings for the user
}

// Checks describes how the results of a run's workers are checked.
type Checks struct {
	// Repeatable states that all external programs of the run declare themselves deterministic, and
	// that no limit of time applies to their moves. If it is false, games of external programs are not
	// checked, because their results may differ.
	Repeatable bool
	// Quarantined is called when a worker is excluded because its results were wrong or unusable.
	// It reports whether the run has stored results of the worker that no other worker has
	// confirmed; the run then ends with a [tournament.DisputeError]. It may be nil.
	Quarantined func(tournament.Quarantine) (used bool)
}

// Worker describes a worker process according to its latest status message.
type Worker struct {
	ID       string   `json:"id"`
	Host     string   `json:"host"`
	PID      int      `json:"pid" doc:"process id"`
	Build    Build    `json:"build"`
	Slots    int      `json:"slots" doc:"games that it plays at once"`
	Busy     int      `json:"busy" doc:"slots that are playing a game"`
	Tasks    int      `json:"tasks" doc:"finished tasks"`
	Games    int      `json:"games" doc:"games played"`
	Rate     float64  `json:"games_per_second" doc:"mean since its start"`
	LastSeen float64  `json:"last_seen" doc:"seconds since its latest status message"`
	Own      bool     `json:"own,omitempty" doc:"whether it is part of the process of a run"`
	Refused  string   `json:"refused,omitempty" doc:"why it plays nothing; absent if it plays"`
	Programs []string `json:"programs,omitempty" doc:"external programs that may play on it"`
}

// Slots returns the number of games that the workers can play at once. A worker that refuses tasks
// plays none.
func Slots(list []Worker) (n int) {
	for _, w := range list {
		if w.Refused == "" {
			n += w.Slots
		}
	}
	return n
}

// WorkOptions are the options of [Work].
type WorkOptions struct {
	Access Access // the server
	Player Player // how this process plays
	// Once makes the worker end as soon as a run for which it has played ends. If it receives a task
	// of a run of another build before it has played for any run, it ends with an error.
	Once bool
	// Drain makes the worker end when the queue of tasks is empty, or when it loses the connection
	// to a server from which it has received tasks.
	Drain bool
	// Stop makes the worker end when the channel is closed; nil means never. The worker requests no
	// more tasks, finishes those it has within the duration Grace, and returns the unfinished ones
	// to the server. With a Grace of 0 it returns all of them.
	Stop  <-chan struct{}
	Grace time.Duration // see Stop
	// Log is called with lines for the user. It may be nil.
	Log func(text string)
}
