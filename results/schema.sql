-- Format 4 of the store. Weights and places are JSON lists; times are RFC 3339 in
-- UTC; seeds are unsigned 64-bit numbers in two's complement (printf('%u', seed));
-- a sum is a CRC-32C of the row's other values; a row whose sum is NULL is not checked.

CREATE TABLE run (
	key         INTEGER PRIMARY KEY,       -- in the order of beginning
	id          TEXT    NOT NULL UNIQUE,   -- as typed on the command line
	kind        TEXT    NOT NULL,          -- evolve, grid, fit, tournament
	name        TEXT    NOT NULL,          -- given by the user, may be empty
	engine      TEXT    NOT NULL,
	strategy    TEXT    NOT NULL,
	config      TEXT    NOT NULL,          -- YAML, as resolved
	config_hash TEXT    NOT NULL,          -- SHA-256 of config
	seed        INTEGER NOT NULL,
	version     TEXT    NOT NULL,          -- of the program
	host        TEXT    NOT NULL,
	space       TEXT    NOT NULL,          -- the weights: names, ranges, defaults
	scale_free  INTEGER NOT NULL CHECK (scale_free IN (0, 1)),
	status      TEXT    NOT NULL CHECK (status IN ('running', 'interrupted', 'finished')),
	started     TEXT    NOT NULL,
	ended       TEXT,
	result      TEXT,                      -- JSON: weights and the verification's evidence
	note        TEXT    NOT NULL,          -- the user's, may be empty
	verdict     TEXT,                      -- better, not shown, worse, start kept; NULL where nothing was verified
	sum         INTEGER,                   -- of what a run begins with
	state_sum   INTEGER                    -- of name, status, ended, result, note, verdict
) STRICT;

CREATE TABLE tag (                         -- words that the user has given to runs
	run INTEGER NOT NULL REFERENCES run,
	tag TEXT    NOT NULL,
	PRIMARY KEY (run, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE progress (                    -- how far a run is, and who may write it
	run           INTEGER PRIMARY KEY REFERENCES run,
	rounds        INTEGER NOT NULL,        -- rows of generation
	games         INTEGER NOT NULL,        -- played in them
	forfeits      INTEGER NOT NULL,        -- of these games
	seconds       REAL    NOT NULL,        -- spent in them
	pairings      INTEGER NOT NULL,        -- rows of journal
	journal_games INTEGER NOT NULL,        -- played in them
	process       TEXT    NOT NULL,        -- of the writer: drawn when it started
	token         TEXT    NOT NULL,        -- drawn when it took the run; '' while nobody writes it
	host          TEXT    NOT NULL,
	pid           INTEGER NOT NULL,
	beat          INTEGER NOT NULL,        -- last sign of life, milliseconds since 1970
	sum           INTEGER                  -- of the counts
) STRICT;

CREATE TABLE generation (                  -- a round of a strategy
	run            INTEGER NOT NULL REFERENCES run,
	number         INTEGER NOT NULL,       -- from 1
	games          INTEGER NOT NULL,       -- played in this round
	total          INTEGER NOT NULL,       -- in the run, this round included
	forfeits       INTEGER NOT NULL,
	best_fitness   REAL,                   -- over the genomes
	mean_fitness   REAL,
	spread_fitness REAL,                   -- standard deviation
	mean_weights   TEXT,                   -- over the genomes
	spread_weights TEXT,
	result         TEXT    NOT NULL,       -- JSON: the result so far
	seconds        REAL    NOT NULL,
	saved          TEXT    NOT NULL,
	sum            INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE played (                      -- who played whom in a round; the views below take it apart
	run        INTEGER NOT NULL,
	generation INTEGER NOT NULL,
	genomes    TEXT    NOT NULL,           -- JSON: a list per genome, best first
	agents   TEXT    NOT NULL,           -- JSON: a list per agent
	pairings   TEXT    NOT NULL,           -- JSON: a list per pairing
	sum        INTEGER,
	PRIMARY KEY (run, generation),
	FOREIGN KEY (run, generation) REFERENCES generation (run, number)
) STRICT;

CREATE TABLE field (                  -- who plays in a tournament or a verification
	run        INTEGER NOT NULL REFERENCES run,
	number     INTEGER NOT NULL,           -- from 0
	name       TEXT    NOT NULL,
	player     TEXT    NOT NULL,
	weights    TEXT    NOT NULL,
	settings   TEXT    NOT NULL,
	time_limit TEXT    NOT NULL DEFAULT '', -- what it may spend on its moves
	sum        INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (                     -- the journal of a tournament or a verification
	run      INTEGER NOT NULL REFERENCES run,
	number   INTEGER NOT NULL,             -- place in the schedule, from 0
	agents   TEXT    NOT NULL,             -- agents by seat in the first game; game r turns them r seats
	seed     INTEGER NOT NULL,
	games    INTEGER NOT NULL,             -- seat orders
	score    REAL    NOT NULL,             -- mean score of the first of agents
	places   TEXT    NOT NULL,             -- per game the place of every seat, or {"scores":[...]}
	forfeits TEXT,                         -- per forfeit {game, seat, kind, reason}
	more     TEXT,                         -- JSON: apart, opponents, first of agents who do not meet; scale of scores; content of the games, 8 bytes each in base64
	sum      INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE record (                      -- how the games of a pairing went, where that was asked for
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,           -- 0 is a tournament or a verification
	number     INTEGER NOT NULL,           -- of the pairing
	games      BLOB    NOT NULL,           -- per game plies, ending and moves; see moves.go
	sum        INTEGER,
	PRIMARY KEY (run, generation, number)
) STRICT, WITHOUT ROWID;

CREATE VIEW genome AS                      -- the population of a round; ranks count from 1
	SELECT run, generation, j.key + 1 AS rank, j.value ->> 0 AS id, j.value ->> 1 AS born, j.value ->> 2 AS weights,
		j.value ->> 3 AS games, j.value ->> 4 AS wins, j.value ->> 5 AS draws, j.value ->> 6 AS losses, j.value ->> 7 AS fitness
	FROM played, json_each(genomes) AS j;

CREATE VIEW agent AS                        -- generation 0 is a tournament or a verification
	SELECT run, 0 AS generation, number, name, player, weights, settings, time_limit FROM field
	UNION ALL
	SELECT run, generation, j.key, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, coalesce(j.value ->> 4, '')
	FROM played, json_each(agents) AS j;

CREATE VIEW pairing AS                     -- of all rounds; generation 0 is the journal
	SELECT run, 0 AS generation, number, agents, seed, games, score, places, forfeits, more FROM journal
	UNION ALL
	SELECT run, generation, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6,
		j.value ->> 7
	FROM played, json_each(pairings) AS j;

CREATE TABLE snapshot (                    -- the state of the strategy, the latest two
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,
	state      BLOB    NOT NULL,
	sum        INTEGER,
	PRIMARY KEY (run, generation)
) STRICT;

CREATE TABLE grid (                        -- an exhaustive search
	run      INTEGER PRIMARY KEY REFERENCES run,
	axes     TEXT    NOT NULL,             -- JSON: name, from, step, count
	etudes   INTEGER NOT NULL,
	best     INTEGER NOT NULL,             -- most hits
	optimal  INTEGER NOT NULL,             -- points with as many
	chosen   TEXT    NOT NULL,             -- the weights chosen
	hits     BLOB    NOT NULL,             -- two bytes a point, little-endian, the last axis fastest
	seconds  REAL    NOT NULL,
	sum      INTEGER
) STRICT;
