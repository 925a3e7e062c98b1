package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// DefaultStore is the file that keeps runs where no other is named.
const DefaultStore = "lanista.db"

// Options say which config is played, who plays it, and where it is kept.
type Options struct {
	// Source is a preset's name, or the path of a YAML file.
	Source string
	// Text is the config itself, in place of Source.
	Text string
	// Set lays values over the config, each as path=value.
	Set []string
	// Resume names a stored run to go on with: its id, its name, a unique
	// beginning or end of the id, or "last". With a config too, that config must
	// be the run's own.
	Resume string

	// Name is a name for the run; it may be empty.
	Name string
	// Store is the file that keeps the run. The default is DefaultStore.
	Store string
	// Workers is the number of games played at once. The default is the number
	// of cores. It never changes a result.
	Workers int
	// NewExecutor, when not nil, makes the executor that plays the games of a run, in
	// place of goroutines of this process. It never changes a result.
	NewExecutor func(ExecutorRequest) (tournament.Executor, error)
	// Games is a file that every game is written to: PGN if its name ends in .pgn,
	// otherwise one JSON object a line. A run that goes on adds to it.
	Games string
	// Force plays even if all deals of the game are alike.
	Force bool
	// Trace is a folder for a file per process of a program, with every line that
	// goes in or out; "" is none.
	Trace string
	// ChangedPrograms lets a run go on with programs that have changed since it
	// began.
	ChangedPrograms bool
	// Events are told what happens.
	Events tuning.Events

	typed    bool               // the config was given, and does not come from a store
	borrowed *external.Programs // of the config that is resumed with, for the stored one
}

// ExecutorRequest describes a run for which an executor is made.
type ExecutorRequest struct {
	Run string // id
	// Game is the game as this process has it, with the programs of the run at its
	// table.
	Game engines.Engine
	// Programs is the config that says how the programs are started, a preset's name or
	// a path; "" where none play.
	Programs string
}

func (o Options) withDefaults() Options {
	if o.Store == "" {
		o.Store = DefaultStore
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// configured reports whether there is a config besides that of a stored run.
func (o Options) configured() bool { return o.Source != "" || o.Text != "" }

// fresh reports whether a config is to be played for the first time, or is at least
// given again.
func (o Options) fresh() bool { return o.configured() || o.Resume == "" }

// document reads the config that is given, or where there is none that of the run to
// resume; kind is of which kind that must be, "" where no run is to be resumed.
func (o Options) document(ctx context.Context, kind results.Kind, presets configs.Presets) (*configs.Document, error) {
	var doc *configs.Document
	var err error
	switch {
	case o.Source != "" && o.Text != "":
		err = errors.New("a config is either named or given")
	case kind != "" && !o.fresh():
		rec, err := Record(ctx, o.Store, o.Resume)
		if errors.Is(err, fs.ErrNotExist) {
			err = noRun(o.Store)
		}
		if err != nil {
			return nil, err
		}
		return o.recorded(rec, kind, presets)
	case o.Text != "":
		doc, err = presets.Parse([]byte(o.Text), "the config", o.Set)
	case o.Source != "":
		doc, err = presets.Load(ctx, o.Source, o.Set)
	default:
		err = errors.New("a config is needed: a preset's name or a YAML file")
	}
	return doc, mistake(err)
}

// recorded reads the config of a stored run, which must be of a kind.
func (o Options) recorded(rec results.Record, kind results.Kind, presets configs.Presets) (*configs.Document, error) {
	if rec.Kind != kind {
		return nil, mistake(fmt.Errorf("run %s is of the verb %s; %s resumes its own runs", rec.ID, rec.Kind, kind))
	}
	doc, err := presets.Parse([]byte(rec.Config), "run "+rec.ID, o.Set)
	if err != nil {
		if len(o.Set) > 0 {
			err = mistake(err)
		}
		return nil, err
	}
	if programs := doc.Keys("programs"); len(programs) > 0 && o.borrowed == nil {
		return nil, mistake(&programsError{rec.ID, programs})
	}
	return doc, nil
}

// programsError says that the programs of a run cannot be started by what is in the store.
type programsError struct {
	run      string
	programs []string
}

// Error says what is needed.
func (e *programsError) Error() string {
	return fmt.Sprintf("run %s uses the program %s: give the config that says how to start it", e.run, strings.Join(e.programs, ", "))
}

// noRun says that a store to resume from is not there.
func noRun(store string) error {
	return mistakef("there is no store %s, and so no run to resume", store)
}

// warn tells of what does not stop the work.
func (o Options) warn(format string, args ...any) {
	if o.Events.Warning != nil {
		o.Events.Warning(fmt.Sprintf(format, args...))
	}
}

// begun tells that a run is kept now, or goes on.
func (o Options) begun(run *results.Run) {
	if o.Events.RunBegun != nil {
		o.Events.RunBegun(run.ID())
	}
}

// progress tells how much is done.
func (o Options) progress(p tuning.Progress) {
	if o.Events.Progress != nil {
		o.Events.Progress(p)
	}
}

// warnVersion warns that a run which is resumed was begun by another version of
// the program, which may have played other games.
func (o Options) warnVersion(begun string) {
	if now := BuildInfo().Version; begun != now {
		o.warn("warning: the run was begun by version %s, and this is %s; it may not end as it would have there", begun, now)
	}
}

// open opens the store of a run, which must be there already if one is to go on.
func (o Options) open() (*results.Store, error) {
	if o.Resume != "" {
		if _, err := os.Stat(o.Store); errors.Is(err, fs.ErrNotExist) {
			return nil, noRun(o.Store)
		}
	}
	return results.Open(o.Store)
}

// NoStoreError says that there is no store of runs where one was expected. It is an
// fs.ErrNotExist.
type NoStoreError struct{ Path string }

// Error names the file.
func (e *NoStoreError) Error() string { return fmt.Sprintf("there is no store %s yet", e.Path) }

// Unwrap returns fs.ErrNotExist.
func (e *NoStoreError) Unwrap() error { return fs.ErrNotExist }

// OpenStore opens a store that is there already, to change it. Where there is none, the
// error is a [NoStoreError].
func OpenStore(path string) (*results.Store, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, &NoStoreError{path}
	} else if err != nil {
		return nil, err
	}
	return results.Open(path)
}

// OpenToRead opens a store that is there already, to look at it. Where there is none, the
// error is a [NoStoreError].
func OpenToRead(path string) (*results.Store, error) {
	store, err := results.OpenReadOnly(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NoStoreError{path}
	}
	return store, err
}

// List lists the runs of a store that a query chooses, oldest first.
func List(ctx context.Context, path string, q results.Query) ([]results.Summary, error) {
	store, err := OpenToRead(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	if q == (results.Query{}) { // this also notices that one is missing
		return store.Runs(ctx)
	}
	list, err := store.List(ctx, q)
	slices.Reverse(list)
	return list, err
}

// Record reads one run of a store without changing the store.
func Record(ctx context.Context, path, run string) (results.Record, error) {
	store, err := OpenToRead(path)
	if err != nil {
		return results.Record{}, err
	}
	defer func() { _ = store.Close() }()
	return store.Get(ctx, run)
}

// RecordWithCrosstable reads one run of a store with all that pictures and reports show
// of it.
func RecordWithCrosstable(ctx context.Context, path, run string) (results.Record, error) {
	store, err := OpenToRead(path)
	if err != nil {
		return results.Record{}, err
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(ctx, run)
	if err != nil {
		return rec, err
	}
	return rec, store.AddCrosstable(ctx, &rec)
}
