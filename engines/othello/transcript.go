package othello

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
)

// isTranscript reports whether a text starts like a list of moves rather than
// a board.
func isTranscript(s string) bool {
	return len(s) > 1 && s[0]|0x20 >= 'a' && s[0]|0x20 <= 'h' && s[1] >= '0' && s[1] <= '9'
}

// Replay plays a transcript from the start position: two characters a move,
// in either case, blanks ignored. Passes may be written ("pa", "ps") or left
// out. Its errors name the move.
func Replay(transcript string) (*Game, error) {
	g := Start()
	text := strings.Join(strings.Fields(transcript), "")
	for ply := 0; len(text) > 0; ply++ {
		if len(text) < 2 {
			return nil, fmt.Errorf("transcript: move %d: %q is half a move", ply+1, text)
		}
		m, err := parseMove(text[:2])
		if err != nil {
			return nil, fmt.Errorf("transcript: move %d: %w", ply+1, err)
		}
		if m != Pass && g.moves == 0 && !g.over {
			if err := g.Apply(Pass); err != nil {
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

// Transcript writes moves as a transcript, passes left out.
func Transcript(moves []engines.Move) string {
	var b strings.Builder
	for _, m := range moves {
		if m != Pass {
			b.WriteString(square(int(m)))
		}
	}
	return b.String()
}

// ReadOpenings reads a file of openings, a transcript a line; blank lines and
// what follows a '#' are skipped. It returns them as the setting "openings"
// takes them. Its errors name the line.
func ReadOpenings(r io.Reader) (string, error) {
	var list []string
	sc := bufio.NewScanner(r)
	for line := 1; sc.Scan(); line++ {
		text, _, _ := strings.Cut(sc.Text(), "#")
		text = strings.Join(strings.Fields(text), "")
		if text == "" {
			continue
		}
		if err := checkOpening(text); err != nil {
			return "", fmt.Errorf("line %d: %w", line, err)
		}
		list = append(list, strings.ToLower(text))
	}
	if err := sc.Err(); err != nil {
		return "", err
	}
	if len(list) == 0 {
		return "", fmt.Errorf("no opening in the file")
	}
	return strings.Join(list, " "), nil
}

func checkOpening(text string) error {
	g, err := Replay(text)
	if err != nil {
		return err
	}
	if g.over {
		return fmt.Errorf("opening %s: the game is over", text)
	}
	return nil
}
