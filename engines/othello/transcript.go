package othello

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
)

// isTranscript reports whether a text starts like a list of moves rather than
// a board.
func isTranscript(s string) bool {
	return len(s) > 1 && s[0]|0x20 >= 'a' && s[0]|0x20 <= 'h' && s[1] >= '0' && s[1] <= '9'
}

// replay plays a transcript from the start position: two characters a move,
// in either case, blanks ignored. Passes may be written ("pa", "ps") or left
// out. Its errors name the move.
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

// parseOpenings reads the setting "openings": transcripts separated by blanks or, as a list
// in a config becomes text, by commas; and boards of 64 characters, each on a line of its own
// or between commas, also as lines of an OBF file. In a text of several lines, what follows
// a '#' on its line is a comment. It returns the different positions that they lead to.
// Errors number the openings from 1, or name the line of a text of several.
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
	return list, nil
}

// openingsIn splits a line into boards and transcripts.
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
