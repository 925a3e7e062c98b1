package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// Experiment is a stored comparison of tuning strategies by many runs.
type Experiment struct {
	Name    string // name, unique in the store
	Config  string // config that all runs share, as YAML
	Source  string // file or preset of that config; relative paths in the config start from its folder
	Version string // version of the program that began the experiment
	Started time.Time
}

// ExperimentRun is one of the runs that an experiment compares.
type ExperimentRun struct {
	Key string // place of the run in the experiment, unique there
	Run string // id of the run
	// Match contains the ratings of the run's result against each opponent in the common match. Its
	// game starts are the same for all runs of a seed. Match is nil before the match is played.
	Match []rating.Standing
}

// ErrUnknownExperiment reports that the store has no experiment with the given name.
var ErrUnknownExperiment = errors.New("no such experiment")

// experimentTables is the SQL script that creates the tables of experiments, which compare tuning
// strategies. It is executed when a store receives its first experiment.
const experimentTables = `CREATE TABLE IF NOT EXISTS experiment ( -- comparisons of strategies by many runs
	key     INTEGER PRIMARY KEY,        -- in the order of beginning
	name    TEXT NOT NULL UNIQUE,
	config  TEXT NOT NULL,              -- YAML
	source  TEXT NOT NULL,              -- file or preset of the config that all its runs share
	version TEXT NOT NULL,              -- of the program
	started TEXT NOT NULL,
	sum     INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS experiment_run ( -- the runs of experiments
	experiment INTEGER NOT NULL REFERENCES experiment,
	place      TEXT    NOT NULL,        -- variant, strategy, budget and seed
	run        INTEGER NOT NULL UNIQUE REFERENCES run,
	match      TEXT,                    -- JSON: the result against each opponent; NULL before it is played
	sum        INTEGER,
	PRIMARY KEY (experiment, place)
) STRICT, WITHOUT ROWID`

func experimentSum(e Experiment, started string) sum {
	return sum(0).text(e.Name).text(e.Config).text(e.Source).text(e.Version).text(started)
}

func experimentRunSum(place, match string) sum {
	return sum(0).text(place).text(match)
}

// BeginExperiment stores an experiment. If the store already has an experiment with that name, the
// configs of both must be equal. Otherwise the error is ErrOtherConfig with the differing keys.
func (s *Store) BeginExperiment(ctx context.Context, e Experiment) error {
	return s.transact(ctx, func(ctx context.Context, tx transaction) error {
		if err := execute(ctx, tx, experimentTables); err != nil {
			return err
		}
		list, err := experiments(ctx, tx, " WHERE name = ?", e.Name)
		if err != nil {
			return err
		}
		if len(list) == 1 {
			if list[0].Config != e.Config {
				return fmt.Errorf("experiment %s: %w: %s", e.Name, ErrOtherConfig, differs(list[0].Config, e.Config))
			}
			return nil
		}
		e.Started = time.Now()
		return insertExperiment(ctx, tx, e)
	})
}

func insertExperiment(ctx context.Context, tx transaction, e Experiment) error {
	started := timeText(e.Started)
	_, err := tx.ExecContext(ctx, "INSERT INTO experiment (name, config, source, version, started, sum) VALUES (?, ?, ?, ?, ?, ?)",
		e.Name, e.Config, e.Source, e.Version, started, int64(experimentSum(e, started)))
	return err
}

// BeginInExperiment stores a new run that belongs to an experiment and opens it for writing, as
// [Store.Begin] does. The run receives the name of the experiment as a tag. key identifies the run
// within the experiment and must be unique.
func (s *Store) BeginInExperiment(ctx context.Context, info Info, experiment, key string) (*Run, error) {
	info.Tags = append(info.Tags[:len(info.Tags):len(info.Tags)], experiment)
	return s.begin(ctx, info, func(tx transaction, run int64) error {
		done, err := tx.ExecContext(ctx, "INSERT INTO experiment_run (experiment, place, run, sum) SELECT key, ?, ?, ? FROM experiment WHERE name = ?",
			key, run, int64(experimentRunSum(key, "")), experiment)
		if err != nil {
			return fmt.Errorf("experiment %s: another process has begun %s: %w", experiment, key, err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, fmt.Errorf("%w: %s", ErrUnknownExperiment, experiment))
		}
		return nil
	})
}

// SaveMatch stores the ratings of the result of an experiment's run against each opponent. They
// come from the common match, in which the results of all runs play the same opponents. key
// identifies the run within the experiment.
func (s *Store) SaveMatch(ctx context.Context, experiment, key string, match []rating.Standing) error {
	data, err := json.Marshal(match)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, tx transaction) error {
		_, err := tx.ExecContext(ctx, "UPDATE experiment_run SET match = ?, sum = ? WHERE place = ? AND experiment = (SELECT key FROM experiment WHERE name = ?)",
			string(data), int64(experimentRunSum(key, string(data))), key, experiment)
		return err
	})
}

// Experiments returns the experiments of the store, oldest first.
func (s *Store) Experiments(ctx context.Context) ([]Experiment, error) {
	var list []Experiment
	err := s.snapshot(ctx, func(q querier) (err error) {
		list, err = experiments(ctx, q, " ORDER BY key")
		return err
	})
	return list, err
}

// Experiment returns the experiment with the given name. The name "last" selects the newest one.
func (s *Store) Experiment(ctx context.Context, name string) (Experiment, error) {
	list, err := s.Experiments(ctx)
	if err != nil {
		return Experiment{}, err
	}
	if name == last && len(list) > 0 {
		return list[len(list)-1], nil
	}
	var names []string
	for _, e := range list {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	if names == nil {
		return Experiment{}, fmt.Errorf("%w: the store has none", ErrUnknownExperiment)
	}
	return Experiment{}, fmt.Errorf("%w: %q (%s)", ErrUnknownExperiment, name, keys.Suggest(names, name))
}

// ExperimentRuns returns the runs of an experiment that have begun, in the order in which they
// began.
func (s *Store) ExperimentRuns(ctx context.Context, experiment string) ([]ExperimentRun, error) {
	var list []ExperimentRun
	err := s.snapshot(ctx, func(q querier) (err error) {
		list, err = experimentRuns(ctx, q, experiment)
		return err
	})
	return list, err
}

func experimentRuns(ctx context.Context, q querier, experiment string) ([]ExperimentRun, error) {
	var list []ExperimentRun
	err := eachStored(ctx, q, "experiment_run", `SELECT place, r.id, match, t.sum FROM experiment_run AS t JOIN run AS r ON r.key = t.run
		WHERE experiment = (SELECT key FROM experiment WHERE name = ?) ORDER BY t.run`, []any{experiment}, func(rows *sql.Rows) error {
		var t ExperimentRun
		var match sql.NullString
		var stored sql.NullInt64
		if err := rows.Scan(&t.Key, &t.Run, &match, &stored); err != nil {
			return err
		}
		if err := experimentRunSum(t.Key, match.String).check(stored); err != nil {
			return inRun(t.Run, err)
		}
		if match.Valid {
			if err := json.Unmarshal([]byte(match.String), &t.Match); err != nil {
				return inRun(t.Run, damagedf("%v", err))
			}
		}
		list = append(list, t)
		return nil
	})
	return list, err
}

// experiments returns the experiments that an SQL query selects. rest is the part of the query
// after the list of columns, and args are its arguments.
func experiments(ctx context.Context, q querier, rest string, args ...any) ([]Experiment, error) {
	var list []Experiment
	err := eachStored(ctx, q, "experiment", "SELECT name, config, source, version, started, sum FROM experiment"+rest, args, func(rows *sql.Rows) error {
		var e Experiment
		var started string
		var stored sql.NullInt64
		if err := rows.Scan(&e.Name, &e.Config, &e.Source, &e.Version, &started, &stored); err != nil {
			return err
		}
		if err := experimentSum(e, started).check(stored); err != nil {
			return err
		}
		var err error
		if e.Started, err = time.Parse(time.RFC3339, started); err != nil {
			return damagedf("started at %q", started)
		}
		list = append(list, e)
		return nil
	})
	return list, err
}
