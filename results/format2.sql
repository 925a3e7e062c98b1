-- From format 1 to format 2. The larger tables keep their rows and get columns; the
-- table of runs is made anew. What needs the program (the games of runs that trained
-- against opponents, answers, verdicts) it does in the same transaction.

ALTER TABLE generation ADD COLUMN sum INTEGER;
ALTER TABLE played ADD COLUMN sum INTEGER;
ALTER TABLE contestant ADD COLUMN time_limit TEXT NOT NULL DEFAULT '';
ALTER TABLE contestant ADD COLUMN sum INTEGER;
ALTER TABLE cluster ADD COLUMN more TEXT;
ALTER TABLE cluster ADD COLUMN sum INTEGER;
ALTER TABLE snapshot ADD COLUMN sum INTEGER;
ALTER TABLE grid ADD COLUMN sum INTEGER;

CREATE TABLE new_run (
	key         INTEGER PRIMARY KEY,
	id          TEXT    NOT NULL UNIQUE,
	kind        TEXT    NOT NULL,
	name        TEXT    NOT NULL,
	engine      TEXT    NOT NULL,
	strategy    TEXT    NOT NULL,
	config      TEXT    NOT NULL,
	config_hash TEXT    NOT NULL,
	seed        INTEGER NOT NULL,
	version     TEXT    NOT NULL,
	host        TEXT    NOT NULL,
	space       TEXT    NOT NULL,
	scale_free  INTEGER NOT NULL CHECK (scale_free IN (0, 1)),
	status      TEXT    NOT NULL CHECK (status IN ('running', 'interrupted', 'finished')),
	started     TEXT    NOT NULL,
	ended       TEXT,
	answer      TEXT,
	note        TEXT    NOT NULL,
	verdict     TEXT,
	sum         INTEGER,
	state_sum   INTEGER
) STRICT;
INSERT INTO new_run (key, id, kind, name, engine, strategy, config, config_hash, seed, version, host, space, scale_free, status, started, ended, answer, note)
	SELECT key, id, kind, name, engine, strategy, config, config_hash, seed, version, host, space, scale_free, status, started, ended, answer, '' FROM run;
DROP TABLE run;
ALTER TABLE new_run RENAME TO run;

CREATE TABLE tag (
	run INTEGER NOT NULL REFERENCES run,
	tag TEXT    NOT NULL,
	PRIMARY KEY (run, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,
	number     INTEGER NOT NULL,
	games      BLOB    NOT NULL,
	sum        INTEGER,
	PRIMARY KEY (run, generation, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE progress (
	run           INTEGER PRIMARY KEY REFERENCES run,
	rounds        INTEGER NOT NULL,
	games         INTEGER NOT NULL,
	forfeits      INTEGER NOT NULL,
	seconds       REAL    NOT NULL,
	clusters      INTEGER NOT NULL,
	cluster_games INTEGER NOT NULL,
	process       TEXT    NOT NULL,
	token         TEXT    NOT NULL,
	host          TEXT    NOT NULL,
	pid           INTEGER NOT NULL,
	beat          INTEGER NOT NULL,
	sum           INTEGER
) STRICT;

INSERT INTO progress (run, rounds, games, forfeits, seconds, clusters, cluster_games, process, token, host, pid, beat)
	SELECT r.key,
		coalesce(g.rounds, 0), coalesce(g.games, 0), coalesce(g.forfeits, 0), coalesce(g.seconds, 0),
		coalesce(c.clusters, 0), coalesce(c.games, 0),
		coalesce(l.process, ''), coalesce(l.token, ''), coalesce(l.host, ''), coalesce(l.pid, 0), coalesce(l.beat, 0)
	FROM run AS r
	LEFT JOIN (SELECT run, count(*) AS rounds, sum(games) AS games, sum(forfeits) AS forfeits, sum(seconds) AS seconds
		FROM generation GROUP BY run) AS g ON g.run = r.key
	LEFT JOIN (SELECT run, count(*) AS clusters, sum(games) AS games FROM cluster GROUP BY run) AS c ON c.run = r.key
	LEFT JOIN lease AS l ON l.run = r.key;
DROP TABLE lease;

DROP VIEW entrant;
CREATE VIEW entrant AS
	SELECT run, 0 AS generation, number, name, player, weights, settings, time_limit FROM contestant
	UNION ALL
	SELECT run, generation, j.key, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, coalesce(j.value ->> 4, '')
	FROM played, json_each(entrants) AS j;

DROP VIEW pairing;
CREATE VIEW pairing AS
	SELECT run, 0 AS generation, number, agents, seed, games, score, places, forfeits, more FROM cluster
	UNION ALL
	SELECT run, generation, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6,
		j.value ->> 7
	FROM played, json_each(pairings) AS j;
