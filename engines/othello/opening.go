package othello

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
)

const (
	// balanceDepth is the depth, in plies, of the search that measures whether an opening gives
	// both sides equal chances.
	balanceDepth = 4

	// openingTries is the number of openings that are drawn before open returns an error, because
	// each ends the game or gives one side an advantage.
	openingTries = 2000
)

// open returns a new game that has been played to the end of its opening. The opening is one of the
// setting openings, if there are any, followed by random plies. The seed selects both; no opening
// repeats before all have been used. If the game is then over, or one side is ahead by more than
// the setting balance, open tries another random opening. It returns an error after openingTries
// attempts.
func open(e *engine, seed uint64) (*game, error) {
	plies, bound := e.settings.Int("random_plies"), e.settings.Float("balance")
	if plies == 0 && len(e.openings) == 0 && bound == 0 {
		return startGame(), nil
	}
	pcg := engines.PCG(engines.Seed(seed, engines.Purpose("othello opening")))
	var judge *searcher
	if bound > 0 {
		judge = &searcher{eval: compileClassic(modelNamed("classic").space().Default())}
	}
	for try := range openingTries {
		g := startGame()
		switch n := len(e.openings); {
		case n > 0 && try == 0:
			*g = e.openings[deals.Line(seed, n)]
		case n > 0:
			*g = e.openings[below(&pcg, n)]
		}
		scatter(g, &pcg, plies)
		if g.over {
			continue
		}
		fair := true
		if judge != nil {
			var err error
			if fair, err = isFair(judge, g, bound); err != nil {
				return nil, err
			}
		}
		if fair {
			g.turned = 0 // no move of a player has turned discs yet
			return g, nil
		}
	}
	return nil, fmt.Errorf("no opening of %d random plies within %v discs in %d attempts; raise balance or change random_plies", plies, bound, openingTries)
}

// scatter makes random moves, each legal move with equal probability, until plies moves were made
// or the game is over. A pass counts as a move.
func scatter(g *game, pcg *rand.PCG, plies int) {
	for i := 0; i < plies && !g.over; i++ {
		if err := g.Apply(randomMove(pcg, g.moves)); err != nil {
			panic(err) // a legal move was refused: a mistake in this package
		}
	}
}

// isFair reports whether neither side is ahead by more than bound discs, according to a short
// search by judge, which cannot be cancelled.
func isFair(judge *searcher, g *game, bound float64) (bool, error) {
	at := *g
	if at.moves == 0 {
		at = *newGame(g.opp, g.own, 1-g.turn)
	}
	v, err := judge.think(context.Background(), &at, balanceDepth)
	return max(v.value, -v.value) <= bound, err
}

func randomMove(pcg *rand.PCG, moves uint64) engines.Move {
	if moves == 0 {
		return pass
	}
	for range below(pcg, bits.OnesCount64(moves)) {
		moves &= moves - 1
	}
	return engines.Move(bits.TrailingZeros64(moves))
}

// below returns a random number in [0, n). n must be positive. The numbers are equally likely, up
// to a relative error of n/2^64.
func below(pcg *rand.PCG, n int) int {
	if n == 1 {
		return 0
	}
	high, _ := bits.Mul64(pcg.Uint64(), uint64(n))
	return int(high)
}

// isTranscript reports whether a text begins with a move, as a transcript does, and not with a
// board.
func isTranscript(s string) bool {
	return len(s) > 1 && s[0]|0x20 >= 'a' && s[0]|0x20 <= 'h' && s[1] >= '0' && s[1] <= '9'
}

// replay plays the moves of a transcript, such as "f5d6c3", from the start position. Upper case and
// blanks are accepted. Passes may be written ("pa", "ps") or left out. Errors name the move.
func replay(transcript string) (*game, error) {
	g := startGame()
	text := strings.Join(strings.Fields(transcript), "")
	for ply := 0; len(text) > 0; ply++ {
		if len(text) < 2 {
			return nil, fmt.Errorf("transcript: move %d: %q is half a move", ply+1, text)
		}
		m, err := parseMove(text[:2])
		if err != nil {
			return nil, fmt.Errorf("transcript: move %d: %w", ply+1, err)
		}
		if m != pass && g.moves == 0 && !g.over {
			if err := g.Apply(pass); err != nil {
				return nil, err
			}
		}
		if err := g.Apply(m); err != nil {
			return nil, fmt.Errorf("transcript: move %d: %w", ply+1, err)
		}
		text = text[2:]
	}
	return g, nil
}

// parseOpenings parses the setting openings and returns the positions after the openings, without
// repeated ones. An opening is a transcript or a board, and a # begins a comment. Transcripts are
// separated by blanks or commas, and boards by line breaks or commas. A board has 64 characters or
// is a line of an OBF file. Errors name the line or, if the text has only one, the number of the
// opening.
func parseOpenings(text string) ([]game, error) {
	type position struct {
		own, opp uint64
		turn     int
	}
	var list []game
	known, read := make(map[position]bool), 0
	text = strings.TrimPrefix(text, "\ufeff")
	several, number := strings.Contains(text, "\n"), 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		for _, one := range openingsIn(line) {
			g, err := parsePosition(one)
			if err == nil && g.over {
				err = fmt.Errorf("the game is over")
			}
			switch {
			case err != nil && several:
				return nil, keys.Errorf("openings", "%w", &training.LineError{Line: number, Err: err})
			case err != nil:
				return nil, keys.Errorf("openings", "opening %d: %w", read+1, err)
			}
			read++
			if at := (position{g.own, g.opp, g.turn}); !known[at] {
				known[at] = true
				list = append(list, *g)
			}
		}
	}
	if read == 0 && text != "" {
		return nil, keys.Errorf("openings", "no opening in the text; want transcripts or boards")
	}
	return list, nil
}

func openingsIn(line string) (list []string) {
	for part := range strings.SplitSeq(line, ",") {
		words := strings.Fields(part)
		if len(words) > 0 && len(words[0]) == 64 && !isTranscript(words[0]) {
			words = []string{part}
		}
		list = append(list, words...)
	}
	return list
}
