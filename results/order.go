package results

import "strings"

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
