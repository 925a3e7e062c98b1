package results

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDifferencesOfConfigs(t *testing.T) {
	t.Parallel()
	got := Differences("a: 1\nb: {c: 2, d: [x, y]}", "a: 1\nb: {c: 3, d: [x]}\ne: 4", "a: 1\nb: {c: 2, d: [x, y]}")
	want := []Difference{{"b.c", []string{"2", "3", "2"}}, {"b.d[1]", []string{"y", "", "y"}}, {"e", []string{"", "4", ""}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if same := Differences("a: 1", "a: 1"); same != nil {
		t.Errorf("%v", same)
	}
}
