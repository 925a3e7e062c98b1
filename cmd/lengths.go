package cmd

import (
	"fmt"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// gameLengths collects the lengths of games in plies, without the opening.
type gameLengths struct {
	games, plies int
	least, most  int
	unknown      int // games whose length is unknown, such as those played before an interruption
}

// events returns callbacks that record the lengths of a tournament's games.
func (l *gameLengths) events() tuning.Events {
	return tuning.Events{ResultFinished: func(_ tuning.Phase, r tournament.Result) {
		for i := range r.Games {
			l.add(r.Games[i].Plies)
		}
	}}
}

func (l *gameLengths) add(plies int) {
	if plies == 0 {
		l.unknown++
		return
	}
	if l.games == 0 || plies < l.least {
		l.least = plies
	}
	l.most = max(l.most, plies)
	l.games++
	l.plies += plies
}

// String returns the lengths as a sentence.
func (l *gameLengths) String() string {
	if l.games == 0 {
		return "The lengths of the games are not known."
	}
	text := fmt.Sprintf("Length: %.1f plies on average, %d to %d, in %d games", float64(l.plies)/float64(l.games), l.least, l.most, l.games)
	if l.unknown > 0 {
		text += fmt.Sprintf("; not known for %d games that were played before", l.unknown)
	}
	return text + "."
}
