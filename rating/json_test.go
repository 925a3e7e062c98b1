package rating

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat/distuv"
)

var (
	nan  = math.NaN()
	inf  = math.Inf(1)
	open = Interval{-inf, inf}
)

// TestNumbersFromJSON compares Float with the decoder of the standard library.
func TestNumbersFromJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", "-0", "1", "-1.5", "0.1", "1e-9", "1E+300", "123456789012345678901", "4.9e-324", "1e999", `"1"`, "true", "[]", "+1", ".5", "0x1p-2", "Inf", ""} {
		var got Float
		var want float64
		err, wantErr := json.Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &want)
		if math.Float64bits(float64(got)) != math.Float64bits(want) || (err == nil) != (wantErr == nil) {
			t.Errorf("%q: %v, %v, want %v, %v", text, got, err, want, wantErr)
		}
	}
}

func TestJSONSaysAllNumbers(t *testing.T) {
	type all struct {
		F Float
		L Floats
		M Matrix
		I Interval
	}
	for want, v := range map[string]all{
		`{"F":0.1,"L":[1,null,null],"M":[[1,null],[]],"I":{"low":-1.5,"high":2}}`: {0.1, Floats{1, nan, inf}, Matrix{{1, -inf}, {}}, Interval{-1.5, 2}},
		`{"F":null,"L":[],"M":[],"I":{"low":null,"high":null}}`:                   {Float(-inf), nil, nil, open},
		`{"F":0,"L":[0,1],"M":[],"I":{"low":null,"high":null}}`:                   {Float(math.Copysign(0, -1)), Floats{math.Copysign(0, -1), 1}, nil, open},
		`{"F":1e-9,"L":[],"M":[],"I":{"low":null,"high":7}}`:                      {1e-9, Floats{}, Matrix{}, Interval{nan, 7}},
	} {
		got, err := json.Marshal(v)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		var back all
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(back); err != nil || string(again) != want {
			t.Errorf("%s became %s, %v", want, again, err)
		}
	}
	var f Float
	for text, want := range map[string]float64{"null": nan, "-2": -2} {
		if err := json.Unmarshal([]byte(text), &f); err != nil || float64(f) != want && !math.IsNaN(want) {
			t.Errorf("%s is read as %v, %v", text, f, err)
		}
	}
	for _, text := range []string{`{"F":"infinite"}`, `{"L":3}`, `{"L":["x"]}`, `{"M":[1]}`, `{"I":[1,2]}`, `{"I":{"low":"a"}}`} {
		if err := json.Unmarshal([]byte(text), new(all)); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

var sameFloat = cmp.Comparer(func(a, b Float) bool { return a == b || a != a && b != b })

func TestStandingIsReadBack(t *testing.T) {
	want := []Standing{
		{
			Agent: "a", Games: 20, Wins: 19, Draws: 1, Score: 0.975, Rating: 700, Interval: Interval{400, inf}, LOS: 1, Best: 0.99,
			Next: &Lead{Difference: 80, Interval: Interval{-3, 163}, LOS: 0.97}, Pentanomial: []int{0, 0, 0, 1, 9},
		},
		{Agent: "b", Games: 20, Losses: 19, Draws: 1, Forfeits: 2, Score: 0.025, Rating: Float(nan), Interval: open},
	}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got []Standing
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, sameFloat); diff != "" {
		t.Error(diff)
	}
}

// The quantile follows from the confidence.
func TestZ(t *testing.T) {
	if want := distuv.UnitNormal.Quantile((1 + Confidence) / 2); math.Abs(Z()-want) > 1e-12 {
		t.Errorf("%v, want %v", Z(), want)
	}
	if got := FormatConfidence(Confidence); got != "95%" {
		t.Error(got)
	}
}
