package pairwise

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// walker is a method whose point moves towards the winner.
type walker struct {
	Setup
	At     []float64
	rounds int
	fail   error
}

func (w *walker) PlannedPairs() int     { return 2 * w.rounds }
func (w *walker) LargestRound() int     { return 2 }
func (w *walker) Best() tuning.Estimate { return tuning.Estimate{Weights: w.Box.Nearest(w.At)} }
func (w *walker) Propose(r int) Proposal {
	if r > w.rounds {
		return Proposal{}
	}
	p := Proposal{Points: []engines.Weights{w.Box.Nearest(w.At)}}
	for k := range 2 {
		there := append([]float64(nil), w.At...)
		there[k] += 0.02
		p.Points = append(p.Points, w.Box.Nearest(there))
		p.Pairs = append(p.Pairs, Pair{A: 0, B: k + 1, Deal: w.Deal(r, k)})
	}
	return p
}

func (w *walker) Learn(r int, p Proposal, scores []float64) error {
	if w.fail != nil {
		return w.fail
	}
	for k, score := range scores {
		w.At[k] += (0.5 - score) * 0.02
	}
	return nil
}

// saver is a walker whose snapshot is its state.
type saver struct{ *walker }

func (s saver) Save(p Progress) any {
	return map[string]any{"at": s.At, "round": p.Round, "games": p.Games}
}

func (s saver) Load(decode func(any) error) (Progress, error) {
	var v struct {
		At []float64 `json:"at"`
		Progress
	}
	if err := decode(&v); err != nil {
		return v.Progress, err
	}
	s.At = v.At
	return v.Progress, nil
}

var format = SnapshotFormat{Strategy: "walker", Version: 2}

// steps are the options of a walker.
type steps int

func (s steps) Validate() error {
	if s < 1 {
		return errors.New("no steps")
	}
	return nil
}

func newWalk(s Setup, rounds steps) (*walker, error) {
	return &walker{Setup: s, At: s.Box.Start(), rounds: int(rounds)}, nil
}

func newWalker(t *testing.T) *Driver[*walker] {
	t.Helper()
	d, err := New(format, tuning.Problem{Space: mixed(), Games: 40, Seed: 3}, steps(5), false, newWalk)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

func newSaver(t *testing.T) *Driver[saver] {
	t.Helper()
	d, err := New(format, tuning.Problem{Space: mixed(), Games: 40, Seed: 3}, steps(5), false, func(s Setup, rounds steps) (saver, error) {
		w, err := newWalk(s, rounds)
		return saver{w}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

// New returns an error for invalid options and problems.
func TestNewRefuses(t *testing.T) {
	t.Parallel()
	if _, err := New(format, tuning.Problem{Space: mixed()}, steps(0), false, newWalk); err == nil || err.Error() != "no steps" {
		t.Errorf("impossible options: %v", err)
	}
	if _, err := New(format, tuning.Problem{}, steps(1), false, newWalk); err == nil {
		t.Error("no weights were taken")
	}
}

// A driver counts rounds and games, returns the same round until it has learned from it, and
// ends.
func TestDriverCounts(t *testing.T) {
	d := newWalker(t)
	for round := range 5 {
		b, err := d.Ask()
		if err != nil || b.Round != round+1 || len(b.Pairings) != 2 {
			t.Fatalf("%+v, %v", b, err)
		}
		if again, _ := d.Ask(); !reflect.DeepEqual(again, b) {
			t.Fatal("asked again it wants something else")
		}
		if err := d.Learn([]float64{1, 0.25}); err != nil {
			t.Fatal(err)
		}
		if p := d.Progress(); p != (Progress{round + 1, 4 * (round + 1)}) || d.Best().Games != p.Games {
			t.Errorf("%+v after round %d", p, round+1)
		}
	}
	if _, err := d.Ask(); !errors.Is(err, tuning.Done) || d.PlannedGames() != 20 {
		t.Errorf("%v after %d games", err, d.PlannedGames())
	}
}

// The error of a method contains the strategy and the round, and the round is not counted.
func TestErrorsNameTheRound(t *testing.T) {
	d := newWalker(t)
	MethodOf(d).fail = errors.New("no")
	b, err := d.Ask()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Tell(b, played(b)); err == nil || err.Error() != "walker: round 1: no" {
		t.Errorf("%v", err)
	}
	if d.Progress() != (Progress{}) {
		t.Errorf("%+v", d.Progress())
	}
	if _, err := New(format, tuning.Problem{Space: mixed()}, steps(1), false, func(Setup, steps) (*walker, error) { return nil, errors.New("no") }); err == nil {
		t.Error("a method that cannot be built was taken")
	}
}

// Both kinds of snapshots restore the exact state, and damaged ones are refused.
func TestSnapshots(t *testing.T) {
	t.Run("relearned", func(t *testing.T) { restores(t, newWalker(t), newWalker(t)) })
	t.Run("saved", func(t *testing.T) { restores(t, newSaver(t), newSaver(t)) })
}

func restores[M Method](t *testing.T, d, again *Driver[M]) {
	t.Helper()
	for range 3 {
		if _, err := d.Propose(); err != nil {
			t.Fatal(err)
		}
		if err := d.Learn([]float64{0, 0.75}); err != nil {
			t.Fatal(err)
		}
	}
	snapshot, err := d.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	if back, _ := again.Snapshot(); string(back) != string(snapshot) || again.Progress() != d.Progress() {
		t.Errorf("%s came back as %s", snapshot, back)
	}
	for what, bad := range map[string]string{
		`to strategy "runner"`:    strings.Replace(string(snapshot), "walker", "runner", 1),
		"it has version 3":        strings.Replace(string(snapshot), `"version":2`, `"version":3`, 1),
		"it has version 1":        strings.Replace(string(snapshot), `"version":2`, `"version":1`, 1),
		"unexpected end":          string(snapshot[:9]),
		`unknown field "nothing"`: strings.Replace(string(snapshot), `"state":{`, `"state":{"nothing":1,`, 1),
	} {
		if err := again.Restore([]byte(bad)); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want %q", err, what)
		}
	}
	if back, _ := again.Snapshot(); string(back) != string(snapshot) {
		t.Error("what was refused left a trace")
	}
}

// Scores of another problem are refused.
func TestScoresOfAnotherProblemAreRefused(t *testing.T) {
	write := func(entries []packed, centre []float64) []byte {
		raw, err := format.seal(learned{entries, centre}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	d := newWalker(t)
	end := d.Best().Weights
	for what, raw := range map[string][]byte{
		"another end": write(nil, []float64{1, 2}),
		"few scores":  write([]packed{{1}}, end),
		"high scores": write([]packed{{1, 5}}, end),
		"many rounds": write(make([]packed, 6), end),
	} {
		if err := d.Restore(raw); err == nil || !strings.Contains(err.Error(), "belongs to another problem") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := d.Restore(write(nil, end)); err != nil {
		t.Error(err)
	}
	if _, err := format.seal(math.NaN(), nil); err == nil {
		t.Error("NaN was written")
	}
}

func FuzzRestore(f *testing.F) {
	f.Add([]byte(`{"strategy":"walker","version":2,"state":{"scores":["AAE=","BAQ="],"centre":[0.5,7,2,1]}}`))
	f.Add([]byte(`{"strategy":"walker","version":2,"state":{"scores":null,"centre":[0.5,7,2,1]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := newWalker(t)
		if d.Restore(data) != nil {
			return
		}
		again, err := d.Snapshot()
		if err != nil || !json.Valid(again) {
			t.Fatalf("%s, %v", again, err)
		}
		if err := d.Restore(again); err != nil {
			t.Fatal(err)
		}
	})
}

// pipelined is a saver whose rounds do not depend on earlier results.
type pipelined struct{ saver }

func (pipelined) Ready(int) bool { return true }

// A snapshot is refused if a round ahead pairs points that it does not have.
func TestRoundsAheadOfASnapshot(t *testing.T) {
	t.Parallel()
	d, err := New(format, tuning.Problem{Space: mixed(), Games: 40, Ahead: 1}, steps(5), false, func(s Setup, rounds steps) (pipelined, error) {
		w, err := newWalk(s, rounds)
		return pipelined{saver{w}}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	points := []engines.Weights{mixed().Default(), mixed().Default()}
	for _, c := range []struct {
		pair Pair
		ok   bool
	}{
		{Pair{A: 0, B: 1}, true},
		{Pair{A: 1, B: 0}, true},
		{Pair{A: -1, B: 1}, false},
		{Pair{A: 1, B: -1}, false},
		{Pair{A: 0, B: 2}, false},
		{Pair{A: 2, B: 0}, false},
	} {
		if err := d.checkAhead([]Proposal{{Points: points, Pairs: []Pair{c.pair}}}); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.pair, err)
		}
	}
}
