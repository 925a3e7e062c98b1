package cmd

import (
	"strconv"
	"strings"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// benchSeeds reads the seeds of a bench: how many from the first on, a range, or those
// that the hash of a commit names. Both numbers are 0 where nothing is said.
func benchSeeds(text string) (first uint64, n int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	if commit, ok := strings.CutPrefix(text, "commit:"); ok && commit != "" {
		return bench.ReleaseSeed(commit), bench.WildSeeds, nil
	}
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return 0, n, nil
	}
	r, err := runs.ParseSeeds(text)
	if err != nil || !strings.Contains(text, "-") || r.First == 0 {
		return 0, 0, cli.Usagef("--seeds: %q is neither a number nor a range such as 201-400 nor commit:HASH", text)
	}
	return r.First, int(r.Last-r.First) + 1, nil
}
