package gamefile

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// jsonlFile is a [Reader] for the games that the flag --games-file of Lanista writes: a JSON object
// on every line.
type jsonlFile struct {
	source
	times  map[dealGame]int // how often each game of a deal has been read
	in     *bufio.Reader
	line   int // line of the latest game
	ahead  *jsonGame
	ranked bool // the first game has more than two seats
	game   Game
}

// inSearch is the error message for a game that is not rated, because it was played during a
// search.
const inSearch = "the game belongs to a search, whose agents have other weights in every round"

// dealGame identifies a game by two numbers in a file: deal is the number of its start position,
// and game is its number among the games from that start.
type dealGame struct{ deal, game int }

// jsonGame contains the keys of a JSON line that are needed to rate the game.
type jsonGame struct {
	Phase   string `json:"phase"`
	Round   int    `json:"round"`
	Pairing int    `json:"pairing"`
	Game    int    `json:"game"`
	Seed    string `json:"seed"`
	Agents  []struct {
		Name string `json:"name"`
	} `json:"agents"`
	Outcome jsonOutcome `json:"outcome"`
	Content uint64      `json:"content,string"`
}

// jsonOutcome is the outcome of a game by seat: a list of places, 1 for the best, or an object with
// a list of scores.
type jsonOutcome struct {
	places []int
}

// UnmarshalJSON reads the outcome. If it is a list of scores, it stores the places that follow from
// them.
func (o *jsonOutcome) UnmarshalJSON(data []byte) error {
	if !bytes.HasPrefix(data, []byte("{")) {
		return json.Unmarshal(data, &o.places)
	}
	var scored struct {
		Scores []float64 `json:"scores"`
	}
	if err := json.Unmarshal(data, &scored); err != nil {
		return err
	}
	best := slices.Sorted(slices.Values(scored.Scores))
	slices.Reverse(best)
	for _, mine := range scored.Scores {
		higher, _ := slices.BinarySearchFunc(best, mine, func(a, b float64) int { return cmp.Compare(b, a) })
		o.places = append(o.places, higher+1)
	}
	return nil
}

func newJSONL(b *bufio.Reader, name string) (*jsonlFile, error) {
	j := &jsonlFile{source: source{file: name}, in: b, times: make(map[dealGame]int)}
	g, err := j.next()
	if err == io.EOF && j.line == 0 {
		return nil, j.mistake("", "the file is empty: lines are needed that --games-file writes")
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if g != nil {
		j.ahead, j.ranked = g, len(g.Agents) > 2
	}
	return j, nil
}

// Ranked reports whether the games have more than two seats.
func (j *jsonlFile) Ranked() bool { return j.ranked }

// Deals returns true: games from the same start can be recognized, because every line has the
// number of its pairing.
func (j *jsonlFile) Deals() bool { return true }

// Seated returns true, because every line lists the agents in the order of their seats.
func (j *jsonlFile) Seated() bool { return true }

// mistake returns an error with the line number of the latest game.
func (j *jsonlFile) mistake(field, format string, args ...any) error {
	return j.errorf(max(j.line, 1), field, format, args...)
}

// Read returns the next game, or io.EOF at the end of the file. All games of a pairing have the
// same cluster number. If the file contains a game a second time, the copy has another cluster
// number.
func (j *jsonlFile) Read() (Game, error) {
	g := j.ahead
	j.ahead = nil
	if g == nil {
		var err error
		if g, err = j.next(); err != nil {
			return Game{}, err
		}
	}
	if n := len(g.Agents); n > 2 && !j.ranked {
		return Game{}, j.mistake("agents", "a game of %d, and the first game has 2; write games of 2 to a file of their own", n)
	}
	j.game = Game{Line: j.line, Players: j.game.Players[:0], Places: append(j.game.Places[:0], g.Outcome.places...)}
	for _, a := range g.Agents {
		n := j.players.number([]byte(a.Name))
		if !j.players.enter(n, j.line) {
			return Game{}, j.mistake("agents", "%s plays against itself", a.Name)
		}
		j.game.Players = append(j.game.Players, n)
	}
	deal := fmt.Appendf(nil, "%s %d %d %s", g.Phase, g.Round, g.Pairing, g.Seed)
	j.game.Cluster = j.deals.number(deal, j.game.Players)
	at := dealGame{j.game.Cluster, g.Game}
	if j.times[at]++; j.times[at] > 1 {
		j.game.Cluster = j.deals.number(fmt.Appendf(deal, " %d", j.times[at]), j.game.Players)
	}
	j.game.moves = g.Content
	j.game.setContent()
	return j.game, nil
}

// next returns the next line with a game that can be rated, or io.EOF.
func (j *jsonlFile) next() (*jsonGame, error) {
	for {
		line, err := j.in.ReadBytes('\n')
		if err != nil && err != io.EOF || len(line) == 0 {
			return nil, err
		}
		j.line++
		if j.line == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var g jsonGame
		if mistake := json.Unmarshal(line, &g); mistake != nil {
			mistake = j.mistake("", "not a game that --games-file writes: %w", mistake)
			if err == nil {
				return nil, mistake
			}
			j.leaveOut(mistake) // the last line, which is being written or was cut
			return nil, io.EOF
		}
		if g.Phase == "search" {
			j.leaveOut(j.mistake("phase", inSearch))
			continue
		}
		return &g, j.check(&g)
	}
}

// check returns an error if the game of a line cannot be rated, for example because an agent has
// no name or no place.
func (j *jsonlFile) check(g *jsonGame) error {
	if g.Agents == nil {
		return j.mistake("", "the object has no \"agents\"; lines are needed that --games-file writes")
	}
	if n := len(g.Agents); n < 2 {
		return j.mistake("agents", "a game of %d; ratings need two and more", n)
	}
	if n := len(g.Outcome.places); n != len(g.Agents) {
		return j.mistake("outcome", "the number of places is %d, and the number of agents is %d", n, len(g.Agents))
	}
	for seat, a := range g.Agents {
		if strings.TrimSpace(a.Name) == "" {
			return j.mistake("agents", "the agent in seat %d has no name", seat+1)
		}
		if place := g.Outcome.places[seat]; place < 1 {
			return j.mistake("outcome", "%d is not a place: a whole number from 1", place)
		}
	}
	return nil
}
