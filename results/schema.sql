-- Format 4 of the store. Weights and places are JSON lists. Times are RFC 3339 in UTC.
-- Seeds are unsigned 64-bit numbers in two's complement (printf('%u', seed)). A sum is
-- a CRC-32C of the other values of its row. A row whose sum is NULL is not checked.

CREATE TABLE run (
	key         INTEGER PRIMARY KEY,       -- in the order in which the runs began
	id          TEXT    NOT NULL UNIQUE,   -- as in commands and tables
	kind        TEXT    NOT NULL,          -- evolve, grid, fit, tournament
	name        TEXT    NOT NULL,          -- given by the user, may be empty
	engine      TEXT    NOT NULL,
	strategy    TEXT    NOT NULL,
	config      TEXT    NOT NULL,          -- YAML, as resolved
	config_hash TEXT    NOT NULL,          -- SHA-256 of config
	seed        INTEGER NOT NULL,
	version     TEXT    NOT NULL,          -- of the program
	host        TEXT    NOT NULL,
	space       TEXT    NOT NULL,          -- JSON: names, ranges and defaults of the weights
	scale_free  INTEGER NOT NULL CHECK (scale_free IN (0, 1)),
	status      TEXT    NOT NULL CHECK (status IN ('running', 'interrupted', 'finished')),
	started     TEXT    NOT NULL,
	ended       TEXT,
	result      TEXT,                      -- JSON: weights and the results of the verification
	note        TEXT    NOT NULL,          -- the user's, may be empty
	verdict     TEXT,                      -- better, not shown, worse, start kept; NULL without a verification
	sum         INTEGER,                   -- of the columns that are written when the run begins
	state_sum   INTEGER                    -- of name, status, ended, result, note, verdict
) STRICT;

CREATE TABLE tag (                         -- words that the user has given to runs
	run INTEGER NOT NULL REFERENCES run,
	tag TEXT    NOT NULL,
	PRIMARY KEY (run, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE progress (                    -- counts of a run, and the process that writes it
	run           INTEGER PRIMARY KEY REFERENCES run,
	rounds        INTEGER NOT NULL,        -- number of rows of generation
	games         INTEGER NOT NULL,        -- games of these rounds
	forfeits      INTEGER NOT NULL,        -- forfeited games among them
	seconds       REAL    NOT NULL,        -- duration of these rounds
	pairings      INTEGER NOT NULL,        -- number of rows of journal
	journal_games INTEGER NOT NULL,        -- games of these pairings
	process       TEXT    NOT NULL,        -- random text that the writing process chose when it started
	token         TEXT    NOT NULL,        -- random text, chosen when the process took the run; '' if no process writes it
	host          TEXT    NOT NULL,
	pid           INTEGER NOT NULL,
	beat          INTEGER NOT NULL,        -- time of the last heartbeat, milliseconds since 1970
	sum           INTEGER                  -- of the counts
) STRICT;

CREATE TABLE generation (                  -- a round of a strategy
	run            INTEGER NOT NULL REFERENCES run,
	number         INTEGER NOT NULL,       -- from 1
	games          INTEGER NOT NULL,       -- games of this round
	total          INTEGER NOT NULL,       -- games of the run up to the end of this round
	forfeits       INTEGER NOT NULL,
	best_fitness   REAL,                   -- largest fitness of the genomes
	mean_fitness   REAL,
	spread_fitness REAL,                   -- standard deviation of the fitness
	mean_weights   TEXT,                   -- means over the genomes
	spread_weights TEXT,                   -- standard deviations
	result         TEXT    NOT NULL,       -- JSON: the result so far
	seconds        REAL    NOT NULL,
	saved          TEXT    NOT NULL,
	sum            INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE played (                      -- genomes, agents and pairings of a round; views unpack the lists
	run        INTEGER NOT NULL,
	generation INTEGER NOT NULL,
	genomes    TEXT    NOT NULL,           -- JSON: a list per genome, best first
	agents     TEXT    NOT NULL,           -- JSON: a list per agent
	pairings   TEXT    NOT NULL,           -- JSON: a list per pairing
	sum        INTEGER,
	PRIMARY KEY (run, generation),
	FOREIGN KEY (run, generation) REFERENCES generation (run, number)
) STRICT;

CREATE TABLE field (                       -- the agents of a tournament or a verification
	run        INTEGER NOT NULL REFERENCES run,
	number     INTEGER NOT NULL,           -- from 0
	name       TEXT    NOT NULL,
	player     TEXT    NOT NULL,
	weights    TEXT    NOT NULL,
	settings   TEXT    NOT NULL,
	time_limit TEXT    NOT NULL DEFAULT '', -- time limit for its moves; '' for none
	sum        INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (                     -- the pairings of a tournament or a verification
	run      INTEGER NOT NULL REFERENCES run,
	number   INTEGER NOT NULL,             -- place in the schedule, from 0
	agents   TEXT    NOT NULL,             -- agents by seat in the first game; game r rotates them by r seats
	seed     INTEGER NOT NULL,
	games    INTEGER NOT NULL,             -- seat orders
	score    REAL    NOT NULL,             -- mean score of the first of agents
	places   TEXT    NOT NULL,             -- for each game the places by seat, or {"scores":[...]}
	forfeits TEXT,                         -- for each forfeit {game, seat, kind, reason}
	more     TEXT,                         -- JSON of the type more in pairing.go; content is hashes of the games, 8 bytes each in base64
	sum      INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE record (                      -- moves of the games of a pairing, if the run stores them
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,           -- 0 for a tournament or a verification
	number     INTEGER NOT NULL,           -- number of the pairing
	games      BLOB    NOT NULL,           -- for each game plies, ending and moves; see moves.go
	sum        INTEGER,
	PRIMARY KEY (run, generation, number)
) STRICT, WITHOUT ROWID;

CREATE VIEW genome AS                      -- the population of a round; ranks count from 1
	SELECT run, generation, j.key + 1 AS rank, j.value ->> 0 AS id, j.value ->> 1 AS born, j.value ->> 2 AS weights,
		j.value ->> 3 AS games, j.value ->> 4 AS wins, j.value ->> 5 AS draws, j.value ->> 6 AS losses, j.value ->> 7 AS fitness
	FROM played, json_each(genomes) AS j;

CREATE VIEW agent AS                       -- generation 0 is a tournament or a verification
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

CREATE TABLE snapshot (                    -- the two latest states of the strategy
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,
	state      BLOB    NOT NULL,
	sum        INTEGER,
	PRIMARY KEY (run, generation)
) STRICT;

CREATE TABLE grid (                        -- the result of an exhaustive search
	run      INTEGER PRIMARY KEY REFERENCES run,
	axes     TEXT    NOT NULL,             -- JSON: name, from, step, count
	etudes   INTEGER NOT NULL,
	best     INTEGER NOT NULL,             -- largest number of hits
	optimal  INTEGER NOT NULL,             -- number of points with so many hits
	chosen   TEXT    NOT NULL,             -- the weights chosen
	hits     BLOB    NOT NULL,             -- two bytes a point, little-endian, the last axis fastest
	seconds  REAL    NOT NULL,
	sum      INTEGER
) STRICT;
