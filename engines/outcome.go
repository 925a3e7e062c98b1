package engines

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Outcome is the place of every seat at the end of a game, from 1 for the best;
// seats that tie share a place. Where the game counts points it has every seat's
// score, too. It is a plain value that can be compared, and a small one: a
// tournament holds many.
type Outcome struct {
	seats  uint8
	scored bool
	places [MaxSeats]uint8
	scores string // of all seats, 8 bytes each: a string can be compared
}

// Places makes an Outcome of one place per seat. Places need only be ordered:
// they are renumbered so that a seat's place is one more than the number of
// seats before it. It panics on more than MaxSeats seats.
func Places(places ...int) Outcome {
	checkSeats(len(places))
	o := Outcome{seats: uint8(len(places))}
	for i, p := range places {
		ahead := 0
		for _, q := range places {
			if q < p {
				ahead++
			}
		}
		o.places[i] = uint8(ahead + 1)
	}
	return o
}

// ByScore makes the Outcome of a game that counts points, one score per seat:
// more is better, and equal scores share a place. It panics on more than
// MaxSeats scores and on one that is not a finite number.
func ByScore(scores ...float64) Outcome {
	checkSeats(len(scores))
	o := Outcome{seats: uint8(len(scores)), scored: true}
	var bits [8 * MaxSeats]byte
	for i, mine := range scores {
		if math.IsNaN(mine) || math.IsInf(mine, 0) {
			panic(fmt.Sprintf("engines: a score of %v", mine))
		}
		binary.LittleEndian.PutUint64(bits[8*i:], math.Float64bits(mine+0)) // never -0
		o.places[i] = 1
		for _, other := range scores {
			if other > mine {
				o.places[i]++
			}
		}
	}
	o.scores = string(bits[:8*len(scores)])
	return o
}

// checkSeats panics on a number of seats that no table has.
func checkSeats(seats int) {
	if seats < 0 || seats > MaxSeats {
		panic(fmt.Sprintf("engines: %d seats, at most %d", seats, MaxSeats))
	}
}

// Winner makes the Outcome in which one seat is first and all others tie. It panics on
// more than MaxSeats seats.
func Winner(seats, winner int) (o Outcome) {
	checkSeats(seats)
	o.seats = uint8(seats)
	for i := range seats {
		o.places[i] = 2
		if i == winner {
			o.places[i] = 1
		}
	}
	return o
}

// Loser makes the Outcome in which one seat is last and all others tie. It panics on
// more than MaxSeats seats and on a loser that is none of them.
func Loser(seats, loser int) Outcome {
	o := Draw(seats)
	if loser < 0 || loser >= seats {
		panic(fmt.Sprintf("engines: seat %d of %d, counted from 0", loser, seats))
	}
	o.places[loser] = uint8(seats)
	return o
}

// Draw makes the Outcome in which all seats share the first place. It panics on more
// than MaxSeats seats.
func Draw(seats int) (o Outcome) {
	checkSeats(seats)
	o.seats = uint8(seats)
	for i := range seats {
		o.places[i] = 1
	}
	return o
}

// Seats is the number of seats; 0 for the zero Outcome.
func (o Outcome) Seats() int { return int(o.seats) }

// Place is the place of a seat, from 1; 0 for a seat below MaxSeats that the Outcome has
// not. It panics on other numbers.
func (o Outcome) Place(seat int) int { return int(o.places[seat]) }

// Drawn reports whether all seats share the first place.
func (o Outcome) Drawn() bool {
	for seat := range o.Seats() {
		if o.Place(seat) > 1 {
			return false
		}
	}
	return true
}

// Score is what a seat has scored; ok is false where no points are counted.
func (o Outcome) Score(seat int) (score float64, ok bool) {
	if seat < 0 || 8*seat >= len(o.scores) {
		return 0, o.scored
	}
	return math.Float64frombits(binary.LittleEndian.Uint64([]byte(o.scores[8*seat : 8*seat+8]))), true
}

// allScores are the scores by seat, nil where no points are counted.
func (o Outcome) allScores() []float64 {
	if !o.scored {
		return nil
	}
	all := make([]float64, o.seats)
	for seat := range all {
		all[seat], _ = o.Score(seat)
	}
	return all
}

// Points is what a place is worth, in [0, 1]: the share of the other seats that
// a seat beat, a tie counting half. For two seats: 1 won, 0.5 drawn, 0 lost. A
// lone seat has nobody to beat and gets 0.5. It panics on numbers that Place panics on.
func (o Outcome) Points(seat int) float64 {
	if o.seats < 2 {
		return 0.5
	}
	halves := 0
	for other := range int(o.seats) {
		if other == seat {
			continue
		}
		switch mine, theirs := o.places[seat], o.places[other]; {
		case mine < theirs:
			halves += 2
		case mine == theirs:
			halves++
		}
	}
	return float64(halves) / float64(2*(int(o.seats)-1))
}

// scoredJSON is how an Outcome with scores is written; the places follow from it.
type scoredJSON struct {
	Scores []float64 `json:"scores"`
}

// String writes the places in the order of the seats, "1 2", and the scores if
// there are any, "1 2 (64, 12)".
func (o Outcome) String() string {
	var b strings.Builder
	for seat := range o.Seats() {
		if seat > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(o.Place(seat)))
	}
	for seat, score := range o.allScores() {
		separator := ", "
		if seat == 0 {
			separator = " ("
		}
		b.WriteString(separator + strconv.FormatFloat(score, 'g', -1, 64))
	}
	if o.scored {
		b.WriteByte(')')
	}
	return b.String()
}

// MarshalJSON writes the places as a list, [1,2]; with scores it writes those
// alone, {"scores":[64,12]}.
func (o Outcome) MarshalJSON() ([]byte, error) {
	if o.scored {
		return json.Marshal(scoredJSON{o.allScores()})
	}
	places := make([]int, o.seats)
	for i := range places {
		places[i] = o.Place(i)
	}
	return json.Marshal(places)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	var places []int
	var scored scoredJSON
	var err error
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		err = json.Unmarshal(data, &scored)
	} else {
		err = json.Unmarshal(data, &places)
	}
	if err != nil {
		return err
	}
	if n := max(len(places), len(scored.Scores)); n > MaxSeats {
		return fmt.Errorf("outcome: %d seats, at most %d", n, MaxSeats)
	}
	if scored.Scores != nil {
		*o = ByScore(scored.Scores...)
	} else {
		*o = Places(places...)
	}
	return nil
}
