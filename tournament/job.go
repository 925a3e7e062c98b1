package tournament

import (
	"context"
	"time"

	"github.com/lanista/lanista/engines"
)

// Job is the games of one pairing, complete: whoever has the game can play it.
// What comes of it is a function of the Job alone, unless an agent's time is
// limited. It survives JSON to the last bit.
type Job struct {
	Index int `json:"index"` // place of the pairing in its schedule
	// Game is the game under its settings, Openings how its games begin.
	Game     engines.Ref      `json:"game"`
	Openings engines.Openings `json:"openings,omitzero"`
	// Margin is how much later than its time a move may come; see
	// [engines.ArenaOptions].
	Margin time.Duration `json:"margin,omitempty"`
	// Moves asks for the moves of the games in their records.
	Moves bool `json:"moves,omitempty"`
	// Agents are those who play, each once. The Pairing names them by their
	// place in this list.
	Agents  []engines.Agent `json:"agents"`
	Pairing Pairing         `json:"pairing"`
}

// Play plays the games of a job in an arena of its game. An error means that
// they were not played, and that no player is to blame.
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

// Arena makes an arena for the games of a job.
func (j Job) Arena(games engines.Registry) (engines.Arena, error) {
	e, err := games.Open(j.Game)
	if err != nil {
		return nil, err
	}
	return engines.NewArena(e, engines.ArenaOptions{Openings: j.Openings, Moves: j.Moves, Margin: j.Margin})
}
