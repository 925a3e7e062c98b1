package bench

import (
	"strings"
	"testing"
)

func TestParseVariant(t *testing.T) {
	t.Parallel()
	v, err := ParseVariant([]string{"draws=0.4", "first_seat=200"})
	if err != nil || v.Draws != 0.4 || v.FirstSeat != 200 {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := ParseVariant(nil); err != nil || v != (Variant{}) {
		t.Errorf("%+v, %v", v, err)
	}
	for typed, want := range map[string]string{
		"draws": "draws: name=value is needed", "drows=1": `drows=1: unknown "drows" (did you mean draws?)`, "draws=x": "draws=x: a number, true or false is needed",
		"draws=true": "draws=true: cannot unmarshal bool",
	} {
		if _, err := ParseVariant([]string{typed}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", typed, err, want)
		}
	}
}
