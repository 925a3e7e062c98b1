package term

import (
	"bytes"
	"slices"
	"testing"
)

func narrow(columns string) (*Screen, *bytes.Buffer) {
	var b bytes.Buffer
	return New(&b, func(name string) string {
		if name == "COLUMNS" {
			return columns
		}
		return ""
	}), &b
}

func TestTableFitsTheScreen(t *testing.T) {
	t.Parallel()
	for columns, want := range map[string]string{
		"": "NAME   GAMES  SEED  WHAT IT IS\nfirst  12     7     a run with a long story to tell about it\n",
		"34": "NAME   WHAT IT IS\nfirst  a run with a long story to\n       tell about it\n" +
			"(columns left out: seed, games;\nuse a wider screen or --json to\nsee them)\n",
		"12": "NAME\n    WHAT IT\n    IS\nfirst\n    a run\n    with a\n    long\n    story to\n    tell\n    about it\n" +
			"(columns\nleft out:\nseed, games;\nuse a wider\nscreen or\n--json to\nsee them)\n",
	} {
		on, b := narrow(columns)
		rows := on.Table("name", "games", "seed", "what it is").Spares("seed", "games")
		rows.Row("first", "12", "7", "a run with a long story to tell about it")
		if err := rows.Flush(); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%q columns:\n%s\nwant\n%s", columns, b, want)
		}
	}
}

// A cell that is wider than its column moves the rest of its row.
func TestWrappedWideCell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cell string
		want []string
	}{
		{"ab", []string{"ab   a text"}},
		{"abc", []string{"abc  a text"}},
		{"abcdefgh", []string{"abcdefgh  a text"}},
	} {
		if got := Wrapped([]string{c.cell, "a text"}, []int{3}, 90); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestColumnsThatAreTyped(t *testing.T) {
	t.Parallel()
	on, b := narrow("")
	rows := on.TableAsTyped("RUN", "one", "two-b")
	rows.Row("games", "1")
	if err := rows.Flush(); err != nil || b.String() != "RUN    one  two-b\ngames  1\n" {
		t.Errorf("%q, %v", b, err)
	}
}
