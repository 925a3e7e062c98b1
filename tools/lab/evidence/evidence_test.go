package evidence

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/tuning/auto"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/rsm"
)

// Every constant of the strategies is in the table, once, with a doc and an experiment.
func TestTableIsComplete(t *testing.T) {
	var want []string
	var add func(name string, of reflect.Type)
	add = func(name string, of reflect.Type) {
		for i := range of.NumField() {
			switch f := of.Field(i); f.Type {
			case reflect.TypeFor[float64]():
				want = append(want, name+f.Name)
			case reflect.TypeFor[rsm.Constants]():
				add("rsm.", f.Type)
			default:
				add(name+f.Name+".", f.Type)
			}
		}
	}
	add("auto.", reflect.TypeFor[auto.Constants]())
	var got []string
	for _, c := range constants() {
		got = append(got, c.Name)
		known := slices.ContainsFunc(experiments, func(x Experiment) bool { return x.Name == c.Experiment })
		if c.Doc == "" || !known || !(c.Value > 0) {
			t.Errorf("%+v is not said to be anything", c)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the table has\n%v\nthe strategies have\n%v", got, want)
	}
}

// The stored evidence belongs to the constants in use and to the present experiments.
func TestStoredIsOfToday(t *testing.T) {
	table, err := Stored()
	if err != nil {
		t.Fatal(err)
	}
	if table.FirstSeed != firstSeed || !reflect.DeepEqual(table.Experiments, experiments) {
		t.Error("the experiments have changed since: measure again")
	}
	if !bytes.Equal(format(t, table), stored) {
		t.Error("constants.json is not written a row a line")
	}
	var got []Constant
	for _, row := range table.Constants {
		got = append(got, row.Constant)
		for _, v := range []float64{row.Half, row.Once, row.Twice} {
			if !(v >= bench.LeastRegret-1e-9 && v < 1000) {
				t.Errorf("%s: a regret of %v", row.Name, v)
			}
		}
	}
	for i, want := range constants() {
		if i >= len(got) || got[i] != want {
			t.Fatalf("%s has changed since: measure again", want.Name)
		}
	}
}

// A new measurement gives the stored evidence: for two rows with LANISTA_EXHAUSTIVE=1, and for all
// rows with LANISTA_EVIDENCE=check, which takes an hour of a core. With LANISTA_EVIDENCE=update it
// replaces the stored evidence.
func TestMeasuredAgain(t *testing.T) {
	all := os.Getenv("LANISTA_EVIDENCE")
	if all == "" && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("with LANISTA_EXHAUSTIVE=1")
	}
	names := []string{"auto.WideSpread", "auto.WideHalvings"}
	if all != "" {
		names = nil
	}
	list, err := Find(names...)
	if err != nil {
		t.Fatal(err)
	}
	if all == "update" {
		rows := measured(t, list, Options{Workers: 2})
		if err := os.WriteFile("constants.json", format(t, NewTable(rows)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	table, err := Stored()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range table.Constants {
		i := slices.Index(list, want.Constant)
		if i < 0 {
			continue
		}
		if row := measured(t, list[i:i+1], Options{Seeds: want.Seeds, Workers: 2})[0]; row != want {
			t.Errorf("measured again it is %+v", row)
		}
	}
}

// format returns a table as JSON with one line for each row.
func format(t *testing.T, table Table) []byte {
	t.Helper()
	line := func(v any) string {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	var experiments, constants []string
	for _, x := range table.Experiments {
		experiments = append(experiments, line(x))
	}
	for _, row := range table.Constants {
		constants = append(constants, line(row))
	}
	return fmt.Appendf(nil, "{\"first_seed\":%d,\"experiments\":[\n%s\n],\"constants\":[\n%s\n]}\n",
		table.FirstSeed, strings.Join(experiments, ",\n"), strings.Join(constants, ",\n"))
}

// measured returns the rows that Measure yields.
func measured(t *testing.T, list []Constant, o Options) (rows []Row) {
	t.Helper()
	for row, err := range Measure(t.Context(), list, o) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// The measurement of a constant depends neither on the constants measured before it nor on the
// number of workers. The constants are of rsm, whose searches are the cheapest.
func TestMeasureIsAFunction(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("takes seconds; the command measure of TestCommands in package lab measures a constant: with LANISTA_EXHAUSTIVE=1")
	}
	list, err := Find("rsm.ProbeShrink", "rsm.ProbeGames")
	if err != nil {
		t.Fatal(err)
	}
	both, alone := measured(t, list, Options{Seeds: 1, Workers: 2}), measured(t, list[1:], Options{Seeds: 1})
	if both[1] != alone[0] {
		t.Errorf("one after the other it is\n%+v\nalone\n%+v", both[1], alone[0])
	}
	if r := both[0]; r.Runs != 4 || r.Once != both[1].Once || r.Half == r.Once || r.Seeds != 1 {
		t.Errorf("%+v", r)
	}
}

func TestUnknownConstants(t *testing.T) {
	if _, err := Find("rsm.Nea"); err == nil || !strings.Contains(err.Error(), "did you mean rsm.Near?") {
		t.Errorf("%v", err)
	}
	for _, err := range Measure(t.Context(), []Constant{{Name: "luck"}}, Options{Seeds: 1}) {
		if err == nil {
			t.Error("an unknown constant was measured")
		}
	}
}

func TestMoments(t *testing.T) {
	mean, deviation := moments([]float64{3, 5, 7, 9}, []float64{1, 1, 1, 1})
	if mean != 5 || math.Abs(deviation-math.Sqrt(20.0/3/4)) > 1e-12 {
		t.Errorf("a mean of %v with an error of %v", mean, deviation)
	}
}
