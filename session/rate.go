package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/show"
)

// RatedMove is a legal move with its evaluation by an agent's search.
type RatedMove struct {
	Move  string     `json:"move"`
	Value []*float64 `json:"value" doc:"the result of the agent's search after it, by seat"`
	Line  []string   `json:"line" doc:"the play that the search expects, the move first"`
	Words []string   `json:"words,omitempty" doc:"the line in words, up to a move whose chance makes the next one illegal; absent if the game has only its notation"`
}

// Rating is an agent's evaluation of a position and of every legal move.
type Rating struct {
	Agent    string                   `json:"agent"`
	Position string                   `json:"position"`
	Turn     int                      `json:"turn" doc:"the seat to move, from 0"`
	Depth    int                      `json:"depth" doc:"plies looked ahead"`
	Cut      bool                     `json:"cut" doc:"whether the time was up before the agent's own depth"`
	Rated    []RatedMove              `json:"rated" doc:"best first"`
	Static   []*float64               `json:"static" doc:"the evaluation of the position itself, by seat"`
	Features map[string][]*float64    `json:"features" doc:"the terms of the evaluation by name, each by seat"`
	Order    []string                 `json:"order" doc:"the names of the terms in the game's order"`
	Weights  map[string]engines.Value `json:"weights"`
	Nodes    uint64                   `json:"nodes" doc:"positions of the search"`
	Seconds  float64                  `json:"seconds" doc:"duration of the search"`
	Extra    map[string]any           `json:"extra" doc:"additions of the game, as in lanista eval --json"`
}

// Rate returns an agent's evaluation of the current position and of every legal move. Only l and
// ctx limit its time. Unlike [Session.Hint], it accepts a position in which an agent is to move.
//
// If no search is finished in time, the result contains only the best move according to an
// evaluation without a search. If the game has no such evaluation, Rate returns [ErrTooSlow]. For a
// game that is over, the result contains no moves.
func (s *Session) Rate(ctx context.Context, a engines.Agent, l Limit) (Rating, error) {
	x, err := s.newSearch(a, l)
	if err != nil {
		return Rating{}, err
	}
	began := time.Now()
	out := Rating{Agent: a.Name, Position: s.View(s.Turn()).String(), Turn: s.Turn(), Rated: []RatedMove{}}
	var analysis analysis.Analysis
	out.Cut, err = x.deepen(ctx, func(ctx context.Context, a engines.Agent, depth int) (bool, error) {
		rated, err := cachedEvals(ctx, s, a)
		if err != nil {
			return false, err
		}
		n, err := cachedAnalysis(ctx, s, a)
		if err == nil {
			out.Rated, analysis, out.Depth = s.ratedMoves(rated), n, depth
		}
		return false, err
	}, func(e evaluation) {
		analysis.Static = e.value
		if !s.Over() {
			out.Rated = []RatedMove{{Move: e.move, Value: finite(pointers(e.value)), Line: []string{e.move}, Words: s.wordsOf(e.move)}}
		}
	})
	if err != nil {
		return Rating{}, err
	}
	out.add(analysis)
	out.Weights = WeightsOf(s.engine, a)
	out.Seconds = time.Since(began).Seconds()
	return out, nil
}

// add copies parts of an analysis to the rating: the evaluation without a search, the features of
// the position, and the statistics of the search.
func (r *Rating) add(n analysis.Analysis) {
	r.Static, r.Nodes = finite(pointers(n.Static)), n.Nodes
	r.Features, r.Order, r.Extra = make(map[string][]*float64), []string{}, make(map[string]any)
	for _, f := range n.Features {
		r.Features[f.Name] = finite(pointers(f.Values))
		r.Order = append(r.Order, f.Name)
	}
	for _, x := range n.Extra {
		r.Extra[x.Key] = x.Value
	}
}

func (s *Session) ratedMoves(rated []analysis.MoveEval) []RatedMove {
	out := make([]RatedMove, len(rated))
	for i, r := range rated {
		out[i] = RatedMove{Move: s.game.FormatMove(r.Move), Value: finite(r.Value), Line: make([]string, len(r.Line))}
		for j, m := range r.Line {
			out[i].Line[j] = s.game.FormatMove(m)
		}
		out[i].Words = s.describe(r.Line)
	}
	return out
}

// describe returns a description in words for each move of a line. The line begins in the current
// position. describe stops before the first illegal move. It returns nil for games that do not
// describe moves.
func (s *Session) describe(line []engines.Move) (words []string) {
	if _, ok := s.game.(show.MoveDescriber); !ok {
		return nil
	}
	g := s.game.Clone()
	for _, m := range line {
		if g.Over() || !slices.Contains(g.Moves(nil), m) {
			return words
		}
		words = append(words, show.DescribeMove(g, m))
		if g.Apply(m) != nil {
			return words
		}
	}
	return words
}

// wordsOf returns a list with one element, the description of a legal move in words. It returns nil
// for an illegal move and for games that do not describe moves.
func (s *Session) wordsOf(move string) []string {
	m, err := s.game.ParseMove(move)
	if err != nil {
		return nil
	}
	return s.describe([]engines.Move{m})
}

// WeightsOf returns the weights of an agent by name. The result is empty if the agent does not use
// the game's built-in player, or if the game refuses its settings.
func WeightsOf(e engines.Engine, a engines.Agent) map[string]engines.Value {
	out := make(map[string]engines.Value)
	with, err := e.With(a.Settings)
	if err != nil || a.Player != "" {
		return out
	}
	for i, w := range with.Spec().Weights {
		if i < len(a.Weights) {
			out[w.Name] = w.Value(a.Weights[i])
		}
	}
	return out
}

// Playout plays n games from the current position to the end, with the same agent in all seats and
// different random numbers. won[i] is the number of games in which seat i took first place, alone
// or shared. finished is the number of games that ended before the deadline of ctx. If none did,
// Playout returns ErrTooSlow. It also returns an error if the agent forfeits a game.
func (s *Session) Playout(ctx context.Context, a engines.Agent, n int) (won []int, finished int, err error) {
	won = make([]int, s.Seats())
	for ; finished < n; finished++ {
		o, err := s.playout(ctx, a, uint64(finished))
		switch {
		case err == nil:
		case ctx.Err() != context.DeadlineExceeded:
			return won, finished, err
		case finished == 0:
			return won, 0, ErrTooSlow
		default:
			return won, finished, nil
		}
		for seat := range won {
			if o.Place(seat) == 1 {
				won[seat]++
			}
		}
	}
	return won, finished, nil
}

func (s *Session) playout(ctx context.Context, a engines.Agent, n uint64) (engines.Outcome, error) {
	seed := engines.Seed(s.options.Seed, engines.Purpose("playout"), n)
	g, err := s.engine.ParseGame(s.View(s.Turn()).String(), seed)
	if err != nil {
		return engines.Outcome{}, fmt.Errorf("the game cannot be played out from what seat %d sees: %w", s.Turn()+1, err)
	}
	players := make([]engines.Player, g.Seats())
	defer func() {
		for _, p := range players {
			_ = engines.Close(p) // the game is decided
		}
	}()
	for seat := range players {
		if players[seat], err = engines.NewPlayer(ctx, s.engine, a); err != nil {
			return engines.Outcome{}, err
		}
	}
	record, err := engines.Referee(ctx, g, s.engine.Spec().Chance, players, seed)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && record.Forfeit != nil {
		err = fmt.Errorf("seat %d: %s", record.Forfeit.Seat+1, record.Forfeit.Reason)
	}
	return record.Outcome, err
}
