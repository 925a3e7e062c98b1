package results

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
)

// withModel is a result in which every member of the strategy's model is set, next to texts with
// the characters by which members are told apart.
func withModel() Result {
	return Result{
		Name: `a "mean", of [three} \\`, Weights: testSpace.Default(), Fitness: 0.5, Games: 9, KeptStart: true,
		Rating:     &evidence.Rating{Elo: 5, Interval: rating.Interval{Low: 1, High: 9}, Games: 90, Against: `},"curves":[{"x":[1]}],`},
		Standings:  []rating.Standing{{Agent: "c", Games: 90}},
		Importance: rating.Floats{1, 2}, ImportanceError: rating.Floats{3, 4}, Interaction: rating.Matrix{{1, 2}, {3, 4}},
		Curves: []tuning.Curve{{X: []float64{1, 2}, Elo: []float64{3, 4}}}, Octaves: []tuning.Octave{{}}, Map: &tuning.Map{},
	}
}

// withoutItsModel returns the result as a brief list contains it.
func withoutItsModel(r Result) Result {
	r.Importance, r.ImportanceError, r.Interaction, r.Curves, r.Octaves, r.Map = nil, nil, nil, nil, nil, nil
	return r
}

// TestBriefResults compares results of which the model's members are cut out of the text with
// results of which they are decoded and then dropped. Every member is the first one, the last one
// and the only one once.
func TestBriefResults(t *testing.T) {
	t.Parallel()
	short := func(text []byte) []byte {
		return selected(text, func(key string) bool { return withoutModel(Evolve, key) })
	}
	full := withModel()
	list := []Result{full, withoutItsModel(full), {}, {Map: full.Map}, {Importance: full.Importance, Fit: &FitEvidence{}}}
	for i, r := range list {
		text, err := json.Marshal(r)
		must(t, err)
		var want, got Result
		must(t, json.Unmarshal(text, &want))
		brief := short(text)
		must(t, json.Unmarshal(brief, &got))
		if diff := cmp.Diff(withoutItsModel(want), got, asStored); diff != "" {
			t.Errorf("result %d, %s: %s", i, brief, diff)
		}
		if len(short(brief)) != len(brief) {
			t.Errorf("result %d: members remain in %s", i, brief)
		}
	}
	for text, want := range map[string]string{
		`{"curves":[1],"map":{}}`: `{}`, `{"map":{"a":"}"},"games":1}`: `{"games":1}`, `{"games":1,"octaves":[]}`: `{"games":1}`, `{}`: `{}`, `{`: `{`, ``: ``, `{"a`: `{"a`, `{"a\`: `{"a\`, `{"a":"\"}`: `{"a":"\"}`, `{"map":[1,2],"a":{"map":1},"curves":"x,y"}`: `{"a":{"map":1}}`,
		`{"map":[1,"],}",[-2,{"a":[3]}]],"a":1}`: `{"a":1}`, `{"map":[[0.5,1e-3],[-2,7]],"a":[4,5]}`: `{"a":[4,5]}`, `{"a":1,"map":[1,2`: `{"a":1`,
	} {
		if got := string(short([]byte(text))); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

// TestBriefList checks that a brief list lacks the model alone.
func TestBriefList(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 5, 7)
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.Finish(t.Context(), withModel()))
	full, err := s.List(t.Context(), Query{})
	must(t, err)
	brief, err := s.List(t.Context(), Query{Brief: true})
	must(t, err)
	if len(full) != 1 || full[0].Result.Curves == nil {
		t.Fatalf("%+v", full)
	}
	*full[0].Result = withoutItsModel(*full[0].Result)
	if diff := cmp.Diff(full, brief, asStored, cmp.AllowUnexported(Summary{})); diff != "" {
		t.Error(diff)
	}
}

// concludedRuns is a run of each kind, with a result from which its conclusion is made.
var concludedRuns = []struct {
	kind       Kind
	result     Result
	conclusion string
	headline   string
}{
	{
		Evolve,
		Result{Rating: &evidence.Rating{Elo: 20, Interval: rating.Interval{Low: 5, High: 35}, Games: 90, Against: "default"}, Standings: []rating.Standing{{Agent: "default"}}, Curves: []tuning.Curve{{}}},
		"better than default: +20 Elo [+5, +35]", "",
	},
	{
		Evolve,
		Result{
			KeptStart: true, Rating: &evidence.Rating{Against: "default"}, Other: &evidence.Rating{Games: 9, Elo: -7, Interval: rating.Interval{Low: -9, High: -5}, With: "depth 2"},
			Refused: &Refused{Candidate: Candidate{Name: "c", Weights: testSpace.Default()}, Rating: evidence.Rating{Elo: -8, Interval: rating.Interval{Low: -10, High: -6}}},
		},
		"nothing better found, the start was kept (the search's candidate: -8 Elo [-10, -6]); worse with depth 2: -7 Elo [-9, -5]", "",
	},
	{
		Tournament,
		Result{
			Standings: []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 18, Interval: rating.Interval{Low: 2, High: 34}}}, {Agent: "b"}},
			Played:    &evidence.Played{Games: 100, Variety: rating.Variety{Distinct: 40, DistinctPairings: 20}},
		},
		"a is stronger than b: +18 Elo [+2, +34]; 100 games, 40 different", "a is stronger than b: +18 Elo [+2, +34]; 100 games, 40 different",
	},
	{Grid, Result{Fitness: 0.75, Games: 8, Weights: testSpace.Default()}, "6 of 8 positions correct", ""},
	{Fit, Result{Fit: &FitEvidence{}}, "not verified", ""},
}

// TestConclusionsOfList checks that a list of conclusions has the conclusion and the headline of
// every run, and not the rest of the results.
func TestConclusionsOfList(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	for _, c := range concludedRuns {
		info := testInfo()
		info.Kind = c.kind
		must(t, testRun(t, s, info).Finish(t.Context(), c.result))
	}
	list, err := s.List(t.Context(), Query{Conclusions: true, Sort: Oldest})
	must(t, err)
	if len(list) != len(concludedRuns) {
		t.Fatalf("%d runs, want %d", len(list), len(concludedRuns))
	}
	for i, want := range concludedRuns {
		got := list[i]
		if got.Conclusion() != want.conclusion || got.Result.Headline() != want.headline {
			t.Errorf("run %d: %q with the headline %q, want %q with %q", i, got.Conclusion(), got.Result.Headline(), want.conclusion, want.headline)
		}
		if r := got.Result; r.Weights != nil || r.Curves != nil || r.Fit != nil || (want.kind != Tournament && r.Standings != nil) {
			t.Errorf("run %d: the list has more than the conclusion: %+v", i, *r)
		}
	}
}

// fillRandomly sets all exported fields of v, and of the values that it contains, to random values.
// A list has two elements, and one of four pointers stays nil.
func fillRandomly(t *testing.T, r *rand.Rand, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer:
		if r.IntN(4) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fillRandomly(t, r, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillRandomly(t, r, v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fillRandomly(t, r, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fillRandomly(t, r, v.Index(i))
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fillRandomly(t, r, key)
		fillRandomly(t, r, value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString(string(rune('a' + r.IntN(4))))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(r.Int64N(200))
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(r.Uint64N(200))
	case reflect.Float64:
		v.SetFloat(30 * r.NormFloat64())
	default:
		t.Fatalf("a result contains a %s, which has no random value", v.Type())
	}
}

// conclusions returns the texts that lists of runs show of a run, from the JSON form of its result.
func conclusions(t *testing.T, kind Kind, disputed string, text []byte) [3]string {
	t.Helper()
	var r Result
	must(t, json.Unmarshal(text, &r))
	s := Summary{Info: Info{Kind: kind}, Result: &r, Disputed: disputed}
	verdict, err := json.Marshal(s.Verdict())
	must(t, err)
	list := [3]string{s.Conclusion(), string(verdict)}
	if kind == Tournament {
		list[2] = r.Headline()
	}
	return list
}

// TestConclusionsNeedNoOtherMembers compares the conclusions of random results with the conclusions
// of their members that lists of runs read. A member that a conclusion newly depends on must be in
// conclusionMembers, and not in modelMembers. Each member of conclusionMembers must change the
// conclusion of one of the results, so that the test would find it missing.
func TestConclusionsNeedNoOtherMembers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	needed := map[string]bool{}
	count := 20
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		count = 60
	}
	for range count {
		var result Result
		fillRandomly(t, r, reflect.ValueOf(&result).Elem())
		text, err := json.Marshal(result)
		must(t, err)
		for _, kind := range []Kind{Evolve, Grid, Fit, Tournament} {
			for _, disputed := range []string{"", "x"} {
				want := conclusions(t, kind, disputed, text)
				for name, members := range map[string]memberFilter{"conclusions": concluding, "brief": withoutModel} {
					part := selected(text, func(key string) bool { return members(kind, key) })
					if got := conclusions(t, kind, disputed, part); got != want {
						t.Fatalf("%s, %s: %q, want %q as of the whole result %s", kind, name, got, want, text)
					}
				}
				for _, member := range conclusionMembers {
					part := selected(text, func(key string) bool { return key != member })
					needed[member] = needed[member] || conclusions(t, kind, disputed, part) != want
				}
			}
		}
	}
	for _, member := range conclusionMembers {
		if !needed[member] {
			t.Errorf("no conclusion depends on %s", member)
		}
	}
}

// TestListedMembersAreFields checks that the members that lists of runs select or leave out are
// fields of a result.
func TestListedMembersAreFields(t *testing.T) {
	t.Parallel()
	fields := map[string]bool{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Result]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fields[name] = true
	}
	for _, member := range slices.Concat(modelMembers, conclusionMembers) {
		if !fields[member] {
			t.Errorf("a result has no field %s", member)
		}
	}
}

// BenchmarkListConclusions lists a hundred runs with a model in their results, as "lanista runs"
// does.
func BenchmarkListConclusions(b *testing.B) {
	s := testStore(b)
	curve := make([]float64, tuning.CurvePoints)
	for i := range curve {
		curve[i] = 1 / float64(i+3)
	}
	result := withModel()
	for range 4 {
		result.Curves = append(result.Curves, tuning.Curve{X: curve, Elo: curve, Low: curve, High: curve})
	}
	const runs = 100
	for range runs {
		run := testRun(b, s, testInfo())
		must(b, run.Finish(b.Context(), result))
		must(b, run.Close())
	}
	for b.Loop() {
		if list, err := s.List(b.Context(), Query{Conclusions: true}); err != nil || len(list) != runs {
			b.Fatalf("%d runs, %v", len(list), err)
		}
	}
}
