package protocol

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// A program is scale-free if it declares that, has weights, and none of them is a choice.
func TestLudusScaleFree(t *testing.T) {
	t.Parallel()
	const number = `{"name":"w","min":1,"max":9,"default":2}`
	for weights, want := range map[string]bool{
		number: true, "": false,
		number + `,{"name":"style","choices":["timid","plain"],"default":"plain"}`: false,
		number + `,{"name":"careful","kind":"boolean","default":true}`:             false,
		number + `,{"name":"n","min":0,"max":3,"default":1,"kind":"integer"}`:      true,
	} {
		d, err := readHello([]byte(`{"id":1,"ludus":1,"scale_free":true,"weights":[` + weights + `]}`))
		if err != nil || d.ScaleFree != want {
			t.Errorf("with the weights %s scale_free is %v, want %v: %v", weights, d.ScaleFree, want, err)
		}
	}
}

func TestLudusHelloAnswers(t *testing.T) {
	t.Parallel()
	d, err := readHello([]byte(`{"id":1,"ludus":1,"name":"a\u001bb","role":"arena","seats":[1,2],"players":["p"],"deterministic":true,
		"weights":[{"name":"w","min":1,"max":9,"default":2,"kind":"log","doc":"d"},{"name":"n","min":0,"max":3,"default":1,"kind":"integer"},
			{"name":"k","min":1,"max":64,"default":4,"kind":"integer log"},{"name":"style","choices":["timid","plain"],"default":"plain"}],
		"settings":[{"name":"size","default":"3","kind":"int","min":2,"max":9}],"unknown":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "a b" || d.Role != Arena || d.MinSeats != 1 || d.MaxSeats != 2 || !d.Deterministic || len(d.Players) != 1 {
		t.Errorf("%+v", d)
	}
	if w := d.Weights[len(d.Weights)-1]; w.Kind != engines.Choices || w.Format(w.Default) != "plain" {
		t.Errorf("choices without a kind: %+v", w)
	}
	if len(d.Weights) != 4 || d.Weights[0].Kind != engines.Log || d.Weights[1].Kind != engines.Integer || d.Weights[2].Kind != engines.Integer|engines.Log || d.Weights[0].Doc != "d" {
		t.Errorf("weights %+v", d.Weights)
	}
	if len(d.Settings) != 1 || d.Settings[0].Check("10") == nil {
		t.Errorf("settings %+v", d.Settings)
	}
	for text, want := range map[string]string{
		`{"id":1}`:                          "no version",
		`{"id":1,"ludus":2}`:                "version 2",
		`{"id":1,"ludus":1,"role":"king"}`:  `unknown role "king"`,
		`{"id":1,"ludus":1,"wants":["x"]}`:  `it wants "x"`,
		`{"id":1,"ludus":1,"role":"arena"}`: "seats",
		`{"id":1,"ludus":1,"weights":[{}]}`: `a weight named ""`,
		`{"id":1,"ludus":1,"weights":"a"}`:  `"weights" has a string where an array is needed`,
		`{"id":1,"ludus":1,"role":"arena","settings":[{"name":"a","default":5}]}`:                                          `"settings.default" has a number where a string is needed`,
		`{"id":1,"ludus":1,"deterministic":"yes"}`:                                                                         `"deterministic" has a string where true or false is needed`,
		`{"id":1,"ludus":1,"weights":[{"name":"w","min":0,"max":1}]}`:                                                      "min, max and default",
		`{"id":1,"ludus":1,"weights":[{"name":"w","min":0,"max":1,"default":2}]}`:                                          "w: 2",
		`{"id":1,"ludus":1,"weights":[{"name":"w","kind":"bool","default":true}]}`:                                         `unknown kind "bool" (have real, integer, log, integer log, choices, boolean)`,
		`{"id":1,"ludus":1,"weights":[{"name":"w","min":0,"max":1,"default":1,"kind":"x"}]}`:                               `unknown kind "x"`,
		`{"id":1,"ludus":1,"weights":[{"name":"w","min":0,"max":1,"default":1},{"name":"w","min":0,"max":1,"default":1}]}`: "named twice",
		`{"id":1,"ludus":1,"weights":[{"name":"a\"b","min":0,"max":1,"default":1}]}`:                                       "quotation marks",
		`{"id":1,"ludus":1,"role":"arena","seats":[2,2],"settings":[{"name":"s","kind":"int","default":"x"}]}`:             "not a whole number",
		`{"id":1,"ludus":1,"role":"arena","seats":[2,2],"settings":[{"name":"s","default":""},{"name":"s","default":""}]}`: "named twice",
		`{"id":1,"ludus":1,"role":"arena","seats":[2,2],"settings":[{"name":"s","kind":"colour","default":""}]}`:           `unknown kind "colour"`,
		`{"id":1,"ludus":1,"role":"arena","seats":[2,2],"settings":[{"name":"a=b","default":""}]}`:                         `a setting named "a=b"`,
	} {
		_, err := readHello([]byte(text))
		var fault *engines.Fault
		if !errors.As(err, &fault) || fault.Kind != engines.ForfeitMalformed || !strings.Contains(withoutIndices(err), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// The error for an answer in the notation of another language names what JSON has instead.
func TestLudusNotationOfOtherLanguages(t *testing.T) {
	t.Parallel()
	const value, name = " is no value of JSON; values are null, true, false, numbers such as -0.5, and texts in double quotation marks: ",
		" is no name of JSON; names are in double quotation marks: "
	for line, want := range map[string]string{
		`{"id":5,"score":None}`:             "None" + value,
		`{"id":5,"resign": False }`:         "False" + value,
		`{"id":5,"nodes":0x10}`:             "0x10" + value,
		`{"id":5,"score":+0.5}`:             "+0.5" + value,
		`{"id":5,"scores":[1,.5]}`:          ".5" + value,
		`{"id":5,"score":0,5}`:              "a number of JSON has a decimal point, no comma: ",
		`{"id":5,"score":0,5,"a":1}`:        "a number of JSON has a decimal point, no comma: ",
		`{id:5}`:                            "id" + name,
		`{"id":5, move : "d3"}`:             "move" + name,
		`{'id':5}`:                          "texts and names of JSON are in double quotation marks: ",
		`{"id":5,"move":'d3'}`:              "texts and names of JSON are in double quotation marks: ",
		`{"id":5,"why":"a` + "\t" + `, b"}`: "not an answer in JSON (invalid character '\\t' in string literal): ",
		`{"id":5} // None`:                  "not an answer in JSON (invalid character '/' after top-level value): ",
		`{"id":5,}`:                         "not an answer in JSON (invalid character '}' looking for beginning of object key string): ",
		`{"id":`:                            "not an answer in JSON (the line ends before the JSON does; an answer is one line): ",
	} {
		if _, _, err := readID([]byte(line), 5); err == nil || err.Error() != want+Printable(line) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// The record of a forfeit has a reason, even if the program sends none.
func TestForfeitsHaveAReason(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"forfeit":1,"why":"hung"}`: "hung",
		`{"forfeit":1,"why":""}`:     `the program reports a forfeit without a reason ("why")`,
		`{"forfeit":1}`:              `the program reports a forfeit without a reason ("why")`,
	} {
		r, err := readGame([]byte(text), 2, false)
		if err != nil || r.Forfeit == nil || r.Forfeit.Reason != want {
			t.Errorf("%s: %+v, %v, want %q", text, r.Forfeit, err, want)
		}
	}
}

// The error of a program that gives no reason is not an empty text.
func TestErrorsHaveAReason(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"an error without a message":          reported(" "),
		"out of memory":                       reported("out of memory"),
		"genmove b: refused without a reason": &refusal{"genmove b", ""},
		"genmove b: no":                       &refusal{"genmove b", "no"},
	} {
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
	}
}

// The error for an answer with a number that is not finite names the number.
func TestNumbersThatAreNotFinite(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`{"id": 5, "scores": [NaN]}`:         "NaN is no number of JSON",
		`{"id":5,"scores":[1,-Infinity]}`:    "-Infinity is no number of JSON",
		`{"id":5,"score":Infinity}`:          "Infinity is no number of JSON",
		`{"id":5,"score":-inf}`:              "-inf is no number of JSON",
		`{"id":5,"scores":[1, nan]}`:         "nan is no number of JSON",
		`{"id":5,"move":"a NaN","score":1.}`: "1. is no value of JSON",
	} {
		if _, _, err := readID([]byte(line), 5); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// Names of fields that differ from those of the protocol only in case are unknown ones.
func TestNamesInOtherCases(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`{"id":5,"Move":7,"move":"a\"B\":1"}`: `{"id":5,"_ove":7,"move":"a\"B\":1"}`,
		`{"iD" : 5, "x":{"Error":1}}`:         `{"_D" : 5, "x":{"_rror":1}}`,
		`{"move":"Nf3","note":"A: B"}`:        `{"move":"Nf3","note":"A: B"}`,
		`{"\\Debug":1,"\"Q":2,"\u00C9":3}`:    `{"__Debug":1,"__Q":2,"__00C9":3}`,
		`{"move":"Nf3`:                        `{"move":"Nf3`,
		`{"move":"\`:                          `{"move":"\`,
	} {
		if got := string(exactNames([]byte(line))); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	long := []byte(`{"id":5,"mo\u017fe":1,"reſign":true}`)
	if _, _, err := readID(long, 5); err != nil || !strings.Contains(string(exactNames(long)), `"_e`) {
		t.Errorf("a long s: %q, %v", exactNames(long), err)
	}
}

func TestLudusGames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"scores":[1,2]}`:                 "2 1 (1, 2)",
		`{"scores":[5,5],"plies":3}`:       "1 1 (5, 5)",
		`{"places":[2.0,1e0],"plies":3.0}`: "2 1",
		`{"places":[2,1],"unknown":true}`:  "2 1",
		`{"forfeit":0,"why":"hung"}`:       "2 1",
		`{"scores":[1]}`:                   "1 scores for 2 seats",
		`{"scores":[1,null]}`:              "no number among the scores of seat 2",
		`{"scores":[1,2],"places":[1,2]}`:  "one of them",
		`{}`:                               "one of them",
		`{"places":[0,1]}`:                 "place 0; places count from 1",
		`{"places":[1,3]}`:                 "1 2", // only the order of places counts
		`{"places":[7,3]}`:                 "2 1",
		`{"places":[3,3]}`:                 "1 1",
		`{"places":[4294967298,1]}`:        "2 1", // more than an int of 32 bits holds
		`{"places":[1,2,2]}`:               "3 places for 2 seats",
		`{"forfeit":2}`:                    "a forfeit of seat 2 of 2",
		`{"forfeit":4294967297}`:           "a forfeit of seat 4294967297 of 2",
		`{"places":"first"}`:               `"places" has a string where an array is needed`,
		`{"scores":[1e999,2]}`:             `"scores" is 1e999, which is too large a number`,
		`{"scores":[-1e101,2]}`:            "score -1e+101; scores are at most 1e+100 in absolute value",
		`{"scores":[1e100,-1e100]}`:        "1 2 (1e+100, -1e+100)",
		`{"scores":[1,2],"plies":-1}`:      "plies: -1 is below the minimum 0",
		`{"scores":[1,2],"plies":2.5}`:     `"plies" has a number 2.5 where a whole number below 2^53 is needed`,
		`{"scores":[1,2],"plies":"3"}`:     `"plies" has a string where a whole number below 2^53 is needed`,
		`{"scores":[1,2],"plies":1e20}`:    `"plies" has a number 1e20 where a whole number below 2^53 is needed`,
		`{"places":[1,true]}`:              `"places" has a bool where a whole number below 2^53 is needed`,
		`{`:                                "the line ends before the JSON does; an answer is one line",
		`{"scores":[1,2],}`:                "invalid character '}'",
		"{\"scores\":[1,2]}\x00":           "after top-level value",
		`{"Scores":[1,2]}`:                 `{"Scores":[1,2]}`,
	} {
		r, err := readGame([]byte(text), 2, false)
		got := r.Outcome.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestLudusWrittenMoves(t *testing.T) {
	t.Parallel()
	r, err := readGame([]byte(`{"scores":[1,2],"moves":["roll 6","hold"]}`), 2, false)
	if err != nil || len(r.Written()) != 2 || r.Written()[0] != "roll 6" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := readGame([]byte(`{"scores":[1,2],"moves":[null]}`), 2, false); err == nil {
		t.Error("nothing is a move")
	}
}

func TestLudusContentOfAWrittenGame(t *testing.T) {
	t.Parallel()
	content := func(text string) uint64 {
		t.Helper()
		r, err := readGame([]byte(text), 2, true)
		if err != nil {
			t.Fatal(err)
		}
		return r.Content
	}
	game := content(`{"places":[1,2],"moves":["ab","c"]}`)
	if game == 0 || content(`{"places":[1,2],"moves":["ab","c"],"plies":2,"why":"mate"}`) != game {
		t.Errorf("the same game has contents %x and another, or none", game)
	}
	if r, err := readGame([]byte(`{"places":[1,2],"moves":["ab","c"]}`), 2, false); err != nil || r.Content != 0 {
		t.Errorf("a game with chance: %v, %v", r, err)
	}
	if c := content(`{"places":[1,2]}`); c != 0 {
		t.Errorf("a game whose moves are not told has content %x", c)
	}
	seen := map[uint64]bool{game: true}
	for _, text := range []string{
		`{"places":[1,2],"moves":["a","bc"]}`, `{"places":[1,2],"moves":["c","ab"]}`, `{"places":[1,2],"moves":["ab"]}`,
		`{"places":[2,1],"moves":["ab","c"]}`, `{"forfeit":1,"moves":["ab","c"]}`, `{"places":[1,2],"moves":[]}`,
		`{"places":[1,2],"start":"book 2","moves":["ab","c"]}`,
	} {
		if c := content(text); c == 0 || seen[c] {
			t.Errorf("%s: content %x is 0 or that of another game", text, c)
		} else {
			seen[c] = true
		}
	}
}

func TestLudusStates(t *testing.T) {
	t.Parallel()
	s, err := readState([]byte(`{"turn":1,"legal":["b","a c"],"position":"p"}`), 2)
	if err != nil || s.Turn != 1 || s.Over || len(s.Legal) != 2 || s.Legal[1] != "a c" || s.Position != "p" || s.Views != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err = readState([]byte(`{"places":[2,1],"position":"p"}`), 2); err != nil || !s.Over || s.Outcome.Place(1) != 1 || s.Position != "p" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err = readState([]byte(`{"scores":[2,1]}`), 2); err != nil || !s.Over || s.Outcome.Place(0) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		`{}`:                        "no legal moves, and no places or scores",
		`{"turn":1,"position":"p"}`: "no legal moves, and no places or scores",
		`{"turn":4294967296,"legal":["a"],"position":"p"}`:      "turn is 4294967296; it is a seat from 0 to 1",
		`{"legal":["a"],"position":"p"}`:                        "turn is missing; it is a seat from 0 to 1",
		`{"turn":2,"legal":["a"],"position":"p"}`:               "turn is 2; it is a seat from 0 to 1",
		`{"turn":-1,"legal":["a"],"position":"p"}`:              "turn is -1; it is a seat from 0 to 1",
		`{"turn":0,"legal":["a"]}`:                              "position is missing",
		`{"turn":0,"legal":[],"position":"p"}`:                  "no legal move",
		`{"turn":0,"legal":["a","a"],"position":"p"}`:           "different texts",
		`{"turn":0,"legal":["a\n"],"position":"p"}`:             "one line",
		`{"turn":0,"legal":["a"],"position":"p","views":["x"]}`: "1 views for 2 seats",
		`{"turn":0,"legal":["a"],"position":"p","views":[1,2]}`: `"views" has a number where a string is needed`,
		`{"places":[1]}`:                  "1 places for 2 seats",
		`{"places":[1,0]}`:                "place 0; places count from 1",
		`{"places":[1,2],"scores":[1,2]}`: "not both",
		`{"turn":0,"legal":["a"],"position":"p","views":["x",null]}`: "no view of seat 2",
		`{"turn":0,"legal":["a"],"position":"p","places":[1,2]}`:     "legal moves or the end (places, scores), not both",
	} {
		_, err := readState([]byte(text), 2)
		var fault *engines.Fault
		if !errors.As(err, &fault) || fault.Kind != engines.ForfeitMalformed || !strings.Contains(withoutIndices(err), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// FuzzLudusReply checks that any line is either refused with a fault or decoded to valid data.
func FuzzLudusReply(f *testing.F) {
	for _, s := range []string{
		`{"id":5,"move":"d3","score":0.5,"nodes":12}`, `{"id":5.0,"resign":true}`, `{"id":5e0,"move":null}`, `{"id":4}`, `{"id":6}`, `{"id":"5"}`,
		`{"id":5,"error":"x"}`, `{"id":5,"places":[1,2]}`, `{"id":5,"scores":[1,-2.5]}`, `{"id":5,"forfeit":1,"why":"\u0000"}`, `{`, `{}{}`, `[1]`, "\xff\xfe{",
		`{"id":5,"turn":1,"legal":["a","b"],"position":"p","views":["x","y"]}`, `{"id":5,"places":[1,1],"position":"p"}`,
		`{"id":5,"ludus":1,"name":"n","role":"arena","seats":[1,8],"weights":[{"name":"w","min":0,"max":1,"default":0.5}],"settings":[{"name":"s","default":"1","kind":"int"}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		_, _, err := readID(line, 5)
		faulty(t, err)
		c, err := readChoice(line)
		faulty(t, err)
		if err == nil && !c.Resign && c.Nodes >= 1<<53 {
			t.Errorf("%d nodes", c.Nodes)
		}
		r, err := readGame(line, 2, true)
		faulty(t, err)
		if err == nil && r.Outcome.Seats() != 2 {
			t.Errorf("an outcome of %d seats", r.Outcome.Seats())
		}
		state, err := readState(line, 2)
		faulty(t, err)
		if err == nil && !state.Over && (len(state.Legal) == 0 || state.Turn > 1 || state.Turn < 0) {
			t.Errorf("state %+v", state)
		}
		d, err := readHello(line)
		faulty(t, err)
		if err == nil && d.Weights.Valid() != nil {
			t.Errorf("weights %v", d.Weights)
		}
	})
}

// faulty checks that an error is a fault of the program, with a printable message.
func faulty(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	var fault *engines.Fault
	if !errors.As(err, &fault) {
		t.Fatalf("%v is not a fault", err)
	}
}

// withoutIndices returns the message of an error without the indices of lists that package json adds to
// paths from Go 1.27 on.
func withoutIndices(err error) string {
	if err == nil {
		return ""
	}
	return indexInPath.ReplaceAllString(err.Error(), "$1")
}

var indexInPath = regexp.MustCompile(`([a-z])\.[0-9]+\b`)
