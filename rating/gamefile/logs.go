package gamefile

import (
	"io"
)

// logs is a [Reader] for results that other programs print or store: logs and result lines of
// cutechess and fastchess, the file of settings of fastchess, the head-to-head files of Ordo and
// Elostat, and the commands and lists of results of BayesElo. The whole file is read before the
// first game is returned.
type logs struct {
	source
	series   []series
	done     int  // series that have been returned completely
	times    int  // repetitions of the current series that have been returned
	at       int  // games of the current repetition that have been returned
	cluster  int  // of the current repetition, 0 for a single game
	seatless bool // the seats of at least one series are unknown
	paired   bool // at least one series has games from the same start
	game     Game
}

// series is a number of equal clusters: they have the same players and results. A cluster is a
// single game, or two games from the same start.
type series struct {
	line  int // of the file, from 1
	games []seated
	times int // number of clusters
}

// seated is the result of a game between two players, in the order of their seats. The order is
// arbitrary if the file does not state the seats.
type seated struct {
	players, places [2]int
}

// mostPrinted is the largest number of games that a file may claim for two players.
const mostPrinted = 100_000_000

// Ranked returns false, because all games have two seats.
func (p *logs) Ranked() bool { return false }

// Deals reports whether the file states which games have the same start. This is so if it contains
// results of pairs of games.
func (p *logs) Deals() bool { return p.paired }

// Seated reports whether the file states which player of every game had the first seat.
func (p *logs) Seated() bool { return !p.seatless }

// Read returns the next finished game, or io.EOF after the last.
func (p *logs) Read() (Game, error) {
	for p.done < len(p.series) && p.times == p.series[p.done].times {
		p.done, p.times = p.done+1, 0
	}
	if p.done == len(p.series) {
		return Game{}, io.EOF
	}
	s := &p.series[p.done]
	if p.at == 0 {
		p.cluster = 0
		if len(s.games) > 1 {
			p.cluster = p.deals.next()
		}
	}
	g := s.games[p.at]
	if p.at++; p.at == len(s.games) {
		p.at = 0
		p.times++
	}
	p.game = Game{
		Line: s.line, Cluster: p.cluster,
		Players: append(p.game.Players[:0], g.players[:]...), Places: append(p.game.Places[:0], g.places[:]...),
	}
	return p.game, nil
}

// add adds a cluster, repeated the given number of times, to the games that the reader returns. A
// cluster is one game, or two games from the same start. line is the number of the line that
// reports it.
func (p *logs) add(line, times int, games ...seated) {
	if times == 0 {
		return
	}
	p.series = append(p.series, series{line: line, games: games, times: times})
	p.paired = p.paired || len(games) > 1
}

// opponents returns the numbers of two players with the given names. It returns an error if a
// name is missing or both are the same.
func (p *logs) opponents(line int, first, second string) ([2]int, error) {
	if first == "" || second == "" {
		return [2]int{}, p.errorf(line, "", "the name of a player is missing")
	}
	pair := [2]int{p.players.number([]byte(first)), p.players.number([]byte(second))}
	if pair[0] == pair[1] {
		return pair, p.errorf(line, "", "%s plays against itself", first)
	}
	return pair, nil
}

// ascending returns the numbers of two players in ascending order.
func ascending(players [2]int) [2]int {
	return [2]int{min(players[0], players[1]), max(players[0], players[1])}
}

// total contains the numbers of games between two players that the first player won, lost and
// drew.
type total struct{ wins, losses, draws int }

func (t total) games() int { return t.wins + t.losses + t.draws }

func (t total) plus(o total) total {
	return total{t.wins + o.wins, t.losses + o.losses, t.draws + o.draws}
}

// swapped returns the same games as seen by the second player.
func (t total) swapped() total { return total{t.losses, t.wins, t.draws} }

// check returns an error if a number in t is negative or above mostPrinted.
func (p *logs) check(line int, t total) error {
	if min(t.wins, t.losses, t.draws) < 0 || max(t.wins, t.losses, t.draws) > mostPrinted || t.games() > mostPrinted {
		return p.errorf(line, "", "%d wins, %d losses and %d draws are no numbers of games from 0 to %d", t.wins, t.losses, t.draws, mostPrinted)
	}
	return nil
}

// addTotal adds the wins, losses and draws in t between two players to the games that the reader
// returns, each as a single game. line is the line of the file that reports them. addTotal returns
// an error for impossible numbers.
func (p *logs) addTotal(line int, players [2]int, t total) error {
	if err := p.check(line, t); err != nil {
		return err
	}
	p.add(line, t.wins, seated{players, winPlaces})
	p.add(line, t.losses, seated{players, lossPlaces})
	p.add(line, t.draws, seated{players, drawPlaces})
	return nil
}

// pentanomial contains the numbers of game pairs between two players, by the results of the first
// player in both games. The two games of a pair have the same start and swapped seats.
type pentanomial struct{ lossLoss, lossDraw, winLoss, drawDraw, winDraw, winWin int }

// total converts numbers of game pairs to numbers of single games: how many of them the first
// player won, drew and lost.
func (n pentanomial) total() total {
	return total{
		wins:   2*n.winWin + n.winDraw + n.winLoss,
		losses: 2*n.lossLoss + n.lossDraw + n.winLoss,
		draws:  2*n.drawDraw + n.lossDraw + n.winDraw,
	}
}

// addPairs adds the games of two players whose numbers of game pairs are known. n contains the
// numbers of pairs, by result. all contains the results of all games; games outside of pairs are
// added as single games. addPairs returns an error if the pairs contain more wins, losses or draws
// than all.
func (p *logs) addPairs(line int, players [2]int, n pentanomial, all total) error {
	paired := n.total()
	rest := total{all.wins - paired.wins, all.losses - paired.losses, all.draws - paired.draws}
	if min(rest.wins, rest.losses, rest.draws) < 0 {
		return p.errorf(line, "", "the pairs contain %d wins, %d losses and %d draws, the games %d, %d and %d",
			paired.wins, paired.losses, paired.draws, all.wins, all.losses, all.draws)
	}
	swapped := [2]int{players[1], players[0]}
	for _, kind := range []struct {
		times         int
		first, second [2]int // places of the first player and of the opponent in both games
	}{
		{n.lossLoss, lossPlaces, lossPlaces},
		{n.lossDraw, lossPlaces, drawPlaces},
		{n.winLoss, winPlaces, lossPlaces},
		{n.drawDraw, drawPlaces, drawPlaces},
		{n.winDraw, winPlaces, drawPlaces},
		{n.winWin, winPlaces, winPlaces},
	} {
		if kind.times < 0 || kind.times > mostPrinted {
			return p.errorf(line, "", "%d is no number of pairs from 0 to %d", kind.times, mostPrinted)
		}
		p.add(line, kind.times, seated{players, kind.first}, seated{swapped, [2]int{kind.second[1], kind.second[0]}})
	}
	return p.addTotal(line, players, rest)
}
