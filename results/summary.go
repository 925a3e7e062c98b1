package results

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// Status states whether a run is being written, was finished, or was interrupted.
type Status string

// These are the possible statuses of a run. A run whose process was killed counts as interrupted.
const (
	Running     Status = "running"
	Interrupted Status = "interrupted"
	Finished    Status = "finished"
)

// Summary contains the properties of a run that are shown in lists of runs. In the lists of
// [Store.List] and [Store.Runs], the fields Config, Rules, Space and Field of Info are empty.
type Summary struct {
	ID       string
	Info     // Config, Rules, Space and Field are only set by Store.Info and Store.Get; tags are sorted
	Status   Status
	Started  time.Time
	Ended    time.Time     // zero if the run is running or was killed
	Rounds   int           // finished rounds
	Games    int           // games of the finished rounds; for a run without rounds, games of the stored pairings
	Pairings int           // stored pairings of a tournament or a verification
	Elapsed  time.Duration // time spent in the rounds
	Result   *Result       // nil before the run is finished
	Note     string        // text written by the user
	// Failures counts the games that external programs lost by failing, by the kind of failure.
	// It includes games of an unfinished round; see [Store.Failures].
	Failures tournament.ForfeitCounts
	// Disputed describes the contradiction if two workers returned different results for the same
	// games. It is "" otherwise.
	Disputed string
	// Missing describes the losses of a run that was recovered from a damaged store. It is "" for a
	// complete run.
	Missing string

	token       string // of the process that writes the run; see Epoch
	unresumable bool   // the run cannot be continued because its state is incomplete
	key         int64
}

// Labels returns a number that changes if the name, the note or the tags of the run change.
func (s Summary) Labels() uint64 { return labelsOf(s.Name, s.Note, s.Tags) }

// Epoch returns a text that identifies the period in which one process writes the run. It changes
// when a process begins to write the run and when it ends. Within a period, stored results are not
// removed while games are played. A cache of results should therefore have the epoch in its key.
func (s Summary) Epoch() string { return s.token + s.Ended.String() }

// Verdict returns the conclusion of the verification on the run's result. It returns nil for an
// unfinished run and for a run without a verification.
func (s Summary) Verdict() *evidence.Verdict {
	if s.Result == nil {
		return nil
	}
	v := s.Result.Verdict()
	if v != nil && s.Disputed != "" {
		*v = v.Dispute()
	}
	return v
}

// Conclusion returns the result of a run in one line: the verdict on its weights, the leader of a
// tournament, or the score of a grid search. Without a verdict, the line states that the run is
// disputed if workers returned different results for the same games. Otherwise it is "not verified"
// for a search or a fit. Conclusion returns "" for an unfinished run that is not disputed.
func (s Summary) Conclusion() string {
	switch v := s.Verdict(); {
	case v != nil:
		return v.Text
	case s.Disputed != "":
		return "disputed, two workers gave different results for the same games"
	case s.Result == nil:
	case s.Kind == Tournament:
		return s.Result.Headline()
	case s.Kind == Grid:
		return fmt.Sprintf("%.0f of %d positions correct", float64(s.Result.Fitness)*float64(s.Result.Games), s.Result.Games)
	case s.Kind == Evolve || s.Kind == Fit:
		return "not verified"
	}
	return ""
}

// summaryColumns is the SQL statement that selects the columns of a [Summary], without
// conditions.
const summaryColumns = `
	SELECT r.key, r.id, kind, name, engine, strategy, seed, version, r.host, scale_free, status, started, ended, result, note, verdict, state_sum,
		rounds, games, forfeits, seconds, pairings, journal_games, p.sum, process, token, p.host, pid, beat
	FROM run AS r JOIN progress AS p ON p.run = r.key`

// summaries returns the runs for which wanted returns true, or all runs if wanted is nil. limit is
// the maximum number of runs; 0 means no limit. members selects the parts of the results that are
// read; nil means all. rest is the end of the SQL text after the list of columns, and args are its
// arguments.
func summaries(ctx context.Context, q querier, wanted func(Summary) bool, limit int, members memberFilter, rest string, args ...any) ([]Summary, error) {
	rows, err := q.QueryContext(ctx, summaryColumns+rest, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []Summary
	for rows.Next() {
		s, err := scanSummary(rows, members)
		if err != nil {
			return nil, inRun(s.ID, err)
		}
		if wanted == nil || wanted(s) {
			list = append(list, s)
		}
		if len(list) == limit && limit > 0 {
			break
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return list, err
	}
	return list, errors.Join(addTags(ctx, q, list), addFailures(ctx, q, list), addDisputes(ctx, q, list), addMissing(ctx, q, list))
}

// summary returns the summary of the run with the given key. It returns ErrUnknownRun if the run was
// deleted after the key was found.
func summary(ctx context.Context, q querier, key int64) (Summary, error) {
	list, err := summaries(ctx, q, nil, 0, nil, " WHERE r.key = ?", key)
	if err != nil || len(list) == 1 {
		return append(list, Summary{})[0], err
	}
	var there bool
	if err := q.QueryRowContext(ctx, "SELECT count(*) FROM run WHERE key = ?", key).Scan(&there); err != nil {
		return Summary{}, err
	}
	if !there {
		return Summary{}, errDeleted
	}
	return Summary{}, damagedf("a run has no row in the table progress")
}

func scanSummary(row *sql.Rows, members memberFilter) (Summary, error) {
	var s Summary
	var state state
	var c counts
	var seed, beat int64
	var started string
	var stateSum, countsSum sql.NullInt64
	var l lease
	var result sql.RawBytes
	err := row.Scan(&s.key, &s.ID, &s.Kind, &state.name, &s.Engine, &s.Strategy, &seed, &s.Version, &s.Host, &s.ScaleFree,
		&state.status, &started, &state.ended, &result, &state.note, &state.verdict, &stateSum,
		&c.rounds, &c.games, &c.forfeits, &c.seconds, &c.pairings, &c.journalGames, &countsSum, &l.process, &l.token, &l.host, &l.pid, &beat)
	if err != nil {
		return s, err
	}
	state.result = result
	if err := cmp.Or(state.sum().check(stateSum), c.sum().check(countsSum)); err != nil {
		return s, err
	}
	s.Seed, s.Rounds, s.Games, s.Pairings, s.Elapsed = uint64(seed), c.rounds, c.games, c.pairings, inSeconds(c.seconds)
	if s.Rounds == 0 {
		s.Games = c.journalGames
	}
	if s.Started, err = time.Parse(time.RFC3339, started); err != nil {
		return s, damagedf("started at %q", started)
	}
	if err := state.read(&s, members); err != nil {
		return s, err
	}
	s.token, l.beat = l.token, time.UnixMilli(beat)
	if s.Status == Running && !l.alive(hostname(), time.Now()) {
		s.Status = Interrupted
	}
	return s, nil
}

// state contains the columns of a run's row that may change after the run has begun. They have a
// separate checksum.
type state struct {
	name, status   string
	ended, verdict sql.NullString
	result         []byte // nil if it is NULL
	note           string
}

func (s *state) sum() sum {
	return sum(0).text(s.name).text(s.status).text(s.ended.String).bytes(s.result).text(s.note).text(s.verdict.String)
}

// read copies one row of the table of runs, such as name, status and result, to a summary.
// members selects which fields of the stored JSON result are read; nil selects all.
func (s *state) read(to *Summary, members memberFilter) error {
	var err error
	to.Name, to.Status, to.Note = s.name, Status(s.status), s.note
	if s.ended.Valid {
		if to.Ended, err = time.Parse(time.RFC3339, s.ended.String); err != nil {
			return damagedf("ended at %q", s.ended.String)
		}
	}
	if s.result != nil {
		var a Result
		text := s.result
		if members != nil {
			text = selected(text, func(key string) bool { return members(to.Kind, key) })
		}
		if err := json.Unmarshal(text, &a); err != nil {
			return fmt.Errorf("result: %w", damagedf("%v", err))
		}
		to.Result = &a
	}
	return nil
}

// memberFilter selects parts of the JSON form of a [Result] for a list of runs. It reports whether
// the member with the given key is needed for a run of the given kind.
type memberFilter func(kind Kind, key string) bool

// modelMembers are the JSON names of the members of a [Result] about the strategy's model.
var modelMembers = []string{"importance", "importance_error", "interaction", "curves", "octaves", "map"}

// conclusionMembers are the JSON names of the members of a [Result] that [Summary.Conclusion],
// [Summary.Verdict] and [Result.Headline] depend on.
var conclusionMembers = []string{"fitness", "games", "kept_start", "refused", "rating", "other", "played", "standings"}

// withoutModel is a memberFilter that leaves out all data about the strategy's model, which is most
// of a result.
func withoutModel(_ Kind, key string) bool { return !slices.Contains(modelMembers, key) }

// concluding is a [memberFilter] for lists that show only the conclusions of runs. It selects the
// parts of a [Result] that [Summary.Conclusion], [Summary.Verdict] and [Result.Headline] need.
// Standings are selected for tournaments only.
func concluding(kind Kind, key string) bool {
	return slices.Contains(conclusionMembers, key) && (key != "standings" || kind == Tournament)
}

// selected returns the JSON text of a result with only the members for which wanted returns true,
// to make lists of runs faster. The text must have the form that json.Marshal writes; an invalid
// text stays invalid.
func selected(text []byte, wanted func(key string) bool) []byte {
	out := make([]byte, 0, min(len(text), 1<<10))
	for len(text) > 0 {
		end := memberEnd(text)
		member := text[:end]
		key, _, named := bytes.Cut(bytes.TrimLeft(member, `,{"`), []byte{'"'})
		if !named || wanted(string(key)) { // without a key: the last brace, or damage
			out = append(out, member...)
		} else if member[0] == '{' {
			out = append(out, '{')
		}
		text = text[end:]
	}
	if len(out) > 1 && out[0] == '{' && out[1] == ',' {
		out = append(out[:1], out[2:]...)
	}
	return out
}

// memberEnd returns the index of the comma or brace that ends the first member of a JSON object.
// text must begin with the brace or comma before the member.
func memberEnd(text []byte) int {
	depth := 0
	for i := 1; i < len(text); i++ {
		if c := text[i]; c != '"' && c != ',' && c < '[' {
			continue // most of a list of numbers
		}
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[':
			depth++
			i += numbers(text[i+1:])
		case '{':
			depth++
		case ']':
			depth--
		case '}', ',':
			if depth == 0 {
				return i
			}
			if text[i] == '}' {
				depth--
			}
		}
	}
	return len(text)
}

// numbers returns the length of a JSON list of numbers up to its closing bracket, so that a reader
// can skip the list. It returns 0 for a list with other values.
func numbers(list []byte) int {
	if len(list) == 0 || list[0] > '9' || list[0] < '-' {
		return 0
	}
	end := bytes.IndexByte(list, ']')
	if end < 0 || bytes.IndexByte(list[:end], '"') >= 0 || bytes.IndexByte(list[:end], '[') >= 0 || bytes.IndexByte(list[:end], '{') >= 0 {
		return 0
	}
	return end
}

// updateStateSum computes and stores the checksum of the columns of a run that can change after its
// beginning: name, status, end, result, note and verdict. It must be called after every such change.
func updateStateSum(ctx context.Context, tx transaction, run int64) error {
	var s state
	err := tx.QueryRowContext(ctx, "SELECT name, status, ended, result, note, verdict FROM run WHERE key = ?", run).
		Scan(&s.name, &s.status, &s.ended, &s.result, &s.note, &s.verdict)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE run SET state_sum = ? WHERE key = ?", int64(s.sum()), run)
	return err
}

// setResult stores the result of a run. It also stores the verdict as a single word, for the SQL
// queries of users.
func setResult(ctx context.Context, tx transaction, run int64, a Result) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE run SET result = ?, verdict = ? WHERE key = ?", string(text), verdictWord(a.Verdict()), run)
	return err
}

// verdictWord returns the word that the database contains for a verdict, or NULL if v is nil.
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

func addTags(ctx context.Context, q querier, list []Summary) error {
	if len(list) == 0 {
		return nil
	}
	place, where, args := indexByKey(list)
	return eachRow(ctx, q, "SELECT run, tag FROM tag"+where+" ORDER BY run, tag", args, func(rows *sql.Rows) error {
		var key int64
		var tag string
		err := rows.Scan(&key, &tag)
		if i, ok := place[key]; ok {
			list[i].Tags = append(list[i].Tags, tag)
		}
		return err
	})
}

// longPage is the largest number of runs that an SQL condition selects by listing their keys. For more
// runs whole tables are read instead.
const longPage = 1000

// indexByKey returns the index in list of every run by its database key. It also returns an SQL
// condition that selects the rows of these runs. For more than longPage runs the condition is
// empty, and the caller must skip the rows of other runs. list must not be empty.
func indexByKey(list []Summary) (place map[int64]int, where string, args []any) {
	place = make(map[int64]int, len(list))
	for i, s := range list {
		place[s.key] = i
		args = append(args, s.key)
	}
	if len(list) > longPage {
		return place, "", nil
	}
	return place, " WHERE run IN (?" + strings.Repeat(", ?", len(list)-1) + ")", args
}
