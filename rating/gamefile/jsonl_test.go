package gamefile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// jsonLine returns a game as --games-file writes it, without the keys that ratings do not need. A
// pairing is written as "tournament 7/2": the phase, the number of the pairing and of the game.
func jsonLine(pairing, outcome string, agents ...string) string {
	var phase string
	var number, game int
	if _, err := fmt.Sscanf(strings.ReplaceAll(pairing, "/", " "), "%s %d %d", &phase, &number, &game); err != nil {
		panic(err)
	}
	for i, name := range agents {
		agents[i] = fmt.Sprintf(`{"name":%q,"weights":{"Ks":1.5}}`, name)
	}
	return fmt.Sprintf(`{"phase":%q,"pairing":%d,"game":%d,"seed":"%d","agents":[%s],"opening":2,"plies":40,"outcome":%s,"ending":"rules","content":"%d"}`+"\n",
		phase, number, game, 100+number, strings.Join(agents, ","), outcome, 10*number+game)
}

func TestJSONL(t *testing.T) {
	pair := jsonLine("tournament 1/1", "[1,2]", "a", "b") + jsonLine("tournament 1/2", "[1,1]", "b", "a")
	for _, c := range []struct {
		name, text string
		want       []string
		damaged    int
	}{
		{"pairs of a tournament", pair + jsonLine("tournament 2/1", "[2,1]", "a", "b"), []string{"1: a 1 b 2 #1", "2: b 1 a 1 #1", "3: a 2 b 1 #2"}, 0},
		{"a file twice, with an empty line between", pair + "\n" + pair, []string{"1: a 1 b 2 #1", "2: b 1 a 1 #1", "4: a 1 b 2 #2", "5: b 1 a 1 #2"}, 0},
		{"phases that number their pairings alike", pair + jsonLine("verification 1/1", "[2,1]", "a", "b"), []string{"1: a 1 b 2 #1", "2: b 1 a 1 #1", "3: a 2 b 1 #2"}, 0},
		{"scores of three seats", jsonLine("tournament 1/1", `{"scores":[10,64,10]}`, "a", "b", "c"), []string{"1: a 2 b 1 c 2 #1"}, 0},
		{"games of a search are left out", jsonLine("search 1/1", "[1,2]", "a", "b") + pair + jsonLine("search 2/1", "[1,2]", "a", "b"), []string{"2: a 1 b 2 #1", "3: b 1 a 1 #1"}, 2},
		{"a line that is being written", pair + `{"phase":"tournament","pairing":2,"ga`, []string{"1: a 1 b 2 #1", "2: b 1 a 1 #1"}, 1},
		{"a byte order mark and an empty line first", "\ufeff\n" + pair, []string{"2: a 1 b 2 #1", "3: b 1 a 1 #1"}, 0},
		{"a byte order mark before the first game", "\ufeff" + pair, []string{"1: a 1 b 2 #1", "2: b 1 a 1 #1"}, 0},
		{"the last line without its end", strings.TrimSuffix(pair, "\n"), []string{"1: a 1 b 2 #1", "2: b 1 a 1 #1"}, 0},
	} {
		for _, name := range []string{"x.jsonl", "-"} {
			r := open(t, c.text, name)
			games, err := readAll(r)
			if diff := cmp.Diff(c.want, games); diff != "" || err != nil {
				t.Errorf("%s: %v %s", c.name, err, diff)
			}
			if damaged, first := r.Damaged(); damaged != c.damaged || (first != nil) != (damaged > 0) {
				t.Errorf("%s: %d damaged, %v", c.name, damaged, first)
			}
			if want := strings.Contains(c.name, "three"); r.Ranked() != want || !r.Deals() || !r.Seated() || r.Unfinished() != 0 || r.Name() != name {
				t.Errorf("%s: ranked %v, deals %v, seated %v", c.name, r.Ranked(), r.Deals(), r.Seated())
			}
		}
	}
}

// A file of empty lines has no games.
func TestJSONLWithoutGames(t *testing.T) {
	if games, err := readAll(open(t, "\n\n", "x.jsonl")); len(games) != 0 || err != nil {
		t.Errorf("%q, %v", games, err)
	}
}

// The content of a game depends on its moves, players and outcome. It is 0 if the run wrote none, as
// for games with chance.
func TestJSONLContent(t *testing.T) {
	game := jsonLine("tournament 1/1", "[1,2]", "a", "b")
	text := game + game + strings.NewReplacer(`"a"`, `"b"`, `"b"`, `"a"`).Replace(game) + strings.Replace(game, "[1,2]", "[2,1]", 1) +
		strings.Replace(game, `"content":"11"`, `"content":"12"`, 1) + strings.Replace(game, `,"content":"11"`, "", 1)
	r := open(t, text, "x.jsonl")
	seen := map[uint64]int{0: 0}
	var got []int
	for range 6 {
		g, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := seen[g.Content]; !ok {
			seen[g.Content] = len(seen)
		}
		got = append(got, seen[g.Content])
	}
	if diff := cmp.Diff([]int{1, 1, 2, 3, 4, 0}, got); diff != "" {
		t.Error(diff)
	}
}

func TestJSONLMistakes(t *testing.T) {
	game := jsonLine("tournament 1/1", "[1,2]", "a", "b")
	for _, c := range []struct{ text, want string }{
		{"", "x.jsonl:1: the file is empty: lines are needed that --games-file writes"},
		{"{\"phase\":\n" + game, "x.jsonl:1: not a game that --games-file writes: unexpected end of JSON input"},
		{game + "[1]\n" + game, "x.jsonl:2: not a game that --games-file writes: json: cannot unmarshal array into Go value of type gamefile.jsonGame"},
		{game + jsonLine("tournament 1/2", "[1,2]", "b", "b"), "x.jsonl:2: agents: b plays against itself"},
		{game + jsonLine("tournament 1/2", "[1,2]", "b", ""), "x.jsonl:2: agents: the agent in seat 2 has no name"},
		{game + jsonLine("tournament 1/2", "[1,0]", "b", "a"), "x.jsonl:2: outcome: 0 is not a place: a whole number from 1"},
		{game + jsonLine("tournament 1/2", "[1,2,3]", "b", "a"), "x.jsonl:2: outcome: the number of places is 3, and the number of agents is 2"},
		{game + jsonLine("tournament 1/2", "[1,2,3]", "a", "b", "c"), "x.jsonl:2: agents: a game of 3, and the first game has 2; write games of 2 to a file of their own"},
		{`{"white":"a","black":"b","result":"1-0"}` + "\n", `x.jsonl:1: the object has no "agents"; lines are needed that --games-file writes`},
		{`[{"white":"a","black":"b","result":"1-0"}]`, "x.jsonl:1: a JSON list; PGN, CSV with a header, or the JSON lines of --games-file are needed"},
		{"\x1f\x8b\x08\x08games.pgn", "x.jsonl:1: the file is compressed (gzip); decompress it first"},
		{jsonLine("tournament 1/1", `{"scores":[64]}`, "a"), "x.jsonl:1: agents: a game of 1; ratings need two and more"},
	} {
		r, err := Open(strings.NewReader(c.text), "x.jsonl")
		if err == nil {
			_, err = readAll(r)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Open(iotestError{}, "x.jsonl"); err == nil || err.Error() != "broken" {
		t.Errorf("a reader that fails: %v", err)
	}
}

func FuzzJSONL(f *testing.F) {
	f.Add(jsonLine("tournament 1/1", "[1,2]", "a", "b") + jsonLine("tournament 1/2", `{"scores":[1,2]}`, "b", "a"))
	fuzz(f, "x.jsonl")
}
