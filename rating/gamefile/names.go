package gamefile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Selection renames players and selects games by their players. The zero value changes nothing.
type Selection struct {
	// Synonyms maps other names of a player to the name under which the player is rated.
	Synonyms map[string]string
	// Include contains the names of the players whose games count; nil means all players. A game
	// counts only if all of its players are included.
	Include []string
	// Exclude contains the names of players whose games do not count.
	Exclude []string
}

// Empty reports whether the selection changes nothing: it renames no players and leaves out no
// games.
func (s *Selection) Empty() bool {
	return len(s.Synonyms) == 0 && s.Include == nil && len(s.Exclude) == 0
}

// Selected is a [Reader] that applies a [Selection] to another Reader. It renames players and omits
// games that are not selected. It also omits a game in which two players get the same name.
type Selected struct {
	Reader
	selection Selection
	included  map[string]bool
	excluded  map[string]bool
	players   players
	numbers   []int // new number of every player, by the player's number in the inner reader; -1 for a player whose games do not count, -2 for unknown
	seen      map[string]bool
	read      int // games of the inner reader
	leftOut   int
	game      Game
}

// Select returns a Reader for those games of r that the selection s selects.
func Select(r Reader, s Selection) *Selected {
	return &Selected{Reader: r, selection: s, included: setOf(s.Include), excluded: setOf(s.Exclude), seen: make(map[string]bool)}
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// Names returns the names of the players in the games that have been read.
func (s *Selected) Names() []string { return s.players.names }

// LeftOut returns how many of the finished games read so far were not selected.
func (s *Selected) LeftOut() int { return s.leftOut }

// Unused returns the names in the selection that no game contains, in sorted order. Call it after
// the last game.
func (s *Selected) Unused() []string {
	var unused []string // nil if there are none
	for _, name := range slices.Concat(s.selection.Include, s.selection.Exclude, slices.Collect(maps.Keys(s.selection.Synonyms))) {
		if !s.seen[name] {
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	return slices.Compact(unused)
}

// Read returns the next selected game, or io.EOF at the end of the file.
func (s *Selected) Read() (Game, error) {
	for {
		g, err := s.Reader.Read()
		if err != nil {
			return Game{}, err
		}
		s.read++
		players := s.game.Players[:0]
		selected := true
		for _, inner := range g.Players {
			n := s.number(inner)
			selected = selected && n >= 0 && s.players.enter(n, s.read)
			players = append(players, n)
		}
		s.game = g
		s.game.Players = players
		if selected {
			s.game.setContent() // two names of a player have had different hashes
			return s.game, nil
		}
		s.leftOut++
	}
}

// number returns the new number of a player, or -1 if the selection leaves out the player's games.
// inner is the player's number in s.Reader.
func (s *Selected) number(inner int) int {
	for len(s.numbers) <= inner {
		s.numbers = append(s.numbers, -2)
	}
	if s.numbers[inner] > -2 {
		return s.numbers[inner]
	}
	name := s.Reader.Names()[inner]
	s.seen[name] = true
	if main, ok := s.selection.Synonyms[name]; ok {
		name = main
		s.seen[name] = true
	}
	s.numbers[inner] = -1
	if (s.selection.Include == nil || s.included[name]) && !s.excluded[name] {
		s.numbers[inner] = s.players.number([]byte(name))
	}
	return s.numbers[inner]
}

// ReadSynonyms reads a file of synonyms in the format of Ordo. Each line contains a player's name
// and the player's other names, separated by commas. A name that contains a comma is quoted. The
// returned map contains the first name of the line for each of the other names.
func ReadSynonyms(r io.Reader, name string) (map[string]string, error) {
	synonyms := make(map[string]string)
	err := readNames(r, name, func(names []string) error {
		if len(names) < 2 {
			return errors.New("one name: NAME,SYNONYM,... is needed")
		}
		for _, synonym := range names[1:] {
			if main, ok := synonyms[synonym]; ok && main != names[0] {
				return fmt.Errorf("%s is a synonym of %s and of %s", synonym, main, names[0])
			}
			if synonym != names[0] {
				synonyms[synonym] = names[0]
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, synonym := range slices.Sorted(maps.Keys(synonyms)) {
		main := synonyms[synonym]
		if other, ok := synonyms[main]; ok {
			return nil, &Error{File: name, Line: 1, Err: fmt.Errorf("%s is a synonym of %s, which is a synonym of %s: name the last one first, and the two after it", synonym, main, other)}
		}
	}
	return synonyms, nil
}

// ReadPlayers reads a file with the names of players in the format of Ordo: one name on each
// line. A name that contains a comma is quoted.
func ReadPlayers(r io.Reader, name string) ([]string, error) {
	var players []string
	err := readNames(r, name, func(names []string) error {
		if len(names) != 1 {
			return fmt.Errorf("%d names: one name on a line is needed, in quotes if it contains a comma", len(names))
		}
		players = append(players, names[0])
		return nil
	})
	if err == nil && len(players) == 0 {
		err = &Error{File: name, Line: 1, Err: errors.New("no names: one name on a line is needed")}
	}
	return players, err
}

// readNames reads a file of player names. It calls add for every line, with the names on the line,
// which are separated by commas. An error contains the file and the line.
func readNames(r io.Reader, name string, add func([]string) error) error {
	in := csv.NewReader(&lineLimit{in: r, file: name})
	in.FieldsPerRecord = -1
	in.LazyQuotes, in.TrimLeadingSpace = true, true
	for {
		names, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if long, ok := errors.AsType[*Error](err); ok {
			return long
		}
		line := 1
		if err == nil {
			line, _ = in.FieldPos(0)
			for i := range names {
				names[i] = strings.TrimSpace(strings.TrimPrefix(names[i], string(byteOrderMark)))
			}
			if slices.Contains(names, "") {
				err = errors.New("a name is missing")
			}
		}
		var syntax *csv.ParseError
		if errors.As(err, &syntax) {
			line, err = syntax.StartLine, syntax.Err
		}
		if err == nil {
			err = add(names)
		}
		if err != nil {
			return &Error{File: name, Line: line, Err: err}
		}
	}
}
