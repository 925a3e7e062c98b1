package results

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/lanista/lanista/elementary"
)

// processorKinds is the table of the kinds of processor that computed a run. Every run has a row.
var processorKinds = runText{"processor", "kinds", `CREATE TABLE IF NOT EXISTS processor ( -- kinds of processor that computed runs
	run   INTEGER PRIMARY KEY REFERENCES run,
	kinds TEXT NOT NULL,             -- such as amd64, or amd64, arm64 if the run was resumed on another kind
	sum   INTEGER
) STRICT`}

// isProcessors matches the texts in the table processor, such as "amd64, arm64". It is used to
// recognise rows of this table in a damaged store.
var isProcessors = regexp.MustCompile(`^[a-z0-9][a-zA-Z0-9 ,]*$`)

// addProcessor adds this process's kind of processor to those of a run. It returns the kinds
// before, in the order in which they were added.
func addProcessor(ctx context.Context, tx transaction, key int64) (before []string, err error) {
	if before, err = processors(ctx, tx, key); err != nil {
		return nil, err
	}
	own := elementary.Processor()
	if slices.Contains(before, own) {
		return before, nil
	}
	return before, processorKinds.save(ctx, tx, key, strings.Join(append(slices.Clone(before), own), ", "))
}

// processors returns the kinds of processor that computed a run, the earliest first, as named by
// [elementary.Processor]. It returns nil if the store has none for the run.
func processors(ctx context.Context, q querier, key int64) ([]string, error) {
	kinds, found, err := processorKinds.read(ctx, q, key)
	if err != nil || !found {
		return nil, err
	}
	return strings.Split(kinds, ", "), nil
}
