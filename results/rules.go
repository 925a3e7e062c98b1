package results

import "context"

// rules is the table with the version of the game's rules by which each run was played. Every run
// has a row, with "" for a game without a version.
var rules = runText{"rules", "data", `CREATE TABLE IF NOT EXISTS rules ( -- the version of the rules by which a run was played
	run  INTEGER PRIMARY KEY REFERENCES run,
	data TEXT NOT NULL,          -- JSON: the version, a text; empty for a game without a version
	sum  INTEGER
) STRICT`}

// saveRules stores the version of the rules of a new run. It is "" for a game without a version.
func saveRules(ctx context.Context, tx transaction, key int64, version string) error {
	return rules.saveJSON(ctx, tx, key, version)
}

func addRules(ctx context.Context, q querier, r *Record) error {
	return rules.readJSON(ctx, q, r.key, "the version of its rules", &r.Rules)
}
