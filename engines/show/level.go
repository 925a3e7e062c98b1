package show

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Level is a built-in opponent of a certain difficulty, such as easy or hard, with its measured
// strength.
type Level struct {
	// Agent is the opponent's player. Its name is the name of the level: easy, medium, hard or
	// best. It sets all settings of players that affect it, so that it plays the same in every game.
	Agent engines.Agent
	Doc   string // how it plays, in a few words
	// Score is the level's mean score against the next weaker level, from 0 to 1. Games is the
	// number of games in which it was measured. Both are 0 for the weakest level.
	Score float64
	Games int
}

// Levels is implemented by engines that come with opponents of several levels of difficulty.
type Levels interface {
	// Levels returns the opponents from the weakest to the strongest. Even the strongest one
	// moves within a second on a usual machine.
	Levels() []Level
}

// FindLevel returns the opponent of the given level of difficulty. The error for an unknown name
// lists the names.
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

// Measured enters measured scores into a list of levels, and returns the list. scores[i] is the
// score of levels[i+1] against levels[i]; the first level has none. games is the number of games in
// which each score was measured.
func Measured(levels []Level, games int, scores ...float64) []Level {
	for i, score := range scores {
		levels[i+1].Score, levels[i+1].Games = score, games
	}
	return levels
}
