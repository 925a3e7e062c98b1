package reference

import (
	"errors"
	"reflect"
	"testing"

	"github.com/lanista/lanista/keys"
)

type walk struct {
	Kind  string   `yaml:"kind"`
	Speed float64  `yaml:"speed"`
	Steps int      `yaml:"steps"`
	Shoes *float64 `yaml:"shoes,omitempty"`
	Inner struct {
		Deep bool `yaml:"deep"`
	} `yaml:"inner"`
	Stops []struct {
		Name string `yaml:"name"`
	} `yaml:"stops"`
}

// Validate looks at the speed only of runners, as operators look at their own numbers.
func (w *walk) Validate() error {
	mistakes := []error{keys.OneOf("kind", "", w.Kind, "stroll", "run"), keys.Range{Min: 2, Max: 9, OrZero: true}.Check("steps", float64(w.Steps))}
	if w.Kind == "run" {
		mistakes = append(mistakes, keys.Above(7).Check("speed", w.Speed))
	}
	if w.Shoes != nil {
		mistakes = append(mistakes, keys.Within(36, 48).Check("shoes", *w.Shoes))
	}
	return errors.Join(mistakes...)
}

func TestOfAsksTheCheck(t *testing.T) {
	t.Parallel()
	w := &walk{Kind: "stroll", Steps: 3}
	rows := Of(w, w.Validate, nil).Rows()
	want := []Row{
		{Path: "kind", Takes: "one of `stroll`, `run`", Default: "stroll", Values: []string{"stroll", "run"}},
		{Path: "speed", Takes: "a number, above 7", Default: "0"},
		{Path: "steps", Takes: "a whole number, within [2, 9], or 0", Default: "3"},
		{Path: "shoes", Takes: "a number, within [36, 48]"},
		{Path: "inner", Takes: "a mapping"},
		{Path: "inner.deep", Takes: "`true` or `false`", Default: "false", Values: []string{"true", "false"}},
		{Path: "stops", Takes: "a list, each a mapping"},
		{Path: "stops[N].name", Takes: "a text"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d: %v", len(rows), len(want), rows)
	}
	for i, row := range rows {
		if !reflect.DeepEqual(row, want[i]) {
			t.Errorf("row %d is %+v, want %+v", i, row, want[i])
		}
	}
	if w.Kind != "stroll" || w.Steps != 3 || w.Shoes != nil {
		t.Errorf("asking changed the options to %+v", w)
	}
}

func TestADefaultIsTakenOutOfItsComment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ comment, meaning, standing string }{
		{"The share. The default is 0.3.", "The share.", "0.3"},
		{"The most rounds; the default is 50. A round has games.", "The most rounds. A round has games.", "50"},
		{"The most rounds.", "The most rounds.", ""},
	} {
		meaning, standing := splitDefault(c.comment)
		if meaning != c.meaning || standing != c.standing {
			t.Errorf("%q is %q by default %q", c.comment, meaning, standing)
		}
	}
}
