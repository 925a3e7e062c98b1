package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Status says whether a run is still being written.
type Status string

// The statuses of a run. A run whose process was killed is interrupted.
const (
	Running     Status = "running"
	Interrupted Status = "interrupted"
	Finished    Status = "finished"
)

// Summary is a run in a list.
type Summary struct {
	ID      string
	Info    // Config, Space and Field only where Get filled them in
	Status  Status
	Started time.Time
	Ended   time.Time     // zero while running or killed
	Rounds  int           // generations finished
	Games   int           // played in them
	Elapsed time.Duration // spent in them
	Answer  *Answer       // nil before the run is finished

	key int64
}

// Record is all that is stored of a run, but for its populations and games.
type Record struct {
	Summary
	Generations []Generation
	Grid        *GridResult // of a grid search
	Crosstable  *Crosstable // of a tournament
}

// Generation is what one round brought.
type Generation struct {
	Number   int
	Games    int // in this generation
	Total    int // in the run, this generation included
	Forfeits int
	// BestFitness, MeanFitness and Spread (a standard deviation) are over the
	// population; NaN where the strategy keeps none.
	BestFitness, MeanFitness, Spread float64
	// MeanWeights and SpreadWeights are the same of every weight; nil where the
	// strategy keeps no population.
	MeanWeights, SpreadWeights []float64
	Best                       tuning.Estimate // the answer so far
	Elapsed                    time.Duration
}

// Best is the run's answer, or while it has none the answer so far; ok is false
// before the first generation.
func (r Record) Best() (a Answer, ok bool) {
	if r.Answer != nil {
		return *r.Answer, len(r.Answer.Weights) > 0
	}
	if len(r.Generations) == 0 {
		return Answer{}, false
	}
	e := r.Generations[len(r.Generations)-1].Best
	return Answer{Weights: e.Weights, Name: e.Name, Fitness: e.Fitness, Games: e.Games, Error: e.Error}, len(e.Weights) > 0
}

const summaryColumns = `
	SELECT r.key, r.id, kind, name, engine, strategy, seed, version, r.host, scale_free, status, started, coalesce(ended, ''), coalesce(answer, ''),
		coalesce((SELECT count(*) FROM generation WHERE run = r.key), 0),
		coalesce((SELECT sum(games) FROM generation WHERE run = r.key), (SELECT sum(games) FROM pairing WHERE run = r.key), 0),
		coalesce((SELECT sum(seconds) FROM generation WHERE run = r.key), 0),
		coalesce(process, ''), coalesce(l.host, ''), coalesce(pid, 0), coalesce(beat, 0)
	FROM run r LEFT JOIN lease l ON l.run = r.key`

// Runs lists the runs of the store, oldest first.
func (s *Store) Runs(ctx context.Context) ([]Summary, error) {
	rows, err := s.read.QueryContext(ctx, summaryColumns+" ORDER BY r.key")
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer func() { _ = rows.Close() }()
	var list []Summary
	for rows.Next() {
		sum, err := scanSummary(rows)
		if err != nil {
			return nil, explain(s.path, err)
		}
		list = append(list, sum)
	}
	return list, explain(s.path, rows.Err())
}

func scanSummary(row interface{ Scan(...any) error }) (Summary, error) {
	var s Summary
	var seed, beat int64
	var started, ended, answer string
	var seconds float64
	var l lease
	err := row.Scan(&s.key, &s.ID, &s.Kind, &s.Name, &s.Engine, &s.Strategy, &seed, &s.Version, &s.Host, &s.ScaleFree,
		&s.Status, &started, &ended, &answer, &s.Rounds, &s.Games, &seconds, &l.process, &l.host, &l.pid, &beat)
	if err != nil {
		return s, err
	}
	s.Seed, s.Elapsed = uint64(seed), time.Duration(seconds*float64(time.Second))
	if s.Started, err = time.Parse(time.RFC3339, started); err != nil {
		return s, fmt.Errorf("run %s: %w", s.ID, err)
	}
	if ended != "" {
		if s.Ended, err = time.Parse(time.RFC3339, ended); err != nil {
			return s, fmt.Errorf("run %s: %w", s.ID, err)
		}
	}
	if answer != "" {
		var stored storedAnswer
		if err := json.Unmarshal([]byte(answer), &stored); err != nil {
			return s, fmt.Errorf("run %s: answer: %w", s.ID, err)
		}
		a := stored.answer()
		s.Answer = &a
	}
	l.beat = time.UnixMilli(beat)
	if s.Status == Running && !l.alive(hostname(), time.Now()) {
		s.Status = Interrupted
	}
	return s, nil
}

// Get reads a run. Its id may be any that Resolve takes.
func (s *Store) Get(ctx context.Context, id string) (Record, error) {
	key, err := s.resolve(ctx, id)
	if err != nil {
		return Record{}, err
	}
	tx, err := s.read.BeginTx(ctx, nil) // all of a record is of one moment
	if err != nil {
		return Record{}, explain(s.path, err)
	}
	defer func() { _ = tx.Rollback() }()
	rec, err := get(ctx, tx, key)
	return rec, explain(s.path, err)
}

func get(ctx context.Context, q querier, key int64) (Record, error) {
	var rec Record
	var err error
	if rec.Summary, err = scanSummary(q.QueryRowContext(ctx, summaryColumns+" WHERE r.key = ?", key)); err != nil {
		return rec, err
	}
	var space string
	if err := q.QueryRowContext(ctx, "SELECT config, space FROM run WHERE key = ?", key).Scan(&rec.Config, &space); err != nil {
		return rec, err
	}
	if rec.Space, err = toSpace(space); err != nil {
		return rec, fmt.Errorf("run %s: %w", rec.ID, err)
	}
	if rec.Field, err = readField(ctx, q, key, 0); err != nil {
		return rec, fmt.Errorf("run %s: %w", rec.ID, err)
	}
	if rec.Generations, err = readGenerations(ctx, q, key); err != nil {
		return rec, fmt.Errorf("run %s: %w", rec.ID, err)
	}
	switch rec.Kind {
	case Grid:
		rec.Grid, err = readGrid(ctx, q, key)
	case Tournament:
		rec.Crosstable, err = readCrosstable(ctx, q, key, rec.Field)
	}
	return rec, err
}

func readGenerations(ctx context.Context, q querier, key int64) ([]Generation, error) {
	rows, err := q.QueryContext(ctx, `SELECT number, games, total, forfeits, best_fitness, mean_fitness, spread_fitness,
		mean_weights, spread_weights, answer, seconds FROM generation WHERE run = ? ORDER BY number`, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []Generation
	for rows.Next() {
		g, err := scanGeneration(rows)
		if err != nil {
			return nil, fmt.Errorf("generation %d: %w", g.Number, err)
		}
		list = append(list, g)
	}
	return list, rows.Err()
}

func scanGeneration(rows *sql.Rows) (Generation, error) {
	var g Generation
	var best, mean, spread sql.NullFloat64
	var means, spreads, answer string
	var seconds float64
	err := rows.Scan(&g.Number, &g.Games, &g.Total, &g.Forfeits, &best, &mean, &spread, &means, &spreads, &answer, &seconds)
	if err != nil {
		return g, err
	}
	g.BestFitness, g.MeanFitness, g.Spread = unreal(best), unreal(mean), unreal(spread)
	g.Elapsed = time.Duration(seconds * float64(time.Second))
	var errs [3]error
	g.MeanWeights, errs[0] = unlist(means)
	g.SpreadWeights, errs[1] = unlist(spreads)
	var stored storedAnswer
	errs[2] = json.Unmarshal([]byte(answer), &stored)
	g.Best = stored.estimate()
	return g, errors.Join(errs[:]...)
}

// Population lists the members of a generation, best first.
func (s *Store) Population(ctx context.Context, id string, generation int) ([]tuning.Member, error) {
	rows, err := s.queryRun(ctx, id, `SELECT id, born, weights, games, wins, draws, losses, fitness FROM genome
		WHERE run = ? AND generation = ? ORDER BY rank`, generation)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []tuning.Member
	for rows.Next() {
		var m tuning.Member
		var weights string
		var fitness sql.NullFloat64
		if err := rows.Scan(&m.ID, &m.Born, &weights, &m.Games, &m.Wins, &m.Draws, &m.Losses, &fitness); err != nil {
			return nil, explain(s.path, err)
		}
		if m.Weights, err = unlist(weights); err != nil {
			return nil, explain(s.path, fmt.Errorf("genome %d: %w", m.ID, err))
		}
		m.Fitness = unreal(fitness)
		list = append(list, m)
	}
	return list, explain(s.path, rows.Err())
}

// Field lists the agents behind the indices of a generation's pairings;
// generation 0 is a tournament or a verification.
func (s *Store) Field(ctx context.Context, id string, generation int) ([]engines.Agent, error) {
	key, err := s.resolve(ctx, id)
	if err != nil {
		return nil, err
	}
	field, err := readField(ctx, s.read, key, generation)
	return field, explain(s.path, err)
}

func readField(ctx context.Context, q querier, key int64, generation int) ([]engines.Agent, error) {
	rows, err := q.QueryContext(ctx, `SELECT name, player, weights, settings FROM entrant
		WHERE run = ? AND generation = ? ORDER BY number`, key, generation)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var field []engines.Agent
	for rows.Next() {
		var a engines.Agent
		var weights, settings string
		if err := rows.Scan(&a.Name, &a.Player, &weights, &settings); err != nil {
			return nil, err
		}
		if a.Weights, err = unlist(weights); err != nil {
			return nil, fmt.Errorf("agent %s: %w", a.Name, err)
		}
		if settings != "{}" {
			if err := json.Unmarshal([]byte(settings), &a.Settings); err != nil {
				return nil, fmt.Errorf("agent %s: %w", a.Name, err)
			}
		}
		field = append(field, a)
	}
	return field, rows.Err()
}
