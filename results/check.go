package results

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lanista/lanista/tempdir"
	"github.com/lanista/lanista/tournament"
)

// Health is the result of [Check]: the damage in a store.
type Health struct {
	Runs     []RunHealth // results for each run, oldest first
	Problems []string    // damage that belongs to no single run
	// Recovery describes what [Recover] can read of a damaged store. It is nil for an undamaged
	// store, and if nothing can be read.
	Recovery *Recovery
}

// RunHealth is the damage in one run, as found by [Check].
type RunHealth struct {
	ID      string `json:"id"`
	Problem string `json:"problem,omitempty"` // first damage found; "" if every row could be read
	Missing string `json:"missing,omitempty" doc:"lost before the run was recovered from another store"`
}

// Sound reports whether the store has no damage.
func (h Health) Sound() bool {
	for _, r := range h.Runs {
		if r.Problem != "" {
			return false
		}
	}
	return len(h.Problems) == 0
}

// mostProblems is the largest number of problems that SQLite lists when it checks a file.
const mostProblems = 20

// Check reads everything in the store at path and verifies its structure, rows and checksums. If
// something is damaged, Check also determines what [Recover] can read, using a temporary store. It
// returns an error if the file does not exist, has another format, or contains no data of a store,
// and if the temporary store of a damaged one cannot be written.
func Check(ctx context.Context, path string) (Health, error) {
	var h Health
	s, err := OpenReadOnly(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrFormat), errors.Is(err, ErrEmpty):
		return h, err
	case err != nil:
		h.Problems = append(h.Problems, err.Error())
	default:
		err := h.read(ctx, s)
		if err = errors.Join(err, s.Close()); err != nil {
			h.Problems = append(h.Problems, err.Error())
		}
	}
	if ctx.Err() != nil {
		return h, ctx.Err()
	}
	if h.Sound() {
		return h, nil
	}
	folder, temporary := tempdir.New("lanista-check-")
	if temporary != nil {
		return h, notRecovered(path, temporary)
	}
	r, failed := Recover(ctx, path, filepath.Join(folder.Path, "recovered.db"))
	if removed := folder.Remove(); removed != nil {
		return h, fmt.Errorf("%w", removed)
	}
	switch {
	case failed == nil:
		h.Recovery = &r
	case errors.Is(failed, ErrFull), errors.Is(failed, ErrUnwritable): // of the temporary store
		return h, notRecovered(path, fmt.Errorf("a temporary store is needed in the folder that TMPDIR names: %w", failed))
	case err != nil: // neither SQLite nor the pages give anything: it may be any file
		return h, err
	}
	return h, ctx.Err()
}

// notRecovered returns the error of a check that cannot determine what is left of a damaged store,
// because of an error in the folder for temporary files. It does not wrap that error, which could be
// taken for one of the store itself, such as [fs.ErrNotExist].
func notRecovered(path string, temporary error) error {
	return fmt.Errorf("%s: %w; what can be recovered could not be determined: %s", path, ErrDamaged, temporary.Error())
}

// read reads the whole store and records the damage in h. It returns the first error that concerns
// the store rather than a single run.
func (h *Health) read(ctx context.Context, s *Store) error {
	return s.snapshot(ctx, func(q querier) error { return h.examine(ctx, q, s.path) })
}

// examine reads the whole store and records the damage in h, within one snapshot of the store. path
// is the path of the store.
func (h *Health) examine(ctx context.Context, q querier, path string) error {
	found, err := column[string](ctx, q, fmt.Sprintf("PRAGMA integrity_check(%d)", mostProblems))
	if err != nil {
		return err
	}
	for _, row := range found { // a row has the problems of a database, one a line, below a headline
		for problem := range strings.SplitSeq(row, "\n") {
			if problem != "ok" && !strings.HasPrefix(problem, "*** in database ") {
				h.Problems = append(h.Problems, fmt.Sprintf("%s: %s", path, problem))
			}
		}
	}
	keys, err := column[int64](ctx, q, "SELECT key FROM run ORDER BY key")
	if err != nil {
		return err
	}
	for _, key := range keys {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		run := RunHealth{}
		if err := q.QueryRowContext(ctx, "SELECT id FROM run WHERE key = ?", key).Scan(&run.ID); err != nil {
			run.ID = fmt.Sprintf("number %d", key)
		}
		rec, err := readWhole(ctx, q, key)
		if run.Missing = rec.Missing; err != nil {
			run.Problem = err.Error()
		}
		h.Runs = append(h.Runs, run)
	}
	list, err := experiments(ctx, q, "")
	if err != nil {
		return err
	}
	for _, e := range list {
		if _, err := experimentRuns(ctx, q, e.Name); err != nil {
			return fmt.Errorf("experiment %s: %w", e.Name, err)
		}
	}
	return nil
}

// readWhole reads every row of a run and verifies the checksums. After an error, the returned
// record contains what could be read before.
func readWhole(ctx context.Context, q querier, key int64) (Record, error) {
	rec, err := get(ctx, q, key)
	if err != nil {
		return rec, err
	}
	if err := rec.addAll(ctx, q); err != nil {
		return rec, err
	}
	for _, g := range rec.Generations {
		if err := readRound(ctx, q, key, g.Number, rec.Missing == ""); err != nil {
			return rec, inRun(rec.ID, inRound(g.Number, err))
		}
	}
	for r, err := range journal(ctx, q, key, 0) {
		if err == nil && hasMoves(&r) && rec.Missing == "" {
			err = addRecords(ctx, q, key, 0, &r)
		}
		if err != nil {
			return rec, inRun(rec.ID, err)
		}
	}
	if _, err := failures(ctx, q, key); err != nil {
		return rec, inRun(rec.ID, err)
	}
	if _, err := findPoint(ctx, q, key); err != nil {
		return rec, inRun(rec.ID, err)
	}
	return rec, inRun(rec.ID, readExplanationPairings(ctx, q, key, make(map[int]tournament.Result))) // which are not used
}

func readRound(ctx context.Context, q querier, key int64, round int, withMoves bool) error {
	played, err := readPlayed(ctx, q, key, round)
	if err != nil {
		return err
	}
	if _, err := readMembers(played.genomes); err != nil {
		return err
	}
	if _, err := readField(played.agents); err != nil {
		return err
	}
	list, err := readPairings(played.pairings)
	if err != nil {
		return err
	}
	for i := range list {
		if hasMoves(&list[i]) && withMoves {
			if err := addRecords(ctx, q, key, round, &list[i]); err != nil {
				return fmt.Errorf("pairing %d: %w", list[i].Index+1, err)
			}
		}
	}
	return nil
}

// Compact rewrites the store at path without the space of deleted runs. It returns the size of the
// file before and after, in bytes. It returns ErrInUse if a process is writing a run of the store.
// If it fails, for instance for lack of space, the store is as before.
func Compact(ctx context.Context, path string) (before, after int64, err error) {
	if _, err := os.Stat(path); err != nil {
		return 0, 0, fmt.Errorf("%w", err)
	}
	s, err := Open(path)
	if err != nil {
		return 0, 0, err
	}
	info, err := os.Stat(path)
	if err == nil {
		before = info.Size()
		err = vacuum(ctx, s)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return before, 0, err
	}
	if info, err = os.Stat(path); err != nil {
		return before, 0, fmt.Errorf("%w", err)
	}
	return before, info.Size(), nil
}

// vacuum rewrites a store that no process is writing, without its free pages.
func vacuum(ctx context.Context, s *Store) error {
	err := s.snapshot(ctx, func(q querier) error {
		keys, err := column[int64](ctx, q, "SELECT run FROM progress WHERE token <> ''")
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := checkUnused(ctx, q, key); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.write.mu.Lock()
	defer s.write.mu.Unlock()
	_, err = s.write.conn.ExecContext(ctx, "VACUUM")
	return explain(s.path, err)
}
