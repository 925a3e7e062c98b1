package gamefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// readAll reads a file to its end and returns every game as text: line, players with their places,
// cluster and period.
func readAll(r Reader) (games []string, err error) {
	for {
		g, err := r.Read()
		if err == io.EOF {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		text := fmt.Sprintf("%d:", g.Line)
		for i, p := range g.Players {
			text += fmt.Sprintf(" %s %d", r.Names()[p], g.Places[i])
		}
		if g.Cluster > 0 {
			text += fmt.Sprintf(" #%d", g.Cluster)
		}
		if g.Period != "" {
			text += " in " + g.Period
		}
		games = append(games, text)
	}
}

func open(t testing.TB, text, name string) Reader {
	t.Helper()
	r, err := Open(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCSV(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		unfinished int
	}{
		{"results", "first,second,result\na,b,1-0\nb,a,0-1\na,b,1/2-1/2\na,b,1\na,b,0\na,b,0.5\na,b,*\n", []string{
			"2: a 1 b 2", "3: b 2 a 1", "4: a 1 b 1", "5: a 1 b 2", "6: a 2 b 1", "7: a 1 b 1",
		}, 1},
		{"colours, quotes, comments, blanks, another order, no end of line", "\ufeffResult, White ,BLACK\n# a comment\n\n1-0,\"a, jr\", b \n0-1,c,d", []string{
			"4: a, jr 1 b 2", "5: c 2 d 1",
		}, 0},
		{"a mark, and quotes behind it", "\ufeff\"White\",\"Black\",\"Result\"\r\n\"a\",b,1-0\r\n", []string{"2: a 1 b 2"}, 0},
		{"a mark, and a comment behind it", "\ufeff# a, b\r\nwhite,black,result\r\na,b,1-0\r\n", []string{"3: a 1 b 2"}, 0},
		{"pairs of the same two, wherever they stand", "first,second,result,pair\na,b,1,7\na,c,1,7\nb,a,1,7\na,b,0,\nc,a,0,7\n", []string{
			"2: a 1 b 2 #1", "3: a 1 c 2 #2", "4: b 1 a 2 #1", "5: a 2 b 1", "6: c 2 a 1 #2",
		}, 0},
		{"periods", "first,second,result,period\na,b,1,1\na,b,1,1\na,b,0,2\n", []string{
			"2: a 1 b 2 in 1", "3: a 1 b 2 in 1", "4: a 2 b 1 in 2",
		}, 0},
		{"places", "game,agent,place,pair\n1,a,1,x\n1,b,2,x\n1,c,2,x\n2,c,1,x\n2,a,1,x\n2,b,3,x\n3,a,2,\n3,b,1,\n", []string{
			"2: a 1 b 2 c 2 #1", "5: c 1 a 1 b 3 #1", "8: a 2 b 1",
		}, 0},
		{"semicolons, and a name with a comma", "white;black;result\n\"a, jr\";b, sr;1-0\nb, sr; c ;0.5\n", []string{"2: a, jr 1 b, sr 2", "3: b, sr 1 c 1"}, 0},
		{"semicolons, and a decimal comma", "first;second;result\na;b;0,5\na;b;0.5\n", []string{"2: a 1 b 1", "3: a 1 b 1"}, 0},
		{"points as decimals", "first,second,result\na,b,1.0\na,b,0.0\na,b,0.50\n", []string{"2: a 1 b 2", "3: a 2 b 1", "4: a 1 b 1"}, 0},
		{"points as decimals with commas", "first;second;result\na;b;1,0\na;b;0,0\na;b;*\n", []string{"2: a 1 b 2", "3: a 2 b 1"}, 1},
		{"tabs behind a mark and a comment", "\ufeff# a;b\nfirst\tsecond\tresult\tpair\na b\t c\t0\t1\nc\ta b\t1\t1\n", []string{"3: a b 2 c 1 #1", "4: c 1 a b 2 #1"}, 0},
		{"a header alone", "first,second,result\n", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := open(t, c.text, "x.csv")
			got, err := readAll(r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if r.Unfinished() != c.unfinished {
				t.Errorf("%d games without a result", r.Unfinished())
			}
		})
	}
}

func TestCSVMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x.csv:1: the file is empty"},
		{"first,second\n", "x.csv:1: the columns are first,second: first,second,result or game,agent,place are needed"},
		{"first,second,result,game\n", "x.csv:1: the columns are"},
		{"first,game,agent,place\n", "x.csv:1: the columns are"},
		{"game,agent\n", "x.csv:1: the columns are"},
		{"pair,period\n", "x.csv:1: the columns are"},
		{"game,agent,place\n1,a\n", "x.csv:2: 2 instead of the header's 3 fields"},
		{"game,agent,place\n1,a,1\n1,b\n", "x.csv:3: 2 instead of the header's 3 fields"},
		{"first,second,result,piar\n", `x.csv:1: unknown column "piar"`},
		{"first,white,second,result\n", "x.csv:1: white: the column is there twice"},
		{"first,second,result\na,b\n", "x.csv:2: 2 instead of the header's 3 fields"},
		{"first,second,result\na,b,1-0\na,b,2-0\n", `x.csv:3: result: "2-0" is not a result`},
		{"white,black,result\n\na,,1-0\n", "x.csv:3: black: the name is missing"},
		{"first,second,result\na,a,1-0\n", "x.csv:2: second: a plays against itself"},
		{"first,second,result\na,\"b,1-0\n", `x.csv:2: extraneous or missing " in quoted-field`},
		{"first,second,result\na,\"b,1-0\na,b,1-0\na,b,1-0\n", `x.csv:2: extraneous or missing " in quoted-field`},
		{"first,second,result,period\na,b,1,1\na,b,1,2\na,b,1,1\n", "x.csv:4: period: 1 was over"},
		{"game,agent,place\n1,a,1\n1,b,x\n", `x.csv:3: place: "x" is not a place`},
		{"game,agent,place\n1,a,1\n1,b,0\n", `x.csv:3: place: "0" is not a place`},
		{"game,agent,place\n1,a,1\n2,b,1\n2,a,2\n", "x.csv:2: game: 1 has one player"},
		{"game,agent,place\n1,a,1\n1,b,2\n2,a,1\n2,b,2\n1,c,3\n", "x.csv:6: game: 1 was over"},
		{"game,agent,place\n,a,1\n", "x.csv:2: game: the game has no name"},
		{"game,agent,place\n1,a,1\n1,a,2\n", "x.csv:3: agent: a plays against itself"},
		{"game,agent,place,pair\n1,a,1,x\n1,b,2,y\n", `x.csv:3: pair: "y", and "x" in the game's first line`},
		{"game,agent,place,period\n1,a,1,x\n1,b,2,y\n", `x.csv:3: period: "y", and "x" in the game's first line`},
	} {
		r, err := Open(strings.NewReader(c.text), "x.csv")
		if err == nil {
			_, err = readAll(r)
		}
		var located *Error
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !errors.As(err, &located) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// The time to read a game of many players is proportional to their number. With comparisons of all pairs
// the game in JSON takes a minute.
func TestGameOfManyPlayers(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("seconds; set LANISTA_EXHAUSTIVE")
	}
	const players = 200_000
	var table, agents, scores strings.Builder
	table.WriteString("game,agent,place\n")
	for i := range players {
		fmt.Fprintf(&table, "1,p%d,%d\n", i, i/2*2+1)
		fmt.Fprintf(&agents, `,{"name":"p%d"}`, i)
		fmt.Fprintf(&scores, ",%d", -i/2)
	}
	line := `{"phase":"tournament","agents":[` + agents.String()[1:] + `],"outcome":{"scores":[` + scores.String()[1:] + "]}}\n"
	for name, text := range map[string]string{"x.csv": table.String(), "x.jsonl": line} {
		begun := time.Now()
		r, err := Open(strings.NewReader(text), name)
		if err != nil {
			t.Fatal(err)
		}
		r = Select(r, Selection{Exclude: []string{"q"}})
		g, err := r.Read()
		if took := time.Since(begun); err != nil || len(g.Players) != players || took > 30*time.Second {
			t.Errorf("%s: %d players, %v after %v", name, len(g.Players), err, took)
		}
		for i, place := range g.Places {
			if place != i/2*2+1 {
				t.Fatalf("%s: player %d has place %d", name, i, place)
			}
		}
	}
}

// Readers keep a line in memory, and a file may be endless. PGN is read without such a limit; see
// TestPGNLongLines.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", longestLine+1)
	for _, c := range []struct {
		name, before, want string // before is the text before the long line
		read               func(io.Reader, string) error
	}{
		{"x.csv", "first,second,result\na,b,1-0\na,", "x.csv:3: longer than 16 MB", readGames},
		{"x.jsonl", jsonLine("tournament 1/1", "[1,2]", "a", "b"), "x.jsonl:2: longer than 16 MB", readGames},
		{"x.log", "Score of a vs b: 1 - 0 - 0 [1] 1\n", "x.log:2: longer than 16 MB", readGames},
		{"ratings.txt", "a,1\n", "ratings.txt:2: longer than 16 MB", func(r io.Reader, name string) error {
			_, err := ReadRatings(r, name)
			return err
		}},
		{"players.txt", "a\n", "players.txt:2: longer than 16 MB", func(r io.Reader, name string) error {
			_, err := ReadPlayers(r, name)
			return err
		}},
	} {
		err := c.read(io.MultiReader(strings.NewReader(c.before), strings.NewReader(long)), c.name)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	lines := &lineLimit{in: io.MultiReader(strings.NewReader(long[1:]+"\n"), strings.NewReader(long[1:]))}
	if n, err := io.Copy(io.Discard, lines); err != nil || n != 2*longestLine+1 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if err := readGames(strings.NewReader(long[:1000]+"\n"), "x.csv"); err == nil || len(err.Error()) > 300 {
		t.Errorf("a message repeats a long name: %v", err)
	}
}

func readGames(in io.Reader, name string) error {
	r, err := Open(in, name)
	if err == nil {
		_, err = readAll(r)
	}
	return err
}

// Open recognizes a file by its name, or by its first character.
func TestOpen(t *testing.T) {
	const pgn, csv = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n", "first,second,result\na,b,1-0\n"
	for _, c := range []struct{ text, name string }{
		{pgn, "x.PGN"}, {pgn, "-"}, {"\ufeff\n  " + pgn, "-"}, {csv, "x.csv"}, {csv, "-"}, {"# results\n" + csv, "results.txt"},
	} {
		games, err := readAll(open(t, c.text, c.name))
		if err != nil || len(games) != 1 || !strings.HasSuffix(games[0], ": a 1 b 2") {
			t.Errorf("%q as %s: %v, %v", c.text, c.name, games, err)
		}
	}
	for _, name := range []string{"lanista.db", "games.csv"} {
		_, err := Open(strings.NewReader("SQLite format 3\x00\x10\x00"), name)
		if want := name + ":1: this is a store of runs and no file of games"; !errors.Is(err, errStore) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("a store: %v, want %s", err, want)
		}
	}
	if _, err := Open(iotestError{}, "x"); err == nil {
		t.Error("a file that cannot be read is empty")
	}
}

// What a reader reports about its file depends on the format.
func TestReaders(t *testing.T) {
	for _, c := range []struct {
		text                  string
		ranked, deals, seated bool
	}{
		{"first,second,result\na,b,1-0\n", false, false, true},
		{"first,second,result,pair\na,b,1-0,1\n", false, true, true},
		{"pair,first,second,result\n1,a,b,1-0\n", false, true, true},
		{"game,agent,place\n1,a,1\n1,b,2\n", true, false, true},
		{"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n", false, true, true},
		{"Finished game 1 (a vs b): 1-0 {x}\n", false, false, true},
		{"Finished game 1 (a vs b): 1-0 {x}\nFinished game 2 (b vs a): 1-0 {x}\n", false, true, true},
		{"Score of a vs b: 1 - 0 - 0\n", false, false, false},
	} {
		r := open(t, c.text, "results")
		if r.Name() != "results" || r.Ranked() != c.ranked || r.Deals() != c.deals || r.Seated() != c.seated {
			t.Errorf("%q: %s, ranked %v, deals %v, seated %v", c.text, r.Name(), r.Ranked(), r.Deals(), r.Seated())
		}
		if _, err := r.Read(); err != nil || len(r.Names()) < 2 {
			t.Errorf("%q: %v, %v", c.text, r.Names(), err)
		}
	}
}

// Every name has one number, also if there are more names than the players that were found last.
func TestNumbersOfPlayers(t *testing.T) {
	var p players
	for range 2 {
		for i := range 600 {
			if got := p.number([]byte(fmt.Sprint("player ", i))); got != i {
				t.Fatalf("player %d has the number %d", i, got)
			}
		}
	}
	for range 2 {
		if got := p.number(nil); got != 600 || len(p.names) != 601 {
			t.Errorf("the empty name has the number %d of %d", got, len(p.names))
		}
	}
}

type iotestError struct{}

func (iotestError) Read([]byte) (int, error) { return 0, errors.New("broken") }

// fuzz checks that reading any file ends with valid games or with an error that names a line.
func fuzz(f *testing.F, name string) {
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Open(strings.NewReader(text), name)
		games := 0
		for err == nil {
			var g Game
			if g, err = r.Read(); err != nil {
				break
			}
			games++
			if _, ok := r.(*logs); ok && games > 1000 { // a line may contain millions of games
				return
			}
			if len(g.Players) < 2 || len(g.Players) != len(g.Places) || g.Line < 1 || g.Line > strings.Count(text, "\n")+1 || games > max(1000, len(text)) {
				t.Fatalf("game %d: %+v", games, g)
			}
			for i, p := range g.Players {
				if p < 0 || p >= len(r.Names()) || r.Names()[p] == "" || g.Places[i] < 1 {
					t.Fatalf("game %d: %+v of %q", games, g, r.Names())
				}
			}
		}
		var located *Error
		if err != io.EOF && (!errors.As(err, &located) || located.Line < 1 || located.Line > strings.Count(text, "\n")+1) {
			t.Fatalf("%v", err)
		}
	})
}

func FuzzCSV(f *testing.F) {
	f.Add("first,second,result,pair\na,b,1-0,1\nb,a,0-1,1\n")
	f.Add("game,agent,place,period\n1,a,1,x\n1,b,2,x\n2,\"a\"\"\",1,x\n2,b,1,x\n")
	fuzz(f, "x.csv")
}

// A spreadsheet may save text as UTF-16. The error states what to do.
func TestUTF16IsRefused(t *testing.T) {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		text := mark + "f\x00i\x00r\x00s\x00t\x00"
		for _, name := range []string{"x.csv", "x.txt", "x.pgn"} {
			_, games := Open(strings.NewReader(text), name)
			_, ratings := ReadRatings(strings.NewReader(text), name)
			for _, err := range []error{games, ratings} {
				if err == nil || !strings.Contains(err.Error(), name+":1: the file is in UTF-16; save it as UTF-8") {
					t.Errorf("%v", err)
				}
			}
		}
	}
}
