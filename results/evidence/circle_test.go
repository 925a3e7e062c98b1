package evidence

import (
	"math"
	"strings"
	"testing"
)

func TestCircle(t *testing.T) {
	t.Parallel()
	names := []string{"rock", "paper", "scissors", "well"}
	const games = 300
	against := [4][4]float64{{0.5, 0.3, 0.7, 0.9}, {0.7, 0.5, 0.3, 0.9}, {0.3, 0.7, 0.5, 0.9}, {0.1, 0.1, 0.1, 0.5}}
	all := func(i, j int) (float64, int) { return against[i][j], games }
	c := NewCircle(names, all)
	if c == nil || len(c.Agents) != 3 || len(c.Nash) != 3 {
		t.Fatalf("the circle is %+v", c)
	}
	for _, share := range c.Nash {
		if share.Agent == "well" || math.Abs(share.Share-1.0/3) > 0.01 {
			t.Errorf("share %+v", share)
		}
	}
	const want = "Results go round in a circle, which no rating can show: rock beats scissors, scissors beats paper, paper beats rock. " +
		"Nobody beats the mixture of rock 33%, paper 33%, scissors 33% (Nash averaging)."
	if got := c.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if c := NewCircle(names, func(i, j int) (float64, int) { return 0.5 + 0.1*float64(j-i), games }); c != nil {
		t.Errorf("an order is a circle: %v", c)
	}
	c = NewCircle(names, func(i, j int) (float64, int) { // the well has met nobody
		if i == 3 || j == 3 {
			return math.NaN(), 0
		}
		return all(i, j)
	})
	if c == nil || c.Nash != nil || strings.Contains(c.String(), "Nash") {
		t.Errorf("where some have not met: %+v", c)
	}
}
