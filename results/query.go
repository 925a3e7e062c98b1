package results

import (
	"strings"
)

// Query chooses runs. What is zero does not choose.
type Query struct {
	Kind     Kind
	Engine   string
	Strategy string
	Status   Status
	Tag      string
	Text     string // somewhere in the id, the name or the note, whatever the case
	// After names a run: only what comes after it is listed, the next page.
	After string
	Sort  Order // "" is Newest
	Limit int   // at most so many; 0 means all
}

// where says in SQL what can be said in it.
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
	add("instr(lower(r.id || char(10) || name || char(10) || note), lower(?)) > 0", q.Text)
	return where, args
}

// chosen says the rest: whether a process is alive is no matter of SQL.
func (q Query) chosen(s Summary) bool { return q.Status == "" || s.Status == q.Status }

// Order says which runs a list begins with.
type Order string

// The orders of lists of runs. Of runs with equally many games the newest comes first.
const (
	Newest    Order = "newest"
	Oldest    Order = "oldest"
	MostGames Order = "games"
)

// gamesOf is how many games a run has played, by the key that stands for KEY: those of
// its rounds, or of its journal where it has none.
func gamesOf(key string) string {
	const sql = "(SELECT CASE rounds WHEN 0 THEN cluster_games ELSE games END FROM progress WHERE run = KEY)"
	return strings.ReplaceAll(sql, "KEY", key)
}

// sql is how the runs are sorted.
func (o Order) sql() string {
	switch o {
	case Oldest:
		return "r.key"
	case MostGames:
		return gamesOf("r.key") + " DESC, r.key DESC"
	}
	return "r.key DESC"
}

// after chooses what comes after the run of a key.
func (o Order) after(key int64) (condition string, args []any) {
	switch o {
	case Oldest:
		return "r.key > ?", []any{key}
	case MostGames:
		return "(" + gamesOf("r.key") + ", r.key) < (" + gamesOf("?") + ", ?)", repeated(key, strings.Count(gamesOf("?"), "?")+1)
	}
	return "r.key < ?", []any{key}
}

func repeated(key int64, times int) (list []any) {
	for range times {
		list = append(list, key)
	}
	return list
}
