package deals_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
)

// grid is a game without chance for counts: every ply moves a token by 1 to width cells up or
// right, so that n plies lead to known numbers of positions. It ends after length plies.
type grid struct {
	engines.Engine
	width, length int
	lines         int // starts of a list, 0 for one start
	twins         bool
	moved         func() // called for every list of moves; may be nil
}

func (g grid) Spec() engines.Spec {
	return engines.Spec{Name: "grid", MinSeats: 2, MaxSeats: 2, Chance: engines.NoChance}
}

func (g grid) Deals() int { return g.lines }

func (g grid) NewGame(_ int, seed uint64) (engines.Game, error) {
	t := &token{grid: g}
	if g.lines > 0 {
		t.line = deals.Line(seed, g.lines)
		if g.twins {
			t.line /= 2
		}
	}
	return t, nil
}

type token struct {
	engines.Game
	grid            grid
	line, x, y, ply int
}

func (t *token) Over() bool          { return t.ply >= t.grid.length }
func (t *token) Turn() int           { return t.ply % 2 }
func (t *token) Seats() int          { return 2 }
func (t *token) Clone() engines.Game { c := *t; return &c }
func (t *token) String() string      { return fmt.Sprint(t.line, t.x, t.y) }

func (t *token) Moves(dst []engines.Move) []engines.Move {
	if t.grid.moved != nil {
		t.grid.moved()
	}
	for m := range 2 * t.grid.width {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (t *token) Apply(m engines.Move) error {
	if step := 1 + int(m)/2; m%2 == 0 {
		t.x += step
	} else {
		t.y += step
	}
	t.ply++
	return nil
}

// positions returns the different positions after some plies, by walking all sequences.
func positions(g grid, plies int) map[string]bool {
	found := make(map[string]bool)
	var walk func(engines.Game, int)
	walk = func(at engines.Game, left int) {
		if at.Over() {
			return
		}
		if left == 0 {
			found[at.String()] = true
			return
		}
		for _, m := range at.Moves(nil) {
			next := at.Clone()
			_ = next.Apply(m)
			walk(next, left-1)
		}
	}
	start, _ := g.NewGame(2, 0)
	walk(start, plies)
	return found
}

func TestCountOpeningsEnumeratesRandomPlies(t *testing.T) {
	for plies := range 6 {
		g := grid{width: 2, length: 40}
		got, err := deals.CountOpenings(t.Context(), g, 2, engines.Openings{RandomPlies: plies}, deals.FullEffort)
		if want := len(positions(g, plies)); err != nil || !got.Exact || got.Openings != want {
			t.Errorf("%d plies: %+v, %v, want %d", plies, got, err, want)
		}
	}
}

func TestCountOpeningsOfAListLeavesOutDuplicates(t *testing.T) {
	got, err := deals.CountOpenings(t.Context(), grid{lines: 64, twins: true, length: 9}, 2, engines.Openings{}, deals.FullEffort)
	if err != nil || got != (deals.Supply{Openings: 32, Exact: true}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestCountOpeningsEstimates compares the estimate from a sample with the number of a list,
// whose lines are equally likely.
func TestCountOpeningsEstimates(t *testing.T) {
	for _, lines := range []int{100, 5_000, 40_000} {
		g := grid{lines: lines, length: 9}
		got, err := deals.CountOpenings(t.Context(), g, 2, engines.Openings{}, 4_000)
		if lines <= 4_000 {
			if !got.Exact || got.Openings != lines {
				t.Errorf("%d lines: %+v", lines, got)
			}
			continue
		}
		if err != nil || got.Exact || got.More || got.Openings < lines/2 || got.Openings > 2*lines {
			t.Errorf("%d lines: %+v, %v", lines, got, err)
		}
	}
	got, err := deals.CountOpenings(t.Context(), grid{lines: 1 << 30, length: 9}, 2, engines.Openings{}, 1_000)
	if err != nil || !got.More || got.Below(1<<40) {
		t.Errorf("a billion lines: %+v, %v", got, err)
	}
}

func TestChoosePlies(t *testing.T) {
	g := grid{width: 2, length: 40}
	for _, want := range []int{1, 5, 40, 60} {
		least := 1
		for len(positions(g, least)) < want {
			least++
		}
		plies, supply, err := deals.ChoosePlies(t.Context(), g, 2, want, deals.FullEffort)
		if err != nil || plies != least || supply.Below(want) {
			t.Errorf("%d positions: %d plies of %+v, %v, want %d", want, plies, supply, err, least)
		}
	}
	plies, supply, err := deals.ChoosePlies(t.Context(), g, 2, 1_000_000, deals.FullEffort)
	if err != nil || plies != 10 || !supply.Below(1_000_000) {
		t.Errorf("a quarter of a game: %d plies of %+v, %v, want 10", plies, supply, err)
	}
}

// openingsOf deals from a sequence and returns the openings as texts.
func openingsOf(t *testing.T, s *deals.Sequence, g grid, o engines.Openings, from, to int) []string {
	t.Helper()
	var list []string
	for n := from; n < to; n++ {
		at, _, err := engines.Deal(g, 2, s.Seed(n), o)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, at.String())
	}
	return list
}

func different(list []string) int {
	set := make(map[string]bool)
	for _, text := range list {
		set[text] = true
	}
	return len(set)
}

func TestDealSequenceRepeatsNoOpeningWhileOthersAreLeft(t *testing.T) {
	plies := engines.Openings{RandomPlies: 3}
	walk := grid{width: 2, length: 40}
	for name, c := range map[string]struct {
		game     grid
		openings engines.Openings
		supply   int
	}{
		"list":         {grid{lines: 64, length: 9}, engines.Openings{}, 64},
		"twins":        {grid{lines: 64, twins: true, length: 9}, engines.Openings{}, 32},
		"random plies": {walk, plies, len(positions(walk, 3))},
	} {
		s := deals.NewSequence(c.game, deals.Options{
			Seats: 2, Openings: c.openings, Seed: 7, Supply: deals.Supply{Openings: c.supply, Exact: true},
		})
		for cycle := range 3 {
			if got := different(openingsOf(t, s, c.game, c.openings, cycle*c.supply, (cycle+1)*c.supply)); got != c.supply {
				t.Errorf("%s: %d different openings in cycle %d, want %d", name, got, cycle+1, c.supply)
			}
			for _, n := range []int{c.supply / 2, c.supply + cycle} {
				dealt := different(openingsOf(t, s, c.game, c.openings, 0, n))
				if got, known := s.Different(n); got != dealt || !known {
					t.Errorf("%s: Different(%d) returns %d, %v; %d are different", name, n, got, known, dealt)
				}
			}
		}
	}
}

func TestDealSequenceSetsOpeningsApart(t *testing.T) {
	o := engines.Openings{RandomPlies: 3}
	g := grid{width: 2, length: 40}
	all := len(positions(g, 3))
	options := deals.Options{Seats: 2, Openings: o, Seed: 7, Supply: deals.Supply{Openings: all, Exact: true}}
	aside := deals.NewSequence(g, options).First(all / 3)
	if len(aside) != all/3 {
		t.Fatalf("%d openings of %d are set aside", len(aside), all/3)
	}
	only, except := options, options
	only.Only, only.Supply.Openings = aside, len(aside)
	except.Except, except.Supply.Openings, except.Seed = aside, all-len(aside), 8
	first := openingsOf(t, deals.NewSequence(g, only), g, o, 0, 3*len(aside))
	second := openingsOf(t, deals.NewSequence(g, except), g, o, 0, 3*(all-len(aside)))
	if different(first) != len(aside) || different(second) != all-len(aside) || different(slices.Concat(first, second)) != all {
		t.Errorf("%d and %d different openings, %d in both", different(first), different(second), different(slices.Concat(first, second)))
	}
}

func TestDealSequenceContinuesAfterASeed(t *testing.T) {
	g, o := grid{width: 2, length: 40}, engines.Openings{RandomPlies: 4}
	options := deals.Options{Seats: 2, Openings: o, Seed: 3}
	s := deals.NewSequence(g, options)
	last := s.Seed(99)
	resumed := deals.NewSequence(g, options)
	if n := resumed.After(last); n != 100 {
		t.Fatalf("deal %d follows deal 99", n)
	}
	for n := 100; n < 120; n++ {
		if resumed.Seed(n) != s.Seed(n) {
			t.Fatalf("deal %d differs", n)
		}
	}
	if n := resumed.After(engines.Seed(1)); n != 0 {
		t.Errorf("a seed of another sequence is followed by deal %d", n)
	}
}

// A scattered sequence plays the lines of a list in another order than their own.
func TestDealSequenceScatters(t *testing.T) {
	g := given{grid{lines: 100, length: 9}}
	s := deals.NewSequence(g, deals.Options{Seats: 2, Seed: 1, Scattered: true, Supply: deals.Supply{Openings: 100, Exact: true}})
	var lines []string
	for n := range 100 {
		at, _ := g.NewGame(2, s.Seed(n))
		lines = append(lines, at.String())
	}
	if different(lines) != 100 {
		t.Errorf("%d different lines of 100", different(lines))
	}
	moved := 0
	for n, text := range lines {
		if text != strconv.Itoa(n)+" 0 0" {
			moved++
		}
	}
	if moved < 80 {
		t.Errorf("%d of 100 lines are at another place", moved)
	}
	for n := range 250 {
		resumed := deals.NewSequence(g, deals.Options{Seats: 2, Seed: 1, Scattered: true, Supply: deals.Supply{Openings: 100, Exact: true}})
		if after := resumed.After(s.Seed(n)); after != n+1 {
			t.Errorf("deal %d follows deal %d", after, n)
		}
	}
}

// given is a list that is played in the order given.
type given struct{ grid }

func (g given) NewGame(_ int, seed uint64) (engines.Game, error) {
	_, n := deals.Number(seed)
	return &token{grid: g.grid, line: int(n) % g.lines}, nil
}

// A sequence that can deal no opening within its bounds deals some all the same.
func TestDealSequenceEndsItsSearch(t *testing.T) {
	g := grid{width: 1, length: 40}
	o := engines.Openings{RandomPlies: 2}
	all := deals.NewSequence(g, deals.Options{Seats: 2, Openings: o}).First(len(positions(g, 2)))
	for name, options := range map[string]deals.Options{
		"all are left out":        {Seats: 2, Openings: o, Except: all},
		"none is within the set":  {Seats: 2, Openings: o, Only: deals.OpeningSet{1: {}}},
		"fewer than are promised": {Seats: 2, Openings: o, Supply: deals.Supply{Openings: 1000, Exact: true}},
	} {
		if list := openingsOf(t, deals.NewSequence(g, options), g, o, 0, 7); len(list) != 7 {
			t.Errorf("%s: %d deals", name, len(list))
		}
	}
}

// A count ends soon after its context, at whatever move that is.
func TestACountIsCancelled(t *testing.T) {
	t.Parallel()
	plies := engines.Openings{RandomPlies: 6}
	for name, count := range map[string]func(context.Context, engines.Engine) error{
		"choose": func(ctx context.Context, e engines.Engine) error {
			_, _, err := deals.ChoosePlies(ctx, e, 2, 100_000, deals.FullEffort)
			return err
		},
		"enumerate": func(ctx context.Context, e engines.Engine) error {
			_, err := deals.CountOpenings(ctx, e, 2, plies, deals.FullEffort)
			return err
		},
		"sample": func(ctx context.Context, e engines.Engine) error {
			_, err := deals.CountOpenings(ctx, e, 2, plies, 500)
			return err
		},
	} {
		all := 0
		if err := count(t.Context(), grid{width: 3, length: 40, moved: func() { all++ }}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for share := range 10 {
			ctx, cancel := context.WithCancel(t.Context())
			made, last := 0, all*share/10
			err := count(ctx, grid{width: 3, length: 40, moved: func() {
				if made++; made > last {
					cancel()
				}
			}})
			cancel()
			if !errors.Is(err, context.Canceled) || made > last+50 {
				t.Errorf("%s: cancelled at move %d of %d, it ended at %d: %v", name, last, all, made, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := deals.CountOpenings(ctx, grid{lines: 64, length: 9}, 2, engines.Openings{}, deals.FullEffort); !errors.Is(err, context.Canceled) {
		t.Errorf("a list of openings: %v", err)
	}
}
