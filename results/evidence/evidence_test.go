package evidence

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	nan  = math.NaN()
	inf  = math.Inf(1)
	open = Interval{-inf, inf}
)

func TestJSONSaysAllNumbers(t *testing.T) {
	type all struct {
		F Float
		L Floats
		M Matrix
		I Interval
	}
	for want, v := range map[string]all{
		`{"F":0.1,"L":[1,null,null],"M":[[1,null],[]],"I":[-1.5,2]}`: {0.1, Floats{1, nan, inf}, Matrix{{1, -inf}, {}}, Interval{-1.5, 2}},
		`{"F":null,"L":[],"M":[],"I":[null,null]}`:                   {Float(-inf), nil, nil, open},
		`{"F":1e-9,"L":[],"M":[],"I":[null,7]}`:                      {1e-9, Floats{}, Matrix{}, Interval{nan, 7}},
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
	for _, text := range []string{`{"F":"infinite"}`, `{"L":3}`, `{"L":["x"]}`, `{"M":[1]}`, `{"I":["a",1]}`} {
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
			Next: &Lead{Difference: 80, Interval: Interval{-3, 163}, LOS: 0.97}, Pairs: []int{0, 0, 0, 1, 9},
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

func TestVerdict(t *testing.T) {
	rating := func(elo, low, high float64) Rating {
		return Rating{Elo: Float(elo), Interval: Interval{low, high}, Games: 1800, Against: "default"}
	}
	for _, c := range []struct {
		rating Rating
		kept   bool
		better bool
		text   string
	}{
		{rating(59.1, 47, 71), false, true, "better than default: +59 Elo [+47, +71]"},
		{rating(0.6, -12.2, 14.9), false, false, "not shown to be better than default: +1 Elo [-12, +15]"},
		{rating(8, 0, 16), false, false, "not shown to be better than default: +8 Elo [+0, +16]"},
		{rating(-0.2, -14, 14), false, false, "not shown to be better than default: +0 Elo [-14, +14]"},
		{rating(-20, -35, -5), false, false, "worse than default: -20 Elo [-35, -5]"},
		{rating(700, 400, inf), false, true, "better than default: +700 Elo [+400, open]"},
		{rating(nan, -inf, inf), false, false, "not shown to be better than default: an unknown rating"},
		{rating(34, 7, 61), true, false, "nothing better found, the start was kept: +34 Elo [+7, +61] against default"},
	} {
		v := NewVerdict(c.rating, c.kept, nil)
		if v.Text != c.text || v.String() != c.text || v.Better != c.better || v.KeptStart != c.kept {
			t.Errorf("%+v, want %q", v, c.text)
		}
	}
	refused := rating(-67, -101, -34)
	for want, r := range map[string]Rating{
		"nothing better found, the start was kept (the search's candidate: -67 Elo [-101, -34])":                                    {Against: "default"},
		"nothing better found, the start was kept: +34 Elo [+7, +61] against default (the search's candidate: -67 Elo [-101, -34])": rating(34, 7, 61),
	} {
		if v := NewVerdict(r, true, &refused); v.Text != want || v.Better {
			t.Errorf("%+v, want %q", v, want)
		}
	}
	if v := NewVerdict(rating(59.1, 47, 71), false, nil).Dispute(); v.Better || !v.Disputed || !strings.HasPrefix(v.Text, "disputed, ") || !strings.HasSuffix(v.Text, "+59 Elo [+47, +71]") {
		t.Errorf("%+v", v)
	}
	got, err := json.Marshal(NewVerdict(rating(59.1, 47, 71), false, nil))
	want := `{"text":"better than default: +59 Elo [+47, +71]","against":"default","better":true,"kept_start":false,"rating":59.1,"interval":[47,71],"games":1800}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}
