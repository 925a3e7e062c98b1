package cmd

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

func narrow(columns string) (*app, *bytes.Buffer) {
	var b bytes.Buffer
	return &app{out: &outlet{to: &b}, env: func(name string) string {
		if name == "COLUMNS" {
			return columns
		}
		return ""
	}}, &b
}

func TestTableFitsTheScreen(t *testing.T) {
	t.Parallel()
	for columns, want := range map[string]string{
		"": "NAME   GAMES  SEED  WHAT IT IS\nfirst  12     7     a run with a long story to tell about it\n",
		"34": "NAME   WHAT IT IS\nfirst  a run with a long story to\n       tell about it\n" +
			"(left out: seed, games; a wider screen or --json shows them)\n",
	} {
		a, b := narrow(columns)
		rows := a.table("name", "games", "seed", "what it is").spares("seed", "games")
		rows.row("first", "12", "7", "a run with a long story to tell about it")
		if err := rows.flush(); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%q columns:\n%s\nwant\n%s", columns, b, want)
		}
	}
}

func TestLiveLine(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}, {Name: "e"}}
	match := tuning.Match{Opponent: "default", Elo: 12}
	match.Interval.Lo, match.Interval.Hi = -3, 27
	l := live{7, space, engines.Weights{1, -9, 0.25, 3, 2}, strengthLine(tuning.Strength{Round: 4, Match: match})}
	if got, want := l.String(), "round 7: +12 Elo [-3, +27] against default by round 4; a 1 b -9 d 3 e 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := heaviest(space, engines.Weights{math.NaN(), 1, 1, 1, 1}); strings.Contains(got, "a ") {
		t.Errorf("a weight that is no number leads: %q", got)
	}
	list := []tuning.Leader{{Agent: "x", Score: 0.75}, {Agent: "y", Score: 0.5}, {Agent: "z"}, {Agent: "w"}}
	if got, want := leaders(list), "x 0.750, y 0.500, z 0.000, and 1 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
