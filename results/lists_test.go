package results

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// libraryResult decodes a pairing of a round with encoding/json.
type libraryResult tournament.Result

func (r *libraryResult) UnmarshalJSON(text []byte) error {
	var seed int64
	var score float64
	var games []libraryGame
	var m more
	fields := []any{&r.Index, &r.Pairing.Agents, &seed, &r.Pairing.Games, &score, &games, new([]forfeit), &m}
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	r.Pairing.Seed = uint64(seed)
	for _, g := range games {
		r.Games = append(r.Games, engines.Record{Outcome: g.Outcome})
	}
	return nil
}

// libraryGame decodes the places of a game.
type libraryGame struct{ engines.Outcome }

func (g *libraryGame) UnmarshalJSON(text []byte) error {
	if text[0] == '{' {
		return json.Unmarshal(text, &g.Outcome)
	}
	var places []int
	err := json.Unmarshal(text, &places)
	g.Outcome = engines.Places(places...)
	return err
}

// libraryMember decodes a genome with encoding/json.
type libraryMember tuning.Member

func (m *libraryMember) UnmarshalJSON(text []byte) error {
	fitness := rating.Float(math.NaN())
	var weights rating.Floats
	fields := []any{&m.ID, &m.Born, &weights, &m.Games, &m.Wins, &m.Draws, &m.Losses, &fitness}
	err := json.Unmarshal(text, &fields)
	m.Weights, m.Fitness = engines.Weights(weights), float64(fitness)
	return err
}

func TestCursorReadsWhatTheLibraryReads(t *testing.T) {
	t.Parallel()
	round, members := testRound(1, 100, 450)
	text, err := appendPairings(nil, round.Results)
	must(t, err)
	results, err := readPairings(text)
	must(t, err)
	var want []libraryResult
	must(t, json.Unmarshal(text, &want))
	for i := range want {
		if got, want := fmt.Sprintf("%+v", results[i]), fmt.Sprintf("%+v", tournament.Result(want[i])); got != want {
			t.Fatalf("pairing %d: %s, the library reads %s", i, got, want)
		}
	}
	if len(results) != len(want) || len(want) != 450 {
		t.Errorf("%d pairings, the library reads %d of 450", len(results), len(want))
	}
	text = appendMembers(nil, members)
	population, err := readMembers(text)
	must(t, err)
	var library []libraryMember
	must(t, json.Unmarshal(text, &library))
	for i := range library {
		if got, want := fmt.Sprintf("%+v", population[i]), fmt.Sprintf("%+v", tuning.Member(library[i])); got != want {
			t.Fatalf("genome %d: %s, the library reads %s", i, got, want)
		}
	}
	if len(population) != len(library) || len(library) != 100 {
		t.Errorf("%d genomes, the library reads %d of 100", len(population), len(library))
	}
}

// BenchmarkDecode compares the cursor with encoding/json on a generation of the genetic
// preset: 100 genomes, 450 pairings.
func BenchmarkDecode(b *testing.B) {
	round, members := testRound(1, 100, 450)
	pairings, err := appendPairings(nil, round.Results)
	must(b, err)
	genomes := appendMembers(nil, members)
	for name, f := range map[string]func() error{
		"pairings/cursor":  func() error { _, err := readPairings(pairings); return err },
		"pairings/library": func() error { var list []libraryResult; return json.Unmarshal(pairings, &list) },
		"genomes/cursor":   func() error { _, err := readMembers(genomes); return err },
		"genomes/library":  func() error { var list []libraryMember; return json.Unmarshal(genomes, &list) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				must(b, f())
			}
		})
	}
}

// Numbers are written without loss; what JSON cannot say is null.
func TestListsOfNumbers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		of   []float64
		want string
	}{
		{nil, "[]"},
		{[]float64{0.1}, "[0.1]"},
		{[]float64{1, -2.5, 1e300, math.NaN(), math.Inf(1), math.Inf(-1)}, "[1,-2.5,1e+300,null,null,null]"},
	} {
		text := list(test.of)
		if text != test.want {
			t.Errorf("%v is %s, want %s", test.of, text, test.want)
		}
		back, err := unlist(text)
		must(t, err)
		for i, x := range test.of {
			if back[i] != x && !(math.IsNaN(back[i]) && !finite(x)) {
				t.Errorf("%v reads back as %v", x, back[i])
			}
		}
	}
	if got := string(appendInts([]byte("x"), []int{-1, 0, 30})); got != "x[-1,0,30]" {
		t.Error(got)
	}
	for _, x := range []float64{0, 1.5, -1.5} {
		if got := nullReal(x); !got.Valid || got.Float64 != x || orNaN(got) != x {
			t.Errorf("%v is stored as %+v", x, got)
		}
	}
	if math.Signbit(nullReal(math.Copysign(0, -1)).Float64) { // SQLite does not store -0
		t.Error("-0 keeps its sign")
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := nullReal(x); got.Valid || !math.IsNaN(orNaN(got)) {
			t.Errorf("%v is stored as %+v", x, got)
		}
	}
}

// TestTextsOfLists compares lists with their texts, because users read these with SQL.
func TestTextsOfLists(t *testing.T) {
	t.Parallel()
	members := []tuning.Member{{ID: 1234, Born: 56, Weights: engines.Weights{0.5, 12}, Games: 100, Wins: 70, Draws: 18, Losses: 12, Fitness: 0.75}, {Fitness: math.NaN()}}
	if got, want := string(appendMembers(nil, members)), "[[1234,56,[0.5,12],100,70,18,12,0.75],[0,0,[],0,0,0,0,null]]"; got != want {
		t.Errorf("members: %s, want %s", got, want)
	}
	var games []engines.Record
	for range 24 {
		games = append(games, engines.Record{Outcome: engines.Winner(2, 1)})
	}
	games[0].Outcome = engines.ByScore(30, -12.5)
	games[0].Content = 1
	games[23] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Kind: engines.ForfeitCrashed, Reason: `"x"`})
	games[22] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 0, Kind: engines.ForfeitTimeout})
	plain := tournament.Result{Index: 99, Pairing: tournament.Pairing{Agents: []int{15, 0}, Seed: 1 << 63, Games: 1}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}}
	odd := tournament.Result{
		Index: 123, Objective: tournament.Objective{Scale: 12.5}, Games: games,
		Pairing: tournament.Pairing{Agents: []int{2, 14}, Opponents: []int{16}, First: 1, Seed: 17, Games: 12, Apart: true},
	}
	text, err := appendPairings(nil, []tournament.Result{plain, odd})
	must(t, err)
	want := `[[99,[15,0],-9223372036854775808,1,1,[[1,2]],null],[123,[2,14],17,12,` + string(appendReal(nil, odd.Points(0))) + `,[{"scores":[30,-12.5]},` +
		strings.Repeat("[2,1],", 21) + `[2,1],[1,2]],[{"game":22,"seat":0,"kind":"timeout","reason":""},{"game":23,"seat":1,"kind":"crashed","reason":"\"x\""}],` +
		`{"apart":true,"opponents":[16],"first":1,"scale":12.5,"content":"AQ` + strings.Repeat("A", 254) + `"}]]`
	if string(text) != want {
		t.Errorf("pairings: %s\nwant %s", text, want)
	}
	first := more{First: 12, Moves: true}
	if got, want := string(first.append(nil)), `{"first":12,"moves":true}`; got != want {
		t.Errorf("more: %s, want %s", got, want)
	}
	field := []engines.Agent{
		{Name: `a"`, Player: "random", Weights: engines.Weights{1}, Settings: engines.Settings{"depth": "3"}, Limit: engines.Limit{Clock: 10 * time.Second}},
		{},
	}
	text, err = appendField(nil, field)
	must(t, err)
	if want := `[["a\"","random",[1],{"depth":"3"},"clock 10s"],["","",[],{}]]`; string(text) != want {
		t.Errorf("agents: %s, want %s", text, want)
	}
	for name, m := range map[string]more{"apart": {Apart: true}, "opponents": {Opponents: []int{1}}, "first": {First: 1}, "scale": {Scale: 1}, "moves": {Moves: true}, "content": {Content: []byte{1}}} {
		if m.empty() {
			t.Errorf("%s alone is nothing", name)
		}
	}
	if !(more{}).empty() || contents(make([]engines.Record, 3)) != nil {
		t.Error("nothing is something")
	}
}
