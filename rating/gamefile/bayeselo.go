package gamefile

import (
	"fmt"
	"strconv"
	"strings"
)

// bayesElo reads games in the two formats of the program BayesElo. The first format is commands:
//
//	addplayer alpha
//	addplayer beta
//	addresult 0 1 2
//
// The numbers after addresult are the two players, counted from 0, and the half points of the first
// player. The second format is the table that BayesElo's command "results" prints:
//
//	Game White Name of White  Black Name of Black  Result
//	   0     0 alpha              1 beta              1-0
type bayesElo struct {
	out   *logs
	names []string // of the commands addplayer
	games int

	// These are the byte offsets of the columns in the table of results. They are 0 before the
	// header of the table.
	white, black, blackName, result int
}

// line reads one line of the file. It reports whether the line is a command or belongs to the
// table of results.
func (b *bayesElo) line(number int, text string) (bool, error) {
	command, parameters, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch {
	case command == "addplayer":
		b.names = append(b.names, strings.TrimSpace(parameters))
		return true, nil
	case command == "addresult":
		return true, b.command(number, parameters)
	case b.header(text):
		return true, nil
	case b.result > 0:
		known, err := b.row(number, text)
		if !known {
			b.result = 0 // the table ends
		}
		return known, err
	}
	return false, nil
}

// command adds the game that the command addresult describes. parameters is the text after the
// word addresult.
func (b *bayesElo) command(line int, parameters string) error {
	var white, black, points int
	if _, err := fmt.Sscanf(parameters, "%d %d %d", &white, &black, &points); err != nil {
		return b.out.errorf(line, "", "addresult %s: the numbers of two players and the result 0, 1 or 2 are needed", parameters)
	}
	for _, player := range []int{white, black} {
		if player < 0 || player >= len(b.names) {
			return b.out.errorf(line, "", "addresult %s: there are %d players before this line, with the numbers from 0", parameters, len(b.names))
		}
	}
	if points < 0 || points > 2 {
		return b.out.errorf(line, "", "addresult %s: the result is not 0, 1 or 2", parameters)
	}
	return b.add(line, b.names[white], b.names[black], [...][2]int{lossPlaces, drawPlaces, winPlaces}[points])
}

func (b *bayesElo) add(line int, white, black string, places [2]int) error {
	players, err := b.out.opponents(line, white, black)
	if err != nil {
		return err
	}
	b.games++
	b.out.add(line, 1, seated{players, places})
	return nil
}

// prompt matches the prompts that BayesElo prints before its output.
var prompt = pattern(`^(ResultSet[A-Za-z-]*>)+`)

// header reads the positions of the columns from the header of the table of results. It reports
// whether the line is such a header.
func (b *bayesElo) header(text string) bool {
	const whiteName, blackName = " Name of White", " Name of Black"
	white, black := strings.Index(text, whiteName), strings.Index(text, blackName)
	if white < 0 || black < white || !strings.HasSuffix(strings.TrimRight(text, " "), "Result") {
		return false
	}
	const number, result = 6, 7 // widths of the columns of a player's number and of the result
	b.white, b.black, b.blackName = white, black-number, black
	b.result = len(strings.TrimRight(text, " ")) - result
	return true
}

// row reads the game in a row of the table of results. It reports false if the line is not such a
// row.
func (b *bayesElo) row(line int, text string) (bool, error) {
	if len(text) <= b.result {
		return false, nil
	}
	if _, err := strconv.Atoi(strings.TrimSpace(text[b.black:b.blackName])); err != nil {
		return false, nil
	}
	result := strings.TrimSpace(text[b.result:])
	if result == "1/2" {
		result = "1/2-1/2"
	}
	places, ok := resultPlaces(result)
	switch {
	case !ok:
		return true, b.out.errorf(line, "", "%q is not a result (have 1-0, 0-1, 1/2 and *)", result)
	case places == unfinished:
		b.out.unfinished++
		return true, nil
	}
	return true, b.add(line, strings.TrimSpace(text[b.white:b.black]), strings.TrimSpace(text[b.blackName:b.result]), places)
}
