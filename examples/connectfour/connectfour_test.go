package main

import (
	"testing"

	"github.com/lanista/lanista/engines/enginetest"
)

// The game satisfies the contract of package engines.
func TestContract(t *testing.T) { enginetest.Run(t, ConnectFour{}, 20) }

// A number beyond the range of a move is an error and not another column.
func TestParseMove(t *testing.T) {
	b := &board{}
	if m, err := b.ParseMove("1"); m != 0 || err != nil {
		t.Errorf("column 1 is move %d, %v", m, err)
	}
	for _, text := range []string{"4294967297", "-4294967295", "x", ""} {
		if m, err := b.ParseMove(text); err == nil {
			t.Errorf("%q is move %d", text, m)
		}
	}
}
