package charts

import "testing"

// A scale that begins a little below 0 has no negative zero.
func TestTicksHaveNoNegativeZero(t *testing.T) {
	t.Parallel()
	marks := ticks{}.Ticks(-17, 115)
	if len(marks) == 0 || marks[0].Value != 0 || marks[0].Label != "0" {
		t.Errorf("%v", marks)
	}
}
