package external

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// rulesVariable is the environment variable that makes the test binary a program with the
// rules of a game, in a mode. Each seat in turn takes one to three stones from a heap; the
// last stone wins.
const rulesVariable = "LANISTA_RULES_PROGRAM"

type heap struct {
	mode                string
	stones, turn, seats int
	applied             int // ever
	kept                int // stones of the first game
	seed                uint64
}

// playRules answers requests until the input ends.
func playRules(mode string) {
	if mode == "go" {
		playGoRules()
		return
	}
	h := &heap{mode: mode}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var q struct {
			ID    int64  `json:"id"`
			Do    string `json:"do"`
			Seats int    `json:"seats"`
			Seed  uint64 `json:"seed"`
			Move  string `json:"move"`
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		text := ""
		switch q.Do {
		case "hello":
			text = `,"ludus":1,"name":"stones","role":"game","seats":[2,3],"deterministic":true,"settings":[{"name":"heap","default":"9","kind":"int","min":1,"max":30}]`
			switch h.mode {
			case "declared none", "undeclared dice", "undeclared hidden":
				text += `,"chance":false`
			case "declared":
				text += `,"chance":true`
			}
		case "start":
			if h.mode == "no start" {
				fmt.Fprintln(os.Stderr, "no heap")
				os.Exit(5)
			}
			h.stones, h.turn, h.seats, h.seed = 7+int(q.Seed%5), 0, q.Seats, q.Seed
			switch h.mode {
			case "fixed", "dice", "slow dice", "undeclared dice", "declared":
				h.stones = 9
			}
			if h.mode == "unseeded start" {
				h.stones = 7 + h.kept%5
				h.kept++
			}
			if h.mode == "over at the start" {
				h.stones = 0
			}
			if h.mode == "slow dice" {
				time.Sleep(chanceTime)
			}
			if h.mode == "shrinks" { // another game whenever it is dealt again
				h.stones -= h.kept
				h.kept++
			}
			text = h.state()
		case "apply":
			if h.applied++; h.mode == "crashes" && h.applied == 4 {
				fmt.Fprintln(os.Stderr, "no stones")
				os.Exit(4)
			}
			h.stones -= strings.Count(q.Move, "o")
			h.turn = (h.turn + 1) % h.seats
			if strings.HasSuffix(h.mode, "dice") && h.stones == 2 && h.seed%2 == 0 {
				h.stones--
			}
			text = h.state()
		case "quit":
			return
		}
		fmt.Printf("{\"id\":%d%s}\n", q.ID, text)
	}
}

func (h *heap) state() string {
	if h.stones == 0 {
		places := slices.Repeat([]string{"2"}, h.seats)
		places[(h.turn+h.seats-1)%h.seats] = "1"
		return `,"places":[` + strings.Join(places, ",") + `]`
	}
	var legal []string
	for n := 1; n <= min(3, h.stones); n++ {
		move := strings.Repeat("o", n)
		if h.mode == "words" {
			move = "take " + move
		}
		legal = append(legal, `"`+move+`"`)
	}
	text := fmt.Sprintf(`,"turn":%d,"legal":[%s],"position":"%d %d"`, h.turn, strings.Join(legal, ","), h.stones, h.turn)
	if strings.HasSuffix(h.mode, "hidden") {
		text += `,"views":["you cannot see","the stones"]`
	}
	return text
}

// A program whose seats do not see all of a start that the seed determines cannot declare that its game
// has no chance.
func TestHiddenDealsAreChance(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"declared none": "", "hidden": "",
		"undeclared hidden": `the hello of the program stones declares "chance": false, but the start of a game depends on the seed`,
	} {
		_, game := stones(t, mode)
		_, err := engines.FindChance(t.Context(), game, 2)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", mode, err, want)
		}
	}
}

// stones returns the game whose rules the test binary owns in a mode, and its programs.
func stones(t testing.TB, mode string, others ...Program) (*Programs, engines.Engine) {
	t.Helper()
	p := testProgram(t, "well")
	p.Name, p.Env = "stones", append(p.Env[1:], rulesVariable+"="+mode)
	ps := newTestPrograms(t, append(others, p)...)
	e, err := ps.Rules(t.Context(), "stones")
	if err != nil {
		t.Fatal(err)
	}
	return ps, e
}

func TestRules(t *testing.T) {
	t.Parallel()
	_, e := stones(t, "sound")
	if s := e.Spec(); s.Name != "stones" || s.MinSeats != 2 || s.MaxSeats != 3 || len(s.Weights) != 0 || len(s.Settings) != 1 {
		t.Errorf("spec %+v", s)
	}
	g, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	var left int
	if _, err := fmt.Sscan(g.String(), &left); err != nil || len(g.Moves(nil)) != 3 || g.Turn() != 0 {
		t.Fatalf("%s: %v, %v", g, g.Moves(nil), err)
	}
	apply := func(g engines.Game, text string) {
		t.Helper()
		m, err := g.ParseMove(text)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			t.Error(err)
		}
	}
	other := g.Clone()
	apply(g, "o")
	apply(other, "OO") // the case tells nothing apart here
	apply(g, "ooo")
	apply(other, "oo")
	want := fmt.Sprint(left-4, " 0")
	if g.String() != want || other.String() != want {
		t.Errorf("%s and %s, want %s", g, other, want)
	}
	h := g.(engines.History)
	var told []string
	for _, m := range h.Played() {
		told = append(told, g.FormatMove(m))
	}
	if !slices.Equal(told, []string{"o", "ooo"}) || h.Start() != "start" {
		t.Errorf("it was %v", told)
	}
	if _, err := g.ParseMove("x"); err == nil {
		t.Error("x is a move")
	}
	if err := g.Apply(12345); err == nil || errors.As(err, new(*engines.BrokenError)) {
		t.Errorf("an illegal move: %v", err)
	}
	again, err := e.ParseGame("o, ooo", 1)
	if err != nil || again.String() != g.String() || again.FormatMove(again.Moves(nil)[2]) != "ooo" || again.Moves(nil)[2] != g.Moves(nil)[2] {
		t.Errorf("%v, %v", again, err)
	}
	for !g.Over() {
		apply(g, "o")
	}
	if g.Outcome().Place(1) == g.Outcome().Place(0) {
		t.Errorf("outcome %v", g.Outcome())
	}
	if _, err := e.NewGame(4, 1); err == nil {
		t.Error("four seats are dealt")
	}
	if _, err := e.NewPlayer(t.Context(), engines.Agent{}); err == nil || err.Error() != "stones has no player of its own; name a program" {
		t.Error(err)
	}
}

// Moves of several words can be written with blanks or commas between them.
func TestPositionOfMovesWithBlanks(t *testing.T) {
	t.Parallel()
	_, e := stones(t, "words")
	start, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	left := stonesIn(t, start)
	for text, want := range map[string]string{
		"take o":               fmt.Sprint(left-1, " 1"),
		"take o  TAKE ooo":     fmt.Sprint(left-4, " 0"),
		"take o, take ooo":     fmt.Sprint(left-4, " 0"),
		"take o take":          `move 2: "take" is not one of the moves take o, take oo, take ooo; a position`,
		"take o give ooo more": `move 2: "give ooo" is not one of the moves take o, take oo, take ooo; a position`,
	} {
		g, err := e.ParseGame(text, 1)
		if got := fmt.Sprint(g, err); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// People may write the moves of a program's game in upper case. A program must write them exactly,
// because they may differ in nothing else.
func TestProgramsWriteMovesExactly(t *testing.T) {
	t.Parallel()
	ps, game := stones(t, "sound", testProgram(t, "shouts"))
	table, err := ps.Table(t.Context(), game, "shouts")
	if err != nil {
		t.Fatal(err)
	}
	r, err := play(t, table)
	if err != nil || r.Forfeit == nil || r.Forfeit.Kind != engines.ForfeitIllegal || !strings.Contains(r.Forfeit.Reason, `"O" is not one of the moves o, oo, ooo`) {
		t.Errorf("%+v, %v", r, err)
	}
}

// stonesIn returns the number of stones in a position of the game stones.
func stonesIn(t *testing.T, p engines.Position) (n int) {
	t.Helper()
	if _, err := fmt.Sscan(p.String(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// count returns the number of sequences of moves with a heap.
func count(stones, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for take := 1; take <= min(3, stones); take++ {
		n += count(stones-take, depth-1)
	}
	return n
}

func TestRulesPerft(t *testing.T) {
	t.Parallel()
	_, e := stones(t, "sound")
	g, err := e.NewGame(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	left := stonesIn(t, g)
	for depth := range 6 {
		n, _, err := analysis.Perft(t.Context(), e, g, depth)
		if err != nil || n != count(left, depth) {
			t.Errorf("depth %d: %d, %v, want %d", depth, n, err, count(left, depth))
		}
	}
}

func TestHiddenRules(t *testing.T) {
	t.Parallel()
	_, e := stones(t, "hidden")
	g, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	seen := engines.View(g, 0)
	if seen.String() != "you cannot see" || engines.View(g, 1).String() != "the stones" || len(seen.Moves(nil)) != 3 || len(engines.View(g, 1).Moves(nil)) != 0 {
		t.Errorf("%s", seen)
	}
	if _, ok := seen.(engines.History); ok {
		t.Error("a view has a history")
	}
	if _, err := e.NewGame(3, 1); err == nil || !strings.Contains(err.Error(), "2 views for 3 seats") {
		t.Errorf("got %v", err)
	}
}

// Programs play a game whose rules another program owns. Two workers play the same games.
func TestRulesTable(t *testing.T) {
	t.Parallel()
	bot := testProgram(t, "well")
	ps, game := stones(t, "sound", bot)
	table, err := ps.Table(t.Context(), game, bot.Name)
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(table, engines.ArenaOptions{Moves: true, Openings: engines.Openings{RandomPlies: 2}})
	if err != nil {
		t.Fatal(err)
	}
	seats := []engines.Agent{{Name: "a", Weights: engines.Weights{1}}, {Name: "b", Weights: engines.Weights{2}}, {Name: "c", Player: "random"}}
	var got [2][]engines.Record
	for i := range got {
		one := arena.(engines.PerGoroutine).Fork()
		for seed := range uint64(5) {
			r, err := one.Play(t.Context(), seats, seed)
			if err != nil || r.Forfeit != nil {
				t.Fatalf("%+v, %v", r, err)
			}
			got[i] = append(got[i], r)
		}
		if err := engines.Close(one); err != nil {
			t.Error(err)
		}
	}
	if one, other := gameTexts(got[0]), gameTexts(got[1]); !reflect.DeepEqual(one, other) {
		t.Errorf("%q and %q", one, other)
	}
}

// After a failure of the rules no agent forfeits: there is no record, and the error describes
// the game. The next game has a new process.
func TestRulesFailures(t *testing.T) {
	t.Parallel()
	bot := testProgram(t, "well")
	ps, game := stones(t, "crashes", bot)
	table, err := ps.Table(t.Context(), game, bot.Name)
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(table, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	one := arena.(engines.PerGoroutine).Fork()
	defer func() { _ = engines.Close(one) }()
	seats := []engines.Agent{{Name: "a", Weights: engines.Weights{0}}, {Name: "b", Weights: engines.Weights{0}}}
	for range 2 {
		r, err := one.Play(t.Context(), seats, 7)
		var broken *engines.BrokenError
		if !errors.As(err, &broken) || r.Forfeit != nil {
			t.Fatalf("%+v, %v", r, err)
		}
		for _, want := range []string{"programs.stones: exit status 4", "no stones", "(seed ", `seat 2 b {"nth":0}`} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("no %q in %v", want, err)
			}
		}
	}
	if _, err := ps.Table(t.Context(), game, "stones"); err == nil || !strings.Contains(err.Error(), "chooses no moves") {
		t.Errorf("rules as a player: %v", err)
	}
}

// The rules of a game can fail before the programs of its players were started, as in the process of a
// worker. The error then has the weights of the agents without their names.
func TestRulesFailureBeforePlayers(t *testing.T) {
	t.Parallel()
	bot := testProgram(t, "well")
	ps, game := stones(t, "no start", bot)
	table, err := ps.Table(t.Context(), game, "")
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(table, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	seats := []engines.Agent{{Name: "a", Player: bot.Name, Weights: engines.Weights{0}}, {Name: "b", Player: "random"}}
	r, err := arena.Play(t.Context(), seats, 7)
	if err == nil || r.Forfeit != nil || !strings.Contains(err.Error(), "programs.stones: exit status 5: no heap") || !strings.Contains(err.Error(), "; seat 1 a [0]; seat 2 b)") {
		t.Errorf("%+v, %v", r, err)
	}
}

// A program that starts a different game from the same seed is an error.
func TestRulesThatChange(t *testing.T) {
	t.Parallel()
	_, e := stones(t, "shrinks")
	g, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil && !g.Over() {
		other := g.Clone()
		if err = other.Apply(other.Moves(nil)[0]); err == nil {
			err = g.Apply(g.Moves(nil)[1%len(g.Moves(nil))])
		}
	}
	var broken *engines.BrokenError
	if !errors.As(err, &broken) || !strings.Contains(err.Error(), "it reports another position after the same moves") {
		t.Errorf("got %v", err)
	}
}

// The chance of a program's game is as the program declares, or as a sample of games shows. A
// program that is too slow for a sample has none.
func TestChanceOfRules(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]bool{
		"fixed": false, "sound": true, "dice": true, "slow dice": false, "declared": true, "declared none": false,
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			bot := testProgram(t, "well")
			var table engines.Engine
			for try := 0; ; try++ {
				ps, game := stones(t, mode, bot)
				var err error
				if table, err = ps.Table(t.Context(), game, bot.Name); err != nil {
					t.Fatal(err)
				}
				begun := time.Now()
				var wrong error
				for _, e := range []engines.Engine{game, table, table} {
					if got, err := engines.FindChance(t.Context(), e, 2); got.Chance != want || err != nil {
						wrong = fmt.Errorf("%v, %v, want %v", got, err, want)
					}
				}
				spent := time.Since(begun)
				if spent > 2*chanceTime+patient {
					t.Errorf("it took %v", spent)
				}
				if wrong == nil {
					break
				}
				if spent < chanceTime || try == 4 { // otherwise a busy machine has cut the sample
					t.Fatal(wrong)
				}
			}
			if mode == "slow dice" {
				return
			}
			arena, err := engines.NewArena(table, engines.ArenaOptions{})
			if err != nil {
				t.Fatal(err)
			}
			seats := []engines.Agent{{Name: "a", Weights: engines.Weights{1}}, {Name: "b", Player: "first"}}
			contents := make(map[uint64]bool)
			for seed := range uint64(6) {
				r, err := arena.Play(t.Context(), seats, seed)
				if err != nil || (r.Content == 0) != want {
					t.Fatalf("%+v, %v", r, err)
				}
				contents[r.Content] = true
			}
			if mode == "fixed" && len(contents) != 1 || mode == "declared none" && len(contents) < 2 {
				t.Errorf("%d different contents of 6 games", len(contents))
			}
		})
	}
}
