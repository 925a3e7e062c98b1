package results

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Begin makes a new run and takes its lease. Finish or Close it. A name that
// another run has is refused (ErrNameTaken).
func (s *Store) Begin(ctx context.Context, info Info) (*Run, error) {
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
		if err := free(ctx, tx, info.Name, 0); err != nil {
			return err
		}
		if err := r.insert(ctx, tx); err != nil {
			return err
		}
		if err := tag(ctx, tx, r.key, info.Tags); err != nil {
			return err
		}
		return saveField(ctx, s.write, r.key, info.Field)
	})
	if err != nil {
		return nil, err
	}
	r.start()
	return r, nil
}

// Resume takes the lease of an interrupted run and returns where it stands.
// It refuses a run that is finished (ErrFinished), that another process is
// writing (ErrInUse), that is unknown (ErrUnknownRun), and a config that is not
// the run's own, naming what differs (ErrOtherConfig); config "" stands for
// the run's own.
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
		if err := takeLease(ctx, tx, r.key, r.id, r.lease); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET status = 'running', ended = NULL WHERE key = ?", r.key); err != nil {
			return err
		}
		if err := seal(ctx, tx, r.key); err != nil {
			return err
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
	r.start()
	return r, p, nil
}

// Reopen gives a run another config and takes its answer and its verification
// from it, so that Resume goes on after its last round: a search with a larger
// budget. A run that is being written is refused (ErrInUse). Whether its strategy
// can go on under that config is the caller's to know.
func (s *Store) Reopen(ctx context.Context, id, config string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		held, err := findLease(ctx, tx, key)
		if err != nil {
			return err
		}
		if held.alive(hostname(), time.Now()) {
			return fmt.Errorf("%w (process %d on %s)", ErrInUse, held.pid, held.host)
		}
		for _, forget := range []string{"cluster WHERE run = ?", "contestant WHERE run = ?", "record WHERE generation = 0 AND run = ?"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+forget, key); err != nil {
				return err
			}
		}
		c, err := readCounts(ctx, tx, key)
		if err != nil {
			return err
		}
		c.clusters, c.clusterGames = 0, 0
		_, err = tx.ExecContext(ctx, "UPDATE progress SET clusters = 0, cluster_games = 0, sum = ? WHERE run = ?", int64(c.sum()), key)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE run SET config = ?, config_hash = ?, status = 'interrupted', ended = NULL, answer = NULL, verdict = NULL WHERE key = ?",
			config, Hash(config), key)
		if err != nil {
			return err
		}
		return seal(ctx, tx, key)
	})
}

// What a user does to keep a store in order. None of it changes what a run has
// found, and a run that is being written may be tagged, noted and renamed.

// Tag gives words to a run, by which it can be found again. A word that it has
// already is left as it is. Words have no blanks and commas in them.
func (s *Store) Tag(ctx context.Context, id string, tags ...string) error {
	if err := checkTags(tags); err != nil {
		return err
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		return tag(ctx, tx, key, tags)
	})
}

// Untag takes words from a run. A word that it does not have is an error.
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

// Note writes a text of the user's beside a run, in place of the one before; an
// empty one removes it.
func (s *Store) Note(ctx context.Context, id, text string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if _, err := tx.ExecContext(ctx, "UPDATE run SET note = ? WHERE key = ?", text, key); err != nil {
			return err
		}
		return seal(ctx, tx, key)
	})
}

// Rename gives a run another name; an empty one takes its name away. A name that
// another run has is refused (ErrNameTaken).
func (s *Store) Rename(ctx context.Context, id, name string) error {
	if err := CheckName(name); err != nil {
		return fmt.Errorf("a run cannot be named %.40q: %w", name, err)
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if err := free(ctx, tx, name, key); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET name = ? WHERE key = ?", name, key); err != nil {
			return err
		}
		return seal(ctx, tx, key)
	})
}

// Delete removes a run and all that is stored of it. A run that is being written
// (ErrInUse) is refused. The room that it took is used again by later runs.
func (s *Store) Delete(ctx context.Context, id string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		held, err := findLease(ctx, tx, key)
		if err != nil {
			return err
		}
		if held.alive(hostname(), time.Now()) {
			return fmt.Errorf("%w (process %d on %s)", ErrInUse, held.pid, held.host)
		}
		tables := []string{"record", "snapshot", "played", "generation", "cluster", "contestant", "grid", "tag", "progress"}
		for _, table := range []string{"failure", "checkpoint", "dispute"} { // in the stores that need them
			if there, err := hasTable(ctx, tx, table); err != nil {
				return err
			} else if there {
				tables = append(tables, table)
			}
		}
		for _, table := range tables {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE run = ?", key); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM run WHERE key = ?", key)
		return err
	})
}

// change runs f on a run in one transaction, and names the run in its errors.
func (s *Store) change(ctx context.Context, id string, f func(ctx context.Context, tx transaction, key int64) error) error {
	id, err := s.Resolve(ctx, id)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, tx transaction) error {
		var key int64
		if err := tx.QueryRowContext(ctx, "SELECT key FROM run WHERE id = ?", id).Scan(&key); err != nil {
			return inRun(id, err)
		}
		return inRun(id, f(ctx, tx, key))
	})
}

// checkTags refuses what is no tag.
func checkTags(tags []string) error {
	for _, tag := range tags {
		if tag == "" || utf8.RuneCountInString(tag) > longestName || strings.ContainsFunc(tag, func(r rune) bool { return r == ',' || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
			return fmt.Errorf("%.40q is not a tag: a word without blanks and commas is needed, of %d characters at most", tag, longestName)
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

// longestName is the length of a name, in characters: it stands in tables.
const longestName = 100

// CheckName says what is wrong with a name for a run; "" is none, and right.
func CheckName(name string) error {
	switch {
	case name == last || name == LastWeights:
		return errors.New("it stands for the newest run")
	case utf8.RuneCountInString(name) > longestName:
		return fmt.Errorf("it has more than %d characters", longestName)
	case name != strings.TrimSpace(name):
		return errors.New("it begins or ends with a blank")
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return errors.New("it contains invisible characters")
	}
	return nil
}

// ErrNameTaken says that another run of the store has a name already.
var ErrNameTaken = errors.New("the name is taken")

// free refuses a name that a run other than the one with this key has, or has as its
// id, which would be found in its place.
func free(ctx context.Context, tx transaction, name string, key int64) error {
	taken, err := column[string](ctx, tx, "SELECT id FROM run WHERE (name = ?1 AND name <> '' OR id = ?1) AND key <> ?2", name, key)
	if err == nil && len(taken) > 0 {
		err = fmt.Errorf("%w: %q is that of run %s", ErrNameTaken, name, strings.Join(taken, ", "))
	}
	return err
}
