package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
)

// columns and rows are the size of the board. Row 0 is the bottom. A move is the index of a column.
const columns, rows = 7, 6

// lines lists all sets of four squares in a line, each square as column and row.
var lines = func() (all [][4][2]int) {
	for c := range columns {
		for r := range rows {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				if c+3*d[0] < columns && r+3*d[1] < rows && r+3*d[1] >= 0 {
					all = append(all, [4][2]int{{c, r}, {c + d[0], r + d[1]}, {c + 2*d[0], r + 2*d[1]}, {c + 3*d[0], r + 3*d[1]}})
				}
			}
		}
	}
	return all
}()

// ConnectFour implements the game Connect Four, and a player that looks one move ahead.
type ConnectFour struct{}

// Spec describes the game and its weights.
func (ConnectFour) Spec() engines.Spec {
	weight := func(name, doc string, value float64) engines.Weight {
		return engines.Weight{Name: name, Doc: doc, Min: -10, Max: 10, Default: value}
	}
	return engines.Spec{
		Name: "connectfour", Title: "Connect Four", Doc: "Four in a row.", Version: "1", MinSeats: 2, MaxSeats: 2, ScaleFree: true, Chance: engines.NoChance,
		Weights: engines.Space{
			weight("one", "open lines with one own stone", 1), weight("two", "with two", 1), weight("three", "with three", 1),
			weight("their_two", "open lines with two of theirs", -1), weight("their_three", "with three", -1),
			weight("centre", "own stones in the middle column", 1),
		},
	}
}

// With applies settings. This game has none.
func (e ConnectFour) With(s engines.Settings) (engines.Engine, error) {
	_, err := engines.Resolve(nil, s)
	return e, err
}

// NewGame returns an empty board.
func (e ConnectFour) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats, not 2", seats)
	}
	return e.ParseGame("", seed)
}

// ParseGame returns the game after the given moves. position contains a digit for each move: the
// number of its column, counted from 1, as in "4435".
func (ConnectFour) ParseGame(position string, _ uint64) (engines.Game, error) {
	b := &board{}
	for i, column := range []byte(position) {
		if err := b.Apply(engines.Move(column) - '1'); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return b, nil
}

// NewPlayer returns a player with the weights of an agent. It looks one move ahead.
func (e ConnectFour) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	a, err := a.Complete(e)
	return engines.OnePly(e, a.Weights), err
}

// Features returns the features of a position, with a row for each seat.
func (ConnectFour) Features(p engines.Position) ([][]float64, error) {
	b, out := p.(*board), [][]float64{make([]float64, 6), make([]float64, 6)}
	for _, line := range lines {
		var stones [3]int
		for _, at := range line {
			stones[b.squares[at[0]][at[1]]]++
		}
		for seat := range 2 {
			if n := stones[seat+1]; n > 0 && n < 4 && stones[2-seat] == 0 {
				out[seat][n-1]++
				if n > 1 {
					out[1-seat][n+1]++
				}
			}
		}
	}
	for _, stone := range b.squares[columns/2] {
		if stone > 0 {
			out[stone-1][5]++
		}
	}
	return out, nil
}

// Evaluate returns the weighted sum of the features for every seat.
func (e ConnectFour) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(e, p, w)
}

// board is the state of a game.
type board struct {
	squares [columns][rows]byte // 0 empty, 1 first seat, 2 second seat
	played  []byte
	won     bool
}

func (b *board) Seats() int                       { return 2 }
func (b *board) Turn() int                        { return len(b.played) % 2 }
func (b *board) Over() bool                       { return b.won || len(b.played) == columns*rows }
func (b *board) String() string                   { return string(b.played) }
func (b *board) FormatMove(m engines.Move) string { return fmt.Sprint(m + 1) }
func (b *board) Clone() engines.Game              { c := *b; c.played = slices.Clone(b.played); return &c }

func (b *board) ParseMove(text string) (engines.Move, error) {
	column, err := strconv.ParseInt(text, 10, 32)
	return engines.Move(column - 1), err
}

func (b *board) Moves(dst []engines.Move) []engines.Move {
	for c := range b.squares {
		if b.squares[c][rows-1] == 0 && !b.won {
			dst = append(dst, engines.Move(c))
		}
	}
	return dst
}

func (b *board) Apply(m engines.Move) error {
	if !slices.Contains(b.Moves(nil), m) {
		return fmt.Errorf("column %d cannot be played", m+1)
	}
	stone := byte(1 + b.Turn())
	b.squares[m][slices.Index(b.squares[m][:], 0)] = stone
	b.played = append(b.played, byte('1'+m))
	b.won = slices.ContainsFunc(lines, func(l [4][2]int) bool {
		return !slices.ContainsFunc(l[:], func(at [2]int) bool { return b.squares[at[0]][at[1]] != stone })
	})
	return nil
}

func (b *board) Outcome() engines.Outcome {
	if b.won {
		return engines.Winner(2, 1-b.Turn())
	}
	return engines.Draw(2)
}
