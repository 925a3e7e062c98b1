-- Version 1 of the store. Weights and places are JSON lists; times are RFC 3339
-- in UTC; seeds are unsigned 64-bit numbers in two's complement (printf('%u', seed)).

CREATE TABLE run (
	key         INTEGER PRIMARY KEY,       -- in the order of beginning
	id          TEXT    NOT NULL UNIQUE,   -- as typed on the command line
	kind        TEXT    NOT NULL CHECK (kind IN ('evolve', 'grid', 'tournament')),
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
	answer      TEXT                       -- JSON: weights and the verification's evidence
) STRICT;

CREATE TABLE lease (                       -- who may write a run
	run     INTEGER PRIMARY KEY REFERENCES run,
	process TEXT    NOT NULL,              -- drawn by the process when it started
	token   TEXT    NOT NULL,              -- drawn when the lease was taken
	host    TEXT    NOT NULL,
	pid     INTEGER NOT NULL,
	beat    INTEGER NOT NULL               -- last sign of life, milliseconds since 1970
) STRICT;

CREATE TABLE generation (                  -- a round of a strategy
	run            INTEGER NOT NULL REFERENCES run,
	number         INTEGER NOT NULL,       -- from 1
	games          INTEGER NOT NULL,       -- in this generation
	total          INTEGER NOT NULL,       -- in the run, this generation included
	forfeits       INTEGER NOT NULL,
	best_fitness   REAL,                   -- over the genomes
	mean_fitness   REAL,
	spread_fitness REAL,                   -- standard deviation
	mean_weights   TEXT,                   -- over the genomes
	spread_weights TEXT,
	answer         TEXT    NOT NULL,       -- JSON: the answer so far
	seconds        REAL    NOT NULL,
	saved          TEXT    NOT NULL,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE played (                      -- who played whom in a generation; the views below take it apart
	run        INTEGER NOT NULL,
	generation INTEGER NOT NULL,
	genomes    TEXT    NOT NULL,           -- JSON: a list per genome, best first
	entrants   TEXT    NOT NULL,           -- JSON: a list per agent
	pairings   TEXT    NOT NULL,           -- JSON: a list per pairing
	PRIMARY KEY (run, generation),
	FOREIGN KEY (run, generation) REFERENCES generation (run, number)
) STRICT;

CREATE TABLE contestant (                  -- who plays in a tournament or a verification
	run      INTEGER NOT NULL REFERENCES run,
	number   INTEGER NOT NULL,             -- from 0
	name     TEXT    NOT NULL,
	player   TEXT    NOT NULL,
	weights  TEXT    NOT NULL,
	settings TEXT    NOT NULL,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE cluster (                     -- the journal of a tournament or a verification
	run      INTEGER NOT NULL REFERENCES run,
	number   INTEGER NOT NULL,             -- place in the schedule, from 0
	agents   TEXT    NOT NULL,             -- contestants by seat in the first game; game r turns them r seats
	seed     INTEGER NOT NULL,
	games    INTEGER NOT NULL,
	score    REAL    NOT NULL,             -- mean score of the first of agents
	places   TEXT    NOT NULL,             -- per game the place of every seat
	forfeits TEXT,                         -- per forfeit {game, seat, reason}
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE VIEW genome AS                      -- the population of a generation; ranks count from 1
	SELECT run, generation, j.key + 1 AS rank, j.value ->> 0 AS id, j.value ->> 1 AS born, j.value ->> 2 AS weights,
		j.value ->> 3 AS games, j.value ->> 4 AS wins, j.value ->> 5 AS draws, j.value ->> 6 AS losses, j.value ->> 7 AS fitness
	FROM played, json_each(genomes) AS j;

CREATE VIEW entrant AS                     -- generation 0 is a tournament or a verification
	SELECT run, 0 AS generation, number, name, player, weights, settings FROM contestant
	UNION ALL
	SELECT run, generation, j.key, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3
	FROM played, json_each(entrants) AS j;

CREATE VIEW pairing AS                     -- as cluster, of all generations
	SELECT run, 0 AS generation, number, agents, seed, games, score, places, forfeits FROM cluster
	UNION ALL
	SELECT run, generation, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6
	FROM played, json_each(pairings) AS j;

CREATE TABLE snapshot (                    -- the state of the strategy, the latest two
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,
	state      BLOB    NOT NULL,
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
	seconds  REAL    NOT NULL
) STRICT;
