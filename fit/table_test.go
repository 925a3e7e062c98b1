package fit

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/tuning"
)

// TestFitTableFindsWhatNewtonFinds checks that a table is fitted to the minimum if nothing
// stops the search early.
func TestFitTableFindsWhatNewtonFinds(t *testing.T) {
	t.Parallel()
	data := made(400, 4, []float64{1, -0.5, 2, 0, 0.3}, 0)
	ridge := 20.0
	got, err := FitTable(context.Background(), data, nil, 1, Options{Ridge: &ridge, HeldOut: 1e-9})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := data.split(0, 1)
	o := &objective{ctx: context.Background(), data: &data, part: all, centre: make([]float64, 5), penalty: slices.Repeat([]float64{ridge / float64(len(all))}, 5)}
	low, high := cone{nil, 5}.unbounded()
	want, err := newton(o, make([]float64, 5), low, high)
	if err != nil {
		t.Fatal(err)
	}
	for j := range want {
		if math.Abs(got.Table[j]-want[j]) > 1e-5 {
			t.Errorf("weight %d is %v, by Newton %v", j, got.Table[j], want[j])
		}
	}
}

// TestFitTableStopsEarly checks early stopping: with a weight for every position, the held-out
// loss does not improve.
func TestFitTableStopsEarly(t *testing.T) {
	t.Parallel()
	data := made(300, 3, []float64{1}, 0)
	wide := Data{Rows: NewTable(1 + data.Len()), Target: data.Target, Trajectory: data.Trajectory}
	for i := range data.Len() {
		wide.Rows.(*Table).addTerms(append(data.Terms(i, nil), training.Term{Column: int32(1 + i), Value: 0.3}))
	}
	none := 0.0
	steps := int64(0)
	got, err := FitTable(context.Background(), wide, nil, 1, Options{Ridge: &none, Events: tuning.Events{
		Progress: func(p tuning.Progress) { steps = p.Done },
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got.HeldOut >= got.StartHeldOut || steps == 0 || steps > 60 {
		t.Errorf("held out %v, at the start %v, after %d steps", got.HeldOut, got.StartHeldOut, steps)
	}
}

// summed is a game whose evaluation is a table of Risk's four features.
type summed struct{ engines.Engine }

func (s summed) Collector() training.Collector { return &summedRows{Table: NewTable(4), of: s} }

func (s summed) Table() []float64 { return nil }

func (s summed) Tabulate([]float64) (engines.Settings, error) { return nil, nil }

type summedRows struct {
	*Table
	of summed
}

func (r *summedRows) Add(p engines.Position) (int, error) {
	rows, err := r.of.Engine.(engines.Linear).Features(p)
	if err != nil {
		return 0, err
	}
	me := p.Turn()
	for j := range rows[me] {
		rows[me][j] -= rows[1-me][j]
	}
	r.Table.Add(rows[me])
	return me, nil
}

func (r *summedRows) Join(other training.Collector) { r.join(other.(*summedRows).Table) }

// TestCollectTable checks the collection of a table's positions for the seat that the table
// names.
func TestCollectTable(t *testing.T) {
	t.Parallel()
	e := summed{with(t, risk.New(), engines.Settings{"size": "3", "depth": "1"})}
	o := Options{Explore: 3}
	one := collect(t, selfPlay(e, 2, 40), o)
	o.Workers = 3
	many := collect(t, selfPlay(e, 2, 40), o)
	if one.Columns() != 4 || one.Len() == 0 || one.Len() != many.Len() || !slices.Equal(one.Target, many.Target) {
		t.Fatalf("%d rows and %d", one.Len(), many.Len())
	}
	for i := range one.Len() {
		if !slices.Equal(one.Terms(i, nil), many.Terms(i, nil)) {
			t.Fatalf("row %d: %v and %v", i, one.Terms(i, nil), many.Terms(i, nil))
		}
	}
	a, err := FitTable(context.Background(), one, nil, 1, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Workers = 1
	b, err := FitTable(context.Background(), many, nil, 1, o)
	if err != nil || !slices.Equal(a.Table, b.Table) || a.HeldOut >= a.StartHeldOut {
		t.Errorf("%v, held out %v of %v; %v, %v", a.Table, a.HeldOut, a.StartHeldOut, b.Table, err)
	}
	again, err := FitTable(context.Background(), one, a.Table, 1, Options{})
	if err != nil || again.StartHeldOut != a.HeldOut || again.HeldOut > a.HeldOut {
		t.Errorf("begun where it ended: held out %v, then %v; %v", a.HeldOut, again.HeldOut, err)
	}
	one.Append(many)
	if one.Len() != 2*many.Len() {
		t.Errorf("%d rows of twice %d", one.Len(), many.Len())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := FitTable(ctx, one, nil, 1, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
