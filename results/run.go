package results

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
)

// Kind says what a run does.
type Kind string

// The kinds of run.
const (
	Evolve     Kind = "evolve"     // tunes weights, by any strategy
	Grid       Kind = "grid"       // searches a weight grid over etudes
	Fit        Kind = "fit"        // fits weights to positions with results
	Tournament Kind = "tournament" // plays agents against each other
)

// Info is what is known of a run when it begins.
type Info struct {
	Kind     Kind
	Name     string // given by the user, may be empty
	Engine   string
	Strategy string // "" where there is none
	Config   string // YAML, as resolved
	Seed     uint64
	Version  string // of the program
	Host     string // "" for this machine's name
	Space    engines.Space
	// ScaleFree says that only the direction of a weight vector matters.
	ScaleFree bool
	// Field lists the agents of a tournament or a verification, in the order of
	// the indices in its pairings.
	Field []engines.Agent
	// Tags are words by which the run can be found; see Store.Tag.
	Tags []string
}

// Run is a run being written by this process.
type Run struct {
	store *Store
	key   int64
	id    string
	info  Info
	lease lease

	writing sync.Mutex // guards what follows
	counts  counts
	last    int // number of the last round saved

	mu     sync.Mutex // guards what follows
	closed bool
	stop   chan struct{} // ends the signs of life
	beats  sync.WaitGroup
}

// ID is the run's name in the store, as typed on the command line: engine, day
// and four random digits, "risk-20261121-3f2a".
func (r *Run) ID() string { return r.id }

// Info is what the run began with.
func (r *Run) Info() Info { return r.info }

// Begin makes a new run and takes its lease. Finish or Close it. A name that
// another run has is refused (ErrNameTaken).
func (s *Store) Begin(ctx context.Context, info Info) (*Run, error) {
	if err := CheckName(info.Name); err != nil {
		return nil, fmt.Errorf("a run cannot be named %.40q: %w", info.Name, err)
	}
	if err := checkTags(info.Tags); err != nil {
		return nil, err
	}
	if info.Host == "" {
		info.Host = hostname()
	}
	r := &Run{store: s, info: info, lease: newLease(hostname())}
	err := s.transact(ctx, func(ctx context.Context, tx transaction) error {
		if err := free(ctx, tx, info.Name, 0); err != nil {
			return err
		}
		if err := r.insert(ctx, tx); err != nil {
			return err
		}
		if err := tag(ctx, tx, r.key, info.Tags); err != nil {
			return err
		}
		return r.saveField(ctx, tx, info.Field)
	})
	if err != nil {
		return nil, err
	}
	r.start()
	return r, nil
}

// insert writes the run's rows under an id that is not taken yet.
func (r *Run) insert(ctx context.Context, tx transaction) error {
	space, err := json.Marshal(fromSpace(r.info.Space))
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	for taken := true; taken; {
		r.id = newID(r.info, now)
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM run WHERE id = ?", r.id).Scan(&taken); err != nil {
			return err
		}
	}
	i, started := r.info, timeText(now)
	err = tx.QueryRowContext(ctx, `
		INSERT INTO run (id, kind, name, engine, strategy, config, config_hash, seed, version, host, space, scale_free, status, started, note, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?, '', ?) RETURNING key`,
		r.id, string(i.Kind), i.Name, i.Engine, i.Strategy, i.Config, Hash(i.Config), int64(i.Seed), i.Version, i.Host,
		string(space), i.ScaleFree, started, int64(infoSum(r.id, i, string(space), started))).Scan(&r.key)
	if err != nil {
		return err
	}
	l := r.lease
	_, err = tx.ExecContext(ctx, `INSERT INTO progress (run, rounds, games, forfeits, seconds, clusters, cluster_games, process, token, host, pid, beat, sum)
		VALUES (?, 0, 0, 0, 0, 0, 0, ?, ?, ?, ?, ?, ?)`, r.key, l.process, l.token, l.host, l.pid, l.beat.UnixMilli(), int64(counts{}.sum()))
	if err != nil {
		return err
	}
	return seal(ctx, tx, r.key)
}

// infoSum sums what a run begins with, less its name, which may be changed, and
// its config, which has a hash of its own.
func infoSum(id string, i Info, space, started string) sum {
	var s sum
	for _, text := range [...]string{id, string(i.Kind), i.Engine, i.Strategy, i.Version, i.Host, space, started} {
		s = s.text(text)
	}
	s = s.bits(i.Seed)
	if i.ScaleFree {
		s = s.int(1)
	}
	return s
}

func newID(i Info, now time.Time) string {
	engine := i.Engine
	if engine == "" {
		engine = string(i.Kind)
	}
	var tail [2]byte
	_, _ = rand.Read(tail[:]) // never fails
	return fmt.Sprintf("%s-%s-%x", engine, now.Format("20060102"), tail)
}

// Hash is the identity of a config: the SHA-256 of its text, in hexadecimal.
func Hash(config string) string {
	sum := sha256.Sum256([]byte(config))
	return hex.EncodeToString(sum[:])
}

// Finish stores the answer of a run, marks it finished and gives up its lease.
func (r *Run) Finish(ctx context.Context, a Answer) error {
	return r.end(ctx, "finished", &a)
}

// Close ends the writing of a run. One that was not finished counts as
// interrupted and can be resumed. Closing twice does nothing.
func (r *Run) Close() error {
	r.mu.Lock()
	closed := r.closed
	r.mu.Unlock()
	if closed {
		return nil
	}
	return r.end(context.Background(), "interrupted", nil)
}

func (r *Run) end(ctx context.Context, status string, a *Answer) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	err := r.store.transact(ctx, func(ctx context.Context, tx transaction) error {
		if err := r.advance(ctx, tx, r.counts); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET status = ?, ended = ? WHERE key = ?", status, timeText(time.Now()), r.key); err != nil {
			return err
		}
		if a != nil {
			if err := setAnswer(ctx, tx, r.key, *a); err != nil {
				return err
			}
		}
		if err := seal(ctx, tx, r.key); err != nil {
			return err
		}
		return setLease(ctx, tx, r.key, lease{})
	})
	if err == nil || status == "interrupted" {
		r.halt()
	}
	return err
}

// Record reads the run as it is stored so far.
func (r *Run) Record(ctx context.Context) (Record, error) {
	var rec Record
	err := r.store.snapshot(ctx, func(q querier) (err error) {
		if err = r.there(ctx, q); err != nil {
			return err
		}
		if rec, err = get(ctx, q, r.key); err != nil {
			return err
		}
		return rec.addAll(ctx, q)
	})
	return rec, err
}

// start begins the signs of life.
func (r *Run) start() {
	r.stop = make(chan struct{})
	r.beats.Go(func() { r.beat(r.stop) })
}

// halt ends them.
func (r *Run) halt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		close(r.stop)
		r.beats.Wait()
	}
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

func timeText(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
