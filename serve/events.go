package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/results"
)

const (
	eventDeadline = 10 * time.Second // time limit of sending a message
	eventComment  = 15 * time.Second // interval of comments, which keep a stream open
)

// eventStreams sends changes of runs to connected browsers as server-sent events. It reads the
// changes from the store.
type eventStreams struct{ server *Server }

func (s *eventStreams) register() {
	s.server.mux.HandleFunc("GET "+apiRoot+"/events", s.events)
	registry := s.server.api.OpenAPI().Components.Schemas
	s.server.api.OpenAPI().AddOperation(&huma.Operation{
		OperationID: "get-events", Method: http.MethodGet, Path: apiRoot + "/events", Tags: []string{"events"},
		Summary: "What changes, while it does",
		Description: "A stream of server-sent events. The first event, hello, contains the state of the newest fifty runs and of every older one that is running; in a stream of one run, the state of that run and a number that differs after a change of its name, note or tags. " +
			"The event runs contains the runs that have changed, at most four times a second; in a stream of one run its name is progress. " +
			"It is also sent, within five seconds, if a run was deleted or its name, note or tags were changed. " +
			"The event job is a job of the queue that has changed or written something; in a stream of one run, a job of this run. The event bye is the last one before the server stops. " +
			"A client that reconnects receives the complete state again, so it has missed nothing.",
		Parameters: []*huma.Param{{Name: "run", In: "query", Description: "only this run", Schema: &huma.Schema{Type: huma.TypeString}}},
		Responses: map[string]*huma.Response{
			"200": {
				Description: "the data of the events hello, runs and progress, or of the event job",
				Content: map[string]*huma.MediaType{
					"text/event-stream": {Schema: &huma.Schema{AnyOf: []*huma.Schema{
						registry.Schema(reflect.TypeFor[Event](), true, ""), registry.Schema(reflect.TypeFor[job](), true, ""),
					}}},
				},
			},
			"default": {
				Description: "Error", // 503 if too many streams are open
				Content:     map[string]*huma.MediaType{(*problem)(nil).ContentType(""): {Schema: registry.Schema(reflect.TypeFor[problem](), true, "")}},
			},
		},
	})
}

func (s *eventStreams) events(w http.ResponseWriter, r *http.Request) {
	run := r.URL.Query().Get("run")
	if run != "" {
		err := s.server.read(func(store *results.Store) (err error) {
			run, err = store.Resolve(r.Context(), run)
			return err
		})
		if err != nil {
			s.server.fail(w, r, err)
			return
		}
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	c, ok := s.server.hub.join(r.Context(), run)
	if !ok {
		s.server.fail(w, r, newProblem(http.StatusServiceUnavailable, codeBusy, "too many event streams are open").retry("30"))
		return
	}
	defer s.server.hub.leave(c)
	out := &stream{w: w, control: http.NewResponseController(w)}
	_ = out.control.SetReadDeadline(time.Time{}) // the client sends no further data
	hello := s.server.hub.now(r.Context(), run)
	if run != "" {
		info, err := fromStore(s.server, func(store *results.Store) (results.Summary, error) { return store.Info(r.Context(), run) })
		if err != nil { // deleted meanwhile
			s.server.fail(w, r, err)
			return
		}
		hello.Labels = strconv.FormatUint(info.Labels(), 10)
	} else {
		hello.Jobs = s.server.starter.list()
	}
	if out.write(append([]byte("retry: 2000\n"), eventText("hello", hello)...)) != nil {
		return
	}
	s.forward(r.Context(), out, c)
}

// forward writes the messages of a client's queue to the stream. It returns when the client
// disconnects or is dropped because it is too slow, or when the server stops.
func (s *eventStreams) forward(ctx context.Context, out *stream, c *client) {
	tick := time.NewTicker(eventComment)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-ctx.Done(): // the client has closed the stream, or the server is shutting down
			s.bye(out)
			return
		case <-s.server.stop:
			s.bye(out)
			return
		case <-tick.C:
			err = out.write([]byte(": still here\n\n"))
		case m, ok := <-c.messages:
			if !ok {
				return
			}
			err = out.write(m)
		}
		if err != nil {
			return
		}
	}
}

// bye writes the last event of a stream if the server is stopping.
func (s *eventStreams) bye(out *stream) {
	select {
	case <-s.server.stop:
		_ = out.write(eventText("bye", struct{}{}))
	default:
	}
}

// stream writes server-sent events. It sets a new write deadline for every message, so that the
// server's write timeout does not end the stream.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// eventText returns a server-sent event with its data as JSON.
func eventText(name string, data any) []byte {
	text, _ := json.Marshal(data) // the documents of events can be encoded
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, text)
}

func (s *stream) write(text []byte) error {
	_ = s.control.SetWriteDeadline(time.Now().Add(eventDeadline))
	if _, err := s.w.Write(text); err != nil {
		return err
	}
	return s.control.Flush()
}
