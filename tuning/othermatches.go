package tuning

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
)

// withOther returns all agents of the verification with the settings of VerifyOptions.Other, such
// as a longer limit for moves. It returns nil if VerifyOptions.Other is nil. The names of the
// returned agents end with these settings.
func (v *verification) withOther() []engines.Agent {
	if v.options.Other == nil {
		return nil
	}
	suffix := " with " + DescribeSettings(v.options.Other)
	out := slices.Clone(v.field)
	for i := range out {
		out[i].Name += suffix
		if i < len(v.candidates) {
			out[i].Settings = out[i].Settings.Merge(v.options.Other)
		} else {
			out[i].Settings = v.options.Other.Merge(out[i].Settings)
		}
	}
	return out
}

// DescribeSettings returns settings as text in the order of their names, such as
// "depth 4, limit none".
func DescribeSettings(s engines.Settings) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		parts = append(parts, name+" "+s[name])
	}
	return strings.Join(parts, ", ")
}

// OtherGames returns the number of games that a verification plays with the settings
// VerifyOptions.Other, such as a longer limit for moves. It is half of games, the number of games
// after the playoff among the candidates. If games includes the playoff, the result is an upper
// bound.
func OtherGames(games int) int { return games / 2 }

// otherMatches plays the result of the search, with the settings VerifyOptions.Other, against the
// opponents and the start weights. It plays nothing if the start weights are the result.
//
// It leaves out opponents that choose the same moves as the result. It leaves out the start weights
// if there are too few games. It also leaves them out if the result or an opponent chooses the same
// moves as they do.
func (v *verification) otherMatches(ctx context.Context, games int) error {
	if v.options.Other == nil || v.result == v.start {
		return nil
	}
	n := len(v.field) // the agent i of the field is the agent n+i with the other settings
	result := n + v.result
	var others []int
	opponents := v.agents[n+len(v.candidates):]
	metStart := v.start < 0 || v.playAlike(n+v.start, result)
	for i := range opponents {
		k := n + len(v.candidates) + i
		metStart = metStart || v.playAlike(k, n+v.start)
		if !v.playAlike(k, result) {
			others = append(others, k)
		}
	}
	if !metStart && games >= v.perDeal(len(others)+1) {
		others = append(others, n+v.start)
	}
	tallies, err := v.meet(ctx, "other", "other", result, others, games, nil)
	if err != nil {
		return err
	}
	for i := range opponents {
		k := n + len(v.candidates) + i
		if t := tallies[k]; t != nil {
			v.verdict.Other = append(v.verdict.Other, t.match())
		} else {
			v.verdict.Other = append(v.verdict.Other, itself(v.field[k-n].Name))
		}
	}
	if t := tallies[n+v.start]; v.start >= 0 && t != nil {
		v.verdict.Other = append(v.verdict.Other, t.match())
	}
	return nil
}
