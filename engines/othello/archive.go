package othello

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// These are the names of the formats that ReadArchive can read: text, and WTHOR, the database
// format of the French Othello federation.
const (
	formatText  = "text"
	formatWTHOR = "wthor"
)

// readArchive reads positions with known outcomes from a WTHOR database (.wtb) or from text, and
// calls visit for each. A line of text is the transcript of a game, or games in the Generic Game
// Format (GGF), or a position of an OBF file. A game in GGF may have several lines. Games on boards of other sizes than 8 x 8 are left out.
// In an OBF file, the positions after moves with a score are included too. A % begins a comment.
func readArchive(f training.SampleFile, r io.Reader, visit func(training.Sample) error) error {
	a := &archive{visit: visit, omitted: f.Omitted}
	if f.Format == formatWTHOR {
		return a.wthor(f.Fields, r)
	}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), longestLine)
	number := 0
	game, begins := "", 0 // a game in GGF that goes on in the next line, and the number of its first line
	for in.Scan() {
		number++
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		_, ggf := ggfGames(text)
		switch {
		case game != "" && ggf: // the game before has no end, which is an error
			return a.text(game, begins)
		case game != "":
			text, ggf = game+"\n"+text, true
		case ggf:
			begins = number
		default:
			begins = number
			text, _, _ = strings.Cut(text, "%")
			text = strings.TrimSpace(text)
		}
		game = ""
		if ggf && !strings.HasSuffix(text, ";)") && len(text) < longestGame {
			game = text
			continue
		}
		if err := a.text(text, begins); err != nil {
			return err
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return &training.LineError{Line: number + 1, Err: fmt.Errorf("longer than %d bytes", longestLine)}
	}
	if err := in.Err(); err != nil {
		return err
	}
	return a.text(game, begins)
}

// text reads a transcript, games in GGF or a position of an OBF file. It calls a.visit for the
// positions. Its errors name the given line.
func (a *archive) text(text string, number int) error {
	if text == "" {
		return nil
	}
	err := a.line(text, number)
	if errors.Is(err, training.ErrNotArchive) {
		if !a.begun {
			return err
		}
		err = errors.New("the line is neither a transcript, nor a GGF game, nor a line of an OBF file")
	}
	a.begun = true
	if err == nil {
		err = a.flush(number)
	}
	if err != nil {
		return &training.LineError{Line: number, Err: err}
	}
	return nil
}

// These are the maximum lengths, in bytes, of a line and of a game in GGF on several lines.
const (
	longestLine = 1 << 20
	longestGame = 1 << 16
)

// archive is the state of [readArchive] while it reads a file of games or positions.
type archive struct {
	visit func(training.Sample) error
	list  []training.Sample // positions read and not yet passed to visit
	games int
	begun bool // whether a line of text was read

	omitted func(line int, reason training.Omission) // nil or [training.SampleFile].Omitted
}

// flush passes the samples in a.list to a.visit and empties the list. line is the number of the
// line from which they were read.
func (a *archive) flush(line int) error {
	for _, j := range a.list {
		j.Line = line
		if err := a.visit(j); err != nil {
			return err
		}
	}
	a.list = a.list[:0]
	return nil
}

// line reads one line of text, or a game in GGF on several lines. The first line has the given
// number. A game in GGF on a board of another size
// than 8 x 8 is left out.
func (a *archive) line(text string, number int) error {
	games, is := ggfGames(text)
	switch {
	case is:
		for games = strings.TrimSpace(games); games != ""; games = strings.TrimSpace(games) {
			r, rest, err := readGGF(games)
			if err != nil {
				return err
			}
			games = rest
			if r.size != "" {
				if a.omitted != nil {
					a.omitted(number, training.OtherBoard)
				}
				continue
			}
			end, err := r.end()
			if err == nil {
				err = a.game(end, r.score)
			}
			if err != nil {
				return err
			}
		}
		return nil
	case isTranscript(text):
		end, err := replay(text)
		if err != nil {
			return err
		}
		return a.game(end, nil)
	case strings.Contains(text, ":"):
		p, err := parseOBF(text)
		if err != nil {
			return err
		}
		return a.problem(p)
	}
	return training.ErrNotArchive
}

// game adds all positions of a game to a.list, each with the final score. end is the last position
// and contains the moves of the game. If the game ended early, as by a resignation, stated is its
// score; it is an error if stated is then nil.
func (a *archive) game(end *game, stated *int) error {
	score := end.score()
	if !end.over {
		if stated == nil {
			return fmt.Errorf("the game is not over after %d plies", end.history.plies)
		}
		score = *stated
	}
	var played []*game
	at := newGame(end.history.own, end.history.opp, end.history.turn)
	for _, m := range end.Played() {
		before := *at
		played = append(played, &before)
		if err := at.Apply(m); err != nil {
			return err
		}
	}
	a.add(played, score)
	return nil
}

// add adds the unfinished positions of a game to a.list. score is Black's final disc difference.
func (a *archive) add(played []*game, score int) {
	for _, g := range played {
		if !g.over {
			a.list = append(a.list, training.Sample{Position: g, Outcome: outcomeOf(score), Game: a.games})
		}
	}
	a.games++
}

// problem adds samples from an OBF position to a.list: the position with the score of its best
// move, and the position after each scored move with the score of this move. Positions at the end
// of the game are left out.
func (a *archive) problem(p problem) error {
	if len(p.scores) == 0 {
		return errors.New("no move has a score")
	}
	sign := 1
	if p.game.turn != seatBlack {
		sign = -1
	}
	best := -64
	var after []training.Sample
	for _, s := range p.scores {
		best = max(best, s.score)
		g := *p.game
		if err := g.Apply(s.move); err != nil {
			return err
		}
		if !g.over {
			after = append(after, training.Sample{Position: &g, Outcome: outcomeOf(sign * s.score), Game: a.games})
		}
	}
	a.list = append(a.list, training.Sample{Position: p.game, Outcome: outcomeOf(sign * best), Game: a.games})
	a.list = append(a.list, after...)
	a.games++
	return nil
}

func outcomeOf(score int) engines.Outcome {
	return engines.ByScore(32+float64(float64(score)/2), 32-float64(float64(score)/2))
}
