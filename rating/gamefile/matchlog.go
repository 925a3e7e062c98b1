package gamefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// matchLog collects the results that cutechess and fastchess print while they play. Three kinds of
// lines contain results:
//
//	Finished game 7 (alpha vs beta): 1-0 {White mates}
//	Score of alpha vs beta: 12 - 7 - 5  [0.604] 24
//	Results of alpha vs beta (8+0.08, 1t, 16MB, book.epd):
//	Games: 24, Wins: 12, Losses: 7, Draws: 5, Points: 14.5 (60.42 %)
//	Ptnml(0-2): [1, 2, 3, 4, 2], WL/DD Ratio: 0.50
//
// A line "Finished game" states the seats, and two successive games form a pair. The other lines
// contain totals so far. The single games of two players are used if the log has as many of them as
// the totals count, and otherwise the totals.
type matchLog struct {
	out     *logs
	matches map[[2]int]*match // by players, in ascending order
	order   []*match
	latest  *match // match of the latest line with a total
	games   []logGame
	block   resultBlock
}

// match contains the results of the games between two players, as the log of a program such as
// cutechess reports them. In every total, a win is a game that players[0] has won.
type match struct {
	players [2]int
	line    int // of the first total
	current matchTotals
	before  []matchTotals // matches of the same players that ended earlier in the file
}

// matchTotals contains the latest results of a match in a log, from the view of the match's first
// player.
type matchTotals struct {
	total
	pairs        *pentanomial // nil if unknown
	white, black total        // games of players[0] in the first and in the second seat; zero if unknown
}

// logGame is one game that a line "Finished game" of a log reports.
type logGame struct {
	line, number int // the line in the file, and the number of the game, both from 1
	seated
}

// resultBlock is the state of reading the lines that fastchess prints after a line "Results of".
type resultBlock struct {
	match *match
	total total
	found bool // the line with the games has been read
}

// line reads one line of the file. It reports whether the line is part of a log of cutechess or
// fastchess.
func (l *matchLog) line(number int, text string) (bool, error) {
	switch {
	case strings.HasPrefix(text, "Finished game "):
		return l.finished(number, strings.TrimPrefix(text, "Finished game "))
	case strings.HasPrefix(text, "Score of "):
		return l.score(number, strings.TrimPrefix(text, "Score of "))
	case strings.HasPrefix(text, "Results of "):
		return l.results(number, strings.TrimPrefix(text, "Results of "))
	case strings.HasPrefix(text, "Games: ") && l.block.match != nil:
		return l.blockTotal(number, text)
	case strings.HasPrefix(text, "Ptnml(0-2): ") && l.block.found:
		return l.blockPairs(number, strings.TrimPrefix(text, "Ptnml(0-2): "))
	case strings.HasPrefix(text, "...") && l.latest != nil:
		return l.side(strings.TrimSpace(strings.TrimPrefix(text, "...")))
	}
	return false, nil
}

// finished reads the text after "Finished game" in a line of a log: the number of the game, the
// players and the result. It returns false if the text does not have this form, and an error if a
// name or the result is invalid.
func (l *matchLog) finished(line int, text string) (bool, error) {
	digits, rest, ok := strings.Cut(text, " (")
	number, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return false, nil
	}
	at := strings.LastIndex(rest, "): ")
	if brace := strings.IndexByte(rest, '{'); brace >= 0 {
		at = strings.LastIndex(rest[:brace], "): ")
	}
	if at < 0 {
		return false, nil
	}
	players, err := l.opponents(line, rest[:at])
	if err != nil {
		return true, err
	}
	result, _, _ := strings.Cut(rest[at+len("): "):], " ")
	places, ok := resultPlaces(result)
	switch {
	case !ok:
		return true, l.out.errorf(line, "", "%q is not a result (have 1-0, 0-1, 1/2-1/2 and *)", result)
	case places == unfinished:
		l.out.unfinished++
		return true, nil
	}
	l.games = append(l.games, logGame{line, number, seated{players, places}})
	return true, nil
}

// opponents returns the numbers of the two players in a text such as "alpha vs beta".
func (l *matchLog) opponents(line int, text string) ([2]int, error) {
	names := strings.Split(text, " vs ")
	if len(names) != 2 {
		return [2]int{}, l.out.errorf(line, "", "%q does not name two players: FIRST vs SECOND is needed", text)
	}
	return l.out.opponents(line, strings.TrimSpace(names[0]), strings.TrimSpace(names[1]))
}

// score reads the text after "Score of" in a line of a log: the names of two players and the
// results of their games so far. It returns false if the text contains no colon.
func (l *matchLog) score(line int, text string) (bool, error) {
	at := strings.LastIndex(text, ": ")
	if at < 0 {
		return false, nil
	}
	t, ok := parseScore(text[at+2:])
	if !ok {
		return true, l.out.errorf(line, "", "%q is not a score: WINS - LOSSES - DRAWS is needed", text[at+2:])
	}
	if err := l.out.check(line, t); err != nil {
		return true, err
	}
	players, err := l.opponents(line, text[:at])
	if err != nil {
		return true, err
	}
	l.latest = l.match(line, players)
	l.latest.count(players, t)
	return true, nil
}

// parseScore parses the numbers of wins, losses and draws in a text such as "12 - 7 - 5  [0.604]
// 24". ok is false for any other text.
func parseScore(text string) (t total, ok bool) {
	text, _, _ = strings.Cut(text, "[")
	n, err := fmt.Sscanf(strings.TrimSpace(text), "%d - %d - %d", &t.wins, &t.losses, &t.draws)
	return t, n == 3 && err == nil && min(t.wins, t.losses, t.draws) >= 0
}

// match returns the match between two players, and creates it at the first call for them. line is
// the line of the file in which they first occur.
func (l *matchLog) match(line int, players [2]int) *match {
	key := ascending(players)
	m, ok := l.matches[key]
	if !ok {
		m = &match{players: players, line: line}
		if l.matches == nil {
			l.matches = make(map[[2]int]*match)
		}
		l.matches[key] = m
		l.order = append(l.order, m)
	}
	return m
}

// count replaces the current results of the match by t, a later total in the same log. If t has
// fewer games, a new match of the players has begun, and count keeps the previous results
// separately. players is the order of the players in t.
func (m *match) count(players [2]int, t total) {
	if players != m.players {
		t = t.swapped()
	}
	if t.games() < m.current.games() {
		m.before = append(m.before, m.current)
	}
	if t != m.current.total {
		m.current = matchTotals{total: t}
	}
}

// side reads a line of cutechess with the score of a player in one seat, such as "alpha playing
// White: 7 - 3 - 2  [0.667] 12". It stores the score if the player is the first player of the
// latest match. It reports whether the text ends with a score.
func (l *matchLog) side(text string) (bool, error) {
	at := strings.LastIndex(text, ": ")
	if at < 0 {
		return false, nil
	}
	t, ok := parseScore(text[at+2:])
	name, seat, playing := strings.Cut(text[:at], " playing ")
	m := l.latest
	if !ok || !playing || name != l.out.players.names[m.players[0]] {
		return ok, nil
	}
	switch seat {
	case "White":
		m.current.white = t
	case "Black":
		m.current.black = t
	}
	return true, nil
}

// results reads the text after "Results of" in a line of fastchess: the names of two players, then
// the conditions of their games in parentheses. It returns false if the text has no parentheses.
// The results follow in the next lines of the file.
func (l *matchLog) results(line int, text string) (bool, error) {
	l.block = resultBlock{}
	at := strings.LastIndex(text, " (")
	if at < 0 {
		return false, nil
	}
	players, err := l.opponents(line, text[:at])
	if err != nil {
		return true, err
	}
	l.latest = l.match(line, players)
	l.block.match = l.latest
	if players != l.latest.players {
		return true, l.out.errorf(line, "", "an earlier line has the players in the other order")
	}
	return true, nil
}

// blockTotal reads the numbers of games in the line "Games: ..." that fastchess prints after
// "Results of". It always returns true, because the line belongs to the log; an unreadable line is
// an error.
func (l *matchLog) blockTotal(line int, text string) (bool, error) {
	t, games := total{}, 0
	if n, err := fmt.Sscanf(text, "Games: %d, Wins: %d, Losses: %d, Draws: %d", &games, &t.wins, &t.losses, &t.draws); n != 4 || err != nil || t.games() != games || min(t.wins, t.losses, t.draws) < 0 {
		return true, l.out.errorf(line, "", "%q is not a line of results: Games, Wins, Losses and Draws are needed, and the last three must add up to the first", text)
	}
	if err := l.out.check(line, t); err != nil {
		return true, err
	}
	l.block.match.count(l.block.match.players, t)
	l.block.total, l.block.found = t, true
	return true, nil
}

// blockPairs reads the five numbers that fastchess prints after "Ptnml(0-2):", below "Results of":
// the numbers of pairs of games with 0, 1/2, 1, 3/2 and 2 points. A pair with one point is two
// draws, or a win and a loss; the number of drawn games shows how many there are of each.
// blockPairs always returns true, because the line belongs to the log; an unreadable line is an
// error.
func (l *matchLog) blockPairs(line int, text string) (bool, error) {
	m, t := l.block.match, l.block.total
	l.block = resultBlock{}
	var n pentanomial
	even := 0
	if read, err := fmt.Sscanf(text, "[%d, %d, %d, %d, %d]", &n.lossLoss, &n.lossDraw, &even, &n.winDraw, &n.winWin); read != 5 || err != nil {
		return true, l.out.errorf(line, "", "%q is not a list of five numbers of pairs", text)
	}
	// A game without a partner may be drawn, so the number of drawn pairs is rounded down.
	n.drawDraw = min(even, max(0, (t.draws-n.lossDraw-n.winDraw)/2))
	n.winLoss = even - n.drawDraw
	m.current.pairs = &n
	return true, nil
}

// found reports whether any line contained a result.
func (l *matchLog) found() bool { return len(l.games) > 0 || len(l.order) > 0 || l.out.unfinished > 0 }

// finish adds the games that the log reports to the games that the reader returns. It is called
// after the last line, when the final totals are known.
func (l *matchLog) finish() error {
	played := make(map[[2]int]int)
	for _, g := range l.games {
		played[ascending(g.players)]++
	}
	byTotals := make(map[[2]int]bool)
	for _, m := range l.order {
		matches := append(slices.Clip(m.before), m.current)
		games := 0
		for _, f := range matches {
			games += f.games()
		}
		key := ascending(m.players)
		if games <= played[key] {
			continue
		}
		byTotals[key] = true
		for _, f := range matches {
			if err := l.addMatch(m, f); err != nil {
				return err
			}
		}
	}
	l.addGames(byTotals)
	return nil
}

// addMatch adds the games of the match m to the games that the reader returns. f contains the final
// results of the match.
func (l *matchLog) addMatch(m *match, f matchTotals) error {
	switch {
	case f.pairs != nil:
		l.out.seatless = true
		return l.out.addPairs(m.line, m.players, *f.pairs, f.total)
	case f.total == f.white.plus(f.black):
		if err := l.out.addTotal(m.line, m.players, f.white); err != nil {
			return err
		}
		return l.out.addTotal(m.line, [2]int{m.players[1], m.players[0]}, f.black.swapped())
	}
	l.out.seatless = true
	return l.out.addTotal(m.line, m.players, f.total)
}

// addGames adds the games in the lines "Finished game" to the games that the reader returns. It
// omits the games of two players in byTotals, which have been added already. Games 2n-1 and 2n of
// the same players with swapped seats become a pair, because they have the same opening.
func (l *matchLog) addGames(byTotals map[[2]int]bool) {
	type slot struct {
		players [2]int // in ascending order
		nth     int    // number of the pair in the tournament
	}
	waiting := make(map[slot]logGame)
	var order []slot
	for _, g := range l.games {
		s := slot{ascending(g.players), (g.number + 1) / 2}
		if byTotals[s.players] {
			continue
		}
		partner, ok := waiting[s]
		if ok && partner.number != g.number && partner.players[0] == g.players[1] {
			l.out.add(partner.line, 1, partner.seated, g.seated)
			delete(waiting, s)
			continue
		}
		if ok { // another match in the same file has the same numbers
			l.out.add(partner.line, 1, partner.seated)
		} else {
			order = append(order, s)
		}
		waiting[s] = g
	}
	for _, s := range order {
		if g, ok := waiting[s]; ok {
			l.out.add(g.line, 1, g.seated)
			delete(waiting, s)
		}
	}
}
