package gamefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The files in testdata were written by Ordo 1.2.6 (-o, -c, -j, -E with -s 100) and BayesElo 0058
// (results, ratings) for the same 480 games, and for their first 25 games.

// crosstable counts games by the names of their players and the points of the first. Names are in
// the order of their seats if the reader knows the seats, and in alphabetical order otherwise.
func crosstable(t *testing.T, r Reader) map[string]int {
	t.Helper()
	table := make(map[string]int)
	for {
		g, err := r.Read()
		if err == io.EOF {
			return table
		}
		if err != nil {
			t.Fatal(err)
		}
		a, b, points := r.Names()[g.Players[0]], r.Names()[g.Players[1]], "½"
		if g.Places[0] != g.Places[1] {
			points = fmt.Sprint(g.Places[1] - g.Places[0])
		}
		if !r.Seated() && a > b {
			a, b = b, a
			points = map[string]string{"½": "½", "1": "-1", "-1": "1"}[points]
		}
		table[a+" / "+b+" "+points]++
	}
}

func openFile(t *testing.T, name string) Reader {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return open(t, string(text), name)
}

func TestHeadToHead(t *testing.T) {
	want := map[string]int{ // copied from the file by hand
		"Alpha 1.0 / Alpha 1.1 1": 16, "Alpha 1.0 / Alpha 1.1 ½": 16, "Alpha 1.0 / Alpha 1.1 -1": 16,
		"Alpha 1.1 / Beta, B 1": 24, "Alpha 1.1 / Beta, B ½": 18, "Alpha 1.1 / Beta, B -1": 6,
		"Alpha 1.1 / Gamma 1": 32, "Alpha 1.1 / Gamma ½": 10, "Alpha 1.1 / Gamma -1": 6,
		"Alpha 1.1 / Delta 2 1": 27, "Alpha 1.1 / Delta 2 ½": 18, "Alpha 1.1 / Delta 2 -1": 3,
		"Alpha 1.0 / Beta, B 1": 16, "Alpha 1.0 / Beta, B ½": 19, "Alpha 1.0 / Beta, B -1": 13,
		"Alpha 1.0 / Gamma 1": 17, "Alpha 1.0 / Gamma ½": 17, "Alpha 1.0 / Gamma -1": 14,
		"Alpha 1.0 / Delta 2 1": 24, "Alpha 1.0 / Delta 2 ½": 20, "Alpha 1.0 / Delta 2 -1": 4,
		"Beta, B / Gamma 1": 14, "Beta, B / Gamma ½": 16, "Beta, B / Gamma -1": 18,
		"Beta, B / Delta 2 1": 28, "Beta, B / Delta 2 ½": 15, "Beta, B / Delta 2 -1": 5,
		"Delta 2 / Gamma -1": 29, "Delta 2 / Gamma ½": 11, "Delta 2 / Gamma 1": 8,
	}
	for _, file := range []string{"ordo-head2head.txt", "programs.dat"} {
		r := openFile(t, file)
		if r.Seated() || r.Deals() {
			t.Errorf("%s: seated %v, deals %v", file, r.Seated(), r.Deals())
		}
		if diff := cmp.Diff(want, crosstable(t, r)); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}

func TestBayesElo(t *testing.T) {
	table, commands := openFile(t, "bayeselo.txt"), openFile(t, "bayeselo-commands.txt")
	first := crosstable(t, table)
	if diff := cmp.Diff(first, crosstable(t, commands)); diff != "" {
		t.Errorf("the commands and the printed table differ: %s", diff)
	}
	if !table.Seated() || first["Alpha 1.0 / Beta, B 1"] != 2 || first["Gamma / Alpha 1.1 -1"] != 1 || first["Beta, B / Alpha 1.1 ½"] != 1 {
		t.Errorf("%v", first)
	}
}

const bayesEloHeader = "Game White Name of White Black Name of Black Result\n"

// bayesEloRow writes a row of the table that BayesElo prints, in the columns of bayesEloHeader.
func bayesEloRow(white, black int, result string) string {
	names := []string{"a", "b c"}
	return fmt.Sprintf("%4d%6d %-13s%6d %-13s%7s\n", 0, white, names[white], black, names[black], result)
}

// A game of the printed table without a result is unfinished. Another line ends the table.
func TestBayesEloTable(t *testing.T) {
	row := bayesEloRow(0, 1, "0-1")
	table := "ResultSet>" + bayesEloHeader + bayesEloRow(0, 1, "1-0") + bayesEloRow(1, 0, "1/2") + bayesEloRow(1, 0, "*") + row
	for name, text := range map[string]string{
		"the end of the file":   table,
		"a blank line":          table + "\n" + row,
		"a short line":          table + row[:44] + "\n" + row,
		"a long line":           table + strings.Repeat("x", 80) + "\n" + row,
		"no number of a player": table + strings.Replace(row, " 1 b c", " x b c", 1) + row,
		"other headers":         "Name of White, Name of Black\n" + row + "Name of Black Name of White Result\n" + row + "Game White Result\n" + row + table,
	} {
		r := open(t, text, "x.log")
		got, err := readAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			_, got[i], _ = strings.Cut(got[i], ": ") // the line
		}
		if diff := cmp.Diff([]string{"a 1 b c 2", "b c 1 a 1", "a 2 b c 1"}, got); diff != "" || r.Unfinished() != 1 {
			t.Errorf("%s: %d unfinished: %s", name, r.Unfinished(), diff)
		}
	}
}

func TestMatchLog(t *testing.T) {
	const finished = `Started game 1 of 4 (a vs b)
Finished game 1 (a vs b): 1-0 {White mates}
Score of a vs b: 1 - 0 - 0  [1.000] 1
Finished game 3 (a vs b): 1/2-1/2 {Draw by 3-fold repetition (x): y}
Finished game 2 (b vs a): 0-1 {White loses on time}
Score of a vs b: 2 - 0 - 1  [0.833] 3
Finished game 4 (b vs a): * {Terminated}
`
	for name, c := range map[string]struct {
		text       string
		want       []string
		unfinished int
		seatless   bool
	}{
		"games of a log": {finished, []string{"2: a 1 b 2 #1", "2: b 2 a 1 #1", "4: a 1 b 1"}, 1, false},
		"a total alone":  {"Score of a b vs c: 2 - 0 - 1  [0.833] 3\n", []string{"1: a b 1 c 2", "1: a b 1 c 2", "1: a b 1 c 1"}, 0, true},
		"the seats of a total": {`Score of a vs b: 1 - 1 - 1  [0.500] 3
...      a playing White: 1 - 0 - 1  [0.750] 2
...      a playing Black: 0 - 1 - 0  [0.000] 1
...      White vs Black: 2 - 0 - 1  [0.833] 3
`, []string{"1: a 1 b 2", "1: a 1 b 1", "1: b 1 a 2"}, 0, false},
		"the last total of each of two matches": {`Score of a vs b: 1 - 0 - 0  [1.000] 1
Score of a vs b: 1 - 1 - 0  [0.500] 2
Score of b vs a: 1 - 0 - 0  [1.000] 1
`, []string{"1: a 1 b 2", "1: a 2 b 1", "1: a 2 b 1"}, 0, true},
		"games without a total, two of them with one number": {`Finished game 1 (a vs b): 1-0 {x}
Finished game 2 (a vs b): 0-1 {x}
Finished game 1 (a vs b): 1/2-1/2 {x}
Finished game 2 (b vs a): 1-0 {x}
`, []string{"1: a 1 b 2", "2: a 2 b 1", "3: a 1 b 1 #1", "3: b 1 a 2 #1"}, 0, false},
		"the seats of a part of a total": {`Score of a vs b: 1 - 1 - 1  [0.500] 3
...      a playing White: 1 - 0 - 1  [0.750] 2
`, []string{"1: a 1 b 2", "1: a 2 b 1", "1: a 1 b 1"}, 0, true},
		"all games in one seat": {`Score of a vs b: 1 - 0 - 1  [0.750] 2
...      b playing White: 0 - 1 - 1  [0.250] 2
...      a playing Black: 1 - 0 - 1  [0.750] 2
`, []string{"1: b 2 a 1", "1: b 1 a 1"}, 0, false},
		"games and totals of different players": {`Finished game 1 (a vs b): 1-0 {x}
Score of c vs d: 0 - 1 - 0
`, []string{"2: c 2 d 1", "1: a 1 b 2"}, 0, true},
		"more drawn pairs of fastchess": {`Results of a vs b (x):
Games: 9, Wins: 1, Losses: 1, Draws: 7
Ptnml(0-2): [0, 0, 4, 0, 0], WL/DD Ratio: 0.33
`, []string{
			"1: a 1 b 2 #1", "1: b 1 a 2 #1", "1: a 1 b 1 #2", "1: b 1 a 1 #2", "1: a 1 b 1 #3", "1: b 1 a 1 #3", "1: a 1 b 1 #4", "1: b 1 a 1 #4", "1: a 1 b 1",
		}, 0, true},
		"matches of fastchess in the order of their names": {
			`{"stats": {"d vs e": {"wins": 1}, "b vs c": {"losses": 1}, "a vs b": {"draws": 1}, "c vs d": {"wins": 1}}}`,
			[]string{"1: a 1 b 1", "1: b 2 c 1", "1: c 1 d 2", "1: d 1 e 2"},
			0, true,
		},
		"no pair: other numbers, or the same number": {`Finished game 1 (a vs b): 1-0 {x}
Finished game 4 (b vs a): 1-0 {x}
Finished game 4 (a vs b): 0-1 {x}
`, []string{"2: b 1 a 2", "1: a 1 b 2", "3: a 2 b 1"}, 0, false},
		"another total of equally many games": {"Score of a vs b: 1 - 0 - 0\nScore of a vs b: 0 - 1 - 0\n", []string{"1: a 2 b 1"}, 0, true},
		"only games without a result":         {"Finished game 1 (a vs b): * {x}\n", nil, 1, false},
		"lines of games outside a block": {`Results of a vs b (x):
Games: 1, Wins: 1, Losses: 0, Draws: 0
Results of a vs b
Games: 2, Wins: 2, Losses: 0, Draws: 0
Ptnml(0-2): [0, 0, 0, 0, 1]
`, []string{"1: a 1 b 2"}, 0, true},
		"names with brackets and braces": {"Finished game 1 (a (x): y vs b): 1-0\n", []string{"1: a (x): y 1 b 2"}, 0, false},
		"a log that was cut": {`Finished game 9 (a vs b): 1-0 {White mates}
Score of a vs b: 2 - 0 - 0  [1.000] 2
`, []string{"2: a 1 b 2", "2: a 1 b 2"}, 0, true},
		"pairs of fastchess": {`Results of a vs b (8+0.08, 1t, 16MB, book.epd):
Elo: 0.00 +/- 0.00, nElo: 0.00 +/- 0.00
LOS: 50.00 %, DrawRatio: 0.00 %, PairsRatio: 1.00
Games: 7, Wins: 3, Losses: 2, Draws: 2, Points: 4.0 (57.14 %)
Ptnml(0-2): [0, 1, 1, 1, 0], WL/DD Ratio: inf
`, []string{
			"1: a 2 b 1 #1", "1: b 1 a 1 #1", "1: a 1 b 2 #2", "1: b 1 a 2 #2", "1: a 1 b 2 #3", "1: b 1 a 1 #3", "1: a 1 b 2",
		}, 0, true},
		"settings of fastchess": {
			`{"engines": [], "stats": {"a vs b": {"wins": 3, "losses": 0, "draws": 2, "penta_WW": 1, "penta_WD": 0, "penta_WL": 0, "penta_DD": 1, "penta_LD": 0, "penta_LL": 0}}}`,
			[]string{"1: a 1 b 1 #1", "1: b 1 a 1 #1", "1: a 1 b 2 #2", "1: b 2 a 1 #2", "1: a 1 b 2"},
			0, true,
		},
	} {
		r := open(t, c.text, "x.log")
		got, err := readAll(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || r.Unfinished() != c.unfinished || r.Seated() == c.seatless {
			t.Errorf("%s: %d unfinished, seated %v: %s", name, r.Unfinished(), r.Seated(), diff)
		}
	}
}

func TestPrintedMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"Score of a vs b: 1 - x\n":                          `x.log:1: "1 - x" is not a score`,
		"Score of a: 1 - 0 - 0 [1] 1\n":                     `x.log:1: "a" does not name two players`,
		"Score of a vs a: 1 - 0 - 0 [1] 1\n":                "x.log:1: a plays against itself",
		"Score of a vs b: -1 - 0 - 0 [1] 1\n":               `x.log:1: "-1 - 0 - 0 [1] 1" is not a score`,
		"Finished game 1 (a vs b): won {x}\n":               `x.log:1: "won" is not a result`,
		"addplayer a\naddresult 0 1 2\n":                    "x.log:2: addresult 0 1 2: there are 1 players before this line",
		"addplayer a\naddplayer b\naddresult 0 1 3\n":       "x.log:3: addresult 0 1 3: the result is not 0, 1 or 2",
		`{"stats": {}}`:                                     "x.log:1: the JSON document has no results",
		`{"stats": {"a vs b": {"wins": 1, "penta_WW": 1}}}`: "x.log:1: the pairs contain 2 wins, 0 losses and 0 draws, the games 1, 0 and 0",
		" 1) a    2 :  2 (+1,=1,-0),  75.0 %\n\n b : 2 ( 1, 1, 0), 75.0 : +1\n 2) b 1 : 2 (+0,=0,-2), 0 %\n\n a : 2 ( 0, 0, 2), 0.0 : -1\n": "x.log:6: the results of b against a differ from line 3",
		"addplayer a\naddresult 0 x\n":                 "x.log:2: addresult 0 x: the numbers of two players and the result 0, 1 or 2 are needed",
		"addplayer a\naddplayer b\naddresult 0 2 1\n":  "x.log:3: addresult 0 2 1: there are 2 players before this line",
		"addplayer a\naddplayer b\naddresult -1 0 1\n": "x.log:3: addresult -1 0 1: there are 2 players before this line",
		"addplayer a\naddplayer b\naddresult 0 1 -1\n": "x.log:3: addresult 0 1 -1: the result is not 0, 1 or 2",
		"addplayer a\naddplayer a\naddresult 0 1 2\n":  "x.log:3: a plays against itself",
		`{"stats": `:                              "x.log:1: not a JSON document",
		`{"standings": []}`:                       "x.log:1: this is a table of ratings by lanista rate",
		`{"stats": {"a": {}}}`:                    `x.log:1: stats: "a" does not name two players`,
		`{"stats": {"a vs a": {"wins": 1}}}`:      "x.log:1: a plays against itself",
		`{"stats": {" vs b": {"wins": 1}}}`:       "x.log:1: the name of a player is missing",
		`{"stats": {"a vs ": {"wins": 1}}}`:       "x.log:1: the name of a player is missing",
		`{"stats": {"a vs b": {"penta_WW": -1}}}`: "x.log:1: -1 is no number of pairs from 0 to 100000000",
		`{"stats": {"a vs b": {"penta_WW": 100000001, "wins": 200000002}}}`:                                                     "x.log:1: 100000001 is no number of pairs from 0 to 100000000",
		`{"stats": {"a vs b": {"wins": 100000000, "draws": 1}}}`:                                                                "x.log:1: 100000000 wins, 0 losses and 1 draws are no numbers of games",
		`{"stats": {"a vs b": {"losses": 1, "penta_LL": 1}}}`:                                                                   "x.log:1: the pairs contain 0 wins, 2 losses and 0 draws, the games 0, 1 and 0",
		`{"stats": {"a vs b": {"draws": 1, "penta_DD": 1}}}`:                                                                    "x.log:1: the pairs contain 0 wins, 0 losses and 2 draws, the games 0, 0 and 1",
		" 1) a    2 :  2 (+1,=1,-0),  75.0 %\n\n b : 2 ( 99999999999999999999, 1, 0), 75.0 : +1\n":                              "x.log:3: 99999999999999999999 is no number of games",
		" 1) a    2 :  2 (+1,=1,-0),  75.0 %\n\n a : 2 ( 1, 1, 0), 75.0 : +1\n":                                                 "x.log:3: a plays against itself",
		"Finished game 1 (a): 1-0 {x}\n":                                                                                        `x.log:1: "a" does not name two players`,
		"Finished game x (a vs b): 1-0 {x}\n":                                                                                   "x.log:1: unknown column",
		"Finished game 1 a vs b: 1-0 {x}\n":                                                                                     "x.log:1: unknown column",
		"Finished game 1 (a vs b) {x): 1-0}\n":                                                                                  "x.log:1: unknown column",
		"Score of a vs b 1 - 0 - 0\n":                                                                                           "x.log:1: unknown column",
		"Score of a vs b: 1 - 0 - 0\n... a playing White\nScore of a vs a: 1 - 0 - 0":                                           "x.log:3: a plays against itself",
		"Score of a vs b: 100000001 - 0 - 0\n":                                                                                  "x.log:1: 100000001 wins",
		"Score of a vs b: 6000000000000000000 - 6000000000000000000 - 0\n":                                                      "x.log:1: 6000000000000000000 wins",
		"Results of a vs b (x)\nGames: 10, Wins: 9000000000000000000, Losses: 9000000000000000000, Draws: 446744073709551626\n": "x.log:2: 9000000000000000000 wins",
		`{"stats": {"a vs b": {"wins": 6000000000000000000, "losses": 6000000000000000000}}}`:                                   "x.log:1: 6000000000000000000 wins",
		"Score of a vs b: 0 - -1 - 0\n":                                                                                         `x.log:1: "0 - -1 - 0" is not a score`,
		"Results of a (x)\n":                                                                                                    `x.log:1: "a" does not name two players`,
		"Results of a vs b\n":                                                                                                   "x.log:1: unknown column",
		"Results of a vs b (x)\nResults of b vs a (x)\n":                                                                        "x.log:2: an earlier line has the players in the other order",
		"Results of a vs b (x)\nGames: 3, Wins: 1, Losses: 1, Draws: 0\n":                                                       `x.log:2: "Games: 3, Wins: 1, Losses: 1, Draws: 0" is not a line of results`,
		"Results of a vs b (x)\nGames: 0, Wins: 1, Losses: -1, Draws: 0\n":                                                      `x.log:2: "Games: 0, Wins: 1, Losses: -1, Draws: 0" is not a line of results`,
		"Results of a vs b (x)\nGames: 1, Wins: 1\n":                                                                            `x.log:2: "Games: 1, Wins: 1" is not a line of results`,
		"Results of a vs b (x)\nGames: 2, Wins: 1, Losses: 1, Draws: 0\nPtnml(0-2): [0, 1, 0]\n":                                `x.log:3: "[0, 1, 0]" is not a list of five numbers of pairs`,
		bayesEloHeader + bayesEloRow(0, 1, "2-0"):                                                                               `x.log:2: "2-0" is not a result`,
		"no results\n": "x.log:1: unknown column",
	} {
		r, err := Open(strings.NewReader(text), "x.log")
		if err == nil {
			_, err = readAll(r)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestRatings(t *testing.T) {
	want := []string{"Alpha 1.1 2407.9", "Alpha 1.0 2340.9", "Beta, B 2297.7", "Gamma 2294.6", "Delta 2 2158.9"}
	for file, program := range map[string]string{"ordo.txt": "Ordo", "ordo.csv": "Ordo", "rating.dat": "Elostat"} {
		in, err := os.Open(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		r, err := ReadRatings(in, file)
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, ratingTexts(r)); diff != "" || r.Program != program {
			t.Errorf("%s by %s: %s", file, r.Program, diff)
		}
		text, _ := os.ReadFile(filepath.Join("testdata", file))
		var noGames *RatingsOnlyError
		if _, err := Open(strings.NewReader(string(text)), file); !errors.As(err, &noGames) || noGames.Program != program {
			t.Errorf("games of %s: %v", file, err)
		}
	}
	for text, want := range map[string][]string{
		"\"a, b\",2500.5\n\n c , -3\n":                           {"a, b 2500.5", "c -3"},
		"name,elo\na,1\n":                                        {"a 1"},
		"name;elo\n\"a; b\";2500,5\nc, d ; -3\ne;1.5\n":          {"a; b 2500.5", "c, d -3", "e 1.5"},
		"name\telo\na, b\t 2500.5\n\"c;d\"\t-3\n":                {"a, b 2500.5", "c;d -3"},
		"a\t1,5\nb\t2\n":                                         {"a 1.5", "b 2"},
		"x;y,7\n":                                                {"x;y 7"},
		"#;PLAYER;RATING;ERROR\n1;a, b;2500,5;---\n2;c;-3;---\n": {"a, b 2500.5", "c -3"},
		"\"#\"\t\"PLAYER\"\t\"RATING\"\n1\t\"a;b\"\t2500.5\n":    {"a;b 2500.5"},
		"chatter\nRank Name   Elo    +    - games score oppo. draws \n   1 a b     20   10   10    40   60%   -20   30% \n   2 c      -20   10   10    40   40%    20   30% \n":                                                                                         {"a b 20", "c -20"},
		"Rank Name                          Elo        +/-       nElo        +/-      Games      Score       Draw           Ptnml(0-2)\n   1 a                          10.00       5.00      12.00       6.00        100      51.4%      40.0%   [0, 10, 25, 14, 1]\n": {"a 10"},
		`{"standings": [{"agent": "a", "rating": 7.5}, {"agent": "b", "rating": null}]}`:         {"a 7.5"},
		"Rank Name Elo Games\n1 a 5 7\nx b 6 7\n2 c\n3 d e -1 7\nRank Name Elo Games\n1 a 9 9\n": {"a 5", "d e -1"},
		"Rank Name Rating Games\n1 [x] 5 7\n":                                                    {"[x] 5"},
		"   # PLAYER     :  RATING  POINTS  PLAYED   (%)\n   1 x:y z   > :  2500.0   2.0   2   100\n     old     * :   100.0   0.0   2     0\n\nWhite advantage = 0.00\n": {"x:y z 2500", "old 100"},
	} {
		r, err := ReadRatings(strings.NewReader(text), "x")
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, ratingTexts(r)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	in, err := os.ReadFile(filepath.Join("testdata", "bayeselo.txt"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := ReadRatings(strings.NewReader(string(in)), "bayeselo.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Alpha 1.1 3279", "Alpha 1.0 3137", "Beta, B 3114", "Gamma 3100", "Delta 2 2869"}, ratingTexts(r)); diff != "" {
		t.Error(diff)
	}
	if _, err := ReadRatings(iotestError{}, "x"); err == nil || err.Error() != "x: broken" {
		t.Errorf("a file that cannot be read: %v", err)
	}
	for text, want := range map[string]string{
		"a,1\n\"b\n":                           "x:2: ",
		"a,1\n,2\n":                            "x:2: the name is missing",
		"a,1\nb,NaN\n":                         `x:2: the rating "NaN" of b is not a number`,
		"a,1\nb,Inf\n":                         `x:2: the rating "Inf" of b is not a number`,
		"a,1\nb\n":                             "x:2: 1 instead of 2 fields",
		"\"#\",\"PLAYER\"\n":                   "x:1: the columns PLAYER and RATING are needed, not #, PLAYER",
		"\"#\",\"PLAYER\",\"RATING\"\n1,a\n":   "x:2: 2 instead of the header's 3 fields",
		"\"#\",\"PLAYER\",\"RATING\"\n1,a,x\n": `x:2: the rating "x" of a is not a number`,
		"\"#\",\"PLAYER\",\"RATING\"\n1,\"a\",2\n2,\"b,3\n": "x:3: ",
		"\"#\",\"PLAYER\n":               "x:1: ",
		"Rank Name Elo Games\n1 a x 5\n": `x:2: the rating "x" of a is not a number`,
		"":                               "x:1: no ratings",
		"a,1\nb,much\n":                  `x:2: the rating "much" of b is not a number`,
		"a,1\na,2\n":                     "x:2: a has two ratings",
		"a,1,20\n":                       "x:1: a third field, an uncertainty",
		"a;1;20\n":                       "x:1: a third field, an uncertainty",
		"a,1\nb,2,3,4\n":                 "x:2: 4 instead of 2 fields",
		`{"standings": 1}`:               "x:1: not a JSON document of ratings",
	} {
		if _, err := ReadRatings(strings.NewReader(text), "x"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The time to read ratings and to select players is proportional to their number. With comparisons of
// all pairs each takes longer than a minute.
func TestManyPlayers(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("seconds; set LANISTA_EXHAUSTIVE")
	}
	const players = 150_000
	var ratings, games strings.Builder
	games.WriteString("first,second,result\n")
	names := make([]string, players)
	for i := range names {
		names[i] = fmt.Sprintf("player %d", i)
		fmt.Fprintf(&ratings, "%s,%d\n", names[i], i)
		if i%2 == 1 {
			fmt.Fprintf(&games, "%s,%s,1\n", names[i-1], names[i])
		}
	}
	begun := time.Now()
	r, err := ReadRatings(strings.NewReader(ratings.String()), "x")
	if took := time.Since(begun); err != nil || len(r.List) != players || took > 30*time.Second {
		t.Errorf("ratings: %v after %v", err, took)
	}
	inner, err := Open(strings.NewReader(games.String()), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	unused := strings.Split(strings.ToUpper(strings.Join(names, ",")), ",")
	begun = time.Now()
	selected := Select(inner, Selection{Include: slices.Concat(unused, names)})
	_, err = readAll(selected)
	if n, took := len(selected.Unused()), time.Since(begun); err != nil || len(selected.Names()) != players || n != players || took > 30*time.Second {
		t.Errorf("selection: %d players, %d not used, %v after %v", len(selected.Names()), n, err, took)
	}
}

func ratingTexts(r *Ratings) (texts []string) {
	for _, rated := range r.List {
		texts = append(texts, fmt.Sprintf("%s %v", rated.Name, rated.Elo))
	}
	return texts
}

func TestSelection(t *testing.T) {
	const text = "first,second,result,pair\na,b,1-0,1\nb,a,0-1,1\na,a2,1-0,2\na2,c,1-0,3\nc,d,1-0,4\n"
	synonyms, err := ReadSynonyms(strings.NewReader("\"a\",a2,a3\n"), "syn")
	if err != nil {
		t.Fatal(err)
	}
	players, err := ReadPlayers(strings.NewReader("d\n\n\"x, y\"\n"), "names")
	if err != nil {
		t.Fatal(err)
	}
	r := Select(open(t, text, "x.csv"), Selection{Synonyms: synonyms, Exclude: players})
	games, err := readAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"2: a 1 b 2 #1", "3: b 2 a 1 #1", "5: a 1 c 2 #3"}, games); diff != "" || r.LeftOut() != 2 {
		t.Errorf("%d left out: %s", r.LeftOut(), diff)
	}
	if diff := cmp.Diff([]string{"a3", "x, y"}, r.Unused()); diff != "" {
		t.Error(diff)
	}
	r = Select(open(t, text, "x.csv"), Selection{Include: []string{"a", "b", "d"}})
	if games, _ := readAll(r); len(games) != 2 || r.LeftOut() != 3 {
		t.Errorf("%v, %d left out", games, r.LeftOut())
	}
	for text, want := range map[string]string{
		"a\n":         "syn:1: one name",
		"a,b\nc,b\n":  "syn:2: b is a synonym of a and of c",
		"a,b\nb,c\n":  "syn:1: c is a synonym of b, which is a synonym of a",
		"a,b\nc,,d\n": "syn:2: a name is missing",
	} {
		if _, err := ReadSynonyms(strings.NewReader(text), "syn"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for range 20 { // of several mistakes, the error does not depend on the order of a map
		const chains = "a,b\nb,e\na,c\nc,d\nc,f\n"
		if _, err := ReadSynonyms(strings.NewReader(chains), "syn"); err == nil || !strings.HasPrefix(err.Error(), "syn:1: d is a synonym of c") {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{"a\nb,c\n": "names:2: 2 names", "": "names:1: no names"} {
		if _, err := ReadPlayers(strings.NewReader(text), "names"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	// A name under which another one is rated is used if the other one plays.
	r = Select(open(t, text, "x.csv"), Selection{Synonyms: map[string]string{"c": "C", "d": "C"}, Include: []string{"C", "a2", "x"}})
	if games, err := readAll(r); err != nil || len(games) != 1 || games[0] != "5: a2 1 C 2 #3" || r.LeftOut() != 4 {
		t.Errorf("%v, %v, %d left out", games, err, r.LeftOut())
	}
	if diff := cmp.Diff([]string{"x"}, r.Unused()); diff != "" {
		t.Error(diff)
	}
	names, err := ReadPlayers(strings.NewReader("\ufeffa b \n \"x, y\"\nc\"d\n"), "names")
	if diff := cmp.Diff([]string{"a b", "x, y", `c"d`}, names); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
	synonyms, err = ReadSynonyms(strings.NewReader("a,b\na,b,a,c\n"), "syn")
	if diff := cmp.Diff(map[string]string{"b": "a", "c": "a"}, synonyms); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
	for _, c := range []struct {
		s     Selection
		empty bool
	}{
		{Selection{}, true},
		{Selection{Exclude: []string{}}, true},
		{Selection{Include: []string{}}, false},
		{Selection{Exclude: []string{"a"}}, false},
		{Selection{Synonyms: synonyms}, false},
	} {
		if c.s.Empty() != c.empty {
			t.Errorf("%+v: empty %v", c.s, c.s.Empty())
		}
	}
}

func FuzzPrinted(f *testing.F) {
	for _, name := range []string{"ordo-head2head.txt", "programs.dat", "bayeselo.txt", "bayeselo-commands.txt", "ordo.txt"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("Results of a vs b (8+0.08):\nGames: 3, Wins: 1, Losses: 1, Draws: 1, Points: 1.5\nPtnml(0-2): [0, 1, 0, 0, 0], WL/DD Ratio: 1\n")
	f.Add("Score of a vs b: 1 - 0 - 0\n... a playing White: 1 - 0 - 0\nFinished game 1 (a vs b): 1-0 {x}\n")
	fuzz(f, "x.log")
}
