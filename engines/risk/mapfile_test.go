package risk

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestClassicMap(t *testing.T) {
	b, err := classic()
	if err != nil {
		t.Fatal(err)
	}
	edges, degrees := 0, map[int]int{}
	for _, near := range b.near[:b.n] {
		edges += len(near)
		degrees[len(near)]++
	}
	if b.n != 42 || edges != 2*83 || fmt.Sprint(degrees) != "map[2:4 3:13 4:13 5:5 6:7]" {
		t.Errorf("%d territories, %d edges, degrees %v", b.n, edges/2, degrees)
	}
	if d := diameter(b); d != 10 {
		t.Errorf("diameter %d", d)
	}
	if alaska, kamchatka := slices.Index(b.names, "Alaska"), slices.Index(b.names, "Kamchatka"); !b.borders(alaska, kamchatka) {
		t.Error("no border across the Bering Strait")
	}
	if b.scale != 60 {
		t.Errorf("the degrees 2 to 6 have the common multiple %d", b.scale)
	}
}

func diameter(b *board) int {
	most := 0
	for from := range b.n {
		away := map[int]int{from: 0}
		for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
			for _, y := range b.near[queue[0]] {
				if _, ok := away[int(y)]; !ok {
					away[int(y)] = away[queue[0]] + 1
					most = max(most, away[int(y)])
					queue = append(queue, int(y))
				}
			}
		}
	}
	return most
}

func TestGridNeighbours(t *testing.T) {
	b, err := newGrid(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[int][]uint8{0: {1, 4}, 3: {2, 7}, 5: {4, 6, 1, 9}, 8: {9, 4}, 11: {10, 7}} {
		if !slices.Equal(b.near[x], want) {
			t.Errorf("neighbours of %d: %v, want %v", x, b.near[x], want)
		}
	}
	if _, err := newGrid(12, 11); err == nil {
		t.Error("a grid of 132 territories was made")
	}
}

func TestMapsRefused(t *testing.T) {
	index := regexp.MustCompile(`([a-z])\.[0-9]+\b`) // from Go 1.27 on, package json adds the indices of lists to paths
	for _, c := range [][2]string{
		{``, "line 1: not JSON: EOF"},
		{`[]`, "line 1: an object is needed, not array"},
		{`{}`, "0 territories"},
		{`{"territories":[{"id":0,"neighbours":[1]},{"id":1,"neighbours":[0]}]} x`, "text after the end"},
		{`{"territories":[{"id":0,"name":"Here","neighbours":[1]},{"id":1,"name":"There"}]}`, "territory 0 (Here) has the neighbour 1 (There), which does not list it"},
		{`{"territories":[{"id":0,"name":"Here","neighbours":[2]},{"id":1}]}`, "territory 0 (Here): unknown neighbour 2"},
		{`{"territories":[{"id":0,"name":"Here","neighbours":[-1]},{"id":1}]}`, "unknown neighbour -1"},
		{`{"territories":[{"id":0,"name":"Here","neighbours":[0]},{"id":1}]}`, "territory 0 (Here) is its own neighbour"},
		{`{"territories":[{"id":0,"name":"Here"},{"id":0,"name":"There"}]}`, `"Here" and "There" have the same id 0`},
		{`{"territories":[{"id":0,"name":"Here"},{"id":2,"name":"There"}]}`, `"There": id 2 is not within [0, 1]`},
		{`{"territories":[{"id":0,"name":"Here"},{"name":"There"}]}`, `"There" (number 2 in the file) has no id`},
		{`{"territories":[{"id":0,"name":"Here","neighbours":[1,1]},{"id":1,"name":"There","neighbours":[0]}]}`, "neighbour 1 (There) twice"},
		{`{"territories":[` + strings.TrimSuffix(strings.Repeat(`{"id":0},`, 129), ",") + `]}`, "129 territories are not within"},
		{`{"territories":[{"id":0,"neighbours":["1"]},{"id":1}]}`, "line 1: territories.neighbours: a whole number is needed, not string"},
		{`{"territories":[{"id":0.5},{"id":1}]}`, "line 1: territories.id: a whole number is needed, not number 0.5"},
		{"{\n\"territories\":[\n{\"id\":0,\"neighbours\":[1]},\n{\"id\":1,\"neighbours\":[0]},\n{\"id\":2}]}", "line 5: territory 2 (2) cannot be reached from territory 0 (0)"},
		{"{\"territories\":[{\"id\":0},\n{\"id\":0}]}", "line 2: territories"},
		{"{\"territories\":[{\"id\":0,\"neighbours\":[1]},\n\n\n{\"id\":1}]}", "line 1: territory 0 (0) has the neighbour 1"},
		{"{\n\n\"territories\":[x]}", "line 3: not JSON"},
		{"{\n\"territories\":\n5}", "line 3: territories: a list is needed, not number"},
		{`{"territories":[{"id":0,"name":"` + strings.Repeat("x", 101) + `"},{"id":1}]}`, "more than 100 characters"},
		{`{"name":"` + strings.Repeat("x", 101) + `","territories":[{"id":0},{"id":1}]}`, "more than 100 characters"},
	} {
		text, want := c[0], c[1]
		_, err := parseMap("map", []byte(text))
		if err == nil || !strings.Contains(index.ReplaceAllString(err.Error(), "$1"), want) || len(err.Error()) > 400 {
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
}

func TestMapFromAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "star.json")
	star := `{"name":"star","bonus":1,"territories":[{"id":2,"neighbours":[0]},{"id":1,"neighbours":[0]},
		{"id":0,"name":"Hub","neighbours":[3,2,1]},{"id":3,"neighbours":[0,4]},{"id":4,"neighbours":[3]}]}`
	if err := os.WriteFile(path, []byte(star), 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := New().With(engines.Settings{"map": path})
	if err != nil {
		t.Fatal(err)
	}
	if most := e.Spec().MaxSeats; most != 5 {
		t.Errorf("at most %d seats", most)
	}
	g := parsed(t, e, "A4 B1 B1 B1 A1 ; A attack 3")
	var attacks []string
	for _, m := range (filter{minDiff: 1}).attacks(g.table.board, &g.state, new(attackList), nil) {
		attacks = append(attacks, formatMove(m))
	}
	if got := strings.Join(attacks, " "); got != "0-3x3 0-2x3 0-1x3" {
		t.Errorf("attacks %s, not in the order of the file", got)
	}
	if f := featuresAt(g.table.board, &g.state, 0); f != (features{0.4, 5.0 / 8, 0.725, 0}) {
		t.Errorf("features %v", f)
	}
	// The map itself in place of its file's name is the same game, and what is
	// read once does not change with the file.
	inlined, err := New().With(engines.Settings{"map": star})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(star, "[3,2,1]", "[1,2,3]")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, other := range []engines.Engine{inlined, e} {
		again, err := other.With(engines.Settings{"depth": "1"})
		if err != nil {
			t.Fatal(err)
		}
		g := parsed(t, again, "A4 B1 B1 B1 A1 ; A attack 3")
		if m := (filter{minDiff: 1}).attacks(g.table.board, &g.state, new(attackList), nil)[0]; formatMove(m) != "0-3x3" {
			t.Errorf("the first attack is %s", formatMove(m))
		}
	}
	if _, err := New().With(engines.Settings{"map": path + "x"}); err == nil || !strings.Contains(err.Error(), "star.jsonx") {
		t.Errorf("a missing file: %v", err)
	}
}

// TestMapOfManyDegrees has a map whose numbers of neighbours have no small common multiple. Hub i
// borders on the first p leaves, where p is the i-th prime number.
func TestMapOfManyDegrees(t *testing.T) {
	primes := []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43}
	b := &board{name: "primes", n: len(primes) + 43}
	for hub, p := range primes {
		for leaf := len(primes); leaf < len(primes)+p; leaf++ {
			b.near[hub] = append(b.near[hub], uint8(leaf))
			b.near[leaf] = append(b.near[leaf], uint8(hub))
		}
	}
	b.measure()
	if b.scale != maxScale {
		t.Fatalf("scale %d", b.scale)
	}
	g := newGame(table{board: b, attacks: 3, roundCap: 5}, 3, 1)
	for x := range b.n { // all mixtures of owners, from even to alone
		g.state.owner[x] = 0
		g.state.settle(b)
		for p := range int8(3) {
			got := featuresAt(b, &g.state, p)
			for i, want := range slowFeatures(b, &g.state, p) {
				if f, _ := want.Float64(); !near(got[i], f) || got[i] < 0 || got[i] > 1 {
					t.Errorf("%s to %s is %v, want %v", space()[i].Name, seatName(p), got[i], f)
				}
			}
		}
	}
}

func FuzzParseMap(f *testing.F) {
	f.Add(classicJSON)
	f.Add([]byte(`{"territories":[{"id":0,"neighbours":[1]},{"id":1,"neighbours":[0]}]}`))
	f.Add([]byte(`{"territories":[{"id":0,"neighbours":[300]},{"id":1,"neighbours":[-1]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parseMap("fuzz", data)
		if err != nil {
			return
		}
		if b.n < 2 || b.n > maxTerritories || len(b.names) != b.n {
			t.Fatalf("%d territories, %d names", b.n, len(b.names))
		}
		if g := newGame(table{board: b, attacks: 3, roundCap: 5}, 2, 1); len(g.Moves(nil)) == 0 {
			t.Fatal("no move on a new map")
		}
	})
}
