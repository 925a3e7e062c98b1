package gamefile

import (
	"io"
	"strconv"
	"strings"
)

// rankedCSV is the reading state for a CSV file in which every line describes one player of a game.
type rankedCSV struct {
	ahead []string            // the first line of the next game; nil if it has not been read
	games map[string]struct{} // names of all games read so far
}

func newRankedCSV() *rankedCSV { return &rankedCSV{games: make(map[string]struct{})} }

func (c *csvFile) readRanked() (Game, error) {
	record := c.ranked.ahead
	if record == nil {
		var err error
		if record, err = c.nextGame(); err != nil {
			return Game{}, err
		}
	}
	id, deal := c.value(record, gameID), c.value(record, pair)
	if err := c.newGame(id); err != nil {
		return Game{}, err
	}
	if err := c.begin(c.line, c.value(record, period)); err != nil {
		return Game{}, err
	}
	for {
		if err := c.enterRanked(record, deal); err != nil {
			return Game{}, err
		}
		var err error
		if record, err = c.nextGame(); err != nil && err != io.EOF {
			return Game{}, err
		}
		if record == nil || c.value(record, gameID) != id {
			break
		}
	}
	c.ranked.ahead = record
	if len(c.game.Players) < 2 {
		return Game{}, c.errorf(c.game.Line, "game", "%s has one player", id)
	}
	c.game.Cluster = c.deals.number([]byte(deal), c.game.Players)
	return c.game, nil
}

// newGame records the name of a game that begins in the current line. It returns an error if the
// name is empty, or if the file has already had a game with this name.
func (c *csvFile) newGame(id string) error {
	if id == "" {
		return c.mistake(gameID, "the game has no name")
	}
	if _, over := c.ranked.games[id]; over {
		return c.mistake(gameID, "%s was over: the lines of a game stand together", id)
	}
	c.ranked.games[strings.Clone(id)] = struct{}{}
	return nil
}

// enterRanked adds a player and the player's place to the current game. record is the player's line
// in the file; a game has one line per player. deal is the value of the column pair in the game's
// first line. enterRanked returns an error for an invalid place, and if the pair or the rating
// period differs from that of the first line.
func (c *csvFile) enterRanked(record []string, deal string) error {
	if err := c.enter(record, agent); err != nil {
		return err
	}
	text := c.value(record, place)
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return c.mistake(place, "%q is not a place: a whole number from 1", text)
	}
	if c.value(record, pair) != deal {
		return c.mistake(pair, "%q, and %q in the game's first line", c.value(record, pair), deal)
	}
	if c.value(record, period) != c.game.Period {
		return c.mistake(period, "%q, and %q in the game's first line", c.value(record, period), c.game.Period)
	}
	c.game.Places = append(c.game.Places, n)
	return nil
}
