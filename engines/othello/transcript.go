package othello

import (
	"fmt"
	"strings"
	"unicode"

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

// parseOpenings reads the setting "openings": transcripts apart by blanks or, as
// a list in a config becomes text, by commas. In a text of several lines, what
// follows a '#' on its line is a comment. It returns the positions that they lead
// to; errors number the openings from 1.
func parseOpenings(text string) ([]game, error) {
	var list []game
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for _, transcript := range strings.FieldsFunc(line, func(c rune) bool { return c == ',' || unicode.IsSpace(c) }) {
			g, err := replay(transcript)
			if err == nil && g.over {
				err = fmt.Errorf("the game is over")
			}
			if err != nil {
				return nil, keys.Errorf("openings", "opening %d: %w", len(list)+1, err)
			}
			list = append(list, *g)
		}
	}
	return list, nil
}
