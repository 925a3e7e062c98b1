package gamefile

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// fastchessFile is the part of fastchess's settings file, config.json, that contains the results
// of games.
type fastchessFile struct {
	Stats map[string]struct {
		Wins         int `json:"wins"`
		Losses       int `json:"losses"`
		Draws        int `json:"draws"`
		WinWin       int `json:"penta_WW"`
		WinDraw      int `json:"penta_WD"`
		WinLoss      int `json:"penta_WL"`
		DrawDraw     int `json:"penta_DD"`
		LossDraw     int `json:"penta_LD"`
		LossLossPair int `json:"penta_LL"`
	} `json:"stats"`
	// Standings exists only in the JSON document of a rating list of this project, which contains
	// no games. It is read to recognize such a file.
	Standings json.RawMessage `json:"standings"`
}

// readFastchess reads the results in the settings file of fastchess. For every two players, the
// file has the number of games for each result, and the number of pairs of games for each
// combination of two results.
func (p *logs) readFastchess(text []byte) error {
	var file fastchessFile
	if err := json.Unmarshal(text, &file); err != nil {
		return p.errorf(1, "", "not a JSON document: %v", err)
	}
	switch {
	case file.Standings != nil:
		return &Error{File: p.file, Line: 1, Err: &RatingsOnlyError{Program: "lanista rate"}}
	case len(file.Stats) == 0:
		return p.errorf(1, "", "the JSON document has no results: fastchess writes them to config.json under \"stats\"")
	}
	p.seatless = true
	for _, key := range slices.Sorted(maps.Keys(file.Stats)) {
		s := file.Stats[key]
		names := strings.Split(key, " vs ")
		if len(names) != 2 {
			return p.errorf(1, "", "stats: %q does not name two players: FIRST vs SECOND is needed", key)
		}
		players, err := p.opponents(1, names[0], names[1])
		if err != nil {
			return err
		}
		pairs := pentanomial{s.LossLossPair, s.LossDraw, s.WinLoss, s.DrawDraw, s.WinDraw, s.WinWin}
		if err := p.addPairs(1, players, pairs, total{s.Wins, s.Losses, s.Draws}); err != nil {
			return err
		}
	}
	return nil
}
