package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// DefaultStore is the path of the store if no other is given.
const DefaultStore = "lanista.db"

// Options select the config to play, the executor that plays it, and the store of the run. One of
// Source, Text, Config and Resume is required. The zero value of every other field is usable.
type Options struct {
	// Source is a preset's name, the path of a YAML file, or run:RUN for the config of a
	// stored run without programs.
	Source string
	// Text is the text of a YAML config. It replaces Source.
	Text string
	// Config is a config as a Go value. It replaces Source and Text. Fields with their zero
	// values have the defaults listed in docs/config.md. If Preset is set, the named preset
	// provides the other values. The zero value means that no config is given here.
	Config configs.Config
	// Set lists overrides for the config, each in the form path=value.
	Set []string
	// Resume selects a stored run to continue: its id, its name, a unique beginning or end of the
	// id, or "last". A config that is also given must equal the run's config. In a tuning run only
	// the budget and the number of games of the verification may differ: the budget must allow the
	// rounds played so far, and the strategy must not have planned its first rounds by the old
	// budget. In a tournament only the number of cycles may differ. The default "" begins a new run.
	Resume string

	// Name is a name for the run. It is optional.
	Name string
	// Store is the path of the SQLite file that stores the runs. The default is [DefaultStore].
	Store string
	// Workers is the number of games played at the same time. The default 0 means the number of
	// cores. Results do not depend on it, unless there is a time limit or a program that is not
	// deterministic.
	Workers int
	// NewExecutor returns an executor that plays the games of a run, for example on other machines;
	// the example "executor" wraps the one that is used by default. With nil, games are played on
	// goroutines of this process. Results do not depend on it, with the same exceptions as for
	// Workers.
	NewExecutor func(ExecutorRequest) (tournament.Executor, error)
	// GamesFile is a file that every game is written to: PGN if its name ends in .pgn,
	// otherwise one JSON object a line. A run that is resumed appends to it. The default ""
	// writes none.
	GamesFile string
	// Force plays a run with a warning instead of an error if all its deals (game starts) lead to
	// the same game, or if a program that declares itself deterministic does not repeat its games.
	Force bool
	// Trace is a folder for log files of external programs. There is one file per process, with
	// every line that the process reads or writes. The default "" writes no logs.
	Trace string
	// BindPrograms assigns a separate processor core to the external programs of each concurrent
	// game, so that games on a clock do not disturb each other. It requires Linux.
	BindPrograms bool
	// ChangedPrograms allows a run to be resumed although its programs have changed since it
	// began.
	ChangedPrograms bool
	// Events are functions that are called as the run proceeds. Each of them may be nil.
	Events tuning.Events

	doc        *configs.Document // config that has already been read from Source; nil if Source is to be read
	experiment string            // name of the experiment that the run belongs to; "" for none
	place      string            // place of the run in the experiment
}

// ExecutorRequest describes the run for which Options.NewExecutor must return an executor. The
// executor plays the games of the run.
type ExecutorRequest struct {
	Run string // id of the run
	// Game is the opened game, with the external programs of the run.
	Game engines.Engine
	// Arena contains the options with which [engines.NewArena] must make the arena of an executor that
	// plays games in this process, such as [tournament.Local]. Without them the games have none of the
	// openings of the run. A [tournament.Job] contains them for other processes.
	Arena engines.ArenaOptions
	// Programs is the config that contains the commands of the programs, as a preset's name or a
	// path. It is "" if no programs play.
	Programs string
	// Repeatable states that all programs of the run declare themselves deterministic, and that no
	// limit of time applies to their moves, so that results of the same games can be compared.
	Repeatable bool
	// Quarantined must be called when the executor excludes a worker because its results were wrong
	// or unusable. It reports whether the run has stored unconfirmed results of the worker. It is
	// nil for games that are not stored.
	Quarantined func(tournament.Quarantine) (used bool)
}

func (o Options) withDefaults() Options {
	o.Store, o.Workers = cmp.Or(o.Store, DefaultStore), cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return o
}

// inGo reports whether the options contain the config as a Go value, in the field Config.
func (o Options) inGo() bool { return !reflect.ValueOf(o.Config).IsZero() }

// configured reports whether the options contain a config. The stored config of a run to resume
// does not count.
func (o Options) configured() bool { return o.Source != "" || o.Text != "" || o.doc != nil || o.inGo() }

func (o Options) document(ctx context.Context, presets configs.Presets) (*configs.Document, error) {
	if o.doc != nil {
		doc, err := presets.Merge(o.doc, o.Set)
		return doc, mistake(err)
	}
	given := 0
	for _, yes := range []bool{o.Source != "", o.Text != "", o.inGo()} {
		if yes {
			given++
		}
	}
	var doc *configs.Document
	var err error
	switch {
	case given > 1:
		err = errors.New("more than one config is given: by its name or path, as text, or in Go")
	case o.Text != "":
		doc, err = presets.Parse([]byte(o.Text), "the config", o.Set)
	case strings.HasPrefix(o.Source, runPrefix):
		return o.configOfRun(ctx, presets)
	case o.Source != "":
		doc, err = presets.Load(ctx, o.Source, o.Set)
	case o.inGo():
		if doc, err = configs.New(o.Config); err == nil {
			doc, err = presets.Merge(doc, o.Set)
		}
	default:
		err = errors.New("a config is needed: a preset's name or a YAML file")
	}
	return doc, mistake(err)
}

// runPrefix is the prefix of a source that names a stored run, as in "run:last". Such a source
// means the config of that run.
const runPrefix = "run:"

// configOfRun reads the config of the stored run that Source names. It returns an error for a run
// with external programs, because commands in a stored config are never executed.
func (o Options) configOfRun(ctx context.Context, presets configs.Presets) (*configs.Document, error) {
	rec, err := Record(ctx, o.withDefaults().Store, strings.TrimPrefix(o.Source, runPrefix))
	if err != nil {
		return nil, err
	}
	in, err := readRecord(presets, rec, o.Set, nil)
	return in.doc, mistake(err)
}

// warn passes a formatted warning to the event handler, if there is one.
func (o Options) warn(format string, args ...any) {
	if o.Events.Warning != nil {
		o.Events.Warning(fmt.Sprintf(format, args...))
	}
}
