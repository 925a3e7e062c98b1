package tuning_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/tuning"
)

func TestTeeCallsBothInOrder(t *testing.T) {
	var told []string
	a := tuning.Events{
		Warning:        func(text string) { told = append(told, "a: "+text) },
		WorkerExcluded: func(w tuning.ExcludedWorker) { told = append(told, "a excluded "+w.Name) },
	}
	b := tuning.Events{
		Warning:  func(text string) { told = append(told, "b: "+text) },
		Progress: func(tuning.Progress) { told = append(told, "b progress") },
	}
	e := tuning.Tee(a, b)
	e.Warning("hot")
	e.Progress(tuning.Progress{})
	e.WorkerExcluded(tuning.ExcludedWorker{Name: "x"})
	if want := []string{"a: hot", "b: hot", "b progress", "a excluded x"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if e.RoundSaved != nil {
		t.Error("RoundSaved is set although neither argument has it")
	}
}

// Tee forwards every field of Events to both arguments, the first argument first.
func TestTeeForwardsEveryEvent(t *testing.T) {
	var calls []string // name of the argument and of the field
	full := func(name string) tuning.Events {
		e := tuning.Events{}
		v := reflect.ValueOf(&e).Elem()
		for i := range v.NumField() {
			v.Field(i).Set(reflect.MakeFunc(v.Field(i).Type(), func([]reflect.Value) []reflect.Value {
				calls = append(calls, name+" "+v.Type().Field(i).Name)
				return nil
			}))
		}
		return e
	}
	a, b, none := full("a"), full("b"), tuning.Events{}
	for _, c := range []struct {
		tee  tuning.Events
		want []string
	}{{tuning.Tee(a, none), []string{"a"}}, {tuning.Tee(none, b), []string{"b"}}, {tuning.Tee(a, b), []string{"a", "b"}}} {
		v := reflect.ValueOf(c.tee)
		for i := range v.NumField() {
			name, f := v.Type().Field(i).Name, v.Field(i)
			var want []string
			for _, argument := range c.want {
				want = append(want, argument+" "+name)
			}
			var args []reflect.Value
			for k := range f.Type().NumIn() {
				args = append(args, reflect.Zero(f.Type().In(k)))
			}
			if calls = nil; f.IsNil() {
				t.Errorf("Tee loses %s", name)
			} else if f.Call(args); !slices.Equal(calls, want) {
				t.Errorf("%q were called, want %q", calls, want)
			}
		}
	}
}
