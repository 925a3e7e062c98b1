package external

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/goban"
)

var hostileGTPKinds = map[engines.ForfeitKind][]string{
	plays:                    {"banner", "noise", "stderr", "crlf", "lower case", "no numbers", "tab", "many empty lines", "lists nothing", "answers twice"},
	engines.ForfeitCrashed:   {"crash", "exit 0", "segfault", "exit on clear_board", "exit on komi", "exit on play", "exit on genmove", "exit on boardsize", "exit on set", "exit after a move", "closed output", "grandchild", "daemon"},
	engines.ForfeitStalled:   {"sleep", "half a line", "no empty line", "closed input", "utf-16", "thinks on", "earlier number", "no equals sign", "other sign"},
	engines.ForfeitMalformed: {"later number", "no vertex", "long", "chatter", "flood", "endless answer"},
	engines.ForfeitIllegal:   {"outside", "column I", "taken point", "null", "escape", "two lines"},
	engines.ForfeitError:     {"refuses clear_board", "refuses komi", "refuses play", "refuses genmove"},
}

func TestForfeitKindsOfGoPrograms(t *testing.T) {
	t.Parallel()
	besideHealthy(t, goban.New(), engines.Settings{"size": "5", "max_plies": "24"}, ofTheProtocol(hostileGTPKinds), func(mode string) Program { return testGTP(t, mode) })
}

// testGTP returns the test binary as a Go program in a mode.
func testGTP(t testing.TB, mode string) Program {
	t.Helper()
	p := testProgram(t, mode)
	p.Env[0] = hostileGTPVariable + "=" + mode
	p.Protocol, p.Set, p.Weights = "gtp", "set {name} {value}", engines.Space{{Name: "Nth", Min: 0, Max: 9, Kind: engines.Integer}}
	return p
}

// The test "score" compares results of the games of the test "legal".
func TestCheckOfScores(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode    string
		games   int
		verdict Verdict
		detail  string
	}{
		{"scores", 2, Pass, "1 result as by the rules"}, // the other game ends at its limit of plies
		{"scores", 8, Pass, "4 results as by the rules"},
		{"scores wrong", 2, Warn, "it counts W+99.5 where the rules give "},
		{"well", 2, "", ""}, // it gives no results
	} {
		t.Run(fmt.Sprint(c.mode, c.games), func(t *testing.T) {
			t.Parallel()
			if c.games > 2 {
				inLongForm(t, "two games have one result")
			}
			p := testGTP(t, c.mode)
			ps := newTestPrograms(t, p)
			table, err := ps.Table(t.Context(), goban.New(), p.Name)
			if err != nil {
				t.Fatal(err)
			}
			e, err := table.With(engines.Settings{"size": "5"})
			if err != nil {
				t.Fatal(err)
			}
			got, err := ps.Check(t.Context(), e, p.Name, CheckOptions{Games: c.games, Seats: 2, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			var found Finding
			for _, f := range got.Checks {
				if f.ID == "score" {
					found = f
				}
			}
			if found.Verdict != c.verdict || !strings.HasPrefix(found.Detail, c.detail) {
				t.Errorf("%s, %d games: %+v, want %s %q", c.mode, c.games, found, c.verdict, c.detail)
			}
		})
	}
}

// A Go program that resigns has lost by the rules.
func TestGTPResigns(t *testing.T) {
	t.Parallel()
	table, err := newTestPrograms(t, testGTP(t, "resigns")).Table(t.Context(), goban.New(), "resigns")
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(engines.Settings{"size": "5"})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := play(t, e); err != nil || r.Forfeit != nil || r.Outcome != engines.Loser(2, 0) {
		t.Errorf("%+v, %v", r, err)
	}
}

// playGoRules answers the requests for the rules of Go, with other names of settings and moves in
// lower case, until the input ends.
func playGoRules() {
	var g engines.Game
	state := func() string {
		if g.Over() {
			o := g.Outcome()
			return fmt.Sprintf(`,"places":[%d,%d]`, o.Place(0), o.Place(1))
		}
		var legal []string
		for _, m := range g.Moves(nil) {
			legal = append(legal, strconv.Quote(strings.ToLower(g.FormatMove(m))))
		}
		return fmt.Sprintf(`,"turn":%d,"legal":[%s],"position":%q`, g.Turn(), strings.Join(legal, ","), g)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var q struct {
			ID       int64             `json:"id"`
			Do       string            `json:"do"`
			Settings map[string]string `json:"settings"`
			Move     string            `json:"move"`
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		text := ""
		switch q.Do {
		case "hello":
			text = `,"ludus":1,"name":"weiqi","role":"game","seats":[2,2],"chance":false,"settings":[{"name":"size","default":"5","kind":"int","min":5,"max":9},{"name":"komi","default":"0.5"}]`
		case "start":
			e, err := goban.New().With(engines.Settings{"size": q.Settings["size"], "komi": q.Settings["komi"]})
			if err != nil {
				panic(err)
			}
			g, _ = e.NewGame(2, 0)
			text = state()
		case "apply":
			m, err := g.ParseMove(q.Move)
			if err := errors.Join(err, g.Apply(m)); err != nil {
				panic(err)
			}
			text = state()
		case "quit":
			return
		}
		fmt.Printf("{\"id\":%d%s}\n", q.ID, text)
	}
}

// A GTP program plays a game whose rules another program owns: GNU Go if it is installed, and a
// small program otherwise.
func TestGTPBesideRules(t *testing.T) {
	t.Parallel()
	bot := testGTP(t, "well")
	if path, err := exec.LookPath("/usr/games/gnugo"); err == nil {
		bot.Command, bot.Set, bot.Weights = []string{path, "--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--positional-superko", "--allow-suicide", "--level", "1"}, "", nil
	}
	bot.Name = "bot"
	owner := testProgram(t, "well")
	owner.Name, owner.Env = "weiqi", append(owner.Env[1:], rulesVariable+"=go")
	ps := newTestPrograms(t, bot, owner)
	e, err := ps.Rules(t.Context(), "weiqi")
	if err != nil {
		t.Fatal(err)
	}
	table, err := ps.Table(t.Context(), e, "bot")
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(table, engines.ArenaOptions{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	for seed, seats := range [][]engines.Agent{{{Name: "bot"}, {Name: "random", Player: "random"}}, {{Name: "random", Player: "random"}, {Name: "bot"}}} {
		r, err := arena.Play(t.Context(), seats, uint64(seed))
		if err != nil || r.Forfeit != nil {
			t.Errorf("seat %d: %+v, %v", seed+1, r, err)
		}
	}
}

// GNU Go plays whole games, beside Lanista's player and with its strength in the command. It is
// skipped if it is not installed.
func TestGNUGo(t *testing.T) {
	t.Parallel()
	inLongForm(t, "TestGTPBesideRules plays with it, too")
	path := findDebian(t, "gnugo")
	p := testGTP(t, "well")
	p.Name, p.Set = "gnugo", ""
	p.Command = []string{path, "--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--positional-superko", "--allow-suicide", "--level", "{weight:level}"}
	p.Weights = engines.Space{{Name: "level", Min: 0, Max: 10, Default: 1, Kind: engines.Integer}}
	ps := newTestPrograms(t, p)
	table, err := ps.Table(t.Context(), goban.New(), "gnugo")
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(engines.Settings{"size": "7", "playouts": "10"})
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	one := arena.(engines.PerGoroutine).Fork()
	defer func() { _ = engines.Close(one) }()
	seats := []engines.Agent{{Name: "gnugo"}, {Name: "own", Player: Own}}
	for seed := range uint64(10) {
		r, err := one.Play(t.Context(), seats, seed)
		if err != nil || r.Forfeit != nil || r.Ending != engines.ByRules {
			t.Fatalf("game %d: %+v, %v", seed, r, err)
		}
		if !strings.Contains(r.Why(), "passes") {
			t.Errorf("it ended by %s", r.Why())
		}
		seats[0], seats[1] = seats[1], seats[0]
	}
}
