package tuning_test

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// recorder is an arena that notes who sat where and lets a rule decide.
type recorder struct {
	tables [][2]string
	rule   func(table []engines.Agent) (engines.Record, error)
}

func (r *recorder) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	r.tables = append(r.tables, [2]string{seats[0].Name, seats[1].Name})
	return r.rule(seats)
}

func stronger(table []engines.Agent) (engines.Record, error) {
	switch a, b := table[0].Weights[0], table[1].Weights[0]; {
	case a > b:
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	case a < b:
		return engines.Record{Outcome: engines.Winner(2, 1)}, nil
	}
	return engines.Record{Outcome: engines.Draw(2)}, nil
}

func TestPoolComparesOnOneDealFromOneSeat(t *testing.T) {
	a := engines.Agent{Name: "a", Weights: engines.Weights{1}}
	b := engines.Agent{Name: "b", Weights: engines.Weights{3}}
	r := &recorder{rule: stronger}
	p := tuning.Pool(r, []engines.Agent{{Name: "o", Weights: engines.Weights{2}}})
	first, err := p.Play(t.Context(), []engines.Agent{a, b}, 7)
	if err != nil {
		t.Fatal(err)
	}
	second, err := p.Play(t.Context(), []engines.Agent{b, a}, 7)
	if err != nil {
		t.Fatal(err)
	}
	if first.Outcome != engines.Winner(2, 1) || second.Outcome != engines.Winner(2, 0) {
		t.Errorf("b beats o and a does not, yet the outcomes are %v and %v", first, second)
	}
	want := [][2]string{{"a", "o"}, {"b", "o"}, {"o", "b"}, {"o", "a"}}
	for i, w := range want {
		if r.tables[i] != w {
			t.Errorf("game %d was %v, want %v", i, r.tables[i], w)
		}
	}
}

func TestPoolUsesAllItsOpponentsByDeal(t *testing.T) {
	r := &recorder{rule: stronger}
	p := tuning.Pool(r, []engines.Agent{{Name: "x", Weights: engines.Weights{0}}, {Name: "y", Weights: engines.Weights{0}}, {Name: "z", Weights: engines.Weights{0}}})
	met := map[string]int{}
	for seed := range uint64(300) {
		r.tables = nil
		if _, err := p.Play(t.Context(), []engines.Agent{{Weights: engines.Weights{1}}, {Weights: engines.Weights{2}}}, engines.Seed(seed)); err != nil {
			t.Fatal(err)
		}
		if r.tables[0][1] != r.tables[1][1] {
			t.Fatalf("the two met %s and %s", r.tables[0][1], r.tables[1][1])
		}
		met[r.tables[0][1]]++
	}
	if len(met) != 3 || met["x"] < 60 || met["y"] < 60 || met["z"] < 60 {
		t.Errorf("300 deals met %v", met)
	}
}

func TestPoolForfeits(t *testing.T) {
	r := &recorder{rule: func(table []engines.Agent) (engines.Record, error) {
		for seat, a := range table {
			if a.Name == "bad" {
				return engines.Forfeiture(2, engines.Forfeit{Seat: seat, Kind: engines.Late, Reason: "no"}), nil
			}
		}
		return engines.Record{Outcome: engines.Winner(2, 1)}, nil
	}}
	good := engines.Agent{Name: "good", Weights: engines.Weights{1}}
	bad := engines.Agent{Name: "bad", Weights: engines.Weights{2}}
	got, err := tuning.Pool(r, []engines.Agent{good}).Play(t.Context(), []engines.Agent{good, bad}, 1)
	if err != nil || !got.Forfeited(1) || got.Forfeit.Kind != engines.Late || got.Outcome != engines.Winner(2, 0) {
		t.Errorf("%+v, %v, want a forfeit of seat 1", got, err)
	}
	// An opponent that fails loses to both.
	if o, err := tuning.Pool(r, []engines.Agent{bad}).Play(t.Context(), []engines.Agent{good, good}, 1); err != nil || o.Outcome != engines.Draw(2) {
		t.Errorf("%v, %v, want a draw", o, err)
	}
	if _, err := tuning.Pool(r, []engines.Agent{good}).Play(t.Context(), []engines.Agent{good, good, good}, 1); err == nil {
		t.Error("a table of three was played")
	}
}
