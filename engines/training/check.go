package training

import (
	"fmt"
	"io"

	"github.com/lanista/lanista/engines"
)

// Decider is implemented by engines of games that continue after one seat has won, because the
// other seats play for second place and below.
type Decider interface {
	// Decided returns the seat that has already won in the given position. ok is false if no seat
	// has.
	Decided(p engines.Position) (winner int, ok bool)
}

// CheckEtudes reads a file of etudes (positions labelled with the winner) in the format of
// [ReadEtudes]. It returns the correct etudes, and a [LineError] for each line with a mistake.
// These mistakes are found:
//   - The line cannot be read.
//   - The label contradicts the position, for example because another seat has won the game.
//   - The seat to move has no move, although the game is not over.
//   - An earlier line has the same position with another label.
func CheckEtudes(e engines.Engine, r io.Reader) (sound []Etude, mistakes []*LineError) {
	labels := make(map[string]Etude) // by the position as the game writes it
	for x, wrong := range etudesOf(e, r) {
		if wrong != nil {
			mistakes = append(mistakes, wrong)
			continue
		}
		err := checkLabel(e, x.etude, x.game)
		if err == nil {
			earlier, known := labels[x.game.String()]
			if known && earlier.Winner != x.etude.Winner {
				err = fmt.Errorf("the position is labelled %d here and %d in line %d", x.etude.Winner+1, earlier.Winner+1, earlier.Line)
			} else if !known {
				labels[x.game.String()] = x.etude
			}
		}
		if err != nil {
			mistakes = append(mistakes, &LineError{x.etude.Line, err})
			continue
		}
		sound = append(sound, x.etude)
	}
	return sound, mistakes
}

// checkLabel returns an error if the label of the etude, its expected winner, contradicts position
// g. It also returns an error if the seat to move has no move although the game is not over.
func checkLabel(e engines.Engine, x Etude, g engines.Game) error {
	if g.Over() {
		if o := g.Outcome(); o.Place(x.Winner) != 1 || o.Drawn() {
			return fmt.Errorf("the game is over, and player %d has not won it", x.Winner+1)
		}
		return nil
	}
	if d, ok := engines.As[Decider](e); ok {
		if winner, decided := d.Decided(g); decided && winner != x.Winner {
			return fmt.Errorf("player %d has won already, but the label is %d", winner+1, x.Winner+1)
		}
	}
	if len(g.Moves(nil)) == 0 {
		return fmt.Errorf("player %d has no move, and the game is not over", g.Turn()+1)
	}
	return nil
}
