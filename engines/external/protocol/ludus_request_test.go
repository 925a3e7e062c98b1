package protocol

import (
	"encoding/json"
	"math"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

// The encoder writes what package json reads.
func TestLudusTextsAndNumbers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		var back string
		if err := json.Unmarshal(appendText(nil, text), &back); err != nil || utf8.ValidString(text) && back != text {
			t.Fatalf("%q: %q, %v", text, back, err)
		}
		v := rapid.Float64().Draw(t, "number")
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return
		}
		var number float64
		if err := json.Unmarshal(appendNumber(nil, v), &number); err != nil || number != v {
			t.Fatalf("%v: %v, %v", v, number, err)
		}
	})
	for v, want := range map[float64]string{0: "0", math.Copysign(0, -1): "0", 10: "10", 1e6: "1000000", -2.5: "-2.5", 1e-7: "1e-07", 1e21: "1e+21"} {
		if got := string(appendNumber(nil, v)); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	if got := string(appendText(nil, "\xff\x01\"\\\n")); got != `"�\u0001\"\\\n"` {
		t.Errorf("got %s", got)
	}
}

func TestLudusLimits(t *testing.T) {
	t.Parallel()
	for want, l := range map[string]engines.Limit{
		`{}`:                             {},
		`{"depth":4}`:                    {Depth: 4},
		`{"nodes":2000}`:                 {Nodes: 2000},
		`{"nodes":18446744073709551615}`: {Nodes: math.MaxUint64},
		`{"move_ms":50}`:                 {Move: 50 * time.Millisecond},
		`{"move_ms":1}`:                  {Move: 50 * time.Microsecond},
		`{"base_ms":1,"inc_ms":0}`:       {Clock: 50 * time.Microsecond},
		`{"base_ms":10000,"inc_ms":100}`: {Clock: 10 * time.Second, Add: 100 * time.Millisecond},
	} {
		if got := string(appendLimit(nil, l)); got != want {
			t.Errorf("%v: %s, want %s", l, got, want)
		}
	}
}
