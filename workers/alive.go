package workers

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// How often a worker shows that it lives, and after how long a silence it counts as
// gone.
const (
	aliveEvery = time.Second
	goneAfter  = 4 * time.Second
)

// alive is a sign of life of a worker.
type alive struct {
	V int `json:"v"`
	Worker
	// Held are the subjects of the tasks that it plays, or whose results are on their
	// way: two for every slot at the most.
	Held []string `json:"held,omitempty"`
	// Leaving says that it takes no more tasks.
	Leaving bool `json:"leaving,omitempty"`
}

// control is a message to all workers.
type control struct {
	V int `json:"v"`
	// Run and Batch name what is over: games of it that are being played are given
	// up. An empty Batch is all of the run.
	Run   string `json:"run,omitempty"`
	Batch string `json:"batch,omitempty"`
	// Session is over, too: its tasks that are still to come are not played.
	Session string `json:"session,omitempty"`
}

// maxSlots is the most slots of a worker.
const maxSlots = 1 << 12

// readAlive reads a sign of life and checks it.
func readAlive(data []byte) (alive, error) {
	var a alive
	if err := decode(data, &a); err != nil {
		return a, err
	}
	switch {
	case !token(a.ID) || len(a.Host) > maxName || len(a.Refused) > maxText || len(a.Build.String()) > maxText:
		return a, errors.New("a sign of life with invalid names")
	case unprintable(a.Host) || unprintable(a.Refused) || unprintable(a.Build.String()):
		return a, errors.New("a sign of life with characters that nobody can read")
	case a.Rate < 0 || a.Heard < 0 || slices.ContainsFunc(a.Held, func(subject string) bool { return len(subject) > maxText }):
		return a, errors.New("a sign of life with negative numbers or invalid subjects")
	case a.Slots < 0 || a.Slots > maxSlots || a.Busy < 0 || a.Busy > a.Slots || a.Tasks < 0 || a.Games < 0 || len(a.Held) > 2*a.Slots:
		return a, fmt.Errorf("a worker of %d slots, %d of them busy", a.Slots, a.Busy)
	case len(a.Programs) > maxPrograms || slices.ContainsFunc(a.Programs, func(name string) bool { return !token(name) }):
		return a, errors.New("a worker of too many programs, or of some without a name")
	}
	return a, nil
}
