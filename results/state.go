package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/lanista/lanista/results/evidence"
)

// state is what changes of a run's row.
type state struct {
	name, status           string
	ended, answer, verdict sql.NullString
	note                   string
}

func (s *state) sum() sum {
	var c sum
	for _, text := range [...]string{s.name, s.status, s.ended.String, s.answer.String, s.note, s.verdict.String} {
		c = c.text(text)
	}
	return c
}

// read copies the state to a summary.
func (s *state) read(to *Summary) error {
	var err error
	to.Name, to.Status, to.Note = s.name, Status(s.status), s.note
	if s.ended.Valid {
		if to.Ended, err = time.Parse(time.RFC3339, s.ended.String); err != nil {
			return damagedf("ended at %q", s.ended.String)
		}
	}
	if s.answer.Valid {
		var a Answer
		if err := json.Unmarshal([]byte(s.answer.String), &a); err != nil {
			return fmt.Errorf("answer: %w", damagedf("%v", err))
		}
		to.Answer = &a
	}
	return nil
}

// seal sums the state of a run, after it has been changed.
func seal(ctx context.Context, tx transaction, run int64) error {
	var s state
	err := tx.QueryRowContext(ctx, "SELECT name, status, ended, answer, note, verdict FROM run WHERE key = ?", run).
		Scan(&s.name, &s.status, &s.ended, &s.answer, &s.note, &s.verdict)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE run SET state_sum = ? WHERE key = ?", int64(s.sum()), run)
	return err
}

// setAnswer writes the answer of a run, with the word of its verdict for those
// who search the store.
func setAnswer(ctx context.Context, tx transaction, run int64, a Answer) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE run SET answer = ?, verdict = ? WHERE key = ?", string(text), verdictWord(a.Verdict()), run)
	return err
}

func verdictWord(v *evidence.Verdict) sql.NullString {
	switch {
	case v == nil:
		return sql.NullString{}
	case v.KeptStart:
		return sql.NullString{String: "start kept", Valid: true}
	case v.Better:
		return sql.NullString{String: "better", Valid: true}
	case v.Interval.High < 0:
		return sql.NullString{String: "worse", Valid: true}
	}
	return sql.NullString{String: "not shown", Valid: true}
}
