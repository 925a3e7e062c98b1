package gamefile

import (
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readPaired reads a file to its end as readAll does. Games that Pairs finds to be a pair get the
// same cluster number, above the numbers in the file.
func readPaired(r Reader) (games []string, err error) {
	type unpaired struct {
		at   int
		game Single
	}
	var waiting []unpaired
	next := 0
	numbered := func(s Single) int { // the game of the list that was passed on
		for i, u := range waiting {
			if u.game == s {
				waiting = slices.Delete(waiting, i, i+1)
				return u.at
			}
		}
		panic("a game that was not read")
	}
	pairs := NewPairs(func(found []Single) {
		if len(found) == 2 {
			next++
		}
		for _, s := range found {
			at := numbered(s)
			if len(found) == 2 {
				games[at] += fmt.Sprintf(" #%d", next)
			}
		}
	})
	for {
		g, err := r.Read()
		if err == io.EOF {
			pairs.Close()
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
			next = max(next, g.Cluster)
		}
		games = append(games, text)
		if g.Cluster == Unnamed {
			waiting = append(waiting, unpaired{len(games) - 1, g.Single()})
			pairs.Add(&g)
		}
	}
}

// paired passes games to a Pairs and returns what it finds, in order, as indices: "0+1" for a pair
// and "2" for a single game. A game is written as "ab r7 x7": the two players, the round and the
// opening, or "-" if one is unknown. most limits the waiting games; 0 means the default.
func paired(most int, games ...string) (found []string) {
	p := NewPairs(func(s []Single) {
		text := fmt.Sprint(s[0].Content - 1)
		if len(s) == 2 {
			text += fmt.Sprint("+", s[1].Content-1)
		}
		found = append(found, text)
	})
	if most > 0 {
		p.most = most
	}
	// An opening in capital letters is a position, any other one the first plies.
	position := func(word string) string {
		if word == strings.ToUpper(word) {
			return word
		}
		return "-"
	}
	hash := func(word string) uint64 {
		if word == "-" {
			return 0
		}
		return hashed([]byte(word))
	}
	for i, text := range games {
		f := strings.Fields(text)
		p.Add(&Game{
			Players: []int{int(f[0][0] - 'a'), int(f[0][1] - 'a')}, Places: []int{1, 2},
			Round: hash(f[1]), Position: hash(position(f[2])), Start: hash(f[2]), Content: uint64(i + 1),
		})
	}
	p.Close()
	return found
}

func TestSingle(t *testing.T) {
	for want, places := range map[Result][]int{Won: {1, 2}, Drawn: {1, 1}, Lost: {2, 1}} {
		g := Game{Players: []int{3, 5}, Places: places, Content: 7}
		if got := g.Single(); got != (Single{[2]int32{3, 5}, want, 7}) {
			t.Errorf("places %v: %+v", places, got)
		}
	}
}

func TestPairs(t *testing.T) {
	for _, c := range []struct {
		name  string
		most  int
		games []string
		want  []string
	}{
		{"rounds of several games at once, as fastchess writes them", 0, []string{"ab 2 y", "ab 1 x", "ba 2 y", "ba 1 x"}, []string{"0+2", "1+3"}},
		{"a round before an equal opening of another round", 0, []string{"ab 1 x", "ba 2 x", "ab 2 x", "ba 1 x"}, []string{"1+2", "0+3"}},
		{"rounds that number games: neighbours of equal openings", 0, []string{"ab 1 x", "ab 3 y", "ba 4 y", "ba 2 x"}, []string{"1+2", "0", "3"}},
		{"rounds that number games: equal positions", 0, []string{"ab 1 X", "ab 3 Y", "ba 4 Y", "ba 2 X"}, []string{"1+2", "0+3"}},
		{"openings that begin alike, a game of the first is lost", 0, []string{"ab 1 x", "ab 3 x", "ba 4 x", "ab 5 x", "ba 6 x"}, []string{"1+2", "3+4", "0"}},
		{"openings that begin alike, two games at once", 0, []string{"ab 1 x", "ab 3 x", "ba 2 x", "ab 5 x", "ba 6 x", "ba 4 x"}, []string{"1+2", "3+4", "0", "5"}},
		{"rounds of two files that play the same openings, two games at once", 0, []string{"ab 1 x", "ab 2 x", "ba 1 x", "ba 2 x", "ab 1 x", "ab 2 x", "ba 1 x", "ba 2 x"}, []string{"0+2", "1+3", "4+6", "5+7"}},
		{"one round for all games, openings that begin alike", 0, []string{"ab 1 x", "ab 1 x", "ba 1 x", "ba 1 y", "ba 1 x", "ab 1 y", "ab 1 x"}, []string{"1+2", "3+5", "0", "4", "6"}},
		{"rounds of two files, one behind the other", 0, []string{"ab 1 x", "ab 1 y", "ba 1 y", "ba 1 x"}, []string{"1+2", "0+3"}},
		{"one round for all games", 0, []string{"ab 1 X", "ab 1 y", "ba 1 X", "ba 1 z", "ba 1 u"}, []string{"0+2", "1", "3", "4"}},
		{"a round whose opening is shorter than a start", 0, []string{"ab 1 x", "ab 2 z", "ba 1 y", "ba 2 x"}, []string{"0+2", "1+3"}},
		{"but not from two positions", 0, []string{"ab 1 X", "ba 1 Y", "ba 2 X", "ab 2 -"}, []string{"0+2", "1", "3"}},
		{"nor from a position and the usual start", 0, []string{"ab 1 X", "ba 1 y"}, []string{"0", "1"}},
		{"a round with one opening that is not known", 0, []string{"ab 1 -", "ab 2 x", "ba 1 x", "ba 2 -"}, []string{"0+2", "1+3"}},
		{"a round without openings", 0, []string{"ab 1 -", "ab 2 -", "ba 1 -", "ba 2 -"}, []string{"0+2", "1+3"}},
		{"the first of equal positions", 0, []string{"ab - X", "ab - X", "ba - X", "ba - X"}, []string{"0+2", "1+3"}},
		{"neighbours of equal openings", 0, []string{"ab - x", "ab - x", "ba - x", "ba - x"}, []string{"1+2", "0", "3"}},
		{"neighbours with one opening that is not known", 0, []string{"ab - -", "ba - x", "ba - -", "ab - y"}, []string{"0+1", "2+3"}},
		{"no neighbours: openings differ, or the same seats", 0, []string{"ab - x", "ba - y", "ba - -", "ca - -"}, []string{"0", "1", "2", "3"}},
		{"an equal position before a neighbour", 0, []string{"ab - X", "ba - -", "ba - X"}, []string{"0+2", "1"}},
		{"neighbours of which one begins at a position", 0, []string{"ab - X", "ba - -"}, []string{"0", "1"}},
		{"other players", 0, []string{"ab 1 x", "ac 1 x", "ca 1 x", "cb 1 x"}, []string{"1+2", "0", "3"}},
		{"no more than four games wait", 4, []string{"ab 1 X", "ab 2 Y", "ab 3 Z", "ba 4 Y", "ba 3 Z", "ba 9 X"}, []string{"1+3", "2+4", "0+5"}},
		{"games between which others have found each other are no neighbours", 4, []string{"ab - x", "ab - X", "ba - X", "ba - x"}, []string{"1+2", "0", "3"}},
		{"and the first of them pass on alone", 4, []string{"ab 1 U", "ab 2 V", "ab 3 W", "ab 4 X", "ba 5 U", "ba 4 X"}, []string{"0", "1", "3+5", "2", "4"}},
	} {
		if diff := cmp.Diff(c.want, paired(c.most, c.games...)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// Pairs finds the pairs of 3,000 rounds in a file in which 60 games at once have changed the order:
// by the rounds, or by the positions where these number games or are not known.
func TestPairsOfAShuffledFile(t *testing.T) {
	for _, numbering := range []string{"pairs", "pairs of positions", "games", "none"} {
		rng := rand.New(rand.NewPCG(5, 1))
		opening := "X"
		if numbering == "pairs" {
			opening = "x"
		}
		type written struct {
			text  string
			round int
			late  float64
		}
		var list []written
		for round := range 3000 {
			for g, seats := range []string{"ab", "ba"} {
				number := map[string]string{"pairs": fmt.Sprint(round), "pairs of positions": fmt.Sprint(round), "games": fmt.Sprint(2*round + g), "none": "-"}[numbering]
				list = append(list, written{fmt.Sprintf("%s %s %s%d", seats, number, opening, round), round, float64(2*round+g) + 60*rng.Float64()})
			}
		}
		slices.SortFunc(list, func(a, b written) int { return int(1e6*a.late) - int(1e6*b.late) })
		games := make([]string, len(list))
		for i, w := range list {
			games[i] = w.text
		}
		for _, most := range []int{0, 200} {
			found := paired(most, games...)
			if len(found) != 3000 {
				t.Fatalf("rounds number %s, %d wait: %d pairs and single games", numbering, most, len(found))
			}
			for _, pair := range found {
				var a, b int
				if _, err := fmt.Sscanf(pair, "%d+%d", &a, &b); err != nil || list[a].round != list[b].round {
					t.Fatalf("rounds number %s, %d wait: %s", numbering, most, pair)
				}
			}
		}
	}
}

// pairedByLists does what paired does, by searching lists as the documentation of Pairs describes.
func pairedByLists(games ...string) (found []string) {
	type game struct {
		players, round, start, position string
		gone                            bool
	}
	var list []*game
	pair := func(i, j int) {
		list[i].gone, list[j].gone = true, true
		found = append(found, fmt.Sprintf("%d+%d", i, j))
	}
	swapped := func(a, b *game) bool {
		return !a.gone && !b.gone && a.players[0] == b.players[1] && a.players[1] == b.players[0]
	}
	sameRound := func(a, b *game) bool {
		return swapped(a, b) && a.round != "-" && a.round == b.round && a.position == b.position
	}
	earlier := func(i int, matches func(a, b *game) bool) {
		for j := range i {
			if matches(list[j], list[i]) {
				pair(j, i)
				return
			}
		}
	}
	neighbours := func(i int) bool {
		return i > 0 && swapped(list[i-1], list[i]) && list[i-1].position == list[i].position
	}
	for i, text := range games {
		f := strings.Fields(text)
		g := &game{players: f[0], round: f[1], start: f[2]}
		if f[2] == strings.ToUpper(f[2]) {
			g.position = strings.Trim(f[2], "-")
		}
		list = append(list, g)
		if g.position != "" {
			earlier(i, func(a, b *game) bool { return sameRound(a, b) && a.start == b.start })
		} else if neighbours(i) && sameRound(list[i-1], g) && list[i-1].start == g.start {
			pair(i-1, i)
		}
	}
	several := make(map[*game]bool) // whether the players of a game have games of several Rounds left
	for _, a := range list {
		for _, b := range list {
			together := a.players == b.players || a.players[0] == b.players[1] && a.players[1] == b.players[0]
			several[a] = several[a] || !a.gone && !b.gone && together && a.round != "-" && b.round != "-" && a.round != b.round
		}
	}
	for i, g := range list {
		if several[g] {
			earlier(i, func(a, b *game) bool { return sameRound(a, b) && a.start == b.start })
		}
	}
	for _, start := range []bool{true, false} { // the only two games of a Round in different seats, from one start and from any
		group := func(g *game) string {
			key := g.round + " " + g.position
			if start {
				key += " " + g.start
			}
			return key
		}
		var alone [][2]int
		for i, a := range list {
			var same, partners []int
			for j, b := range list {
				switch {
				case a.gone || b.gone || a.round == "-" || group(a) != group(b):
				case swapped(a, b):
					partners = append(partners, j)
				case a.players == b.players:
					same = append(same, j)
				}
			}
			if len(same) == 1 && len(partners) == 1 && i < partners[0] {
				alone = append(alone, [2]int{i, partners[0]})
			}
		}
		for _, p := range alone {
			pair(p[0], p[1])
		}
	}
	for i := range list {
		earlier(i, func(a, b *game) bool { return swapped(a, b) && a.position != "" && a.position == b.position })
	}
	for i := range list {
		if neighbours(i) && (list[i-1].start == list[i].start || list[i-1].start == "-" || list[i].start == "-") {
			pair(i-1, i)
		}
	}
	for i, g := range list {
		if !g.gone {
			found = append(found, fmt.Sprint(i))
		}
	}
	return found
}

// Pairs finds the same pairs as a search of lists, for files of random games.
func TestPairsOfRandomGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	pick := func(words string) string {
		list := strings.Fields(words)
		return list[rng.IntN(len(list))]
	}
	for range 100 {
		var games []string
		for range 1 + rng.IntN(50) {
			games = append(games, strings.Join([]string{pick("ab ba ab ba ac ca bc"), pick("- 1 2 3 4"), pick("- - x y z X Y")}, " "))
		}
		if diff := cmp.Diff(pairedByLists(games...), paired(0, games...)); diff != "" {
			t.Fatalf("%q: %s", games, diff)
		}
	}
}

// contents returns a number for the content hash of every game in a file. Different hashes are
// numbered from 1 in the order of their first games; 0 is unknown.
func contents(t testing.TB, text string) (numbers []int) {
	t.Helper()
	seen := map[uint64]int{0: 0}
	r := open(t, text, "x.pgn")
	for {
		g, err := r.Read()
		if err == io.EOF {
			return numbers
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := seen[g.Content]; !ok {
			seen[g.Content] = len(seen)
		}
		numbers = append(numbers, seen[g.Content])
	}
}

// Long moves have hashes of all their letters, whether the move number is written with them or not,
// and a long move is not the same as its parts.
func TestContentOfLongMoves(t *testing.T) {
	text := ""
	for _, moves := range []string{
		"Nbd2xe4", "Nbd2xe4+!", "1.Nbd2xe4", "abcdefgh", "1.abcdefgh+", "abcdefghi", "1. abcdefghi", "abcdefgh i", "abcdefghj", "bcdefghi",
		"abcdefghijklmnopq", "1.abcdefghijklmnopq!!", "abcdefghijklmnopr", "abcdefgh ijklmnop q", "!?", "1. ... 2. $7 *",
		"Nf3", "10.Nf3", "90.Nf3", "0 9 19... Nf3", "a", "1.a", "1a", "9",
	} {
		text += "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n" + moves + "\n\n"
	}
	want := []int{1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 9, 10, 0, 11, 11, 11, 11, 12, 12, 13, 0}
	if diff := cmp.Diff(want, contents(t, text)); diff != "" {
		t.Error(diff)
	}
}

// The hash functions are FNV-1a of a word with a blank behind it, and the generator
// SplitMix64, here with its first values for the seed 0.
func TestHashFunctions(t *testing.T) {
	h := fnv.New64a()
	_, _ = h.Write([]byte("8/8 w "))
	if got := hashed([]byte("8/8 w")); got != h.Sum64() {
		t.Errorf("%x, want %x", got, h.Sum64())
	}
	state := uint64(0)
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := mixed(state); got != want {
			t.Errorf("%x, want %x", got, want)
		}
		state += 0x9e3779b97f4a7c15
	}
}

// The two games of a pair by cutechess have the Rounds n.1 and n.2.
func TestRoundsOfSeveralGames(t *testing.T) {
	var rounds []uint64
	for _, round := range []string{"7", "7.1", "7.2", "8.1", "7.1.1", ".7"} {
		g, err := open(t, pgnOf("a", "b", "1-0", fmt.Sprintf("[Round %q]\n", round), "e4"), "x.pgn").Read()
		if err != nil {
			t.Fatal(err)
		}
		at := slices.Index(rounds, g.Round)
		rounds = append(rounds, g.Round)
		if want := map[string]int{"7.1": 0, "7.2": 0}; at != want[round] && at >= 0 || at < 0 && slices.Contains([]string{"7.1", "7.2"}, round) {
			t.Errorf("Round %s equals that of game %d", round, at)
		}
	}
}

// A FEN is the start of its game. Otherwise the first four plies are, if there are so many.
func TestStartsOfGames(t *testing.T) {
	var games []Game
	for _, c := range [][2]string{
		{"", "e4 e5 Nf3"},
		{"", "e4 e5 Nf3 Nc6"},
		{"", "e4 e5 Nf3 Nc6 Bb5"},
		{"", "e4 e5 Nf3 Nf6"},
		{"[FEN \"8/8 w - - 0 1\"]\n[Round \"3\"]\n", ""},
		{"[FEN \"8/8 w - - 0 1\"]\n[Round \" 3 \"]\n", "e4 e5 Nf3 Nc6 Bb5"},
		{"[FEN \"8/7 w - - 0 1\"]\n[Round \"-\"]\n", "e4"},
		{"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[Round \"?\"]\n", "e4 e5 Nf3 Nc6"},
	} {
		g, err := open(t, pgnOf("a", "b", "1-0", c[0], c[1]), "x.pgn").Read()
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for i, g := range games {
		if fen := i >= 4 && i <= 6; (g.Position != 0) != fen || fen && g.Start != g.Position || (g.Start == 0) != (i == 0) || (g.Round != 0) != (i == 4 || i == 5) {
			t.Errorf("game %d: position %d, start %d, round %d", i, g.Position, g.Start, g.Round)
		}
	}
	if s := games; s[1].Start != s[2].Start || s[1].Start == s[3].Start || s[1].Start != s[7].Start || s[4].Start != s[5].Start || s[4].Start == s[6].Start || s[4].Round != s[5].Round {
		t.Errorf("%+v", s)
	}
}

func TestContent(t *testing.T) {
	const moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4"
	text := pgnOf("a", "b", "1-0", "", moves) +
		pgnOf("a", "b", "1-0", "[Round \"7\"]\n", "{book} 1.e4 $1 e5! 2.Nf3\nNc6?! {+0.3/12 1 s} 3. Bb5+ (3. Bc4 Bc5 (3... h6)) 3... Nf6 4.O-O ; castles\nNxe4") + // the same
		pgnOf("b", "a", "1-0", "", moves) + // the seats are swapped
		pgnOf("a", "b", "1/2-1/2", "", moves) + // another result
		pgnOf("a", "b", "1-0", "", moves+" 5. d4") + // another length
		pgnOf("a", "b", "1-0", "[FEN \"8/8 w - - 0 1\"]\n", moves) + // another start
		pgnOf("a", "b", "1-0", "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n", moves) + // the usual start
		pgnOf("a", "b", "1-0", "[FEN \"8/8 w - - 0 1\"]\n", "") // no moves
	if diff := cmp.Diff([]int{1, 1, 2, 3, 4, 5, 1, 0}, contents(t, text)); diff != "" {
		t.Error(diff)
	}
}
