package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/etudes"
	"github.com/lanista/lanista/serve/static"
)

// Server is an HTTP handler for the pages, the API and the event streams. Between requests it keeps
// the store file open, caches results, and manages the queue of the runs that clients started. It
// stores no sessions of clients.
type Server struct {
	options Options
	store   *storeHandle
	mux     *http.ServeMux
	api     huma.API
	handler http.Handler
	hub     *hub
	etudes  *etudes.Library
	games   *sessions
	checks  *semaphore // limits the configs that are checked at once: counting openings can take seconds
	live    *liveRuns
	boards  boards
	starter *runStarter
	stop    chan struct{} // closed at the shutdown, which ends all streams
	stopped sync.Once
}

// New returns a server. It returns an error if the options are invalid, or if the store file exists
// but is not a readable store. It also returns an error if the folder of etudes or of the queue
// cannot be opened. The caller must call Close.
func New(o Options) (_ *Server, err error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.complete()
	s := &Server{options: o, store: newStoreHandle(o.Store), mux: http.NewServeMux(), stop: make(chan struct{})}
	if err := s.store.check(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.store.close()
			if s.etudes != nil {
				_ = s.etudes.Close() // it was only opened
			}
		}
	}()
	if s.etudes, err = etudes.NewLibrary(o.Catalog.Games, o.Etudes); err != nil {
		return nil, err
	}
	s.live = &liveRuns{s, plans{newCache[planKey, int](mostPlans), newCache[string, sighting](mostPlans)}}
	s.boards = boards{o.Catalog, newCache[boardKey, *board](mostBoards)}
	s.hub = newHub(s.live.version, s.live.list, s.live.labels)
	if s.games, err = newSessions(s.options); err != nil {
		return nil, err
	}
	if s.starter, err = newRunStarter(s); err != nil { // the last part that can fail, since it creates a folder
		return nil, err
	}
	s.checks = newSemaphore(s.options.Searches)
	s.api = newAPI(s.mux)
	s.register()
	s.handler = (&requestChecks{s}).wrap(s.mux)
	return s, nil
}

// register adds the routes of all features to the server.
func (s *Server) register() {
	s.assets()
	configs, games := &configAPI{s}, s.games
	for _, feature := range []interface{ register() }{
		&eventStreams{s}, &runAPI{s}, &runPages{s}, &pointPages{s}, &downloads{s}, &comparisons{s}, &experiments{s}, configs,
		&jobAPI{s, s.starter}, &jobPages{s, s.starter, configs},
		&sessionAPI{s, games}, &playPages{s}, &engineAPI{s, games}, &replayAPI{s, games.searches, newCache[lengthKey, runs.Length](mostLengths)}, &etudeAPI{s, games},
		&apiPages{s}, &healthAPI{s},
	} {
		feature.register()
	}
	s.unmatched()
}

// assets adds the routes of static files, such as scripts and style sheets.
func (s *Server) assets() {
	unknown := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, notFound("unknown file")) })
	s.mux.Handle("GET /static/", static.Handler(unknown))
	s.mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, static.Path("icon.svg"), http.StatusFound)
	})
}

// unmatched adds the handler for requests that match no route. The response has status 405 if the
// path supports other methods, and otherwise 404.
func (s *Server) unmatched() {
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		methods := s.methods(r)
		if len(methods) == 0 {
			s.fail(w, r, notFound("unknown path"))
			return
		}
		allow := strings.Join(methods, ", ")
		p := newProblem(http.StatusMethodNotAllowed, codeNotAllowed, fmt.Sprintf("this path supports only %s", allow))
		p.header = http.Header{"Allow": {allow}}
		s.fail(w, r, p)
	})
}

// methods returns the HTTP methods that the path of a request supports.
func (s *Server) methods(r *http.Request) (list []string) {
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := s.mux.Handler(other); pattern != "/" {
			list = append(list, method)
		}
	}
	return list
}

// read calls f with the open store. f must not use the store after it returns.
func (s *Server) read(f func(*results.Store) error) error {
	store, release, err := s.store.open()
	if err != nil {
		return err
	}
	defer release()
	return f(store)
}

// game returns the game with the given name and its default settings. If there is none, the error
// is a problem with status 404.
func (s *Server) game(name string) (engines.Engine, error) {
	e, err := s.options.Catalog.Games.Find(name)
	if err != nil {
		return nil, notFound(fmt.Sprintf("unknown game %q (%s)", name, keys.Suggest(s.options.Catalog.Games.Names(), name)))
	}
	return e, nil
}

// plan checks a config and returns the run that it would start. text is the config as YAML, and set
// contains overrides in the form path=value. The server checks a limited number of configs at once.
// If too many requests wait or the wait takes too long, the error has the code busy.
func (s *Server) plan(ctx context.Context, text string, set []string) (runs.Plan, error) {
	release, err := s.checks.acquire(ctx)
	if err != nil {
		return runs.Plan{}, err
	}
	defer release()
	return runs.NewPlan(ctx, s.options.Catalog, runs.Options{Text: text, Set: set, Store: s.options.Store})
}

// fromStore returns what f reads from the open store. f must not use the store after it returns.
func fromStore[T any](s *Server, f func(*results.Store) (T, error)) (out T, err error) {
	err = s.read(func(store *results.Store) error {
		out, err = f(store)
		return err
	})
	return out, err
}

// record reads the stored data of a run, without the table of results between its agents.
func (s *Server) record(ctx context.Context, id string) (results.Record, error) {
	return fromStore(s, func(store *results.Store) (results.Record, error) { return store.Get(ctx, id) })
}

// summary reads the row of a run in the list of runs.
func (s *Server) summary(ctx context.Context, id string) (results.Summary, error) {
	return fromStore(s, func(store *results.Store) (results.Summary, error) { return store.Info(ctx, id) })
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve accepts connections from a listener until ctx is done. It then ends all event streams and
// waits at most grace for running requests. Runs of clients are interrupted, and killed if they
// have not stopped after stopGrace. Serve returns nil unless the listener or the shutdown fails.
func (s *Server) Serve(ctx context.Context, l net.Listener, grace time.Duration) error {
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server := &http.Server{
		Handler: s, MaxHeaderBytes: headerBytes, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout,
		WriteTimeout: s.options.writing(), IdleTimeout: idleTimeout, ErrorLog: log.New(io.Discard, "", 0), // it would report errors of clients, such as failed TLS handshakes
		BaseContext: func(net.Listener) context.Context { return base },
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(limited(l, connections)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.endStreams()
	cancel() // ends all searches
	ended := make(chan error, 1)
	go func() { ended <- s.endJobs() }()
	ending, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	err := server.Shutdown(ending)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	<-failed
	return errors.Join(err, <-ended)
}

// endJobs interrupts the runs that clients started and waits until they have stopped. It kills
// those that still run after stopGrace.
func (s *Server) endJobs() error {
	if s.starter.queue == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	return s.starter.queue.Close(ctx)
}

// endStreams ends all event streams. Repeated calls have no effect.
func (s *Server) endStreams() { s.stopped.Do(func() { close(s.stop) }) }

// Close ends all event streams, closes the store and the folder of etudes, and stops the runs that
// clients started, as Serve does.
func (s *Server) Close() error {
	s.endStreams()
	s.hub.wait()
	s.store.close()
	return errors.Join(s.endJobs(), s.etudes.Close())
}
