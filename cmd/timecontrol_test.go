package cmd

import (
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
)

// Time controls are written as chess programs write them.
func TestTimeControls(t *testing.T) {
	for text, want := range map[string]engines.Limit{
		"8+0.08":     {Clock: 8 * time.Second, Add: 80 * time.Millisecond},
		"40/10":      {Clock: 10 * time.Second, Moves: 40},
		"40/1:30+.5": {Clock: 90 * time.Second, Moves: 40, Add: 500 * time.Millisecond},
		"0.5":        {Clock: 500 * time.Millisecond},
		"60+0":       {Clock: time.Minute},
		"0:10":       {Clock: 10 * time.Second},
	} {
		l, err := readTimeControl(text)
		if err != nil || l != want {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
		if again, err := engines.ParseLimit(l.String()); err != nil || again != l {
			t.Errorf("%s: %q is read as %+v, %v", text, l, again, err)
		}
	}
	for _, text := range []string{"", "inf", "0", "0+1", "40/", "/10", "x/10", "-1", "1:-5", "1e99", "nan", "5+x", "1000000000:00"} {
		if l, err := readTimeControl(text); err == nil {
			t.Errorf("%q is read as %v", text, l)
		}
	}
}
