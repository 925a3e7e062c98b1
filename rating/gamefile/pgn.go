package gamefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// pgnFile is a [Reader] for a PGN file of game results.
type pgnFile struct {
	source
	orders [][2]int // games of each deal by seat order, by the deal's first number
	named  []byte   // buffer for the name of a deal
	text   text
	read   pgnGame // the game read last
	game   Game
}

type pgnGame struct {
	line    int // line of the first tag; 0 before that
	has     [len(tagNames)]bool
	seats   [2]int // white and black
	places  [2]int
	event   []byte
	pair    []byte
	round   uint64
	content content

	unknown bool // the name of a player is "?"
	moves   bool // text follows the tags
	blank   bool // an empty line follows the tags
}

// These are the PGN tags that the reader uses.
const (
	white = iota
	black
	resultTag
	pairTag
	roundTag
	fen
	eventTag
)

var tagNames = [...]string{white: "White", black: "Black", resultTag: "Result", pairTag: "Pair", roundTag: "Round", fen: "FEN", eventTag: "Event"}

// Ranked returns false, because games in PGN have two seats.
func (p *pgnFile) Ranked() bool { return false }

// Deals returns true: [Pairs] can find games from the same start in any PGN file.
func (p *pgnFile) Deals() bool { return true }

// Seated returns true: White has the first seat.
func (p *pgnFile) Seated() bool { return true }

// Read returns the next finished game, or io.EOF at the end of the file.
func (p *pgnFile) Read() (Game, error) {
	for {
		g, err := p.parse()
		if err == nil && g.unknown {
			p.leaveOut(p.errorf(g.line, "", "the name of a player is ?, which means unknown"))
			continue
		}
		if err == nil && g.searched() {
			p.leaveOut(p.errorf(g.line, "Pair", inSearch))
			continue
		}
		if err == errCut {
			return Game{}, io.EOF
		}
		if err != nil {
			return Game{}, err
		}
		if g.places == unfinished {
			p.unfinished++
			continue
		}
		p.game = Game{
			Line: g.line, Cluster: p.deal(g), Round: g.round, Position: g.content.position, Start: g.content.start, moves: g.content.known(),
			Players: append(p.game.Players[:0], g.seats[:]...), Places: append(p.game.Places[:0], g.places[:]...),
		}
		p.game.setContent()
		return p.game, nil
	}
}

// searched reports whether Lanista played the game during a search. Such a game is not rated. It
// has the tags Event and Pair that --games-file writes for searches.
func (g *pgnGame) searched() bool {
	return bytes.HasPrefix(g.event, []byte("Lanista, seed ")) && bytes.HasPrefix(g.pair, []byte("search "))
}

// deal returns the number of the group of games from one start to which g belongs. These games have
// the same tags Event and Pair and the same players in different seat orders. A seat order that
// occurs again begins a new group, because in a joined file several tournaments may use the same
// tags.
func (p *pgnFile) deal(g *pgnGame) int {
	if len(g.pair) == 0 {
		return Unnamed
	}
	p.named = append(append(append(p.named[:0], g.event...), 0), g.pair...)
	number := p.deals.number(p.named, g.seats[:])
	for len(p.orders) <= number {
		p.orders = append(p.orders, [2]int{})
	}
	order := &p.orders[number][0]
	if g.seats[0] > g.seats[1] {
		order = &p.orders[number][1]
	}
	*order++
	if *order == 1 {
		return number
	}
	return p.deals.number(binary.AppendUvarint(append(p.named, 0), uint64(*order)), g.seats[:])
}

// parse reads the next game of the file, finished or not. It returns io.EOF at the end.
func (p *pgnFile) parse() (*pgnGame, error) {
	g := &p.read
	*g = pgnGame{event: g.event[:0], pair: g.pair[:0]}
	for {
		more, err := p.parseLine(g)
		if err != nil {
			return nil, err
		}
		if !more {
			return g, p.check(g)
		}
	}
}

// errCut reports that the file ends in the middle of its last game. The field damage of [source]
// contains the mistake in that game.
var errCut = errors.New("the file ends within a game")

// cut decides whether err, an error in a game, is a real mistake or only shows that the file ends
// within the game. At the end of the file, cut counts the game as damaged and returns errCut.
// Anywhere else it returns err.
func (p *pgnFile) cut(err error) error {
	if !p.text.ended() {
		return err
	}
	p.leaveOut(err)
	p.text.brace, p.text.depth = false, 0
	return errCut
}

// check returns an error if the game lacks a required tag, or if a player plays against itself. The
// error is errCut if the file ends within the tags of the game.
func (p *pgnFile) check(g *pgnGame) error {
	for _, tag := range []int{white, black, resultTag} {
		if !g.has[tag] {
			err := p.errorf(g.line, tagNames[tag], "the tag is missing")
			if !g.moves {
				err = p.cut(err)
			}
			return err
		}
	}
	if g.seats[0] == g.seats[1] && !g.unknown {
		return p.errorf(g.line, "Black", "%s plays against itself", p.players.names[g.seats[0]])
	}
	return nil
}

// parseLine parses the next line of the file into the game g. It reports whether the game
// continues after the line.
func (p *pgnFile) parseLine(g *pgnGame) (more bool, err error) {
	line, begins, err := p.text.line()
	switch {
	case err == io.EOF && p.text.open() > 0:
		err := p.errorf(p.text.open(), "", "what opens here, a comment or a variation, never ends")
		if p.text.tags { // the comment contains games
			return false, err
		}
		return false, p.cut(err)
	case err == io.EOF && g.line > 0:
		return false, nil
	case err != nil:
		return false, err
	}
	if begins {
		line = trimBlank(line)
		switch {
		case len(line) == 0:
			g.blank = g.blank || g.line > 0
			return true, nil
		case line[0] == '[' && (g.moves || g.blank):
			if p.text.open() > 0 {
				return false, p.errorf(p.text.open(), "", "the variation that opens here never ends")
			}
			p.text.back(line)
			return false, nil
		}
		for !g.moves && len(line) > 0 && line[0] == '[' {
			if line, err = p.tag(g, line); err != nil {
				return false, err
			}
		}
	}
	if g.line == 0 {
		return true, p.intro(trimBlank(line))
	}
	if len(line) == 0 {
		return true, nil
	}
	g.moves = true
	tags, ok := p.text.skip(line, &g.content)
	if !ok {
		return false, p.errorf(p.text.number, "", "a variation ends that did not begin")
	}
	if tags != nil {
		p.text.back(tags)
	}
	return tags == nil, nil
}

// intro reads text before the first tag of the file, which may contain comments. The text after a
// comment is read again.
func (p *pgnFile) intro(line []byte) error {
	if len(line) == 0 {
		return nil
	}
	switch line[0] {
	case ';':
		p.text.rest = true
	case '[': // after a comment
		p.text.back(line)
	case '{':
		_, rest, closed := bytes.Cut(line, []byte("}"))
		if p.text.brace, p.text.opened = !closed, p.text.number; closed && len(trimBlank(rest)) > 0 {
			p.text.back(trimBlank(rest))
		}
	default:
		return p.errorf(p.text.number, "", "text before the first tag")
	}
	return nil
}

// tag parses the PGN tag at the beginning of a line, stores its value in the game g and returns
// the rest of the line.
func (p *pgnFile) tag(g *pgnGame, line []byte) (rest []byte, err error) {
	if g.line == 0 {
		g.line = p.text.number
	}
	name, value, rest, ok := splitTag(line)
	if !ok {
		err := p.errorf(p.text.number, "", "not a tag: [Name \"value\"] is needed")
		if !p.text.whole() {
			err = p.cut(err)
		}
		return nil, err
	}
	tag := tagOf(name)
	if tag < 0 {
		return rest, nil
	}
	if g.has[tag] && tag != roundTag && tag != eventTag {
		return nil, p.errorf(p.text.number, tagNames[tag], "the tag is there twice")
	}
	g.has[tag] = true
	switch tag {
	case white, black:
		value = bytes.TrimSpace(value)
		if len(value) == 0 {
			return nil, p.errorf(p.text.number, tagNames[tag], "the name is missing")
		}
		if string(value) == "?" {
			g.unknown = true
			break
		}
		g.seats[tag] = p.players.number(value)
	case resultTag:
		places, ok := resultPlaces(string(value))
		if !ok || len(value) == 1 && value[0] != '*' || string(value) == "0.5" {
			return nil, p.errorf(p.text.number, tagNames[tag], "%q is not a result (have 1-0, 0-1, 1/2-1/2 and *)", value)
		}
		g.places = places
	case pairTag:
		g.pair = append(g.pair, value...)
	case roundTag:
		if value = bytes.TrimSpace(value); len(value) > 0 && string(value) != "?" && string(value) != "-" {
			if at := bytes.LastIndexByte(value, '.'); at > 0 { // cutechess writes 7.1 and 7.2 in the games of a pair
				value = value[:at]
			}
			g.round = hashed(value)
		}
	case eventTag:
		g.event = append(g.event[:0], value...)
	case fen:
		g.content.fen(bytes.TrimSpace(value))
	}
	return rest, nil
}

// tagOf returns the index of a tag in tagNames, or -1 if the reader does not use it.
func tagOf(name []byte) int {
	if len(name) < len("FEN") || len(name) > len("Result") {
		return -1
	}
	for tag, known := range tagNames {
		if known[0] == name[0] && string(name) == known {
			return tag
		}
	}
	return -1
}

// splitTag splits a PGN tag of the form [Name "value"] into its parts and the rest of the line. In
// the value, \" is a quote and \\ a backslash. ok is false for a line of another form.
func splitTag(line []byte) (name, value, rest []byte, ok bool) {
	// Most tags have a name of letters, one space, and a value without a backslash.
	at := 1
	for at < len(line) && line[at]|' ' >= 'a' && line[at]|' ' <= 'z' {
		at++
	}
	if at > 1 && at+1 < len(line) && line[at] == ' ' && line[at+1] == '"' {
		end := at + 2
		for end < len(line) && line[end] != '"' && line[end] != '\\' {
			end++
		}
		if end+1 < len(line) && line[end] == '"' && line[end+1] == ']' {
			return line[1:at], line[at+2 : end], trimBlank(line[end+2:]), true
		}
	}
	line = line[1:]
	quote := bytes.IndexByte(line, '"')
	if quote < 0 {
		return nil, nil, nil, false
	}
	name = bytes.TrimSpace(line[:quote])
	line = line[quote+1:]
	end := bytes.IndexByte(line, '"')
	if at := bytes.IndexByte(line, '\\'); at >= 0 && at < end {
		value, end = unescape(line)
	} else if end >= 0 {
		value = line[:end]
	}
	if len(name) == 0 || end < 0 || bytes.ContainsAny(name, " \t]") {
		return nil, nil, nil, false
	}
	line = trimBlank(line[end+1:])
	if len(line) == 0 || line[0] != ']' {
		return nil, nil, nil, false
	}
	return name, value, trimBlank(line[1:]), true
}

// unescape returns the text before the closing quote of a tag's value, with escape sequences
// replaced, and the index of this quote.
func unescape(line []byte) (value []byte, end int) {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '"':
			return value, i
		case line[i] == '\\' && i+1 < len(line):
			i++
		}
		value = append(value, line[i])
	}
	return nil, -1
}
