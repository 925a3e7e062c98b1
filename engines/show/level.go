package show

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Level is an opponent for people. The levels of a game are given from the weakest
// to the strongest; the last answers within a second on any machine that is not
// very slow.
type Level struct {
	// Agent plays; its name is the level's: easy, medium, hard, best. Its settings
	// name everything that its play depends on, so that it is the same at every
	// table.
	Agent engines.Agent
	Doc   string // how it plays, in a few words
	// Score is what it makes of games against the level before it, from 0 to 1, and
	// Games how many were played; 0 for the weakest.
	Score float64
	Games int
}

// Levels is implemented by engines that ship levels.
type Levels interface {
	Levels() []Level
}

// FindLevel returns a level of a game by its name.
func FindLevel(e engines.Engine, name string) (Level, error) {
	var levels []Level
	if l, ok := e.(Levels); ok {
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

// Measured gives levels what each makes of its games against the one before it, the
// first level's left out.
func Measured(levels []Level, games int, scores ...float64) []Level {
	for i, score := range scores {
		levels[i+1].Score, levels[i+1].Games = score, games
	}
	return levels
}
