package serve

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/serve/table"
)

// tables answers the commands of people and programs that play. It keeps nothing
// of them: a table comes in with a command and goes out with the answer.
type tables struct {
	*Server
	room    *table.Room
	sealer  *table.Sealer
	thinker *table.Thinker
	places  *table.Places
	lengths lengths
}

// A player may solve a game from exactOverHTTP empty squares at the most, unless
// searches may take longer than longThink.
const (
	exactOverHTTP = 24
	longThink     = 30 * time.Second
)

// games adds what has to do with playing.
func (s *Server) games() {
	sealer, err := table.NewSealer(s.options.Key)
	if err != nil {
		panic(err) // Validate refuses keys of another length
	}
	places := table.NewPlaces(s.options.Searches)
	t := &tables{
		Server: s, sealer: sealer, thinker: table.NewThinker(s.options.Think), places: places,
		room: &table.Room{Catalog: s.options.Catalog, Store: s.options.Store, Places: places},
	}
	if s.options.Think <= longThink {
		t.room.Exact = exactOverHTTP
	}
	t.commands()
	t.engineAPI()
	t.replayAPI()
	t.playPages()
	t.replayPages()
	t.etudeAPI()
	t.etudePages()
	t.enginePages()
}

// TableBody says which table a command is for: a sealed one, or a new one.
type TableBody struct {
	State    string            `json:"state,omitempty" doc:"a table as an earlier answer sealed it; without it the other keys make a new one"`
	Engine   string            `json:"engine,omitempty" doc:"the game of a new table" example:"hare"`
	Settings map[string]string `json:"settings,omitempty" doc:"settings of the game that differ from the defaults"`
	Seats    int               `json:"seats,omitempty" minimum:"0" maximum:"8" doc:"seats of a new table; those of the position, or two, where nothing is said"`
	Position string            `json:"position,omitempty" doc:"where the game begins, in its notation; the start where nothing is said" example:"45;26;2;f;29;19;0;f"`
	Seed     string            `json:"seed,omitempty" doc:"makes an open table: all chance comes from this number, in decimal digits"`
	Moves    []string          `json:"moves,omitempty" doc:"moves of a new table that are made at once"`
}

// table puts the table of a command where it was, or deals it.
func (t *tables) table(ctx context.Context, b TableBody) (*table.Table, []table.Played, error) {
	if b.State != "" {
		if b.Engine != "" || b.Position != "" || b.Seed != "" || b.Seats != 0 || len(b.Settings) > 0 || len(b.Moves) > 0 {
			return nil, nil, &table.Error{Code: table.BadRequest, Field: "state", Err: errors.New("a sealed table has its game, settings, seats, position, seed and moves in it: give either a state or those")}
		}
		d, err := t.sealer.Unseal(ctx, t.room, b.State)
		return d, nil, err
	}
	setup := table.Setup{Engine: b.Engine, Settings: b.Settings, Seats: b.Seats, Position: b.Position, Moves: b.Moves}
	if b.Seed != "" {
		seed, err := strconv.ParseUint(b.Seed, 10, 64)
		if err != nil {
			return nil, nil, &table.Error{Code: table.BadRequest, Field: "seed", Err: errors.New("the seed is not a whole number from 0 to 18446744073709551615")}
		}
		setup.Seed = &seed
	}
	return t.room.Deal(ctx, setup)
}

// statuses are those of the refusals of package table; the others are 422.
var statuses = map[table.Code]int{
	table.Busy: http.StatusTooManyRequests, table.TooSlow: http.StatusServiceUnavailable,
}

// tableProblem makes the refusals of package table problems. Other errors stay as
// they are.
func tableProblem(err error) error {
	var first *table.Error
	if !errors.As(err, &first) {
		return err
	}
	status, ok := statuses[first.Code]
	if !ok {
		status = http.StatusUnprocessableEntity
	}
	var mistakes []mistake
	var details []string
	for _, e := range refusals(err) {
		at := "body"
		if e.Field != "" {
			at += "." + e.Field
		}
		mistakes = append(mistakes, mistake{at, e.Error()})
		details = append(details, e.Error())
	}
	p := newProblem(status, errorCode(first.Code), strings.Join(details, "; "), mistakes...)
	if first.Code == table.Busy {
		p.retry("1")
	}
	return p
}

// refusals lists the refusals of a tree of errors.
func refusals(err error) []*table.Error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []*table.Error
		for _, e := range joined.Unwrap() {
			all = append(all, refusals(e)...)
		}
		return all
	}
	var one *table.Error
	if errors.As(err, &one) {
		return []*table.Error{one}
	}
	return nil
}

// command adds an operation on tables.
func command[I, O any](t *tables, path, summary string, f func(context.Context, *I) (O, error), more ...func(*huma.Operation)) {
	more = append(more, func(op *huma.Operation) { op.Errors = append(op.Errors, http.StatusUnprocessableEntity) })
	operation(t.Server, http.MethodPost, path, summary, func(ctx context.Context, in *I) (O, error) {
		out, err := f(ctx, in)
		return out, tableProblem(err)
	}, more...)
}

// describe says more about an operation than its summary.
func describe(text string) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Description = text }
}

// withLost says that an operation may answer 404.
func withLost(op *huma.Operation) { op.Errors = append(op.Errors, http.StatusNotFound) }

// sends gives an operation an example of a body.
func sends(body map[string]any) func(*huma.Operation) {
	return func(op *huma.Operation) {
		op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Example: body}}}
	}
}
