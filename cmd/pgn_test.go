package cmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
)

// pgnMatch are games with every feature of the notation: castling to both sides, en passant,
// promotions to every piece, disambiguation by file, rank and both, mates, games that begin with
// Black to move, and adjudicated games.
const pgnMatch = `
engine:
  name: chess
  settings:
    depth: 1
    max_plies: 160
    resign_moves: 3
    resign_score: 1500
    draw_moves: 6
    random_plies: 3
    openings: |
      r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1
      r3k2r/8/8/pP1pP2p/P1Pp1PpP/8/8/R3K2R b KQkq - 3 40
      8/PPP2k2/8/8/8/8/2K2ppp/8 w - - 0 70
      6k1/8/1Q1Q4/8/1Q1Q2n1/4n1n1/6n1/K7 b - - 0 1
      4k3/8/8/3N1N2/8/1N3N2/8/4K2R w K - 0 1
      rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
agents: [random, {name: own "one"}, {name: first, player: first}]
schedule: {cycles: 8}
seed: 3
`

// Another program reads the written PGN and finds the same moves, results and last positions.
func TestPGNIsReadByOthers(t *testing.T) {
	t.Parallel()
	reader, err := exec.LookPath("pgn-extract")
	if err != nil {
		reader = "/usr/games/pgn-extract" // its path in Debian
		if _, err := os.Stat(reader); err != nil {
			t.Skip("pgn-extract is not here; apt-get install pgn-extract")
		}
	}
	dir := t.TempDir()
	write(t, dir, "match.yaml", pgnMatch)
	for _, file := range []string{"games.pgn", "games.jsonl"} {
		output(t, lanista(t, dir, "tournament", "match.yaml", "--games-file", file))
	}
	extract := func(args ...string) string {
		var out, said bytes.Buffer
		c := exec.Command(reader, append(args, filepath.Join(dir, "games.pgn"))...)
		c.Stdout, c.Stderr = &out, &said
		if err := c.Run(); err != nil || said.Len() > 0 {
			t.Fatalf("pgn-extract %v: %v\n%s", args, err, said.String())
		}
		return out.String()
	}
	want := playedGames(t, filepath.Join(dir, "games.jsonl"))
	game := regexp.MustCompile(`(?m)^([a-h][1-8][^\[{]*?)\s*(?:\{[^"}]*\}\s*)?\{\s*"([^"]+)"\s*\}\s*(1-0|0-1|1/2-1/2)$`)
	got := game.FindAllStringSubmatch(extract("-s", "-Wuci", "-F", "-w", "100000"), -1)
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("it reads %d games of %d", len(got), len(want))
	}
	mates := 0
	for i, w := range want {
		moves := strings.Fields(strings.ToLower(got[i][1]))
		if !slices.Equal(moves, w.Moves) || got[i][3] != w.result() || !strings.HasPrefix(got[i][2], w.last(t)) {
			t.Errorf("game %d is read as\n%v %s %s, it was\n%v %s %s", i+1, moves, got[i][2], got[i][3], w.Moves, w.last(t), w.result())
		}
		if w.Reason == "checkmate" {
			mates++
		}
	}
	if read := strings.Count(extract("-s", "-M"), "[Event "); read != mates || mates == 0 {
		t.Errorf("it finds %d games that end by mate, of %d", read, mates)
	}
}

// playedGame is a line of a file of games.
type playedGame struct {
	Start, Reason string
	Moves         []string
	Outcome       engines.Outcome
}

func playedGames(t *testing.T, file string) (list []playedGame) {
	t.Helper()
	for lines := bufio.NewScanner(bytes.NewReader(must(os.ReadFile(file)))); lines.Scan(); {
		var g playedGame
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

func (g playedGame) result() string {
	switch g.Outcome.Place(0) - g.Outcome.Place(1) {
	case -1:
		return "1-0"
	case 1:
		return "0-1"
	}
	return "1/2-1/2"
}

// last returns the last position of the game without the en passant square, which programs write
// differently, and without the move counters.
func (g playedGame) last(t *testing.T) string {
	t.Helper()
	at := must(chess.New().ParseGame(g.Start+" moves "+strings.Join(g.Moves, " "), 1))
	return strings.Join(strings.Fields(at.String())[:3], " ")
}
