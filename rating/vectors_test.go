package rating

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// vectors reads a file of test data. It returns the fields of every line, which are separated by
// spaces, and skips comments, which begin with #.
func vectors(t *testing.T, file string) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "#") && strings.TrimSpace(line) != "" {
			rows = append(rows, strings.Fields(line))
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", file)
	}
	return rows
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func counts(t *testing.T, fields ...string) Counts {
	t.Helper()
	c := make(Counts, len(fields))
	for i, f := range fields {
		c[i] = int(number(t, f))
	}
	return c
}

// printed reports an error unless got equals the number in text, up to half a unit of its last digit
// or one part in a million.
func printed(t *testing.T, what string, got float64, text string) {
	t.Helper()
	if text == "-" {
		return
	}
	want := number(t, text)
	digits := 0
	if dot := strings.IndexByte(text, '.'); dot >= 0 {
		digits = len(text) - dot - 1
	}
	tolerance := max(0.51*math.Pow(10, -float64(digits)), 1e-6*math.Abs(want))
	if math.IsInf(want, 0) && got == want {
		return
	}
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v, want %s", what, got, text)
	}
}
