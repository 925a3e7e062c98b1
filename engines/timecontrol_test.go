package engines_test

import (
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
)

// Time controls are written as chess programs write them.
func TestTimeControls(t *testing.T) {
	for text, want := range map[string]struct {
		limit engines.Limit
		tag   string
	}{
		"8+0.08":     {engines.Limit{Clock: 8 * time.Second, Add: 80 * time.Millisecond}, "8+0.08"},
		"40/10":      {engines.Limit{Clock: 10 * time.Second, Moves: 40}, "40/10"},
		"40/1:30+.5": {engines.Limit{Clock: 90 * time.Second, Moves: 40, Add: 500 * time.Millisecond}, "40/90+0.5"},
		"0.5":        {engines.Limit{Clock: 500 * time.Millisecond}, "0.5"},
		"60+0":       {engines.Limit{Clock: time.Minute}, "60"},
		"0:10":       {engines.Limit{Clock: 10 * time.Second}, "10"},
	} {
		l, err := engines.ParseTimeControl(text)
		if err != nil || l != want.limit || l.TimeControl() != want.tag {
			t.Errorf("%s: %+v, %q, %v", text, l, l.TimeControl(), err)
		}
		if again, err := engines.ParseLimit(l.String()); err != nil || again != l {
			t.Errorf("%s: %q is read as %+v, %v", text, l, again, err)
		}
	}
	for _, text := range []string{"", "inf", "0", "0+1", "40/", "/10", "x/10", "-1", "1:-5", "1e99", "nan", "5+x", "1000000000:00"} {
		if l, err := engines.ParseTimeControl(text); err == nil {
			t.Errorf("%q is read as %v", text, l)
		}
	}
	if tag := (engines.Limit{Move: 50 * time.Millisecond}).TimeControl(); tag != "1/0.05" {
		t.Errorf("a limit for every move is %q", tag)
	}
	if tag := (engines.Limit{Depth: 5}).TimeControl(); tag != "-" {
		t.Errorf("a limit of depth is %q", tag)
	}
}
