package gamefile

import (
	"regexp"
	"strconv"
	"sync"
)

// headToHead reads the statistics of every player against every other, as Ordo writes them with
// its option -j, and as Ordo (-E) and Elostat write them to programs.dat. After a line for a
// player follows a line for each opponent:
//
//  1. alpha        2320.5 :     40 (+15,=15,-10),  56.2 %
//
//     vs.                 :  games (  +,  =,  -),   (%) :    Diff
//     beta                :     40 ( 15, 15, 10),  56.2 :   +41.0
//
// Each pair of players occurs twice, once from the view of each. The file does not contain the
// seats.
type headToHead struct {
	out    *logs
	player string
	met    map[[2]int]firstTotal // by players, the lower number first
}

// firstTotal contains the results between two players, as seen by the player with the lower number.
// It comes from the first of the two entries that a head-to-head file has for these players. The
// second entry must agree with it.
type firstTotal struct {
	line  int
	total total
}

var (
	// ordoPlayer and ordoOpponent match the lines for a player and for an opponent that Ordo writes
	// with its option -j.
	ordoPlayer   = pattern(`^\s*\d+\) (.*\S)\s+-?\d+(?:\.\d+)? : +\d+ \(\+ *\d+,= *\d+,- *\d+\), `)
	ordoOpponent = pattern(`^\s+(\S.*\S|\S)\s+: +\d+ \( *(\d+), *(\d+), *(\d+)\), `)
	// elostatPlayer and elostatOpponent match the lines for a player and for an opponent in the
	// file programs.dat of Elostat.
	elostatPlayer   = pattern(`^\s*\d+ (.*\S)\s*: *-?\d+(?:\.\d+)?\s+\d+ \(\+ *\d+,= *\d+,- *\d+\), `)
	elostatOpponent = pattern(`^(\S.*\S|\S)\s*: *\d+ \(\+ *(\d+),= *(\d+),- *(\d+)\), `)
)

// pattern returns a function that compiles a regular expression when it is first called.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// line reads one line of the file. It reports whether the line describes a player or the games
// against an opponent.
func (h *headToHead) line(number int, text string) (bool, error) {
	for _, player := range []*regexp.Regexp{ordoPlayer(), elostatPlayer()} {
		if found := player.FindStringSubmatch(text); found != nil {
			h.player = found[1]
			return true, nil
		}
	}
	if h.player == "" {
		return false, nil
	}
	for _, opponent := range []*regexp.Regexp{ordoOpponent(), elostatOpponent()} {
		if found := opponent.FindStringSubmatch(text); found != nil {
			return true, h.enter(number, found)
		}
	}
	return false, nil
}

// enter adds the games of the current player against one opponent. found contains the matched
// line, the name of the opponent, and the numbers of won, drawn and lost games.
func (h *headToHead) enter(line int, found []string) error {
	var t total
	for i, count := range []*int{&t.wins, &t.draws, &t.losses} {
		var err error
		if *count, err = strconv.Atoi(found[i+2]); err != nil {
			return h.out.errorf(line, "", "%s is no number of games", found[i+2])
		}
	}
	players, err := h.out.opponents(line, h.player, found[1])
	if err != nil {
		return err
	}
	if players[0] > players[1] {
		players, t = [2]int{players[1], players[0]}, t.swapped()
	}
	if earlier, ok := h.met[players]; ok {
		if earlier.total != t {
			return h.out.errorf(line, "", "the results of %s against %s differ from line %d", h.player, found[1], earlier.line)
		}
		return nil
	}
	if h.met == nil {
		h.met = make(map[[2]int]firstTotal)
	}
	h.met[players] = firstTotal{line, t}
	h.out.seatless = true
	return h.out.addTotal(line, players, t)
}
