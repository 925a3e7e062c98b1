package results

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"modernc.org/sqlite"
)

// lowerSQL is the SQL function that returns a text in lower case. SQLite's own lower changes only
// the letters of ASCII.
const lowerSQL = "lanista_lower"

func init() {
	sqlite.MustRegisterDeterministicScalarFunction(lowerSQL, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, ok := args[0].(string)
		if !ok {
			return nil, fmt.Errorf("%s takes a text, not a %T", lowerSQL, args[0])
		}
		return strings.ToLower(text), nil
	})
}

// Query selects runs of a store for a list. A field with its zero value does not restrict the
// selection. Queries are comparable with ==.
type Query struct {
	Kind     Kind
	Engine   string
	Strategy string
	Status   Status
	Tag      string
	Text     string // part of the id, the name or the note; case is ignored
	// After is the id of a run for lists that are shown in pages: the selection begins after this
	// run. The default "" selects from the beginning.
	After string
	Sort  Order // order; "" means Newest
	Limit int   // maximum number of runs; 0 means all
	// Brief leaves out of every Result what describes the strategy's model: Importance,
	// ImportanceError, Interaction, Curves, Octaves and Map. Lists are read faster without it.
	Brief bool
	// Conclusions keeps in every Result only what Summary.Conclusion, Summary.Verdict and
	// Result.Headline depend on. Lists are read fastest with it.
	Conclusions bool
}

// members returns a filter for the parts of a stored result that the query needs, such as all but
// the strategy's model. It returns nil if the query needs the whole result.
func (q Query) members() memberFilter {
	switch {
	case q.Conclusions:
		return concluding
	case q.Brief:
		return withoutModel
	}
	return nil
}

// selectsAll reports whether the query selects all runs of the store.
func (q Query) selectsAll() bool {
	q.Sort, q.Brief, q.Conclusions = "", false, false
	return q == Query{}
}

// where returns SQL conditions for the runs that the query selects, and their arguments. If the
// query selects interrupted or running runs, the conditions may select runs of both statuses. The
// caller must then check each run, because the status depends on the state of the process that
// writes it.
func (q Query) where() (where []string, args []any) {
	add := func(condition string, value string) {
		if value != "" {
			where, args = append(where, condition), append(args, value)
		}
	}
	add("kind = ?", string(q.Kind))
	add("engine = ?", q.Engine)
	add("strategy = ?", q.Strategy)
	add("EXISTS (SELECT 1 FROM tag WHERE tag.run = r.key AND tag = ?)", q.Tag)
	if q.Status == Interrupted { // a run whose process was killed is stored as running
		where = append(where, "status <> 'finished'")
	} else {
		add("status = ?", string(q.Status))
	}
	add("instr("+lowerSQL+"(r.id || char(10) || name || char(10) || note), ?) > 0", strings.ToLower(q.Text))
	return where, args
}

// Order is the sort order of a list of runs.
type Order string

// These are the possible orders of lists of runs. Runs with the same number of games are sorted by
// age, newest first.
const (
	Newest    Order = "newest"
	Oldest    Order = "oldest"
	MostGames Order = "games"
)

// gamesOf returns an SQL expression for the number of games of a run: the games of its rounds, or
// the games of its stored pairings if it has no rounds. key is an SQL expression for the run's
// database key.
func gamesOf(key string) string {
	const sql = "(SELECT CASE rounds WHEN 0 THEN journal_games ELSE games END FROM progress WHERE run = KEY)"
	return strings.ReplaceAll(sql, "KEY", key)
}

func (o Order) sql() string {
	switch o {
	case Oldest:
		return "r.key"
	case MostGames:
		return gamesOf("r.key") + " DESC, r.key DESC"
	}
	return "r.key DESC"
}

// after returns an SQL condition that selects the runs after the run with the given key, in this
// sort order.
func (o Order) after(key int64) (condition string, args []any) {
	switch o {
	case Oldest:
		return "r.key > ?", []any{key}
	case MostGames:
		return "(" + gamesOf("r.key") + ", r.key) < (" + gamesOf("?") + ", ?)", slices.Repeat([]any{key}, strings.Count(gamesOf("?"), "?")+1)
	}
	return "r.key < ?", []any{key}
}
