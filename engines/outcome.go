package engines

import (
	"encoding/json"
	"fmt"
)

// Outcome is the place of every seat at the end of a game, from 1 for the best;
// seats that tie share a place. It is a plain value that can be compared.
type Outcome struct {
	seats  uint8
	places [MaxSeats]uint8
}

// Places makes an Outcome of one place per seat. Places need only be ordered:
// they are renumbered so that a seat's place is one more than the number of
// seats before it. It panics on more than MaxSeats seats.
func Places(places ...int) Outcome {
	if len(places) > MaxSeats {
		panic(fmt.Sprintf("engines: %d seats, at most %d", len(places), MaxSeats))
	}
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

// Winner makes the Outcome in which one seat is first and all others tie.
func Winner(seats, winner int) Outcome {
	o := Draw(seats)
	for i := range seats {
		if i != winner {
			o.places[i] = 2
		}
	}
	return o
}

// Loser makes the Outcome in which one seat is last and all others tie.
func Loser(seats, loser int) Outcome {
	o := Draw(seats)
	o.places[loser] = uint8(seats)
	return o
}

// Draw makes the Outcome in which all seats share the first place.
func Draw(seats int) Outcome {
	o := Outcome{seats: uint8(seats)}
	for i := range seats {
		o.places[i] = 1
	}
	return o
}

// Seats is the number of seats; 0 for the zero Outcome.
func (o Outcome) Seats() int { return int(o.seats) }

// Place is the place of a seat, from 1.
func (o Outcome) Place(seat int) int { return int(o.places[seat]) }

// Points is the score of a seat in [0, 1]: the share of the other seats that it
// beat, a tie counting half. For two seats: 1 won, 0.5 drawn, 0 lost.
func (o Outcome) Points(seat int) float64 {
	if o.seats < 2 {
		return 0
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

// MarshalJSON writes the places as a list.
func (o Outcome) MarshalJSON() ([]byte, error) {
	places := make([]int, o.seats)
	for i := range places {
		places[i] = o.Place(i)
	}
	return json.Marshal(places)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	var places []int
	if err := json.Unmarshal(data, &places); err != nil {
		return err
	}
	if len(places) > MaxSeats {
		return fmt.Errorf("outcome: %d seats, at most %d", len(places), MaxSeats)
	}
	*o = Places(places...)
	return nil
}
