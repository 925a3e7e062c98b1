package evidence

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func TestVerdict(t *testing.T) {
	rated := func(elo, low, high float64) Rating {
		return Rating{Elo: rating.Float(elo), Interval: rating.Interval{Low: low, High: high}, Games: 1800, Against: "default"}
	}
	for _, c := range []struct {
		of     Rating
		kept   bool
		better bool
		text   string
	}{
		{rated(59.1, 47, 71), false, true, "better than default: +59 Elo [+47, +71]"},
		{rated(0.6, -12.2, 14.9), false, false, "not shown to be better than default: +1 Elo [-12, +15]"},
		{rated(8, 0, 16), false, false, "not shown to be better than default: +8 Elo [+0, +16]"},
		{rated(-0.2, -14, 14), false, false, "not shown to be better than default: +0 Elo [-14, +14]"},
		{rated(-20, -35, -5), false, false, "worse than default: -20 Elo [-35, -5]"},
		{rated(700, 400, inf), false, true, "better than default: +700 Elo [+400, open]"},
		{rated(51, -inf, inf), false, false, "not shown to be better than default: +51 Elo, without an interval"},
		{rated(nan, -inf, inf), false, false, "not shown to be better than default: an unknown rating"},
		{Rating{Elo: rating.Float(nan), Interval: rating.Open(), Against: "the start weights"}, false, false, "not compared with the start weights, because no game against it was played"},
		{Rating{Against: "default"}, false, false, "plays like default, so that no game against it was played"},
		{rated(34, 7, 61), true, false, "nothing better found, the start was kept: +34 Elo [+7, +61] against default"},
	} {
		v := NewVerdict(c.of, c.kept, nil)
		if v.Text != c.text || v.String() != c.text || v.Better != c.better || v.KeptStart != c.kept {
			t.Errorf("%+v, want %q", v, c.text)
		}
	}
	refused := rated(-67, -101, -34)
	for want, r := range map[string]Rating{
		"nothing better found, the start was kept (the search's candidate: -67 Elo [-101, -34])":                                    {Against: "default"},
		"nothing better found, the start was kept: +34 Elo [+7, +61] against default (the search's candidate: -67 Elo [-101, -34])": rated(34, 7, 61),
	} {
		if v := NewVerdict(r, true, &refused); v.Text != want || v.Better {
			t.Errorf("%+v, want %q", v, want)
		}
	}
	if v := NewVerdict(rated(59.1, 47, 71), false, nil).Dispute(); v.Better || !v.Disputed || !strings.HasPrefix(v.Text, "disputed, ") || !strings.HasSuffix(v.Text, "+59 Elo [+47, +71]") {
		t.Errorf("%+v", v)
	}
	got, err := json.Marshal(NewVerdict(rated(59.1, 47, 71), false, nil))
	want := `{"text":"better than default: +59 Elo [+47, +71]","against":"default","better":true,"kept_start":false,"rating":59.1,"interval":{"low":47,"high":71},"games":1800}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}
