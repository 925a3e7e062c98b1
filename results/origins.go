package results

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/tournament"
)

// Worker is a process that has played games for a run.
type Worker struct {
	ID        string `json:"id"`
	Host      string `json:"host,omitempty"`
	Build     string `json:"build,omitempty"`
	Slots     int    `json:"slots,omitempty" doc:"games that it plays at the same time"`
	Pairings  int    `json:"pairings" doc:"stored pairings that it played"`
	Confirmed int    `json:"confirmed,omitempty" doc:"pairings that another worker has played with the same result"`
	Excluded  string `json:"excluded,omitempty" doc:"why its results are not used any more"`

	suspect bool // its results differ from another worker's, and no third worker has decided which are right
}

// workerTable and originTable are the SQL statements that create the table of the workers of a run,
// and the table of the pairings that they have played. They are executed when a run is first played
// by workers. A row of the table origin lists the pairings that one transaction stored, as groups
// of consecutive pairings of one worker. Games are not counted, and pairings that the process of the
// run played itself are in no row.
//
// A group has the form WORKER:FROM-TO@SLOT#TASK, with the index of the worker and the number of its
// task. "@SLOT" is left out for slot 0. If other workers had equal results, their tasks follow as
// in +WORKER#TASK,WORKER#TASK.
const (
	workerTable = `CREATE TABLE IF NOT EXISTS worker ( -- processes that have played for a run
	run      INTEGER NOT NULL REFERENCES run,
	number   INTEGER NOT NULL,       -- from 0
	id       TEXT    NOT NULL,
	host     TEXT    NOT NULL,
	build    TEXT    NOT NULL,
	slots    INTEGER NOT NULL,
	suspect  INTEGER NOT NULL CHECK (suspect IN (0, 1)), -- its results are disputed
	excluded TEXT    NOT NULL,       -- why its results are not used; '' if they are
	sum      INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID`
	originTable = `CREATE TABLE IF NOT EXISTS origin ( -- which worker played which pairings
	run        INTEGER NOT NULL REFERENCES run,
	number     INTEGER NOT NULL,     -- in the order of storing
	generation INTEGER NOT NULL,     -- 0 is a tournament or a verification
	played     TEXT    NOT NULL,     -- WORKER:FROM-TO@SLOT#TASK+WORKER#TASK,WORKER#TASK and so on
	sum        INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID`
)

func (w Worker) sum(number int) sum {
	s := sum(0).int(number).text(w.ID).text(w.Host).text(w.Build).int(w.Slots)
	if w.suspect {
		s = s.int(1)
	}
	return s.text(w.Excluded)
}

func originSum(generation int, played string) sum {
	return sum(0).int(generation).text(played)
}

// origin is a group of consecutive pairings that one worker has played. worker is the index in the
// run's list of workers.
type origin struct {
	worker, from, to, slot, task int // from and to are the first and the last pairing
	agreed                       []agreement
}

// agreement states that another worker played the same pairings with equal results. worker is the
// index of that worker, and task is the number of its task that contains the pairings.
type agreement struct{ worker, task int }

// saveOrigins stores which workers have played the pairings in list. round is 0 for pairings of a
// tournament or a verification. It ignores pairings that were played in this process.
func (r *Run) saveOrigins(ctx context.Context, tx transaction, round int, list []tournament.Result) error {
	var played []tournament.Result
	for i := range list {
		if list[i].Origin != nil {
			played = append(played, list[i])
		}
	}
	if len(played) == 0 {
		return nil
	}
	slices.SortStableFunc(played, func(a, b tournament.Result) int {
		return cmp.Compare(a.Index, b.Index)
	})
	var groups []origin
	var last *tournament.Origin
	places := make(map[Worker]int) // a worker that confirmed results before it played is here twice
	place := func(w Worker) (n int, err error) {
		n, known := places[w]
		if !known {
			n, err = r.worker(ctx, tx, w)
			places[w] = n
		}
		return n, err
	}
	for i := range played {
		from := played[i].Origin
		if from == last && groups[len(groups)-1].to == played[i].Index-1 {
			groups[len(groups)-1].to++
			continue
		}
		last = from
		g := origin{from: played[i].Index, to: played[i].Index, slot: from.Slot, task: from.Task}
		var err error
		if g.worker, err = place(Worker{ID: from.Worker, Host: from.Host, Build: from.Build, Slots: from.Slots}); err != nil {
			return err
		}
		for _, a := range from.Agreed {
			n, err := place(Worker{ID: a.Worker})
			if err != nil {
				return err
			}
			g.agreed = append(g.agreed, agreement{n, a.Task})
		}
		groups = append(groups, g)
	}
	if _, err := tx.ExecContext(ctx, originTable); err != nil {
		return err
	}
	text := formatOrigins(groups)
	_, err := tx.ExecContext(ctx, "INSERT INTO origin (run, number, generation, played, sum) VALUES (?, (SELECT coalesce(max(number) + 1, 0) FROM origin WHERE run = ?), ?, ?, ?)",
		r.key, r.key, round, text, int64(originSum(round, text)))
	return err
}

// worker returns the index of w in the run's list of workers. It adds w if it is missing, and
// stores properties of w that were not known before.
func (r *Run) worker(ctx context.Context, tx transaction, w Worker) (int, error) {
	list, err := workers(ctx, tx, r.key)
	if err != nil {
		return 0, err
	}
	n := slices.IndexFunc(list, func(x Worker) bool { return x.ID == w.ID })
	if n >= 0 && (list[n].Host != "" || w.Host == "") {
		return n, nil
	}
	if n < 0 {
		n = len(list)
	} else {
		w.suspect, w.Excluded = list[n].suspect, list[n].Excluded
	}
	return n, r.saveWorker(ctx, tx, n, w)
}

func (r *Run) saveWorker(ctx context.Context, tx transaction, n int, w Worker) error {
	if _, err := tx.ExecContext(ctx, workerTable); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO worker (run, number, id, host, build, slots, suspect, excluded, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		r.key, n, w.ID, w.Host, w.Build, w.Slots, w.suspect, w.Excluded, int64(w.sum(n)))
	return err
}

// workers reads the list of workers that have played games for a run.
func workers(ctx context.Context, q querier, key int64) ([]Worker, error) {
	var list []Worker
	err := eachStored(ctx, q, "worker", "SELECT number, id, host, build, slots, suspect, excluded, sum FROM worker WHERE run = ? ORDER BY number", []any{key}, func(rows *sql.Rows) error {
		var w Worker
		var n int
		var stored sql.NullInt64
		if err := rows.Scan(&n, &w.ID, &w.Host, &w.Build, &w.Slots, &w.suspect, &w.Excluded, &stored); err != nil {
			return err
		}
		if err := w.sum(n).check(stored); err != nil || n != len(list) {
			return cmp.Or(err, damagedf("worker %d is missing", len(list)))
		}
		list = append(list, w)
		return nil
	})
	return list, err
}

// originRow is a row of the table origin, which lists the workers that played some stored pairings.
type originRow struct {
	number, generation int
	groups             []origin
}

// origins reads which workers have played which pairings of a run, in the order in which these were
// stored.
func origins(ctx context.Context, q querier, key int64) ([]originRow, error) {
	var list []originRow
	err := eachStored(ctx, q, "origin", "SELECT number, generation, played, sum FROM origin WHERE run = ? ORDER BY number", []any{key}, func(rows *sql.Rows) error {
		var row originRow
		var played string
		var stored sql.NullInt64
		if err := rows.Scan(&row.number, &row.generation, &played, &stored); err != nil {
			return err
		}
		err := originSum(row.generation, played).check(stored)
		if err == nil {
			row.groups, err = parseOrigins(played)
		}
		if err != nil {
			return fmt.Errorf("the workers of a round: %w", err)
		}
		list = append(list, row)
		return nil
	})
	return list, err
}

func addWorkers(ctx context.Context, q querier, r *Record) error {
	list, err := workers(ctx, q, r.key)
	if err != nil || len(list) == 0 {
		return err
	}
	rows, err := origins(ctx, q, r.key)
	if err != nil {
		return err
	}
	for _, row := range rows {
		for _, g := range row.groups {
			if g.worker >= len(list) {
				return damagedf("worker %d is missing", g.worker)
			}
			n := g.to - g.from + 1
			if list[g.worker].Pairings += n; len(g.agreed) > 0 {
				list[g.worker].Confirmed += n
			}
		}
	}
	r.Workers = list
	return nil
}

// formatOrigins formats groups of pairings for a row of the table origin, separated by blanks. A
// group has the form worker:from-to@slot#task, such as "0:3-7@1#2". A single pairing has no "-to",
// and slot 0, the first goroutine of the worker, is omitted. The workers that returned the same
// results follow after "+", as worker#task, separated by commas.
func formatOrigins(groups []origin) string {
	var b strings.Builder
	for i, g := range groups {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d:%d", g.worker, g.from)
		if g.to != g.from {
			fmt.Fprintf(&b, "-%d", g.to)
		}
		if g.slot != 0 {
			fmt.Fprintf(&b, "@%d", g.slot)
		}
		fmt.Fprintf(&b, "#%d", g.task)
		for k, a := range g.agreed {
			fmt.Fprintf(&b, "%c%d#%d", "+,"[min(k, 1)], a.worker, a.task)
		}
	}
	return b.String()
}

// parseOrigins parses the groups of pairings in a row of the table origin.
func parseOrigins(text string) ([]origin, error) {
	var groups []origin
	for part := range strings.FieldsSeq(text) {
		played, agreed, isAgreed := strings.Cut(part, "+")
		played, task, ok := strings.Cut(played, "#")
		played, slot, hasSlot := strings.Cut(played, "@")
		worker, pairings, hasPairings := strings.Cut(played, ":")
		first, last, several := strings.Cut(pairings, "-")
		if !several {
			last = first
		}
		if !hasSlot {
			slot = "0"
		}
		ok = ok && hasPairings
		var g origin
		for _, n := range []struct {
			to   *int
			text string
		}{{&g.worker, worker}, {&g.from, first}, {&g.to, last}, {&g.slot, slot}, {&g.task, task}} {
			var err error
			if *n.to, err = strconv.Atoi(n.text); err != nil || *n.to < 0 {
				ok = false
			}
		}
		if isAgreed {
			for id := range strings.SplitSeq(agreed, ",") {
				id, task, _ := strings.Cut(id, "#")
				n, err := strconv.Atoi(id)
				k, bad := strconv.Atoi(task)
				if ok = ok && err == nil && bad == nil && n >= 0 && k >= 0; ok {
					g.agreed = append(g.agreed, agreement{n, k})
				}
			}
		}
		if !ok || g.to < g.from {
			return nil, damagedf("%q is no group of pairings", part)
		}
		groups = append(groups, g)
	}
	return groups, nil
}
