package tournament

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// Job is a pairing of agents with everything that its games need. The records of its games depend
// only on the Job, unless an agent has a time limit. A Job can be encoded as JSON without loss.
type Job struct {
	Index int `json:"index"` // place of the pairing in its schedule, from 0
	// Game identifies the game and its settings.
	Game engines.EngineRef `json:"game"`
	// Openings defines how the moves are chosen that are made before the agents play.
	Openings engines.Openings `json:"openings,omitzero"`
	// Moves requests that the moves of the games are recorded.
	Moves bool `json:"moves,omitempty"`
	// Agents contains the agents that play, without duplicates. The indices in Pairing refer to
	// this list.
	Agents  []engines.Agent `json:"agents"`
	Pairing Pairing         `json:"pairing"`
}

// Play plays the games of the job and returns their records in order. The arena must belong to the
// job's game. A player that fails forfeits its game, which is no error. An error means that the
// games could not be played for another reason; see [JobError].
func (j Job) Play(ctx context.Context, arena engines.Arena) ([]engines.Record, error) {
	if err := j.Pairing.check(len(j.Agents)); err != nil {
		return nil, err
	}
	games := make([]engines.Record, j.Pairing.Played())
	if err := newPlayer(arena).play(ctx, j.Agents, &j.Pairing, games); err != nil {
		return nil, err
	}
	return games, nil
}

// Arena opens the game of the job, and returns an arena that can play the games of the job.
func (j Job) Arena(games engines.Registry) (engines.Arena, error) {
	e, err := games.Open(j.Game)
	if err != nil {
		return nil, err
	}
	return engines.NewArena(e, engines.ArenaOptions{Openings: j.Openings, Moves: j.Moves})
}
