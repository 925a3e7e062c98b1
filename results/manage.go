package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Begin stores a new run and opens it for writing. The returned Run holds the lease of the run,
// which is the exclusive right to write it. The caller must call Finish or Close. Begin returns
// ErrNameTaken if another run has the same name.
func (s *Store) Begin(ctx context.Context, info Info) (*Run, error) {
	return s.begin(ctx, info, func(transaction, int64) error { return nil })
}

// begin stores a new run and opens it for writing. In the same transaction it calls the function
// more with the run's database key.
func (s *Store) begin(ctx context.Context, info Info, more func(tx transaction, key int64) error) (*Run, error) {
	if err := CheckName(info.Name); err != nil {
		return nil, fmt.Errorf("a run cannot be named %.40q: %w", info.Name, err)
	}
	if err := checkTags(info.Tags); err != nil {
		return nil, err
	}
	if info.Host == "" {
		info.Host = hostname()
	}
	r := &Run{store: s, info: info, lease: newLease(hostname())}
	err := s.transact(ctx, func(ctx context.Context, tx transaction) error {
		if err := checkNameFree(ctx, tx, info.Name, 0); err != nil {
			return err
		}
		if err := r.insert(ctx, tx); err != nil {
			return err
		}
		if err := tag(ctx, tx, r.key, info.Tags); err != nil {
			return err
		}
		if err := more(tx, r.key); err != nil {
			return err
		}
		return saveField(ctx, s.write, r.key, info.Field)
	})
	if err != nil {
		return nil, err
	}
	r.startRenewing()
	return r, nil
}

// Resume opens an interrupted run for writing and returns the point from which it continues. It
// takes the lease of the run, which is the exclusive right to write it. config must be empty or
// equal to the run's stored config; otherwise the error is ErrOtherConfig with the differing keys.
// Resume returns ErrFinished for a finished run, and ErrIncomplete if a needed part of the run is
// lost. It returns ErrInUse if another process is writing the run, and ErrUnknownRun if there is no
// such run.
func (s *Store) Resume(ctx context.Context, id, config string) (*Run, Point, error) {
	key, err := s.resolve(ctx, id)
	if err != nil {
		return nil, Point{}, err
	}
	r := &Run{store: s, key: key, lease: newLease(hostname())}
	var p Point
	err = s.transact(ctx, func(ctx context.Context, tx transaction) error {
		rec, err := get(ctx, tx, key)
		if err != nil {
			return err
		}
		r.id, r.info = rec.ID, rec.Info
		switch {
		case config != "" && Hash(config) != Hash(rec.Config):
			return inRun(r.id, fmt.Errorf("%w: %s", ErrOtherConfig, differs(rec.Config, config)))
		case rec.Status == Finished:
			return inRun(r.id, ErrFinished)
		}
		if err := checkContinuable(rec.Summary); err != nil {
			return inRun(r.id, err)
		}
		if err := checkUnused(ctx, tx, r.key); err != nil {
			return inRun(r.id, err)
		}
		if err := setLease(ctx, tx, r.key, r.lease); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET status = 'running', ended = NULL WHERE key = ?", r.key); err != nil {
			return err
		}
		if err := updateStateSum(ctx, tx, r.key); err != nil {
			return err
		}
		if r.processors, err = addProcessor(ctx, tx, r.key); err != nil {
			return inRun(r.id, err)
		}
		if r.counts, err = readCounts(ctx, tx, r.key); err != nil {
			return inRun(r.id, err)
		}
		p, err = findPoint(ctx, tx, r.key)
		return inRun(r.id, err)
	})
	if err != nil {
		return nil, Point{}, err
	}
	r.last = p.Round
	r.startRenewing()
	return r, p, nil
}

// Reopen replaces the config of a run and removes its result and its verification. [Store.Resume]
// can then continue the run after its last round, for instance with a larger budget. The pairings
// of a tournament stay. The caller must make sure that the strategy or the schedule can continue
// with the new config. from and to are the old and the new budget as YAML. If they differ and the
// run has rounds, the record of the run lists the change as a [Continuation]. Reopen returns
// ErrInUse if a process is writing the run, and ErrIncomplete if a needed part of the run was lost
// with a damaged store.
func (s *Store) Reopen(ctx context.Context, id, config, from, to string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if err := checkUnused(ctx, tx, key); err != nil {
			return err
		}
		s, err := summary(ctx, tx, key)
		if err == nil {
			err = checkContinuable(s)
		}
		if err != nil {
			return err
		}
		if err := replaceBeginning(ctx, tx, key, config); err != nil {
			return err
		}
		if from != to && s.Rounds > 0 {
			c := Continuation{From: from, To: to, Rounds: s.Rounds, Games: s.Games, Interrupted: s.Status != Finished}
			if err := saveContinued(ctx, tx, key, c); err != nil {
				return err
			}
		}
		if s.Kind == Tournament {
			return reopenWith(ctx, tx, key, config)
		}
		for table, rows := range map[string]string{"journal": "TRUE", "field": "TRUE", "record": "generation = 0", "failure": "generation = 0", "origin": "generation = 0"} {
			if err := deleteRows(ctx, tx, key, table, rows); err != nil {
				return err
			}
		}
		c, err := readCounts(ctx, tx, key)
		if err != nil {
			return err
		}
		c.pairings, c.journalGames = 0, 0
		_, err = tx.ExecContext(ctx, "UPDATE progress SET pairings = 0, journal_games = 0, sum = ? WHERE run = ?", int64(c.sum()), key)
		if err != nil {
			return err
		}
		return reopenWith(ctx, tx, key, config)
	})
}

// reopenWith changes the config of a run, removes its result and marks it as interrupted.
func reopenWith(ctx context.Context, tx transaction, key int64, config string) error {
	_, err := tx.ExecContext(ctx, "UPDATE run SET config = ?, config_hash = ?, status = 'interrupted', ended = NULL, result = NULL, verdict = NULL WHERE key = ?",
		config, Hash(config), key)
	if err != nil {
		return err
	}
	return updateStateSum(ctx, tx, key)
}

// Tag adds tags to a run, which are words for finding it again. It ignores tags that the run
// already has. A tag has 1 to 100 characters and contains no blanks or commas. Tags can be added
// while another process writes the run.
func (s *Store) Tag(ctx context.Context, id string, tags ...string) error {
	if err := checkTags(tags); err != nil {
		return err
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		return tag(ctx, tx, key, tags)
	})
}

// Untag removes tags from a run. It returns an error if the run does not have one of them.
func (s *Store) Untag(ctx context.Context, id string, tags ...string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		for _, tag := range tags {
			res, err := tx.ExecContext(ctx, "DELETE FROM tag WHERE run = ? AND tag = ?", key, tag)
			if err != nil {
				return err
			}
			if n, err := res.RowsAffected(); err != nil || n == 0 {
				return fmt.Errorf("the run has no tag %q", tag)
			}
		}
		return nil
	})
}

// Note replaces the user's note on a run. An empty text removes it.
func (s *Store) Note(ctx context.Context, id, text string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if _, err := tx.ExecContext(ctx, "UPDATE run SET note = ? WHERE key = ?", text, key); err != nil {
			return err
		}
		return updateStateSum(ctx, tx, key)
	})
}

// Rename changes the name of a run. An empty name removes the current one. Rename returns
// ErrNameTaken if another run has the name.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	if err := CheckName(name); err != nil {
		return fmt.Errorf("a run cannot be named %.40q: %w", name, err)
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if err := checkNameFree(ctx, tx, name, key); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET name = ? WHERE key = ?", name, key); err != nil {
			return err
		}
		return updateStateSum(ctx, tx, key)
	})
}

// Delete removes a run and all its data. It returns ErrInUse if a process is writing the run. The
// file does not shrink; later runs use the free space.
func (s *Store) Delete(ctx context.Context, id string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if err := checkUnused(ctx, tx, key); err != nil {
			return err
		}
		return deleteRun(ctx, tx, key)
	})
}

// deleteRun deletes a run with all its rows.
func deleteRun(ctx context.Context, tx transaction, key int64) error {
	if err := deleteRows(ctx, tx, key, "experiment_run", "TRUE"); err != nil {
		return err
	}
	return deleteContents(ctx, tx, key)
}

// deleteContents deletes a run, but not its row in an experiment. If the run belongs to an
// experiment, the transaction must store a run with the same key and defer the check of foreign
// keys.
func deleteContents(ctx context.Context, tx transaction, key int64) error {
	for _, table := range slices.Backward(contentTables()) {
		if err := deleteRows(ctx, tx, key, table.name, "TRUE"); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM run WHERE key = ?", key)
	return err
}

// change calls f in a transaction, with the database key of the run id. It adds the id to errors of
// f.
func (s *Store) change(ctx context.Context, id string, f func(ctx context.Context, tx transaction, key int64) error) error {
	id, err := s.Resolve(ctx, id)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, tx transaction) error {
		var key int64
		err := tx.QueryRowContext(ctx, "SELECT key FROM run WHERE id = ?", id).Scan(&key)
		if errors.Is(err, sql.ErrNoRows) {
			err = errDeleted
		}
		if err == nil {
			err = f(ctx, tx, key)
		}
		return inRun(id, err)
	})
}

func checkTags(tags []string) error {
	for _, tag := range tags {
		if tag == "" || utf8.RuneCountInString(tag) > longestName || strings.ContainsFunc(tag, func(r rune) bool { return r == ',' || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
			return fmt.Errorf("%.40q is not a tag: use a word without blanks and commas, of at most %d characters", tag, longestName)
		}
	}
	return nil
}

func tag(ctx context.Context, tx transaction, key int64, tags []string) error {
	for _, tag := range tags {
		if _, err := tx.ExecContext(ctx, "INSERT INTO tag (run, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", key, tag); err != nil {
			return err
		}
	}
	return nil
}

// longestName is the maximum length of a run's name or tag in characters.
const longestName = 100

// runsCommands lists the subcommands of "lanista runs", which cannot be names of runs.
var runsCommands = []string{"delete", "note", "rename", "tag"}

// CheckName returns an error if name cannot be the name of a new run. The empty name is valid and
// means no name.
func CheckName(name string) error {
	switch {
	case name == last || name == LastWeights:
		return errors.New("the name is reserved for the newest run")
	case slices.Contains(runsCommands, name):
		return fmt.Errorf("'runs %s' is a command; choose another name", name)
	case utf8.RuneCountInString(name) > longestName:
		return fmt.Errorf("it has more than %d characters", longestName)
	case name != strings.TrimSpace(name):
		return errors.New("it begins or ends with a blank")
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return errors.New("it contains invisible characters")
	}
	return nil
}

// ErrNameTaken reports that another run of the store has the same name.
var ErrNameTaken = errors.New("the name is taken")

// checkNameFree returns ErrNameTaken if name is the name or the id of a run, except the run with
// the given key.
func checkNameFree(ctx context.Context, tx transaction, name string, key int64) error {
	taken, err := column[string](ctx, tx, "SELECT id FROM run WHERE (name = ?1 AND name <> '' OR id = ?1) AND key <> ?2", name, key)
	if err == nil && len(taken) > 0 {
		err = fmt.Errorf("%w: %q is the name of run %s", ErrNameTaken, name, strings.Join(taken, ", "))
	}
	return err
}
