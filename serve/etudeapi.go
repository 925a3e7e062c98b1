package serve

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/etudes"
)

// etudesPerPage is the largest number of etudes (labelled positions) in one response.
const etudesPerPage = 200

// mostDrawn is the largest number of random positions that one request may ask for.
const mostDrawn = 200

// runsAgreed is the number of runs whose weights one request tests on etudes (labelled positions).
// The newest runs are tested. mostSearches is the number of all agents that are tested: those of
// the runs, the default weights, and the champion (weights that ship with the game).
const (
	runsAgreed   = 3
	mostSearches = 2 + runsAgreed
)

// etudeAPI serves the API operations and pages for etudes (positions labelled with the winning
// seat). It lists, checks and rates etudes, and generates positions to label.
type etudeAPI struct {
	server   *Server
	sessions *sessions
}

func (t *etudeAPI) register() {
	t.etudePages()
	operation(t.server, http.MethodGet, "/etudes", "The sets of labelled positions", func(context.Context, *struct{}) (*etudeSets, error) { return t.etudeSets() })
	huma.Register(t.server.api, newOperation(http.MethodGet, "/etudes/{set}", "A set of labelled positions"), func(ctx context.Context, in *setInput) (*taggedSet, error) {
		set, err := t.server.etudes.Open(in.Set)
		if err != nil {
			return nil, t.server.explain(ctx, err)
		}
		return &taggedSet{quote(set.Tag), t.setOf(set, in.After)}, nil
	})
	put := newOperation(http.MethodPut, "/etudes/{set}/{line}", "Store the rating of an etude")
	put.MaxBodyBytes = bodyBytes
	put.Description = "The rating is a line of the set's file in the folder --etudes. lanista grid --etudes reads this file."
	huma.Register(t.server.api, put, func(ctx context.Context, in *rateInput) (*taggedSet, error) {
		set, err := t.server.etudes.Save(in.Set, in.Line, etudes.Rating{Winner: in.Body.Winner, Comment: in.Body.Comment}, strings.Trim(in.IfMatch, `"*`)) // * means any version
		if err != nil {
			return nil, t.server.explain(ctx, err)
		}
		out := t.setOf(set, 0)
		out.Etudes, out.Next = nil, nil
		return &taggedSet{quote(set.Tag), out}, nil
	})
	operation(t.server, http.MethodPost, "/etudes/check", "Check a text of etudes", t.checkEtudes, large)
	operation(t.server, http.MethodPost, "/etudes/format", "Write etudes as a file", t.formatEtudes, large,
		withBodyExample(map[string]any{"engine": "hare", "etudes": []map[string]any{{"position": "45;26;2;f;29;19;0;f", "winner": 1, "comment": "why"}}}))
	operation(t.server, http.MethodPost, "/etudes/agreement", "How often agents value the winners of etudes highest", t.agreement, large, describe("Evaluates the positions without search, by the default weights, the champion and the results of the three newest runs."),
		withBodyExample(map[string]any{"engine": "hare", "etudes": []map[string]any{{"position": "45;26;2;f;29;19;0;f", "winner": 1}}}))
	operation(t.server, http.MethodPost, "/etudes/draw", "Draw positions without labels from random play", t.drawEtudes)
}

// large raises the size limit of an operation's request body, so that the body can contain a
// whole etude set.
func large(op *huma.Operation) { op.MaxBodyBytes = largeBodyBytes }

func quote(tag string) string { return `"` + tag + `"` }

func (t *etudeAPI) etudeSets() (*etudeSets, error) {
	list, err := t.server.etudes.List()
	if err != nil {
		return nil, err
	}
	out := &etudeSets{OK: true, Saves: t.server.etudes.Saves(), Sets: []etudeSet{}}
	for _, name := range list {
		set, err := t.server.etudes.Open(name)
		if err != nil && !errors.Is(err, etudes.ErrInvalid) {
			continue // the file has been deleted since
		}
		sheet := t.setOf(set, 0)
		if err != nil {
			sheet.OK, sheet.Mistake = false, err.Error()
		}
		sheet.Etudes, sheet.Next = nil, nil
		out.Sets = append(out.Sets, sheet)
	}
	return out, nil
}

// setOf returns the JSON document of an etude set, a list of labelled positions. It contains at
// most etudesPerPage etudes, beginning with index after.
func (t *etudeAPI) setOf(s etudes.Set, after int) etudeSet {
	out := etudeSet{
		OK: true, Set: s.Name, Engine: s.Engine.Spec().Name, Shipped: s.Shipped, Count: len(s.Etudes), Rated: s.Rated(),
		Saves: t.server.etudes.Saves(), Tag: s.Tag, Etudes: []etudeLine{},
	}
	from := min(after, len(s.Etudes))
	to := min(from+etudesPerPage, len(s.Etudes))
	for _, e := range s.Etudes[from:to] {
		line := newEtudeLine(e.Etude)
		if e.Rated != nil {
			line.Rated = &said{Winner: e.Rated.Winner, Comment: e.Rated.Comment}
		}
		out.Etudes = append(out.Etudes, line)
	}
	if to < len(s.Etudes) {
		out.Next = &to
	}
	return out
}

// checkEtudes parses every line of a text as an etude (a labelled position) and reports all
// mistakes. A label that contradicts the position or another label is a mistake.
func (t *etudeAPI) checkEtudes(ctx context.Context, in *body[etudeText]) (*etudeReport, error) {
	release, err := t.sessions.searches.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	e, err := t.sessions.engine(ctx, in.Body.Engine, nil)
	if err != nil {
		return nil, err
	}
	out := &etudeReport{OK: true, Etudes: []etudeLine{}, Errors: []lineError{}, Seats: map[string]int{}, Winners: map[string]int{}}
	ctx, cancel := context.WithTimeout(ctx, t.server.options.Think)
	defer cancel()
	good, mistakes := training.CheckEtudes(e, &untilDone{ctx: ctx, text: in.Body.Text})
	if ctx.Err() != nil {
		return nil, tooManyPositions("text")
	}
	for _, m := range mistakes {
		out.Errors = append(out.Errors, lineError{m.Line, m.Err.Error()})
	}
	for _, x := range good {
		out.Etudes = append(out.Etudes, newEtudeLine(x))
	}
	if c, err := runs.CountEtudes(e, "text", good); err == nil {
		out.Hits = &c.Hits
		for seats, n := range c.Seats {
			out.Seats[strconv.Itoa(seats)] = n
		}
		for seat, n := range c.Winners {
			out.Winners[strconv.Itoa(seat)] = n
		}
	}
	return out, nil
}

func (t *etudeAPI) formatEtudes(ctx context.Context, in *body[etudeList]) (*formattedEtudes, error) {
	release, err := t.sessions.searches.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	e, err := t.sessions.engine(ctx, in.Body.Engine, nil)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, t.server.options.Think)
	defer cancel()
	list := make([]training.Etude, len(in.Body.Etudes))
	for i, x := range in.Body.Etudes {
		list[i] = training.Etude{Position: x.Position, Winner: x.Winner, Comment: x.Comment}
	}
	text := &untilDone{ctx: ctx}
	err = training.WriteEtudes(e, text, list)
	switch {
	case ctx.Err() != nil:
		return nil, tooManyPositions("etudes")
	case err != nil:
		return nil, refuse(codeBadPosition, "etudes", "%w", err)
	}
	return &formattedEtudes{true, text.text}, nil
}

// untilDone is a text in memory that can be read line by line or appended to. When ctx is done, its
// methods return the error of ctx, so that long work on the text ends.
type untilDone struct {
	ctx  context.Context
	text string
}

// Read reads at most one line.
func (u *untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(u.text, "\n")
	n := copy(p, u.text[:min(len(line)+1, len(u.text))])
	if u.text = u.text[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (u *untilDone) Write(p []byte) (int, error) {
	u.text += string(p)
	return len(p), u.ctx.Err()
}

func tooManyPositions(field string) error {
	return refuse(codeTooSlow, field, "the time limit is too short for this number of positions")
}

// drawEtudes returns new positions without labels, each from a random game. There may be fewer than
// requested, if many games end early.
func (t *etudeAPI) drawEtudes(ctx context.Context, in *body[etudeDraw]) (*drawn, error) {
	release, err := t.sessions.searches.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	e, err := t.sessions.engine(ctx, in.Body.Engine, nil)
	if err != nil {
		return nil, err
	}
	seed := drawSeed()
	if in.Body.Seed != "" {
		if seed, err = strconv.ParseUint(in.Body.Seed, 10, 64); err != nil {
			return nil, refuse(codeBadRequest, "seed", "the seed is not a whole number")
		}
	}
	seats := cmp.Or(in.Body.Seats, e.Spec().DefaultSeats())
	ctx, cancel := context.WithTimeout(ctx, t.server.options.Think)
	defer cancel()
	out := &drawn{OK: true, Seed: strconv.FormatUint(seed, 10), Positions: []string{}}
	for i := uint64(0); len(out.Positions) < in.Body.Count && i < uint64(10*in.Body.Count); i++ {
		position, err := drawPosition(ctx, e, seats, engines.Seed(seed, i))
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, tooManyPositions("count")
		}
		if err != nil {
			return nil, err
		}
		if position != "" {
			out.Positions = append(out.Positions, position)
		}
	}
	return out, nil
}

// agreement tests several agents on etudes (labelled positions): the default weights, the champion
// and the newest runs. For each agent it returns the number of etudes in which its evaluation is
// highest for the seat that the label names.
func (t *etudeAPI) agreement(ctx context.Context, in *body[etudeList]) (*agreement, error) {
	sources := []string{"default", "champion"}
	err := t.server.read(func(store *results.Store) error {
		list, err := store.List(ctx, results.Query{Engine: in.Body.Engine, Kind: results.Evolve, Limit: runsAgreed})
		for _, run := range list {
			sources = append(sources, "run:"+run.ID)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without a store there are no runs
		return nil, err
	}
	out := &agreement{OK: true, Agents: []agentsHits{}}
	for _, source := range sources {
		one := agentsHits{Agent: source, Of: len(in.Body.Etudes)}
		if one.Hits, err = t.hits(ctx, AgentBody{Source: source}, in.Body); err != nil {
			one.Detail = err.Error()
		}
		out.Agents = append(out.Agents, one)
	}
	return out, ctx.Err()
}

// hits returns the number of etudes (labelled positions) in which an agent's evaluation is highest
// for the seat that the label names. All evaluations together must end within the server's time
// limit.
func (t *etudeAPI) hits(ctx context.Context, who AgentBody, list etudeList) (hits int, err error) {
	release, err := t.sessions.searches.acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	ctx, cancel, limit := t.sessions.limited(ctx, LimitBody{Depth: 1})
	defer cancel()
	for _, x := range list.Etudes {
		o, _, err := t.sessions.startNow(ctx, sessionSetup{Engine: list.Engine, Position: x.Position})
		if err != nil {
			return hits, err
		}
		agent, err := t.sessions.agent(ctx, o, who)
		if err != nil {
			return hits, err
		}
		n, err := o.Analyze(ctx, agent, limit)
		if err != nil {
			return hits, thinkProblem(err)
		}
		if runs.Hit(n.Static, x.Winner) {
			hits++
		}
	}
	return hits, nil
}
