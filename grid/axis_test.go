package grid

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// The values of an axis are exact decimals.
func TestAxisIsOfDecimals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.IntRange(0, 6).Draw(t, "digits")
		first := rapid.Int64Range(-50_000, 50_000).Draw(t, "first")
		step := rapid.Int64Range(1, 999).Draw(t, "step")
		count := rapid.IntRange(1, 200).Draw(t, "count")
		decimal := func(units int64) float64 {
			v, err := strconv.ParseFloat(fmt.Sprintf("%de-%d", units, digits), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		beyond := rapid.Int64Range(0, step-1).Draw(t, "beyond") // to need not be a value of the axis
		a, err := newAxis("a", decimal(first), decimal(first+int64(count-1)*step+beyond), decimal(step))
		if err != nil {
			t.Fatal(err)
		}
		if a.Count != count || a.Step() != decimal(step) {
			t.Fatalf("%d values in steps of %v, want %d in steps of %v", a.Count, a.Step(), count, decimal(step))
		}
		for i := range count {
			if want := decimal(first + int64(i)*step); a.At(i) != want {
				t.Fatalf("value %d is %v, want %v", i, a.At(i), want)
			}
		}
		if a.From() != a.At(0) || a.To() != a.At(count-1) {
			t.Fatalf("from %v to %v", a.From(), a.To())
		}
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var back Axis
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		for i := range count {
			if back.At(i) != a.At(i) {
				t.Fatalf("read back from %s, value %d is %v, not %v", data, i, back.At(i), a.At(i))
			}
		}
	})
}

func TestAxisAsJSON(t *testing.T) {
	t.Parallel()
	a, err := newAxis("Ks", 0.5, 2, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(a)
	if want := `{"name":"Ks","from":0.5,"step":0.1,"count":16}`; err != nil || string(data) != want {
		t.Errorf("%s, %v; want %s", data, err, want)
	}
	for _, text := range []string{
		`7`,
		`{"name":"a","from":0,"step":0.1,"count":0}`,
		`{"name":"a","from":0,"step":0,"count":3}`,
		`{"name":"a","from":0,"step":-1,"count":3}`,
		`{"name":"a","from":0.12345678901,"step":1,"count":3}`,
		`{"name":"a","from":1e300,"step":1,"count":3}`,
		`{"name":"a","from":0,"step":1,"count":99999999}`,
	} {
		if err := json.Unmarshal([]byte(text), &a); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

func TestNewAxisRefuses(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	for _, c := range [][3]float64{{0, 1, 0}, {0, 1, inf}, {1, 0, 0.1}, {0, inf, 1}, {-inf, 0, 1}, {0, 1, 1e-8}, {0, 0.5, 1e-12}, {1e15, 1e15 + 1, 1e-3}} {
		if a, err := newAxis("a", c[0], c[1], c[2]); err == nil {
			t.Errorf("from %v to %v in steps of %v: %+v", c[0], c[1], c[2], a)
		}
	}
}
