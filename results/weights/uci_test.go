package weights

import (
	"strings"
	"testing"
)

func TestUCI(t *testing.T) {
	t.Parallel()
	d := Document{Engine: "chess", Weights: []Named{{Name: "King Safety", Value: 101}, {Name: "Futility", Value: 0.123456789}, {Name: "Big", Value: -2000}}}
	want := "setoption name King Safety value 101\nsetoption name Futility value 0.123457\nsetoption name Big value -2000\n"
	if got := string(written(t, d, "uci")); got != want {
		t.Errorf("written\n%s", got)
	}
	d.Weights[0].Name = "a\nb"
	if err := d.Write(t.Output(), "uci"); err == nil {
		t.Error("a name of two lines is written")
	}
	d.Weights[0].Name, d.Choices = "Style", map[string]string{"Style": "Solid\nquit"}
	if err := d.Write(t.Output(), "uci"); err == nil {
		t.Error("a choice of two lines is written")
	}
	d.Choices["Style"] = "Solid"
	if got := string(written(t, d, "uci")); !strings.HasPrefix(got, "setoption name Style value Solid\n") {
		t.Errorf("a choice is written as\n%s", got)
	}
}
