package show

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Level is an opponent for people.
type Level struct {
	// Agent is the player. Its name is the level's: easy, medium, hard, best. Its settings
	// contain all settings of players, so that it plays the same in every game.
	Agent engines.Agent
	Doc   string // how it plays, in a few words
	// Score is the level's mean score against the level before it, from 0 to 1, and Games
	// the number of games measured. Both are 0 for the weakest level.
	Score float64
	Games int
}

// Levels is implemented by engines that ship levels.
type Levels interface {
	// Levels returns the levels from the weakest to the strongest. The strongest moves
	// within a second on a usual machine.
	Levels() []Level
}

// FindLevel returns a level of a game by its name. The error lists the names.
func FindLevel(e engines.Engine, name string) (Level, error) {
	var levels []Level
	if l, ok := engines.As[Levels](e); ok {
		levels = l.Levels()
	}
	if len(levels) == 0 {
		return Level{}, fmt.Errorf("%s has no levels", e.Spec().Name)
	}
	var names []string
	for _, level := range levels {
		if level.Agent.Name == name {
			return level, nil
		}
		names = append(names, level.Agent.Name)
	}
	return Level{}, &keys.ChoiceError{What: "level", Given: name, Known: names}
}

// Measured sets the measured score of every level but the first, and the number of games of
// each measurement. It returns levels.
func Measured(levels []Level, games int, scores ...float64) []Level {
	for i, score := range scores {
		levels[i+1].Score, levels[i+1].Games = score, games
	}
	return levels
}
