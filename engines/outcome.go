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

// Outcome contains the place of every seat at the end of a game. It also contains the score of
// every seat if the game counts points. Places count from 1, the best. Seats that tie share a
// place. Outcomes can be compared with ==. The zero value has no seats.
type Outcome struct {
	seats  uint8
	scored bool
	places [MaxSeats]uint8
	scores string // of all seats, 8 bytes each; a string, so that Outcome is comparable
}

// Places returns an Outcome with the places of all seats, in the order of the seats. Only the
// order of the given numbers matters: the smallest number becomes place 1, and equal numbers
// share a place. A seat's place is one more than the number of seats with smaller numbers. Places
// panics if there are more than MaxSeats seats.
func Places(places ...int) Outcome {
	return Ranked(len(places), func(a, b int) bool { return places[a] < places[b] })
}

// Ranked returns the Outcome for an order of the seats. ahead(a, b) reports whether seat a has done
// better than seat b. A seat's place is one more than the number of seats ahead of it. Ranked
// panics if seats is above MaxSeats.
func Ranked(seats int, ahead func(a, b int) bool) (o Outcome) {
	checkSeats(seats)
	o.seats = uint8(seats)
	for i := range seats {
		o.places[i] = 1
		for j := range seats {
			if ahead(j, i) {
				o.places[i]++
			}
		}
	}
	return o
}

// ByScore returns the Outcome with a score for every seat, in the order of the seats. A higher
// score has a better place, and equal scores share a place. ByScore panics if there are more than
// MaxSeats scores or a score is not finite.
func ByScore(scores ...float64) Outcome {
	o := Ranked(len(scores), func(a, b int) bool { return scores[a] > scores[b] })
	o.scored = true
	var bits [8 * MaxSeats]byte
	for i, mine := range scores {
		if math.IsNaN(mine) || math.IsInf(mine, 0) {
			panic(fmt.Sprintf("engines: a score of %v", mine))
		}
		binary.LittleEndian.PutUint64(bits[8*i:], math.Float64bits(mine+0)) // never -0
	}
	o.scores = string(bits[:8*len(scores)])
	return o
}

func checkSeats(seats int) {
	if seats < 0 || seats > MaxSeats {
		panic(fmt.Sprintf("engines: %d seats are not within [0, %d]", seats, MaxSeats))
	}
}

func checkSeat(seat, seats int) {
	if seat < 0 || seat >= seats {
		panic(fmt.Sprintf("engines: seat %d of %d, counted from 0", seat, seats))
	}
}

// Winner returns an Outcome in which one seat is first and all others tie for second place.
// winner is counted from 0. Winner panics if seats is above MaxSeats or there is no such seat.
func Winner(seats, winner int) (o Outcome) {
	checkSeats(seats)
	checkSeat(winner, seats)
	o.seats = uint8(seats)
	for i := range seats {
		o.places[i] = 2
		if i == winner {
			o.places[i] = 1
		}
	}
	return o
}

// Loser returns an Outcome in which one seat is last and all others tie for first place. loser is
// counted from 0. Loser panics if seats is above MaxSeats or there is no such seat.
func Loser(seats, loser int) Outcome {
	o := Draw(seats)
	checkSeat(loser, seats)
	o.places[loser] = uint8(seats)
	return o
}

// Draw returns an Outcome in which all seats share the first place. It panics if seats is above
// MaxSeats.
func Draw(seats int) (o Outcome) {
	checkSeats(seats)
	o.seats = uint8(seats)
	for i := range seats {
		o.places[i] = 1
	}
	return o
}

// Seats returns the number of seats.
func (o Outcome) Seats() int { return int(o.seats) }

// Place returns the place of a seat. Places count from 1, and seats from 0. It returns 0 if the
// game has no such seat, and panics if seat is not in [0, MaxSeats).
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

// Score returns the score of a seat, counted from 0. ok is false if the game counts no points.
func (o Outcome) Score(seat int) (score float64, ok bool) {
	if seat < 0 || seat >= len(o.scores)/8 {
		return 0, o.scored
	}
	return math.Float64frombits(binary.LittleEndian.Uint64([]byte(o.scores[8*seat : 8*seat+8]))), true
}

// allScores returns the scores by seat, or nil if the game counts no points.
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

// Points returns the share of the opponents that a seat has beaten, from 0 to 1, where a tie
// counts half. With two seats a win is 1, a draw 0.5 and a loss 0. In a game with one seat it is
// 0.5. Points panics if seat is not in [0, MaxSeats).
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

// scoredJSON is the JSON form of an Outcome with scores. It omits the places, which follow from
// the scores.
type scoredJSON struct {
	Scores []float64 `json:"scores"`
}

// String returns the places in the order of the seats, such as "1 2". If the game counts points,
// the scores follow, such as "1 2 (64, 12)".
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
	if len(o.scores) > 0 {
		b.WriteByte(')')
	}
	return b.String()
}

// MarshalJSON returns the places as a list, such as [1,2]. If the game counts points, it returns
// only the scores, such as {"scores":[64,12]}.
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

// UnmarshalJSON parses the JSON that MarshalJSON returns.
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
