package engines_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/engines/training"
)

// Nil, empty and impossible arguments are errors or empty answers, not panics.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	nim := newNim()
	weights := nim.Spec().Weights
	do := func(name string, f func()) {
		t.Helper()
		defer func() {
			if cause := recover(); cause != nil {
				t.Errorf("%s: panic: %v", name, cause)
			}
		}()
		f()
	}
	do("Registry", func() {
		var r engines.Registry
		r.Names()
		_, err := r.Find("")
		_, err2 := r.Open(engines.EngineRef{})
		if err == nil || err2 == nil {
			t.Error("no engine is found")
		}
	})
	do("Record", func() {
		var r engines.Record
		_ = r.String() + r.Why() + r.Reason()
		r.Clone()
		r.Moves()
		r.Forfeited(3)
	})
	do("Outcome", func() {
		var o engines.Outcome
		o.Drawn()
		o.Points(0)
		o.Place(0)
		o.Score(0)
		o.Score(-1)
		o.Score(engines.MaxSeats)
		o.Score(math.MaxInt)
		_ = o.String()
	})
	do("Outcome without seats", func() {
		if text := engines.ByScore().String() + engines.Places().String(); text != "" {
			t.Errorf("its text is %q", text)
		}
	})
	do("Outcome of a seat that it has not", func() {
		o := engines.Winner(2, 0)
		o.Points(2)
		o.Place(engines.MaxSeats - 1)
	})
	for _, seat := range []int{-1, 2, math.MaxInt} {
		do("Score of no seat", func() { engines.ByScore(1, 2).Score(seat) })
	}
	do("Space", func() {
		var s engines.Space
		s.Default()
		s.Free()
		s.Index("x")
		s.Suggest("x")
		s.Named(nil)
		s.Snap(nil)
		_ = s.Check(nil)
		_ = s.Valid()
		_, _ = s.FromNamed(nil)
	})
	do("Space.Named of long weights", func() { weights.Named(make(engines.Weights, 9)) })
	do("Space.Snap of long weights", func() { weights.Snap(make([]float64, 9)) })
	do("Weight", func() {
		var w engines.Weight
		w.Unit(1)
		w.FromUnit(1)
		w.Snap(1)
		w.Edge(1)
		_ = w.Check(1)
		_ = w.Valid()
	})
	do("Spec", func() { engines.Spec{}.DefaultSeats() })
	do("Agent", func() {
		var a engines.Agent
		a.Hash()
		a.Same(a)
		_, _ = a.Complete(nim)
	})
	do("Limit", func() { var l engines.Limit; _ = l.Refuse(); _ = l.String(); _ = l.Timed() })
	do("Openings", func() { _ = engines.Openings{}.Validate() })
	do("Settings", func() {
		_, _ = engines.Resolve(nil)
		_, _ = engines.Resolve(nil, nil, nil)
		_, _ = files.Inline(nil, nil, nil)
		_ = engines.Setting{}.Check("x")
	})
	do("kinds", func() { _ = engines.Ending(99).String() + engines.ForfeitKind(99).String() + engines.Kind(99).String() })
	for _, seats := range []int{-1, 0, 99} {
		do("Deal", func() { _, _, _ = engines.Deal(nim, seats, 1, engines.Openings{}) })
		do("FindChance", func() { _, _ = engines.FindChance(ctx, nim, seats) })
		do("CheckChance", func() { _ = engines.CheckChance(ctx, nim, seats) })
		do("SameStart", func() { _, _ = deals.SameStart(nim, seats) })
		do("ChoosePlies", func() {
			if _, _, err := deals.ChoosePlies(t.Context(), nim, seats, 10, 10); err == nil {
				t.Errorf("ChoosePlies accepts %d seats", seats)
			}
		})
		do("CountOpenings", func() { _, _ = deals.CountOpenings(t.Context(), nim, seats, engines.Openings{}, 10) })
	}
	do("ChoosePlies", func() { _, _, _ = deals.ChoosePlies(t.Context(), nim, 2, 0, -1) })
	do("Variety", func() { _, _, _ = deals.Variety(ctx, nim, deals.VarietyOptions{}) })
	do("FindLevel", func() { _, _ = show.FindLevel(nim, "x") })
	do("Measured", func() { show.Measured(nil, 0) })
	do("NewPlayer", func() { _, _ = engines.NewPlayer(ctx, nim, engines.Agent{}) })
	do("impossible options", func() {
		if _, err := engines.NewArena(nil, engines.ArenaOptions{}); err == nil {
			t.Error("an arena without an engine")
		}
		_, err := engines.NewArena(nim, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: -1}})
		if err == nil || !strings.Contains(err.Error(), "random_plies: -1") {
			t.Errorf("an arena with impossible options: %v", err)
		}
		if _, _, err := engines.Deal(nim, 2, 1, engines.Openings{RandomPlies: -1}); err == nil {
			t.Error("a deal with -1 random plies")
		}
	})
	do("NewArena", func() {
		arena, err := engines.NewArena(nim, engines.ArenaOptions{})
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := arena.Play(ctx, nil, 1); err == nil {
			t.Error("a game without agents is played")
		}
		if _, err := arena.Play(ctx, make([]engines.Agent, 99), 1); err == nil {
			t.Error("a game of 99 agents is played")
		}
	})
	do("Referee", func() {
		g, _, err := engines.Deal(nim, 2, 1, engines.Openings{})
		if err != nil {
			t.Error(err)
			return
		}
		if _, err := engines.Referee(ctx, g, engines.NoChance, nil, 1); err == nil {
			t.Error("a game without players is played")
		}
	})
	do("Perft", func() {
		g, _, err := engines.Deal(nim, 2, 1, engines.Openings{})
		if err == nil {
			_, _, _ = analysis.Perft(ctx, nim, g, -1)
		}
	})
	do("etudes", func() {
		_, _ = training.ReadEtudes(nim, strings.NewReader(""))
		_ = training.WriteEtudes(nim, new(strings.Builder), nil)
	})
	do("DealSequence", func() {
		s := deals.NewSequence(nim, deals.Options{})
		s.First(-1)
		s.First(0)
		s.After(0)
		s.Seed(0)
	})
	do("Seed", func() { engines.Seed(0); _, _ = deals.Number(0); engines.Rand(0) })
	do("Close", func() { _ = engines.Close(nil) })
	do("Supply", func() { var s deals.Supply; _ = s.String(); _ = s.Below(1) })
	do("WrittenContent", func() { engines.Record{}.WrittenContent("", nil) })
	do("errors", func() {
		_ = (&engines.Fault{}).Unwrap()
		_ = (&training.LineError{}).Unwrap()
		_ = (&engines.UnplayableError{}).Unwrap()
		_ = (&engines.BrokenError{}).Unwrap()
	})
}

// careless is an engine whose method With returns nothing.
type careless struct{ engines.Engine }

func (careless) With(engines.Settings) (engines.Engine, error) { return nil, nil }

func TestWithReturnsNothing(t *testing.T) {
	t.Parallel()
	_, err := engines.Agent{}.Complete(careless{newNim()})
	if err == nil || !strings.Contains(err.Error(), "method With of the engine returned neither an engine nor an error") {
		t.Error(err)
	}
}

// A nil engine or game is an error of every function that returns errors.
func TestNilEngine(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for name, f := range map[string]func() error{
		"Complete":    func() error { _, err := engines.Agent{}.Complete(nil); return err },
		"Deal":        func() error { _, _, err := engines.Deal(nil, 2, 1, engines.Openings{}); return err },
		"FindChance":  func() error { _, err := engines.FindChance(ctx, nil, 2); return err },
		"CheckChance": func() error { return engines.CheckChance(ctx, nil, 2) },
		"NewArena":    func() error { _, err := engines.NewArena(nil, engines.ArenaOptions{}); return err },
		"NewPlayer":   func() error { _, err := engines.NewPlayer(ctx, nil, engines.Agent{}); return err },
		"WeightedSum": func() error { _, err := engines.WeightedSum(nil, nil, nil); return err },
	} {
		if err := f(); err == nil || err.Error() != "the engine is nil" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := engines.Referee(ctx, nil, engines.NoChance, make([]engines.Player, 2), 1); err == nil || err.Error() != "the game is nil" {
		t.Errorf("Referee: %v", err)
	}
	deep := engines.Agent{Limit: engines.Limit{Depth: 2}}
	if !deep.LimitAsSetting(nil).Same(deep) {
		t.Error("LimitAsSetting of no engine changes the agent")
	}
}

// Functions that return no error panic with a message.
func TestPanicsHaveMessages(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]func(){
		"engines: 9 seats are not within [0, 8]":  func() { engines.Winner(engines.MaxSeats+1, 0) },
		"engines: -1 seats are not within [0, 8]": func() { engines.Draw(-1) },
		"engines: 10 seats are not within [0, 8]": func() { engines.Places(make([]int, 10)...) },
		"engines: 11 seats are not within [0, 8]": func() { engines.ByScore(make([]float64, 11)...) },
		"engines: seat 5 of 2, counted from 0":    func() { engines.Loser(2, 5) },
		"engines: seat 3 of 2, counted from 0":    func() { engines.Winner(2, 3) },
		"engines: seat 9 of 2, counted from 0":    func() { engines.ForfeitRecord(2, engines.Forfeit{Seat: 9}) },
	} {
		func() {
			defer func() {
				if cause := recover(); cause != want {
					t.Errorf("panic %v, want %q", cause, want)
				}
			}()
			f()
		}()
	}
}

// Values that no choice has are formatted as numbers, and no step has no length.
func TestExtremeValues(t *testing.T) {
	t.Parallel()
	choices := engines.NewChoices("c", "", []string{"a", "b"}, "a")
	for v, want := range map[float64]string{0: "a", 1: "b", 2: "2", -1: "-1", 0.5: "0.5", 1e300: "1e+300", math.Inf(1): "+Inf", math.Inf(-1): "-Inf", math.NaN(): "NaN"} {
		if got := choices.Format(v); got != want {
			t.Errorf("%v is formatted as %q, want %q", v, got, want)
		}
	}
	if step := (engines.Weight{Min: 2, Max: 2, Default: 2, Kind: engines.Fixed}).UnitStep(2, 0); step != 0 {
		t.Errorf("no step of a fixed weight is %v", step)
	}
}

// A Fault needs no cause, and two engines cannot have one name.
func TestFaultsAndNames(t *testing.T) {
	t.Parallel()
	if text := (&engines.Fault{Kind: engines.ForfeitTimeout}).Error(); text != "timeout" {
		t.Errorf("a fault without a cause: %q", text)
	}
	two := engines.Registry{newNim(), NewNim()}
	if err := two.Validate(); err == nil || !strings.Contains(err.Error(), `two engines of the registry are named "nim"`) {
		t.Errorf("two games of one name: %v", err)
	}
	if err := two[:1].Validate(); err != nil {
		t.Error(err)
	}
	if err := (engines.Registry{nil}).Validate(); err == nil {
		t.Error("a registry with a nil engine is valid")
	}
}
