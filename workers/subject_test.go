package workers

import (
	"strings"
	"testing"
)

// A token has letters of ASCII, digits, hyphens and underscores, and at most maxToken of them.
func TestTokens(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"azAZ09-_": true, "a": true, "": false, "a.b": false, "a b": false, ">": false, "*": false, "é": false, "-a\n": false,
		strings.Repeat("x", maxToken): true, strings.Repeat("x", maxToken+1): false,
	} {
		if got := token(s); got != want {
			t.Errorf("%q is a token: %v", s, got)
		}
	}
	const most = maxToken / 2
	for s, want := range map[string]string{
		"azAZ09-_": "azAZ09-_", "/:@[`{": "------", "round 3": "round-3", "é": "-", "": "",
		strings.Repeat("x", most): strings.Repeat("x", most), strings.Repeat("x", most+1): strings.Repeat("x", most),
		strings.Repeat("x", most-8): strings.Repeat("x", most-8), strings.Repeat("x", 5*most): strings.Repeat("x", most),
	} {
		if got := tokenOf(s); got != want {
			t.Errorf("%q gives the token %q, want %q", s, got, want)
		}
	}
}

// Two runs have different tokens, even if their IDs begin with the same 48 characters or differ only
// in characters that a token cannot have.
func TestTokensOfRuns(t *testing.T) {
	t.Parallel()
	long := "experiment-" + strings.Repeat("x", maxToken)
	ids := []string{
		"chess-20261130-1a2b", strings.Repeat("x", maxToken/2), strings.Repeat("x", maxToken/2+1), strings.Repeat("x", maxToken/2+2),
		long + "-spsa:1000:1", long + "-spsa:1000:2", "experiment-a:b-1", "experiment-a-b:1", "experiment-a-b-1", "größe", "grüße", "",
	}
	seen := make(map[string]string)
	for _, id := range ids {
		got := runToken(id)
		if other, ok := seen[got]; ok || !token(got) || len(got) > maxToken/2 {
			t.Errorf("the run %q has the token %q, and %q has it too: %v", id, got, other, ok)
		}
		seen[got] = id
	}
	for id, want := range map[string]string{
		ids[0]: ids[0], ids[1]: ids[1],
		// The digits are those of: printf %s experiment-a:b-1 | sha256sum
		"experiment-a:b-1": "experiment-a-b-1-f8775da50ae5",
	} {
		if got := runToken(id); got != want {
			t.Errorf("the run %q has the token %q, want %q", id, got, want)
		}
	}
}

// The subjects of a task, its result and its header are those for which the permissions of workers
// are made. The first pairing of a task can be read from its subject, and whether it is a check.
func TestSubjects(t *testing.T) {
	t.Parallel()
	batch := batchToken("round 3", "0123456789abcdef")
	for _, c := range [][2]string{
		{batch, "round-3-0123456789ab"},
		{taskSubject("run", batch, taskKey(12, false)), "lanista.run.task.round-3-0123456789ab.12"},
		{taskSubject("run", batch, taskKey(12, true)), "lanista.run.task.round-3-0123456789ab.check-12"},
		{resultSubject("run", batch, taskKey(0, false)), "lanista.run.result.round-3-0123456789ab.0"},
		{headerSubject("run", "0123", 2), "lanista.run.header.0123.2"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s, want %s", c[0], c[1])
		}
	}
	for subject, want := range map[string]int{
		resultSubject("run", batch, taskKey(0, false)): 0, resultSubject("run", batch, taskKey(12, false)): 12, "7": 7,
		resultSubject("run", batch, taskKey(12, true)): 12, resultSubject("run", batch, taskKey(0, true)): 0,
		"lanista.run.result.b.-3": -1, "lanista.run.result.b.": -1, "": -1, "lanista.run.result.b.check-": -1, "lanista.run.result.b.check--3": -1,
	} {
		if from, check, ok := parseTaskKey(subject); ok != (want >= 0) || ok && (from != want || check != strings.Contains(subject, "check")) {
			t.Errorf("%s names the pairing %d, a check: %v, %v, want %d", subject, from, check, ok, want)
		}
	}
}
