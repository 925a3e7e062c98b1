package table_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/game2048"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/table"
)

func newRoom() *table.Room {
	return &table.Room{
		Catalog: runs.Catalog{Games: engines.Registry{risk.New(), hare.New(), othello.New(), minesweeper.New(), game2048.New(), chess.New()}},
		Exact:   24,
	}
}

func newSealer(t testing.TB, b byte) *table.Sealer {
	t.Helper()
	s, err := table.NewSealer(bytes.Repeat([]byte{b}, table.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func deal(t testing.TB, s table.Setup) *table.Table {
	t.Helper()
	d, _, err := newRoom().Deal(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func newThinker() *table.Thinker { return table.NewThinker(time.Minute) }

// codeOf is the code of a refusal, "" for any other error.
func codeOf(err error) table.Code {
	var e *table.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func seed(v uint64) *uint64 { return &v }

// agent finds an agent of a table.
func agent(t testing.TB, d *table.Table, a table.Agent) engines.Agent {
	t.Helper()
	found, err := newRoom().Agent(t.Context(), d, a)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// playOut lets an agent play all seats until a ply or the end, each command on a
// table that was sealed and opened in between.
func playOut(t testing.TB, d *table.Table, a table.Agent, plies int) *table.Table {
	t.Helper()
	k, s, r := newThinker(), newSealer(t, 1), newRoom()
	found := agent(t, d, a)
	for !d.Over() && d.Plies() < plies {
		thought, err := k.Best(t.Context(), d, found, table.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Play(thought.Move); err != nil {
			t.Fatal(err)
		}
		if d.Plies()%16 == 0 {
			state, err := s.Seal(d)
			if err != nil {
				t.Fatal(err)
			}
			if d, err = s.Unseal(t.Context(), r, state); err != nil {
				t.Fatal(err)
			}
		}
	}
	return d
}
