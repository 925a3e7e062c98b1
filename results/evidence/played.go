package evidence

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/rating"
)

// Played counts the games behind a rating or a verdict, and how many of them are different.
type Played struct {
	Games int `json:"games"`
	rating.Variety
}

// These are fractions of different games below which a text states that games repeat others. Below
// stateBelow, the number of games is followed by the number of different games. Below
// concludeBelow, conclusions end with both numbers.
const (
	stateBelow    = 0.95
	concludeBelow = 0.5
)

// share returns the number of different games divided by the number of games. It returns 1 if the
// number of different games is unknown or no game was played.
func (p Played) share() float64 {
	if !p.Known() || p.Games == 0 {
		return 1
	}
	return float64(p.Distinct) / float64(p.Games)
}

// Grouped formats a number of games with separators, such as "8,840".
func Grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Different returns a text to append to a number of games, such as ", 126 different (64 openings)".
// It returns "" unless fewer than 95% of the games are different.
func (p Played) Different() string {
	if p.share() >= stateBelow {
		return ""
	}
	text := fmt.Sprintf(", %d different", p.Distinct)
	switch {
	case p.Openings == 1:
		text += " (1 opening)"
	case p.Openings > 1:
		text += fmt.Sprintf(" (%d openings)", p.Openings)
	}
	return text
}

// String returns a text such as "3000 games, 126 different (64 openings)".
func (p Played) String() string {
	games := fmt.Sprintf("%d games", p.Games)
	if p.Games == 1 {
		games = "1 game"
	}
	return games + p.Different()
}

// AllPlayed returns the reason for ending a tournament after all openings have been played, as a
// sentence. openings is their number.
func AllPlayed(openings int) string {
	if openings == 1 {
		return "the only opening was played; more games would repeat it"
	}
	return fmt.Sprintf("all %d openings were played; more games would repeat them", openings)
}

// AllPlayed returns the sentence of the function [AllPlayed] for the games of a stored tournament. It
// contains no number if p is nil or the number of openings is unknown.
func (p *Played) AllPlayed() string {
	if p == nil || p.Openings == 0 {
		return "all openings were played; more games would repeat them"
	}
	return AllPlayed(p.Openings)
}

// Repeats reports whether most of the games repeat others.
func (p Played) Repeats() bool { return p.share() < concludeBelow }

// concluded returns a text to append to a conclusion from games, such as "; 3000 games, 126
// different". It returns "" unless fewer than half of the games are different.
func (p Played) concluded() string {
	if !p.Repeats() {
		return ""
	}
	return "; " + p.String()
}

// NoInterval returns a text to print in place of an interval if there are too few different games
// for one. Otherwise it returns "".
func NoInterval(v rating.Variety) string {
	if !v.TooFew() {
		return ""
	}
	return tooFew(v.DistinctPairings)
}

func tooFew(pairings int) string {
	return fmt.Sprintf("too few different games for an interval (%d)", pairings)
}

// Notes returns sentences about the rows of a rating table, without a full stop at the end. They
// name agents with too few different games for an interval, and agents whose games alone give no
// finite rating. They also state the difference of two agents in normalised Elo. Notes returns ""
// if no sentence applies.
func Notes(list []rating.Standing) string {
	notes := []string{fewPairings(list), apart(list), normalized(list)}
	return strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), ". ")
}

// normalized returns a sentence with the difference of two agents in normalised Elo, or "" if it is
// unknown.
func normalized(list []rating.Standing) string {
	if len(list) != 2 || list[0].Next == nil || list[0].Next.NormalizedElo == nil {
		return ""
	}
	lead := list[0].Next
	return fmt.Sprintf("In normalised Elo %s is %+.1f ± %.1f above %s", list[0].Agent, *lead.NormalizedElo, *lead.NormalizedError, list[1].Agent)
}

// apart returns a sentence that names the agents of a tournament whose ratings are finite only because
// of [rating.DefaultPrior], or "" if there are none.
func apart(list []rating.Standing) string {
	var names []string
	for _, s := range list {
		if s.Apart {
			names = append(names, s.Agent)
		}
	}
	if names == nil {
		return ""
	}
	return "The games alone give no finite rating of " + strings.Join(names, ", ") + "; half a virtual draw was added for every agent"
}

// fewPairings returns a text such as "a, b: too few different games for an interval (6)". It names
// the agents with fewer than [rating.LeastPairings] different pairings, and their number of
// different pairings. It returns "" if there are no such agents.
func fewPairings(list []rating.Standing) string {
	agents := make(map[int][]string) // by the number of their different pairings
	for _, s := range list {
		if n := s.DistinctPairings; s.TooFew() {
			agents[n] = append(agents[n], s.Agent)
		}
	}
	var parts []string
	for _, n := range slices.Sorted(maps.Keys(agents)) {
		parts = append(parts, strings.Join(agents[n], ", ")+": "+tooFew(n))
	}
	return strings.Join(parts, "; ")
}
