package tournament

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
)

// Job is the games of one pairing, complete: whoever has the game can play it.
// What comes of it is a function of the Job alone, unless an agent's time is
// limited. It survives JSON to the last bit.
type Job struct {
	Index int `json:"index"` // place of the pairing in its schedule
	// Game is the game under its settings, Openings how its games begin.
	Game     engines.EngineRef `json:"game"`
	Openings engines.Openings  `json:"openings,omitzero"`
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

// Job is the i-th job, complete, for those who play elsewhere. It refuses a
// pairing that cannot be played.
func (j *Jobs) Job(i int) (Job, error) {
	p, err := j.Pairing(i)
	if err != nil {
		return Job{}, err
	}
	job := Job{
		Index: i, Game: j.terms.Game, Openings: j.terms.Arena.Openings,
		Margin: j.terms.Arena.Margin, Moves: j.terms.Arena.Moves, Pairing: p,
	}
	field := j.Field()
	var known []int // the field's indices of job.Agents
	rename := func(list []int) []int {
		if list == nil {
			return nil
		}
		out := make([]int, len(list))
		for i, a := range list {
			at := slices.Index(known, a)
			if at < 0 {
				at = len(known)
				known = append(known, a)
				job.Agents = append(job.Agents, field[a])
			}
			out[i] = at
		}
		return out
	}
	job.Pairing.Agents, job.Pairing.Opponents = rename(p.Agents), rename(p.Opponents)
	return job, nil
}

// Result makes the result of the i-th job from the records of its games. It
// refuses records that cannot be of these games: they come from elsewhere.
func (j *Jobs) Result(i int, games []engines.Record) (Result, error) {
	if i < 0 || i >= j.schedule.Len() {
		return Result{}, fmt.Errorf("there is no pairing %d", i+1)
	}
	p, err := j.Pairing(i)
	if err != nil {
		return Result{}, err
	}
	if err := p.checkGames(games); err != nil {
		return Result{}, err
	}
	return Result{Index: i, Pairing: p, Games: games}, nil
}
