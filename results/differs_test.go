package results

import (
	"strings"
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

// An error names at most three keys, and a key without a value is empty.
func TestTextOfDifferences(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ stored, given, want string }{
		{"a: 1\n", "a:\n", "a was 1 and is empty now"},
		{"a: 1\n", "a: {}\n", "a was 1 and is empty now"},
		{"a: \"e4  e5\\nd4 d5\"\n", "a: " + strings.Repeat("é", 61) + "\n", "a was e4 e5 d4 d5 and is " + strings.Repeat("é", 60) + "... (61 characters) now"},
		{"a: [1, 2]\n", "a: []\n", "a[0] was 1 and is not set now; a[1] was 2 and is not set now; a was not set and is empty now"},
		{"a: 1\nb: 1\nc: 1\n", "a: 2\nb: 2\nc: 2\n", "a was 1 and is 2 now; b was 1 and is 2 now; c was 1 and is 2 now"},
		{"a: 1\nb: 1\nc: 1\nd: 1\n", "a: 2\nb: 2\nc: 2\nd: 2\n", "a was 1 and is 2 now; b was 1 and is 2 now; c was 1 and is 2 now; and 1 more"},
		{"a: 1\n", "a: 1 # one\n", "their texts differ"},
		{"a: 1\n", "", "their texts differ"},
		{"a: 1\n", "[", "their texts differ"},
	} {
		if got := differs(test.stored, test.given); got != test.want {
			t.Errorf("%q and %q: %s, want %s", test.stored, test.given, got, test.want)
		}
	}
}
