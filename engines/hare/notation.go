package hare

import (
	"fmt"
	"strconv"
	"strings"
)

// fieldsPerPlayer is the number of fields of each player in the text of a position: square,
// carrots, lettuces and flag.
const fieldsPerPlayer = 4

const maxNotation = 1 << 10

// parsePosition parses a position of 2 to 6 players, such as "45;26;2;f;29;19;0;f". It contains the
// square, the carrots, the lettuces and a flag of each player, separated by semicolons. The player
// to move is first, and the others follow in turn order. After the players may stand a blank, @ and
// the seat, from 1, of the first player in the text. The default is seat 1.
//
// The flag is t for a player who eats next (on a lettuce square) or misses the next turn (on a hare
// square), otherwise f. The older deck of cards has two more flags for a player on a hare square. e
// means that the player eats there in its next turn. c means that the player, who is to move,
// chooses whether to take or give ten carrots. A player on square 64 has finished, in the place
// that the flag states. If the flag is f, players who have finished are placed in the order of the
// text.
//
// Errors name the field, counted from 1.
func parsePosition(b *board, text string) (state, error) {
	if len(text) > maxNotation {
		return state{}, fmt.Errorf("%d characters, at most %d", len(text), maxNotation)
	}
	text, seat, hasSeat := strings.Cut(strings.TrimSpace(text), "@")
	s, err := parseFields(b, strings.Split(strings.TrimSpace(text), ";"))
	if err != nil || !hasSeat {
		return s, err
	}
	first, err := strconv.Atoi(strings.TrimSpace(seat))
	if err != nil || first < 1 || first > int(s.seats) {
		return state{}, fmt.Errorf("@%.20s: the first player written sits at 1 to %d", seat, s.seats)
	}
	return rotateSeats(&s, uint8(first-1)), nil
}

// parseFields parses the fields of a position. The first player in the text gets seat 1 and is to
// move.
func parseFields(b *board, fields []string) (state, error) {
	n := len(fields) / fieldsPerPlayer
	if len(fields)%fieldsPerPlayer != 0 || n < minSeats || n > maxSeats {
		return state{}, fmt.Errorf("a position has 4 fields for each of %d to %d players; this text has %d", minSeats, maxSeats, len(fields))
	}
	s := state{seats: uint8(n)}
	for i := range n {
		if err := parsePlayer(&s, b, uint8(i), fields[fieldsPerPlayer*i:]); err != nil {
			return state{}, err
		}
	}
	if int(s.finished) == n {
		return state{}, fmt.Errorf("all players are on %d; the last one does not finish", finish)
	}
	if err := checkPlaces(&s); err != nil {
		return state{}, err
	}
	if s.place[0] != 0 {
		if !s.over() {
			return state{}, fmt.Errorf("field 1 (square): the player to move is on %d", finish)
		}
		s.pass()
	}
	return s, nil
}

func checkPlaces(s *state) error {
	var taken [maxSeats + 1]bool
	for i := range s.seats {
		p := s.place[i]
		if p == 0 {
			continue
		}
		if p > s.finished || taken[p] {
			return fieldError(i, 3, "place %d of %d who have finished, or a place taken", p, s.finished)
		}
		taken[p] = true
	}
	return nil
}

// rotateSeats returns a copy of the position in which every player has moved the given number of
// seats forward in turn order. After the last seat comes the first.
func rotateSeats(s *state, by uint8) state {
	out := *s
	for i := range s.seats {
		to := (i + by) % s.seats
		out.carrots[to], out.square[to], out.lettuces[to] = s.carrots[i], s.square[i], s.lettuces[i]
		out.flag[to], out.place[to] = s.flag[i], s.place[i]
	}
	out.turn = (s.turn + by) % s.seats
	return out
}

// fieldError returns an error about field k, from 0 to 3, of player i in the text of a position.
// Its message begins with the number and the name of the field.
func fieldError(i uint8, k int, format string, args ...any) error {
	names := [fieldsPerPlayer]string{"square", "carrots", "lettuces", "flag"}
	return fmt.Errorf("field %d (%s): %s", fieldsPerPlayer*int(i)+k+1, names[k], fmt.Sprintf(format, args...))
}

func parsePlayer(s *state, b *board, i uint8, fields []string) error {
	limits := [...]int{finish, readCarrots, startLettuces}
	var v [len(limits)]int
	for k, limit := range limits {
		n, err := strconv.Atoi(strings.TrimSpace(fields[k]))
		if err != nil || n < 0 || n > limit {
			return fieldError(i, k, "%.20q is not a whole number from 0 to %d", fields[k], limit)
		}
		v[k] = n
	}
	at := v[0]
	if s.occupied.has(at) {
		return fieldError(i, 0, "two players on %d", at)
	}
	s.carrots[i], s.lettuces[i] = int32(v[1]), uint8(v[2])
	s.move(i, at)
	if at == finish {
		if s.lettuces[i] > 0 {
			return fieldError(i, 2, "a player with lettuces is on %d", finish)
		}
		s.finish(i)
		if text := strings.TrimSpace(fields[3]); len(text) == 1 && text[0] >= '1' && text[0] <= '0'+maxSeats {
			s.place[i] = text[0] - '0'
			return nil
		}
	}
	return parseFlag(s, b, i, strings.TrimSpace(fields[3]))
}

// parseFlag parses the flag of player i in the text of a position: f, t, e or c (see
// [parsePosition]). It is an error if the flag contradicts the player's square, which must have
// been parsed before.
func parseFlag(s *state, b *board, i uint8, text string) error {
	kind := b.kinds[s.square[i]]
	switch text {
	case "f":
		return nil
	case "t":
		if kind != lettuceSquare && kind != hareSquare {
			return fieldError(i, 3, "t on square %d, which is neither a lettuce nor a hare of this board", s.square[i])
		}
		s.flag[i] = pending
	case "e":
		s.flag[i] = eating
	case "c":
		s.flag[i] = choosing
		if i != 0 {
			return fieldError(i, 3, "c for a player who is not to move")
		}
	default:
		return fieldError(i, 3, "%.20q is not t or f (nor e or c, with the older cards)", text)
	}
	if text != "t" && kind != hareSquare {
		return fieldError(i, 3, "%s on square %d, which is not a hare of this board", text, s.square[i])
	}
	if s.eats(b, i) && s.lettuces[i] == 0 {
		return fieldError(i, 3, "%s without a lettuce to eat", text)
	}
	return nil
}

// formatPosition returns the text of a position in the format of [parsePosition].
func formatPosition(s *state) string {
	text := formatFields(s)
	if s.turn > 0 {
		text += " @" + strconv.Itoa(int(s.turn)+1)
	}
	return text
}

// formatFields returns the fields of all players as text, such as "45;26;2;f;29;19;0;f", beginning
// with the player to move. The text does not contain the seat of this player.
func formatFields(s *state) string {
	out := make([]byte, 0, 16*s.seats)
	inOrder := finishedInOrder(s)
	for k := range s.seats {
		i := (s.turn + k) % s.seats
		if k > 0 {
			out = append(out, ';')
		}
		out = strconv.AppendInt(out, int64(s.square[i]), 10)
		out = append(out, ';')
		out = strconv.AppendInt(out, int64(s.carrots[i]), 10)
		out = append(out, ';')
		out = strconv.AppendInt(out, int64(s.lettuces[i]), 10)
		out = append(out, ';')
		if s.place[i] != 0 && !inOrder {
			out = append(out, '0'+s.place[i])
		} else {
			out = append(out, "ftec"[s.flag[i]])
		}
	}
	return string(out)
}

// finishedInOrder reports whether the places of finished players follow from their order in the
// text of the position. If so, the text need not contain them.
func finishedInOrder(s *state) bool {
	last := uint8(0)
	for k := range s.seats {
		if p := s.place[(s.turn+k)%s.seats]; p != 0 {
			if p < last {
				return false
			}
			last = p
		}
	}
	return true
}
