package session

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/keys"
)

// Limit limits an agent's search by time and depth. A deadline of the context also limits the time.
// Without a limit of time, the agent searches once, to the maximum depth.
type Limit struct {
	Time  time.Duration // maximum time; 0 means no limit
	Depth int           // maximum depth in plies; 0 means the agent's own depth
}

// ErrTooSlow reports that the time limit was too short for a result. Either no search was finished
// and the game has no evaluation without a search, or [Session.Playout] finished no game.
var ErrTooSlow = errors.New("no search was finished within the time")

// leastTime is the time that the first search gets at least, even if the time limit is shorter.
// Without a finished search there would be no result.
const leastTime = 250 * time.Millisecond

// solveFrom is the smallest depth at which a search with a time limit may solve the position
// exactly. Searches to smaller depths must be quick and do not solve it. If the maximum depth is
// smaller, it takes the place of solveFrom. Only agents with the setting exact solve positions,
// near the end of a game.
const solveFrom = 4

// search describes how an agent searches the current position of a session: how deep, and how long.
type search struct {
	session *Session
	agent   engines.Agent
	limit   Limit
	depth   int  // maximum depth; 0 for an agent without a search depth
	static  bool // the agent's own depth is 0, so that it only evaluates positions
	solves  bool // the agent has the setting exact: it solves positions near the end of the game
}

// newSearch describes the search of the current position by agent a within the limits l. The
// maximum depth is l.Depth or, if that is 0, the agent's own depth, but at least 1. newSearch
// returns a *keys.KeyError for settings or a depth that the game does not accept.
func (s *Session) newSearch(a engines.Agent, l Limit) (search, error) {
	x := search{session: s, agent: a, limit: l}
	if a.Player != "" {
		return x, nil
	}
	a = a.LimitAsSetting(s.engine)
	x.agent = a
	with, err := s.engine.With(a.Settings)
	if err != nil {
		return x, keys.Under("agent.settings", err)
	}
	known := with.Spec().Settings
	i := slices.IndexFunc(known, isDepth)
	if i < 0 {
		return x, nil
	}
	x.solves = slices.ContainsFunc(known, isExact)
	if l.Depth > 0 {
		x.depth = l.Depth
		return x, keys.Under("think", known[i].Check(strconv.Itoa(l.Depth)))
	}
	own := a.Settings["depth"]
	if own == "" {
		own = known[i].Default
	}
	depth, err := strconv.Atoi(own)
	x.depth, x.static = max(1, depth), depth == 0
	return x, keys.Under("agent.settings.depth", err)
}

// isDepth reports whether s is the setting of a game that determines the search depth of its
// players.
func isDepth(s engines.Setting) bool {
	return s.Name == "depth" && s.Player && s.Kind == engines.Int
}

// isExact reports whether s is the setting exact of a game. This setting determines how near to the
// end of a game players solve positions exactly. It must accept 0, which means never.
func isExact(s engines.Setting) bool {
	return s.Name == "exact" && s.Player && s.Kind == engines.Int && s.Check("0") == nil
}

// deepen searches with increasing depth: it calls look with the depths 1, 2 and so on. It stops at
// the maximum depth, when the time is over, or when look returns done. Without a time limit, it
// calls look only once, with the maximum depth. The function look must store its results. Those of
// the last finished search count.
//
// If the time is too short even for depth 1, deepen calls evaluate with an evaluation that needs no
// search. If the game has no such evaluation, it returns ErrTooSlow. The result cut reports whether
// the time ended the search.
func (x search) deepen(ctx context.Context, look func(context.Context, engines.Agent, int) (done bool, err error), evaluate func(evaluation)) (cut bool, err error) {
	first, limited := ctx, ctx
	if x.limit.Time > 0 {
		var cancel, cancelFirst context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, x.limit.Time)
		defer cancel()
		first, cancelFirst = context.WithTimeout(ctx, max(x.limit.Time, leastTime))
		defer cancelFirst()
	}
	_, deadline := limited.Deadline()
	depth := min(1, x.depth)
	if !deadline {
		depth = x.depth
	}
	for now := first; ; now = limited {
		done, err := look(now, x.at(depth), depth)
		switch late := errors.Is(err, context.DeadlineExceeded) && now.Err() != nil; {
		case errors.Is(ctx.Err(), context.Canceled):
			return false, ctx.Err()
		case late && depth > 1:
			return true, nil
		case late:
			if e, ok := x.session.evaluate(ctx, x.agent); ok {
				evaluate(e)
				return true, nil
			}
			return false, ErrTooSlow
		case err != nil:
			return false, err
		case done || depth == x.depth:
			return false, nil
		}
		depth++
	}
}

// at returns the agent with the given search depth, or unchanged if depth is 0. If depth is below
// both solveFrom and the maximum depth, the returned agent does not solve positions exactly.
func (x search) at(depth int) engines.Agent {
	a := x.agent
	if depth == 0 {
		return a
	}
	settings := engines.Settings{"depth": strconv.Itoa(depth)}
	if x.solves && depth < min(solveFrom, x.depth) {
		settings["exact"] = "0"
	}
	a.Settings = a.Settings.Merge(settings)
	return a
}

// evaluation is an agent's evaluation of a position without a search. It also contains the move to
// the position that the agent evaluates best.
type evaluation struct {
	move  string // "" if the game is over
	value []float64
}

// evaluate returns the evaluation of the current position with the agent's weights, without a
// search. ok is false if there is none: for games with chance or hidden information, and for
// players without weights.
func (s *Session) evaluate(ctx context.Context, a engines.Agent) (out evaluation, ok bool) {
	ctx = context.WithoutCancel(ctx) // the time may be up, and this takes none
	e, err := s.engine.With(a.Settings)
	if err != nil || a.Player != "" || e.Spec().Chance != engines.NoChance {
		return out, false
	}
	evaluator, ok := engines.AsHeuristic[engines.Evaluator](e)
	if !ok {
		return out, false
	}
	seen := s.View(s.Turn())
	if out.value, err = evaluator.Evaluate(seen, a.Weights); err != nil || s.Over() {
		return out, err == nil
	}
	m, err := engines.OnePly(evaluator, a.Weights).Choose(ctx, seen)
	if err == nil {
		out.move = s.game.FormatMove(m)
	}
	return out, err == nil
}

// Thought is a move that an agent would make, with the results of its search.
type Thought struct {
	Agent   string     `json:"agent"`
	Depth   int        `json:"depth" doc:"plies looked ahead in the deepest finished search; 0 for an agent without a depth, and if no search was finished within the time: move and value then come from the evaluation alone"`
	Cut     bool       `json:"cut" doc:"the time was up before the agent's own depth"`
	Move    string     `json:"move"`
	Words   string     `json:"words,omitempty" doc:"the move in words; absent if the game has only its notation"`
	Value   []*float64 `json:"value" doc:"the result of the search by seat; null for a seat that it does not value"`
	Nodes   uint64     `json:"nodes" doc:"positions of the search"`
	Seconds float64    `json:"seconds" doc:"duration of the search"`
	// Line is the sequence of moves that the search expects, beginning with Move. It is nil if
	// unknown.
	Line []string `json:"-"`
}

// Choose returns the move that an agent would make for the seat to move, without making it. The
// agent's random numbers are derived from the seed of the session.
func (s *Session) Choose(ctx context.Context, a engines.Agent, l Limit) (Thought, error) {
	if s.Over() {
		return Thought{}, ErrOver
	}
	x, err := s.newSearch(a, l)
	if err != nil {
		return Thought{}, err
	}
	began := time.Now()
	out := Thought{Agent: a.Name, Value: make([]*float64, s.Seats())}
	out.Cut, err = x.deepen(ctx, func(ctx context.Context, a engines.Agent, depth int) (bool, error) {
		m, err := s.choose(ctx, a)
		if err != nil {
			return false, err
		}
		n := analysis.Analysis{Value: make([]*float64, s.Seats())}
		if a.Player == "" && s.options.MoveTime == 0 {
			switch found, err := cachedAnalysis(ctx, s, a); {
			case err == nil:
				n = found
			case ctx.Err() != nil:
				return false, err
			}
		}
		out.Move, out.Depth, out.Value, out.Nodes, out.Line = s.game.FormatMove(m), depth, finite(n.Value), n.Nodes, n.Line
		return false, nil
	}, func(e evaluation) { out.Move, out.Value = e.move, finite(pointers(e.value)) })
	if words := s.wordsOf(out.Move); len(words) > 0 {
		out.Words = words[0]
	}
	out.Seconds = time.Since(began).Seconds()
	return out, err
}

// choose creates a new player of an agent and returns the move that the player chooses.
func (s *Session) choose(ctx context.Context, a engines.Agent) (engines.Move, error) {
	if err := ctx.Err(); err != nil { // a fast player does not check it
		return 0, err
	}
	p, err := s.newPlayer(ctx, a, engines.Seed(s.options.Seed, engines.Purpose("session"), uint64(len(s.moves))))
	if err != nil {
		return 0, err
	}
	m, err := p.Choose(ctx, s.View(s.Turn()))
	return m, errors.Join(err, engines.Close(p))
}

// Hint returns the move that an agent would make in place of the person to move. It returns an
// error if the game is over or an agent is to move.
func (s *Session) Hint(ctx context.Context, a engines.Agent) (Thought, error) {
	if _, ok := s.agents[s.Turn()]; ok && !s.Over() {
		return Thought{}, errAgentsTurn
	}
	ctx, cancel := s.patient(ctx)
	defer cancel()
	return s.Choose(ctx, a, Limit{})
}

// Analyze returns an agent's analysis of the current position. If the time limit ended the search,
// the analysis contains two additional values. These are depth, the largest depth to which a search
// was finished, and cut, which is true.
func (s *Session) Analyze(ctx context.Context, a engines.Agent, l Limit) (analysis.Analysis, error) {
	x, err := s.newSearch(a, l)
	if err != nil {
		return analysis.Analysis{}, err
	}
	if x.static {
		x.depth = 0
	}
	var out analysis.Analysis
	reached := 0
	cut, err := x.deepen(ctx, func(ctx context.Context, a engines.Agent, depth int) (bool, error) {
		n, err := cachedAnalysis(ctx, s, a)
		if err == nil {
			out, reached = n, depth
		}
		return false, err
	}, func(e evaluation) {
		out = analysis.Analysis{Static: e.value, Value: finite(pointers(e.value)), Best: e.move}
	})
	if cut {
		out.Extra = append(slices.Clip(out.Extra),
			analysis.Extra{Key: "depth", Value: reached}, analysis.Extra{Key: "cut", Value: true})
	}
	return out, err
}

// Step is the result of an agent's search to one depth.
type Step struct {
	Depth int        `json:"depth" doc:"plies looked ahead"`
	Best  string     `json:"best"`
	Value []*float64 `json:"value" doc:"by seat; null for a seat that the search does not value"`
	Line  []string   `json:"line" doc:"the play that the search expects, the best move first; empty if it is not known"`
	Nodes uint64     `json:"nodes" doc:"positions of the search to this depth"`
	MS    int64      `json:"ms" doc:"milliseconds since the beginning"`
}

// End is the reason why a search ended.
type End string

// These are the reasons why a search ends.
const (
	EndDepth  End = "depth"  // the maximum depth was finished
	EndTime   End = "time"   // the time limit was reached
	EndSolved End = "solved" // the position is solved, so that a deeper search would change nothing
)

// Deepen searches the current position to one depth after the other, each greater by 1. It calls
// each with the result of every finished depth, and stops if each returns an error. The result of
// Deepen is the reason why the search ended.
//
// If not even depth 1 is finished in time, Deepen calls each once with an evaluation that needs no
// search. It returns ErrTooSlow if the game has no such evaluation.
func (s *Session) Deepen(ctx context.Context, a engines.Agent, l Limit, each func(Step) error) (End, error) {
	x, err := s.newSearch(a, l)
	if err != nil {
		return "", err
	}
	began := time.Now()
	end := EndDepth
	var stopped error
	cut, err := x.deepen(ctx, func(ctx context.Context, a engines.Agent, depth int) (bool, error) {
		n, err := cachedAnalysis(ctx, s, a)
		if err != nil {
			return false, err
		}
		if isSolved(n) {
			end = EndSolved
		}
		return end == EndSolved, each(Step{depth, n.Best, finite(n.Value), append([]string{}, n.Line...), n.Nodes, time.Since(began).Milliseconds()})
	}, func(e evaluation) {
		stopped = each(Step{Best: e.move, Value: finite(pointers(e.value)), Line: []string{}, MS: time.Since(began).Milliseconds()})
	})
	if cut {
		end = EndTime
	}
	return end, errors.Join(err, stopped)
}

// isSolved reports whether the search has reached the end of the game in every line of moves. The
// evaluation is then exact.
func isSolved(n analysis.Analysis) bool {
	return slices.ContainsFunc(n.Extra, func(x analysis.Extra) bool { return x.Key == "exact" && x.Value == true })
}

// finite returns a copy of values in which NaN and infinities, which JSON cannot represent, are
// replaced by nil.
func finite(values []*float64) []*float64 {
	out := make([]*float64, len(values))
	for i, v := range values {
		if v != nil && !math.IsNaN(*v) && !math.IsInf(*v, 0) {
			out[i] = v
		}
	}
	return out
}

func pointers(values []float64) []*float64 {
	out := make([]*float64, len(values))
	for i := range values {
		out[i] = &values[i]
	}
	return out
}
