package results

import (
	"encoding/json"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// The lists of the table played are written here by hand: a generation of short
// games takes no longer than encoding/json would. The views of the schema read
// them by position.

// appendMembers writes id, born, weights, games, wins, draws, losses, fitness.
func appendMembers(b []byte, members []tuning.Member) []byte {
	b = append(b, '[')
	for i, m := range members {
		b = comma(b, i)
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(m.ID), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(m.Born), 10)
		b = append(b, ',')
		b = appendList(b, m.Weights)
		for _, n := range [...]int{m.Games, m.Wins, m.Draws, m.Losses} {
			b = append(b, ',')
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, ',')
		b = append(appendReal(b, m.Fitness), ']')
	}
	return append(b, ']')
}

// appendField writes name, player, weights, settings.
func appendField(b []byte, field []engines.Agent) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i, a := range field {
		b = comma(b, i)
		b = append(b, '[')
		if b, err = appendText(b, a.Name); err != nil {
			return nil, err
		}
		b = append(b, ',')
		if b, err = appendText(b, a.Player); err != nil {
			return nil, err
		}
		b = append(b, ',')
		b = appendList(b, a.Weights)
		b = append(b, ',')
		if b, err = appendSettings(b, a.Settings); err != nil {
			return nil, err
		}
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

// appendPairings writes number, agents, seed, games, score, places, forfeits.
func appendPairings(b []byte, results []tournament.Result) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i, r := range results {
		b = comma(b, i)
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(r.Index), 10)
		b = append(b, ',')
		b = appendInts(b, r.Pairing.Agents)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(r.Pairing.Seed), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(r.Pairing.Games), 10)
		b = append(b, ',')
		b = appendReal(b, score(r))
		b = append(b, ',')
		b = appendPlaces(b, r.Games)
		b = append(b, ',')
		if b, err = appendForfeits(b, r.Games); err != nil {
			return nil, err
		}
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

func appendText(b []byte, s string) ([]byte, error) {
	text, err := json.Marshal(s)
	return append(b, text...), err
}

func appendSettings(b []byte, s engines.Settings) ([]byte, error) {
	if len(s) == 0 {
		return append(b, "{}"...), nil
	}
	text, err := json.Marshal(s)
	return append(b, text...), err
}

func appendInts(b []byte, v []int) []byte {
	b = append(b, '[')
	for i, x := range v {
		b = strconv.AppendInt(comma(b, i), int64(x), 10)
	}
	return append(b, ']')
}

// appendPlaces writes a list of places per game.
func appendPlaces(b []byte, games []engines.Record) []byte {
	b = append(b, '[')
	for i, g := range games {
		b = append(comma(b, i), '[')
		for seat := range g.Outcome.Seats() {
			b = strconv.AppendInt(comma(b, seat), int64(g.Outcome.Place(seat)), 10)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// forfeit is one entry of the forfeits column.
type forfeit struct {
	Game   int    `json:"game"` // from 0
	Seat   int    `json:"seat"`
	Reason string `json:"reason"`
}

// appendForfeits writes null where there are none.
func appendForfeits(b []byte, games []engines.Record) ([]byte, error) {
	var list []forfeit
	for i, g := range games {
		if f := g.Forfeit; f != nil {
			list = append(list, forfeit{i, f.Seat, f.Reason})
		}
	}
	if list == nil {
		return append(b, "null"...), nil
	}
	text, err := json.Marshal(list)
	return append(b, text...), err
}

// comma parts the i-th element from the one before.
func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// score is the mean score of the first agent of a pairing.
func score(r tournament.Result) float64 {
	if len(r.Games) == 0 || len(r.Pairing.Agents) == 0 {
		return 0
	}
	return r.Points(0)
}
