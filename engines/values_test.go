package engines_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		give, want []int
		points     []float64
	}{
		{[]int{1, 2}, []int{1, 2}, []float64{1, 0}},
		{[]int{7, 7}, []int{1, 1}, []float64{0.5, 0.5}},
		{[]int{3, 1, 1, 9}, []int{3, 1, 1, 4}, []float64{1. / 3, 5. / 6, 5. / 6, 0}},
	} {
		o := engines.Places(c.give...)
		for seat := range c.give {
			if o.Place(seat) != c.want[seat] || math.Abs(o.Points(seat)-c.points[seat]) > 1e-15 {
				t.Errorf("Places(%v) seat %d: place %d, points %v; want %d, %v", c.give, seat, o.Place(seat), o.Points(seat), c.want[seat], c.points[seat])
			}
		}
	}
	if engines.Winner(3, 1) != engines.Places(2, 1, 2) || engines.Loser(3, 1) != engines.Places(1, 3, 1) || engines.Draw(2) != engines.Places(5, 5) {
		t.Error("Winner, Loser and Draw do not agree with Places")
	}
}

func TestPointsShareOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SliceOfN(rapid.IntRange(1, 5), 2, engines.MaxSeats).Draw(t, "places")
		o := engines.Places(places...)
		sum := 0.0
		for seat := range places {
			sum += o.Points(seat)
		}
		if math.Abs(sum-float64(len(places))/2) > 1e-12 {
			t.Fatalf("points of %v sum to %v", places, sum)
		}
		data, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		var back engines.Outcome
		if err := json.Unmarshal(data, &back); err != nil || back != o {
			t.Fatalf("%s reads back as %v, %v", data, back, err)
		}
	})
}

func TestWeightCheck(t *testing.T) {
	w := engines.Weight{Name: "density", Min: 0, Max: 10, Default: 1}
	for v, want := range map[float64]string{
		math.NaN():  "density: NaN is not a finite number",
		math.Inf(1): "density: +Inf is not a finite number",
		-0.5:        "density: -0.5 is not within [0, 10]",
		10.5:        "density: 10.5 is not within [0, 10]",
	} {
		if err := w.Check(v); err == nil || err.Error() != want {
			t.Errorf("Check(%v) = %v, want %q", v, err, want)
		}
	}
	w.Kind = engines.Integer
	if err := w.Check(2.5); err == nil || err.Error() != "density: 2.5 is not a whole number" {
		t.Errorf("Check(2.5) = %v", err)
	}
	space := engines.Space{{Name: "a", Max: 1}, {Name: "b", Max: 1}}
	if err := space.Check(engines.Weights{1}); err == nil || err.Error() != "1 weights given, 2 needed (a, b)" {
		t.Errorf("wrong length: %v", err)
	}
	if _, err := space.FromNamed(map[string]engines.Value{"c": {Number: 1}}); err == nil || err.Error() != "c: unknown weight (have a, b)" {
		t.Errorf("unknown name: %v", err)
	}
	named := engines.Space{{Name: "corner", Max: 1}, {Name: "mobility", Max: 1}}
	if _, err := named.FromNamed(map[string]engines.Value{"mobilty": {Number: 1}}); err == nil || err.Error() != "mobilty: unknown weight (did you mean mobility?)" {
		t.Errorf("misspelt name: %v", err)
	}
}

// Ranges in which arithmetic would overflow are refused with the name of the weight.
func TestWidestRange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		low, high float64
		kind      engines.Kind
		want      string
	}{
		{-1e30, 1e30, engines.Real, ""},
		{-1e308, 1e308, engines.Real, "w: the range [-1e+308, 1e+308] is too wide"},
		{-1e31, 0, engines.Real, "w: the range [-1e+31, 0] is too wide"},
		{0, 1e155, engines.Real, "w: the range [0, 1e+155] is too wide"}, // its square is not finite
		{0, math.Inf(1), engines.Real, "w: the range [0, +Inf] is not finite"},
		{1e-278, 1e30, engines.Log, ""},
		{1e-300, 1e30, engines.Log, "w: the range [1e-300, 1e+30] is too wide for a log weight"}, // its quotient is not finite
	} {
		text := ""
		if err := (engines.Weight{Name: "w", Min: c.low, Max: c.high, Default: c.high, Kind: c.kind}).Valid(); err != nil {
			text = err.Error()
		}
		if !strings.HasPrefix(text, c.want) || c.want == "" && text != "" {
			t.Errorf("[%v, %v]: %q, want %q", c.low, c.high, text, c.want)
		}
	}
}

func drawWeight(t *rapid.T) engines.Weight {
	w := engines.Weight{Name: "w", Kind: engines.Kind(rapid.IntRange(0, 7).Draw(t, "kind"))}
	w.Min = rapid.Float64Range(0.01, 50).Draw(t, "min")
	w.Max = w.Min + rapid.Float64Range(1, 50).Draw(t, "width")
	w.Default = w.Snap(w.FromUnit(rapid.Float64Range(0, 1).Draw(t, "default")))
	w.Default = engines.Weight{Min: w.Min, Max: w.Max, Kind: w.Kind &^ engines.Fixed}.Snap(max(w.Min, w.Default))
	return w
}

// A whole number that is rounded to 0 from below has no sign: programs receive its text.
func TestSnappedZeroHasNoSign(t *testing.T) {
	t.Parallel()
	w := engines.Weight{Name: "bias", Min: -5, Max: 5, Kind: engines.Integer}
	if text := w.Format(w.Snap(-0.3)); text != "0" {
		t.Error(text)
	}
}

func TestSnapKeepsTheWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWeight(t)
		if err := w.Valid(); err != nil {
			t.Fatal(err)
		}
		v := w.Snap(rapid.Float64().Draw(t, "v"))
		if err := w.Check(v); err != nil {
			t.Fatal(err)
		}
		if v == 0 && math.Signbit(v) && w.Kind.Has(engines.Integer) && !w.Kind.Has(engines.Fixed) {
			t.Fatal("-0")
		}
		if w.Snap(v) != v {
			t.Fatalf("snapping %v twice gives %v", v, w.Snap(v))
		}
		if w.Free() && !w.Kind.Has(engines.Integer) {
			if back := w.FromUnit(w.Unit(v)); math.Abs(back-v) > 1e-9*w.Max {
				t.Fatalf("%v to the unit interval and back is %v", v, back)
			}
		}
	})
}

func TestResolveSettings(t *testing.T) {
	known := []engines.Setting{
		{Name: "depth", Kind: engines.Int, Default: "2", Min: 1, Max: 9},
		{Name: "width", Kind: engines.Ints, Default: "", Min: 0, Max: 64},
		{Name: "rate", Kind: engines.Float, Default: "0.1", Min: 0, Max: 1},
		{Name: "fast", Kind: engines.Bool, Default: "false"},
		{Name: "rule", Kind: engines.Choice, Default: "abs", Choices: []string{"abs", "rel"}},
	}
	s, err := engines.Resolve(known, engines.Settings{"depth": "3"}, engines.Settings{"width": "[0, 8,4]", "fast": "true"})
	if err != nil {
		t.Fatal(err)
	}
	if s.Int("depth") != 3 || s.Float("rate") != 0.1 || !s.Bool("fast") || !slices.Equal(s.Ints("width"), []int{0, 8, 4}) {
		t.Errorf("resolved to %v", s)
	}
	for _, c := range []struct{ name, value, want string }{
		{"depht", "3", "depht: unknown setting (did you mean depth?)"},
		{"depth", "x", `depth: "x" is not a whole number`},
		{"depth", "10", `depth: 10 is not within [1, 9]`},
		{"rate", "NaN", `rate: NaN is not within [0, 1]`},
		{"fast", "yes", `fast: "yes" is not true or false`},
		{"rule", "max", `rule: unknown "max" (have abs, rel)`},
		{"width", "1,,2", `width: "1,,2" is not a list of whole numbers`},
	} {
		if _, err := engines.Resolve(known, engines.Settings{c.name: c.value}); err == nil || err.Error() != c.want {
			t.Errorf("%s=%s: %v, want %s", c.name, c.value, err, c.want)
		}
	}
}

// The error contains every mistake, with the name of the setting or weight.
func TestAllMistakesAreTold(t *testing.T) {
	known := []engines.Setting{{Name: "depth", Kind: engines.Int, Default: "2", Min: 1, Max: 9}, {Name: "fast", Kind: engines.Bool, Default: "false"}}
	_, resolved := engines.Resolve(known, engines.Settings{"depth": "0", "fast": "yes"}, engines.Settings{"size": "3"})
	space := engines.Space{{Name: "a", Max: 1}, {Name: "b", Max: 1}}
	_, named := space.FromNamed(map[string]engines.Value{"a": {Number: 2}, "c": {Number: 1}})
	impossible := engines.Space{{Name: "a", Min: 2, Max: 1}, {Name: "b", Min: -1, Max: 1, Kind: engines.Log}, {Name: "a", Max: 1}}
	for _, c := range []struct {
		err  error
		want []string
	}{
		{resolved, []string{"depth", "fast", "size"}},
		{space.Check(engines.Weights{-1, 2}), []string{"a", "b"}},
		{named, []string{"a", "c"}},
		{impossible.Valid(), []string{"a", "b", "a"}},
	} {
		var got []string
		for _, e := range keys.All(c.err) {
			got = append(got, e.Path)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("mistakes of %v, want %v: %v", got, c.want, c.err)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, text := range []string{"real", "integer", "log", "fixed", "integer log", "log fixed", "integer log fixed"} {
		k, err := engines.ParseKind(text)
		if err != nil || k.String() != text {
			t.Errorf("%q is read as %v, %v", text, k, err)
		}
	}
	if k, err := engines.ParseKind("log integer"); err != nil || k != engines.Integer|engines.Log {
		t.Errorf("log integer is read as %v, %v", k, err)
	}
	for _, text := range []string{"", "Fixed", "real log", "whole"} {
		if k, err := engines.ParseKind(text); err == nil {
			t.Errorf("%q is read as %v", text, k)
		}
	}
	// A population size: whole, and searched by its logarithm.
	w := engines.Weight{Name: "size", Min: 10, Max: 1000, Default: 100, Kind: engines.Integer | engines.Log}
	if u := w.Unit(100); math.Abs(u-0.5) > 1e-12 || w.Snap(w.FromUnit(0.25)) != 32 {
		t.Errorf("100 lies at %v, a quarter of the way is %v", u, w.Snap(w.FromUnit(0.25)))
	}
}

// Older PGN files are ISO 8859-1; what is UTF-8 stays as it is.
func TestSeedsDoNotCollide(t *testing.T) {
	seen := map[uint64][2]uint64{}
	for a := range uint64(300) {
		for b := range uint64(300) {
			s := engines.Seed(1, a, b)
			if other, ok := seen[s]; ok {
				t.Fatalf("paths %v and %v share seed %d", other, [2]uint64{a, b}, s)
			}
			seen[s] = [2]uint64{a, b}
		}
	}
	if engines.Seed(1, 2) == engines.Seed(2, 1) || engines.Seed(1) == engines.Seed(1, 0) {
		t.Error("different paths share a seed")
	}
}

// Neighbouring seeds must not give related generators: the mean of their first
// draws and the correlation of neighbours stay within four standard errors.
func TestNeighbouringSeedsAreUnrelated(t *testing.T) {
	const n = 20_000
	sum, product, last := 0.0, 0.0, 0.0
	for i := range uint64(n) {
		v := engines.Rand(i).Float64() - 0.5
		sum += v
		product += v * last
		last = v
	}
	if z := sum / math.Sqrt(n/12.0); math.Abs(z) > 4 {
		t.Errorf("mean is %.1f standard errors off", z)
	}
	if z := product / math.Sqrt(n/144.0); math.Abs(z) > 4 {
		t.Errorf("neighbours correlate, %.1f standard errors", z)
	}
}

func ExampleSeed() {
	run := uint64(7)
	generation, tournament, pairing := uint64(3), uint64(9), uint64(44)
	fmt.Println(engines.Seed(run, generation, tournament, pairing))
	// Output: 17078291212186433288
}

func ExampleOutcome_Points() {
	o := engines.Places(2, 1, 2) // seat 1 won, the others tie
	fmt.Println(o.Points(0), o.Points(1), o.Points(2))
	// Output: 0.25 1 0.25
}

func TestOutcomeByScore(t *testing.T) {
	o := engines.ByScore(12, 64, 12, -3)
	for seat, want := range []int{2, 1, 2, 4} {
		if got := o.Place(seat); got != want {
			t.Errorf("seat %d is in place %d, want %d", seat, got, want)
		}
	}
	if s, ok := o.Score(1); s != 64 || !ok {
		t.Errorf("seat 1 has %v, %v", s, ok)
	}
	if _, ok := engines.Draw(2).Score(0); ok {
		t.Error("a draw has scores")
	}
	if got, want := o.String(), "2 1 2 4 (12, 64, 12, -3)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, o := range []engines.Outcome{o, engines.ByScore(1.5), engines.Places(2, 1, 1), {}} {
		text, err := json.Marshal(o)
		var back engines.Outcome
		if err != nil || json.Unmarshal(text, &back) != nil || back != o {
			t.Errorf("%v is written as %s and read as %v", o, text, back)
		}
	}
	if p := engines.ByScore(7).Points(0); p != 0.5 {
		t.Errorf("a lone seat has %v points", p)
	}
}

func TestRecordsSurviveJSON(t *testing.T) {
	for _, r := range []engines.Record{
		{Outcome: engines.ByScore(3, 4), Plies: 7, Ending: engines.RoundCap, Details: &engines.Details{Reason: "tired", Moves: []engines.Move{1, -2}, Written: []string{"x"}}},
		engines.ForfeitRecord(3, engines.Forfeit{Seat: 2, Kind: engines.ForfeitTimeout, Reason: "51 ms"}),
	} {
		text, err := json.Marshal(r)
		var back engines.Record
		if err != nil || json.Unmarshal(text, &back) != nil || !reflect.DeepEqual(back, r) {
			t.Errorf("%+v is written as %s and read as %+v", r, text, back)
		}
	}
	agent := engines.Agent{Name: "a", Player: "first", Weights: engines.Weights{0.1}, Settings: engines.Settings{"x": "y"}, Limit: engines.Limit{Nodes: 5}}
	text, err := json.Marshal(agent)
	var back engines.Agent
	if err != nil || json.Unmarshal(text, &back) != nil || !back.Same(agent) || back.Name != "a" {
		t.Errorf("%+v is written as %s and read as %+v", agent, text, back)
	}
}

func TestRefs(t *testing.T) {
	games := engines.Registry{newNim()}
	e, err := games.Open(engines.EngineRef{Name: "nim", Settings: engines.Settings{"heap": "3"}, Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if g, err := e.NewGame(2, 1); err != nil || g.String() != "3 0/2" {
		t.Errorf("%v, %v", g, err)
	}
	for _, r := range []engines.EngineRef{{Name: "nim", Version: "2"}, {Name: "go"}, {Name: "nim", Settings: engines.Settings{"heap": "0"}}} {
		if _, err := games.Open(r); err == nil {
			t.Errorf("%+v was opened", r)
		}
	}
}
