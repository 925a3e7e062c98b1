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
		Warning:      func(text string) { told = append(told, "a: "+text) },
		WorkerJoined: func(w tuning.Worker) { told = append(told, "a joined "+w.Name) },
	}
	b := tuning.Events{
		Warning:  func(text string) { told = append(told, "b: "+text) },
		Progress: func(tuning.Progress) { told = append(told, "b progress") },
	}
	e := tuning.Tee(a, b)
	e.Warning("hot")
	e.Progress(tuning.Progress{})
	e.WorkerJoined(tuning.Worker{Name: "x"})
	if want := []string{"a: hot", "b: hot", "b progress", "a joined x"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if e.RoundSaved != nil {
		t.Error("RoundSaved is set although neither argument has it")
	}
}

// Tee must forward every field of Events.
func TestTeeForwardsEveryEvent(t *testing.T) {
	full := tuning.Events{}
	v := reflect.ValueOf(&full).Elem()
	for i := range v.NumField() {
		v.Field(i).Set(reflect.MakeFunc(v.Field(i).Type(), func([]reflect.Value) []reflect.Value { return nil }))
	}
	both := reflect.ValueOf(tuning.Tee(full, tuning.Events{}))
	for i := range both.NumField() {
		if both.Field(i).IsNil() {
			t.Errorf("Tee loses %s", both.Type().Field(i).Name)
		}
	}
}
