package runs

import (
	"cmp"
	"context"
	"fmt"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// GameLengths describes the lengths of games in plies, without the opening.
type GameLengths struct {
	Games   int     `json:"games" doc:"with a known length"`
	Mean    float64 `json:"mean" doc:"plies of a game, without the opening"`
	Least   int     `json:"least" doc:"plies of the shortest game"`
	Most    int     `json:"most" doc:"plies of the longest game"`
	Unknown int     `json:"unknown,omitempty" doc:"games without a known length, such as games that an earlier process played"`
	Of      int     `json:"of,omitempty" doc:"number of games from which the measured ones are a sample; absent if all games were measured"`
}

// Events returns callbacks that add the lengths of a tournament's games to l. Pass them in
// [Options.Events].
func (l *GameLengths) Events() tuning.Events {
	return tuning.Events{ResultFinished: func(_ tuning.Phase, r tournament.Result) {
		for i := range r.Games {
			l.add(r.Games[i].Plies)
		}
	}}
}

// add adds a game of the given length. 0 means that the length is not known.
func (l *GameLengths) add(plies int) {
	if plies == 0 {
		l.Unknown++
		return
	}
	if l.Games == 0 || plies < l.Least {
		l.Least = plies
	}
	l.Most = max(l.Most, plies)
	l.Mean = (l.Mean*float64(l.Games) + float64(plies)) / float64(l.Games+1)
	l.Games++
}

// String returns the lengths as a sentence.
func (l GameLengths) String() string {
	if l.Games == 0 {
		return "The lengths of the games are not known."
	}
	text := fmt.Sprintf("Length: %.1f plies on average, %d to %d, in %d games", l.Mean, l.Least, l.Most, l.Games)
	if l.Of > 0 {
		text += fmt.Sprintf(", a sample of %d", l.Of)
	}
	switch {
	case l.Unknown > 0 && l.Of > 0:
		text += fmt.Sprintf("; unknown for %d more games of the sample, which this version of the program plays differently", l.Unknown)
	case l.Unknown > 0:
		text += fmt.Sprintf("; unknown for %d games that were played before", l.Unknown)
	}
	return text + "."
}

// StoredLengths returns the lengths of the games of a stored run: those of the tournament or the
// verification or, without these, of the last round. most limits the number of games: if there are
// more, an evenly spaced sample of this size is used. A negative most counts as 0. Games without
// stored moves are replayed. StoredLengths returns an error if the run's games cannot be replayed.
func StoredLengths(ctx context.Context, c Catalog, path, run string, most int) (GameLengths, error) {
	store, err := OpenReadOnly(path)
	if err != nil {
		return GameLengths{}, err
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(ctx, run)
	if err != nil {
		return GameLengths{}, err
	}
	rounds := []int{0}
	if n := len(rec.Generations); n > 0 {
		rounds = append(rounds, rec.Generations[n-1].Number)
	}
	var games []results.GameRef
	for _, round := range rounds {
		for r, err := range store.Pairings(ctx, rec.ID, round) {
			if err != nil {
				return GameLengths{}, err
			}
			for i := range r.Games {
				games = append(games, results.GameRef{Round: round, Pairing: r.Index, Game: i})
			}
		}
		if len(games) > 0 {
			break
		}
	}
	sample := games
	if most = max(most, 0); len(games) > most {
		sample = make([]results.GameRef, most)
		for i := range sample {
			sample[i] = games[i*len(games)/most]
		}
	}
	found, err := Lengths(ctx, c, store, rec.ID, sample, func() bool { return ctx.Err() == nil })
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return GameLengths{}, err
	}
	var l GameLengths
	for _, at := range sample {
		l.add(found[at].Plies)
	}
	if len(sample) < len(games) {
		l.Of = len(games)
	}
	return l, nil
}
