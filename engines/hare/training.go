package hare

import (
	"context"
	"io/fs"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

var (
	_ training.EtudeFiles = (*engine)(nil)
	_ training.EtudeMaker = (*engine)(nil)
)

// MakeEtudes makes etudes: positions labelled with the player who wins more than half of several
// games from the position.
func (e *engine) MakeEtudes(ctx context.Context, o training.EtudeOptions) ([]training.Etude, error) {
	return makeEtudes(ctx, e, o)
}

// EtudeFiles returns the files of etudes that ship with the game: positions labelled with the
// player who should win.
func (e *engine) EtudeFiles() fs.FS { return etudeFiles() }

// Decided returns the seat of the player who has finished first. ok is false if no player has
// finished.
func (e *engine) Decided(p engines.Position) (winner int, ok bool) {
	t, err := tableOf(p)
	if err != nil {
		return 0, false
	}
	for i := range t.state.seats {
		if t.state.place[i] == 1 {
			return int(i), true
		}
	}
	return 0, false
}
