package protocol

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
)

// exactNames makes the decoding of field names sensitive to case. In every field name with a
// capital letter, it replaces the first character by _, so that the name is unknown. The protocol
// has only small letters in field names, but package json would decode "Move" as the field move.
func exactNames(line []byte) []byte {
	out, copied := line, false
	for i := 0; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		name := i + 1
		for i++; i < len(line) && line[i] != '"'; i++ {
			if line[i] == '\\' {
				i++
			}
		}
		after := bytes.TrimLeft(line[min(i+1, len(line)):], " \t\r")
		if len(after) == 0 || after[0] != ':' || !bytes.ContainsFunc(line[name:i], isCapital) {
			continue
		}
		if !copied {
			out, copied = slices.Clone(line), true
		}
		if out[name] == '\\' {
			out[name+1] = '_' // of an escape sequence such as \"
		}
		out[name] = '_'
	}
	return out
}

// isCapital reports whether r is a capital letter or not an ASCII character. When package json
// compares field names, it treats some of these characters as small ASCII letters.
func isCapital(r rune) bool { return r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf }

// readID decodes the fields id and error of an answer. failed is nil if the program reports no
// error. made is the number of the last request; an id that no request had is an error.
func readID(line []byte, made int64) (id int64, failed *string, err error) {
	var r struct {
		ID    *float64 `json:"id"`
		Error *string  `json:"error"`
	}
	switch err := decodeAnswer(line, &r); {
	case err != nil:
		return 0, nil, err
	case r.ID == nil:
		return 0, nil, malformed("an answer without an id: %s", Printable(string(line)))
	case *r.ID < 1 || *r.ID > float64(made) || *r.ID != math.Trunc(*r.ID):
		return 0, nil, malformed("an answer to request %v, which has not been made (the last was %d)", *r.ID, made)
	}
	return int64(*r.ID), r.Error, nil
}

// decodeAnswer decodes a JSON answer into target, a pointer to a struct.
func decodeAnswer(line []byte, target any) error {
	if err := json.Unmarshal(exactNames(line), target); err != nil {
		return explainJSON(line, err)
	}
	return nil
}

// jsonValue returns the kind of a JSON value in the words that package json uses in errors, such as
// "string". For a number it also returns the text, as in "number 1.5".
func jsonValue(text []byte) string {
	switch text[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "bool"
	}
	return "number " + string(text)
}

// jsonKind returns the kind of a JSON value from which a Go value of the given type can be decoded.
func jsonKind(t reflect.Type) string {
	if t == reflect.TypeFor[whole]() {
		return "a whole number below 2^53"
	}
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a number"
}

// explainJSON converts an error of package json to an *[engines.Fault] that quotes the line.
func explainJSON(line []byte, err error) error {
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if number, is := strings.CutPrefix(kind.Value, "number "); is && kind.Type.Kind() == reflect.Float64 {
			return malformed("%q is %s, which is too large a number: %s", kind.Field, number, Printable(string(line)))
		}
		return malformed("%q has %s where %s is needed: %s", kind.Field, withArticle(kind.Value), jsonKind(kind.Type), Printable(string(line)))
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		if reason := explainSyntax(line, int(syntax.Offset)-1); reason != "" {
			return malformed("%s: %s", reason, Printable(string(line)))
		}
	}
	if first := json.NewDecoder(bytes.NewReader(line)).Decode(new(any)); errors.Is(first, io.ErrUnexpectedEOF) {
		err = errors.New("the line ends before the JSON does; an answer is one line")
	}
	return malformed("not an answer in JSON (%w): %s", err, Printable(string(line)))
}

// explainSyntax explains a syntax error that package json found at index at of a line. It describes
// what other languages write where JSON has numbers, names and texts. For other mistakes it returns
// "".
func explainSyntax(line []byte, at int) string {
	if at < 0 || at >= len(line) {
		return ""
	}
	if line[at] == '\'' {
		return "texts and names of JSON are in double quotation marks"
	}
	from, to := at, at
	for from > 0 && inWord(line[from-1]) {
		from--
	}
	for to < len(line) && inWord(line[to]) {
		to++
	}
	word, before, after := Printable(string(line[from:to])), bytes.TrimRight(line[:from], " \t"), bytes.TrimLeft(line[to:], " \t")
	if word == "" || len(before) == 0 || !bytes.Contains([]byte(":[,{"), before[len(before)-1:]) {
		return ""
	}
	comma := bytes.HasSuffix(before, []byte(","))
	switch {
	case comma && at == from && isDigit(word[0]) && len(before) > 1 && isDigit(before[len(before)-2]):
		return "a number of JSON has a decimal point, no comma"
	case bytes.HasPrefix(after, []byte(":")):
		return fmt.Sprintf("%s is no name of JSON; names are in double quotation marks", word)
	case notFinite[strings.ToLower(strings.TrimLeft(word, "+-"))]:
		return fmt.Sprintf("%s is no number of JSON; numbers must be finite", word)
	}
	return fmt.Sprintf("%s is no value of JSON; values are null, true, false, numbers such as -0.5, and texts in double quotation marks", word)
}

// notFinite contains what programs write for numbers that are not finite, in lower case and without
// a sign.
var notFinite = map[string]bool{"nan": true, "inf": true, "infinity": true}

// inWord reports whether c belongs to a number or to a word such as null.
func inWord(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '.' || c == '+' || c == '-' || c == '_'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// withArticle returns the name of a JSON type with an indefinite article, such as "an object".
func withArticle(name string) string {
	switch name {
	case "object", "array":
		return "an " + name
	case "null":
		return name
	}
	return "a " + name
}

// whole is an integer in a JSON answer. Any JSON spelling of the number is allowed, such as 5,
// 5.0 and 5e0.
type whole int64

// maxWhole is the exclusive limit of the absolute value of integers in the protocol.
const maxWhole = 1 << 53

// UnmarshalJSON decodes an integer whose absolute value is below maxWhole. For any other value it
// returns a [json.UnmarshalTypeError], to which package json adds the name of the field. null
// leaves w unchanged.
func (w *whole) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || v != float64(int64(v)) || v <= -maxWhole || v >= maxWhole {
		return &json.UnmarshalTypeError{Value: jsonValue(text), Type: reflect.TypeFor[whole]()}
	}
	*w = whole(v)
	return nil
}

// readChoice decodes the answer to a request for a move.
func readChoice(line []byte) (Choice, error) {
	var r struct {
		Move   *string  `json:"move"`
		Resign bool     `json:"resign"`
		Score  *float64 `json:"score"`
		Nodes  *float64 `json:"nodes"`
	}
	if err := decodeAnswer(line, &r); err != nil {
		return Choice{}, err
	}
	c := Choice{Resign: r.Resign}
	if r.Score != nil && *r.Score >= -1 && *r.Score <= 1 { // other scores are ignored
		c.Score = r.Score
	}
	if r.Nodes != nil && *r.Nodes >= 0 && *r.Nodes < 1<<53 {
		c.Nodes = uint64(*r.Nodes)
	}
	switch {
	case r.Resign:
		return c, nil
	case r.Move == nil:
		return c, malformed("an answer without a move: %s", Printable(string(line)))
	}
	c.Move = *r.Move
	return c, nil
}

// readGame decodes the answer to a request for a whole game.
func readGame(line []byte, seats int, content bool) (engines.Record, error) {
	var r struct {
		Places  []*whole   `json:"places"`
		Scores  []*float64 `json:"scores"`
		Forfeit *whole     `json:"forfeit"`
		Why     string     `json:"why"`
		Plies   whole      `json:"plies"`
		Start   string     `json:"start"`
		Moves   []*string  `json:"moves"`
	}
	if err := decodeAnswer(line, &r); err != nil {
		return engines.Record{}, err
	}
	given := 0
	for _, is := range []bool{r.Places != nil, r.Scores != nil, r.Forfeit != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return engines.Record{}, malformed("a game ends with places, with scores or with a forfeit, one of them: %s", Printable(string(line)))
	}
	var record engines.Record
	switch {
	case r.Forfeit != nil:
		if *r.Forfeit < 0 || *r.Forfeit >= whole(seats) {
			return record, malformed("a forfeit of seat %d of %d", *r.Forfeit, seats)
		}
		record = engines.ForfeitRecord(seats, engines.Forfeit{Seat: int(*r.Forfeit), Kind: engines.ForfeitError, Reason: cmp.Or(Printable(r.Why), "the program reports a forfeit without a reason (\"why\")")})
	default:
		var err error
		if record.Outcome, err = readOutcome(r.Places, r.Scores, seats); err != nil {
			return record, err
		}
		if why := Printable(r.Why); why != "" {
			record.Detail().Reason = why
		}
	}
	if r.Plies < 0 {
		return record, malformed("plies: %d is below the minimum 0", r.Plies)
	}
	record.Plies = int(min(r.Plies, math.MaxInt32))
	for _, m := range r.Moves {
		if m == nil {
			return record, malformed("a move that is not a text: %s", Printable(string(line)))
		}
		d := record.Detail()
		d.Written = append(d.Written, Printable(*m))
	}
	if content && r.Moves != nil {
		record.Content = record.WrittenContent(r.Start, record.Written())
	}
	return record, nil
}

// maxScore is the largest absolute value of a score. Sums of squares of larger ones overflow in the
// statistics of a run.
const maxScore = 1e100

// readOutcome returns the outcome of a game from the numbers that a program has sent, one for each
// seat. The numbers are final scores or, if scores is nil, places: 1 for the winner. It returns an
// error if the list has the wrong length, a place is below 1 or a score is beyond maxScore.
func readOutcome(places []*whole, scores []*float64, seats int) (engines.Outcome, error) {
	if scores != nil {
		list, err := onePerSeat(scores, seats, "scores")
		if err != nil {
			return engines.Outcome{}, err
		}
		for _, score := range list {
			if math.Abs(score) > maxScore {
				return engines.Outcome{}, malformed("score %v; scores are at most %v in absolute value", score, maxScore)
			}
		}
		return engines.ByScore(list...), nil
	}
	list, err := onePerSeat(places, seats, "places")
	if err != nil {
		return engines.Outcome{}, err
	}
	for _, p := range list {
		if p < 1 {
			return engines.Outcome{}, malformed("place %d; places count from 1", p)
		}
	}
	return engines.Ranked(seats, func(a, b int) bool { return list[a] < list[b] }), nil
}

// onePerSeat returns the numbers in a list. It returns an error unless the list has exactly one
// number per seat. what is the name of the list in error messages.
func onePerSeat[T whole | float64](list []*T, seats int, what string) ([]T, error) {
	if len(list) != seats {
		return nil, malformed("%d %s for %d seats", len(list), what, seats)
	}
	out := make([]T, seats)
	for i, v := range list {
		if v == nil {
			return nil, malformed("no number among the %s of seat %d", what, i+1)
		}
		out[i] = *v
	}
	return out, nil
}

// State is a position that a program with the rules of a game has sent.
type State struct {
	Turn     int
	Legal    []string // the legal moves in the program's order; empty if the game is over
	Position string
	Views    []string // the position as each seat sees it; nil if all seats see Position
	Over     bool
	Outcome  engines.Outcome // if the game is over
}

// maxMoveText is the largest number of bytes in the text of a move.
const maxMoveText = 1024

// readState decodes the position that a program sends in reply to the request "start" or "apply".
func readState(line []byte, seats int) (State, error) {
	var r struct {
		Turn     *whole     `json:"turn"`
		Legal    []*string  `json:"legal"`
		Position *string    `json:"position"`
		Views    []*string  `json:"views"`
		Places   []*whole   `json:"places"`
		Scores   []*float64 `json:"scores"`
	}
	if err := decodeAnswer(line, &r); err != nil {
		return State{}, err
	}
	bad := func(format string, args ...any) (State, error) {
		return State{}, malformed("a state of the game: "+format+": %s", append(args, Printable(string(line)))...)
	}
	var s State
	if r.Position != nil {
		s.Position = *r.Position
	}
	if r.Views != nil {
		if len(r.Views) != seats {
			return bad("%d views for %d seats", len(r.Views), seats)
		}
		for i, v := range r.Views {
			if v == nil {
				return bad("no view of seat %d", i+1)
			}
			s.Views = append(s.Views, *v)
		}
	}
	var err error
	switch {
	case r.Places != nil && r.Scores != nil:
		return bad("places or scores, not both")
	case (r.Places != nil || r.Scores != nil) && len(r.Legal) > 0:
		return bad("legal moves or the end (places, scores), not both")
	case r.Places != nil || r.Scores != nil:
		s.Over = true
		s.Outcome, err = readOutcome(r.Places, r.Scores, seats)
		return s, err
	case len(r.Legal) == 0:
		return bad("no legal moves, and no places or scores, which state that the game is over")
	case r.Turn == nil:
		return bad("turn is missing; it is a seat from 0 to %d", seats-1)
	case *r.Turn < 0 || *r.Turn >= whole(seats):
		return bad("turn is %d; it is a seat from 0 to %d", *r.Turn, seats-1)
	case r.Position == nil:
		return bad("position is missing")
	}
	s.Turn = int(*r.Turn)
	seen := make(map[string]bool, len(r.Legal))
	for _, m := range r.Legal {
		if m == nil || *m == "" || len(*m) > maxMoveText || !isPrintable(*m) || seen[*m] {
			return bad("legal moves are different texts in one line, of at most %d bytes", maxMoveText)
		}
		seen[*m] = true
		s.Legal = append(s.Legal, *m)
	}
	return s, nil
}
