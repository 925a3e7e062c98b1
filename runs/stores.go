package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/lanista/lanista/results"
)

// NoStoreError reports that the file of a store does not exist. It matches fs.ErrNotExist in
// errors.Is.
type NoStoreError struct{ Path string }

// Error returns a message with the path of the store.
func (e *NoStoreError) Error() string { return fmt.Sprintf("there is no store %s yet", e.Path) }

// Unwrap returns fs.ErrNotExist.
func (e *NoStoreError) Unwrap() error { return fs.ErrNotExist }

// OpenStore opens an existing store for reading and writing. The path "" means [DefaultStore].
// The error is a [NoStoreError] if the file does not exist.
func OpenStore(path string) (*results.Store, error) {
	path = cmp.Or(path, DefaultStore)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, &NoStoreError{path}
	} else if err != nil {
		return nil, err
	}
	return results.Open(path)
}

// OpenReadOnly opens an existing store for reading. The path "" means [DefaultStore]. The error is
// a [NoStoreError] if the file does not exist.
func OpenReadOnly(path string) (*results.Store, error) {
	path = cmp.Or(path, DefaultStore)
	store, err := results.OpenReadOnly(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NoStoreError{path}
	}
	return store, err
}

// List returns the runs of the store at path that match a query, in the order of the query; see
// [results.Store.List].
func List(ctx context.Context, path string, q results.Query) ([]results.Summary, error) {
	return fromStore(path, func(store *results.Store) ([]results.Summary, error) { return store.List(ctx, q) })
}

// fromStore returns what the function read reads from the store at path.
func fromStore[T any](path string, read func(*results.Store) (T, error)) (T, error) {
	store, err := OpenReadOnly(path)
	if err != nil {
		return *new(T), err
	}
	defer func() { _ = store.Close() }()
	return read(store)
}

// Record returns one run of the store at path.
func Record(ctx context.Context, path, run string) (results.Record, error) {
	return fromStore(path, func(store *results.Store) (results.Record, error) { return store.Get(ctx, run) })
}

// RecordWithCrosstable returns one run of the store at path, with the results between every two
// agents of a tournament.
func RecordWithCrosstable(ctx context.Context, path, run string) (results.Record, error) {
	return fromStore(path, func(store *results.Store) (results.Record, error) {
		rec, err := store.Get(ctx, run)
		if err == nil {
			err = store.AddCrosstable(ctx, &rec)
		}
		return rec, err
	})
}

// interruptedEarly converts err to an [InterruptedError] if the context ended before the run to
// resume was opened. It returns other errors unchanged.
func interruptedEarly(ctx context.Context, o Options, err error) error {
	var known *InterruptedError
	if o.Resume == "" || ctx.Err() == nil || !errors.Is(err, ctx.Err()) || errors.As(err, &known) {
		return err
	}
	rec, failed := Record(context.WithoutCancel(ctx), o.Store, o.Resume)
	if failed != nil {
		return err
	}
	early := &InterruptedError{Run: rec.ID, Rounds: rec.Rounds, Seed: rec.Seed, Early: true, Err: err}
	if rec.Rounds == 0 {
		early.Games = rec.Games
	}
	if config, failed := StoredConfig(rec.Summary); failed == nil {
		early.Programs = len(config.Programs) > 0
	}
	return early
}

func noRun(store string) error {
	return mistakef("there is no store %s, and so no run to resume", store)
}

// openFor opens the store of a run. The store must exist if a run is resumed.
func openFor(o Options) (*results.Store, error) {
	if o.Resume != "" {
		if _, err := os.Stat(o.Store); errors.Is(err, fs.ErrNotExist) {
			return nil, noRun(o.Store)
		}
	}
	return results.Open(o.Store)
}
