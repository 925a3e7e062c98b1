package session_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/session"
)

// A hint is the move that the agent would make, and changes nothing.
func TestHint(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{})
	for range 3 {
		before := position(s)
		hint, err := s.Hint(t.Context(), raceAgent)
		if err != nil {
			t.Fatal(err)
		}
		legal := s.Legal()
		if hint.Move != legal[len(legal)-1] || !slices.Equal(hint.Line, []string{"1", "1"}) || position(s) != before {
			t.Errorf("%+v of %v at %s", hint, legal, position(s))
		}
		play(t, s, hint.Move)
		reply(t, s, 0)
	}
}

// The deepest search that is finished within the time is the result, whatever limits
// the time.
func TestTheDeepestFinishedDepth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		blocks   int
		limit    session.Limit
		deadline time.Duration
		depth    int
		cut      bool
		took     time.Duration
	}{
		"own depth":         {99, session.Limit{Time: time.Second}, 0, 5, false, 0},
		"without a limit":   {99, session.Limit{}, 0, 5, false, 0},
		"a given depth":     {99, session.Limit{Time: time.Second, Depth: 7}, 0, 7, false, 0},
		"out of time":       {4, session.Limit{Time: time.Second}, 0, 3, true, time.Second},
		"out of time early": {2, session.Limit{Time: time.Nanosecond}, 0, 1, true, time.Nanosecond},
		"deadline":          {3, session.Limit{}, time.Second, 2, true, time.Second},
		"earlier deadline":  {3, session.Limit{Time: time.Minute}, time.Second, 2, true, time.Second},
		"deadline at once":  {1, session.Limit{Time: time.Minute}, time.Second, 0, true, time.Second},
		"nothing finished":  {1, session.Limit{Time: time.Second}, 0, 0, true, time.Second},
		"least time":        {1, session.Limit{Time: time.Nanosecond}, 0, 0, true, 250 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := newRace()
				e.blocks = c.blocks
				s := startRace(t, e, 0, session.Options{Position: "0 3:1 2:2"})
				ctx := t.Context()
				if c.deadline > 0 {
					limited, cancel := context.WithTimeout(ctx, c.deadline)
					defer cancel()
					ctx = limited
				}
				began := time.Now()
				thought, err := s.Choose(ctx, raceAgent, c.limit)
				if err != nil || thought.Depth != c.depth || thought.Cut != c.cut || thought.Move == "" || time.Since(began) != c.took {
					t.Errorf("%+v after %v, error %v", thought, time.Since(began), err)
				}
				if want := float64(c.depth); c.depth > 0 && *thought.Value[0] != want || c.depth == 0 && *thought.Value[0] != 3 {
					t.Errorf("the value is %v", *thought.Value[0])
				}
				if c.deadline > 0 {
					return
				}
				var depths []int
				end, err := s.Deepen(ctx, raceAgent, c.limit, func(step session.Step) error { depths = append(depths, step.Depth); return nil })
				if err != nil || depths[len(depths)-1] != c.depth || (end == session.EndTime) != c.cut {
					t.Errorf("steps %v, %s, error %v", depths, end, err)
				}
				n, err := s.Analyze(ctx, raceAgent, c.limit)
				cut := slices.Contains(n.Extra, analysis.Extra{Key: "cut", Value: true})
				if err != nil || n.Best == "" || cut != c.cut || cut && n.Extra[len(n.Extra)-2].Value != c.depth {
					t.Errorf("%+v, error %v", n, err)
				}
				rating, err := s.Rate(ctx, raceAgent, c.limit)
				if err != nil || rating.Depth != c.depth || rating.Cut != c.cut || len(rating.Rated) != 1 {
					t.Errorf("%+v, error %v", rating, err)
				}
			})
		})
	}
}

// The limit of an agent is its own depth. A requested depth replaces it, as it replaces a setting.
func TestDepthOfAnAgentsLimit(t *testing.T) {
	t.Parallel()
	agent := raceAgent
	agent.Limit.Depth = 3
	for want, limit := range map[int]session.Limit{3: {}, 2: {Depth: 2}} {
		s := startRace(t, newRace(), 0, session.Options{})
		thought, err := s.Choose(t.Context(), agent, limit)
		if err != nil || thought.Depth != want || *thought.Value[0] != float64(want) {
			t.Errorf("%+v: a move of depth %d, error %v", limit, thought.Depth, err)
		}
		if rating, err := s.Rate(t.Context(), agent, limit); err != nil || rating.Depth != want || *rating.Static[0] != float64(want) {
			t.Errorf("%+v: a rating of depth %d, error %v", limit, rating.Depth, err)
		}
	}
	e := newRace()
	g, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := analysis.Analyze(t.Context(), e, g, agent); err != nil || *n.Value[0] != 3 {
		t.Errorf("an analysis %+v, error %v", n, err)
	}
}

// An agent with a time per move replies with the deepest finished depth, too.
func TestReplyWithinATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		e.blocks = 2
		s := startRace(t, e, 0, session.Options{MoveTime: time.Second})
		timed := raceAgent
		timed.Limit = engines.Limit{Move: time.Second}
		if err := s.SetAgent(1, timed); err != nil {
			t.Fatal(err)
		}
		play(t, s, "1")
		began := time.Now()
		if p, err := s.Reply(t.Context()); err != nil || p.Move != "1" || time.Since(began) > time.Second {
			t.Errorf("%+v after %v, error %v", p, time.Since(began), err)
		}
		play(t, s, "1")
		if err := s.SetAgent(1, raceAgent); err != nil || e.open.Load() != 0 { // an agent that never answers
			t.Fatal(err)
		}
		began = time.Now()
		if p, err := s.Reply(t.Context()); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 11*time.Second {
			t.Errorf("%+v after %v, error %v", p, time.Since(began), err)
		}
	})
}

// unrated is a race without an evaluation, whose players never finish a search.
type unrated struct{ engines.Engine }

func (u unrated) With(s engines.Settings) (engines.Engine, error) {
	e, err := u.Engine.With(s)
	r := e.(race)
	r.blocks = 1
	return unrated{r}, err
}

func TestNoSearchFinished(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		e.blocks, e.chance = 1, engines.WithChance
		s := startRace(t, e, 0, session.Options{})
		if got, err := s.Choose(t.Context(), raceAgent, session.Limit{Time: time.Second}); !errors.Is(err, session.ErrTooSlow) || got.Cut {
			t.Errorf("a game with chance: %+v, %v", got, err)
		}
		mute, err := session.New(unrated{newRace()}, session.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = mute.Close() }()
		if got, err := mute.Choose(t.Context(), raceAgent, session.Limit{Time: time.Second}); !errors.Is(err, session.ErrTooSlow) {
			t.Errorf("a game without an evaluation: %+v, %v", got, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if got, err := s.Choose(ctx, raceAgent, session.Limit{Time: time.Minute}); !errors.Is(err, context.Canceled) || got.Cut {
			t.Errorf("the request ended: %+v, %v", got, err)
		}
	})
}

func TestThinkingRefuses(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{})
	wrong := raceAgent
	wrong.Settings = engines.Settings{"depth": "x"}
	for _, c := range []struct {
		agent engines.Agent
		limit session.Limit
		path  string
	}{{wrong, session.Limit{}, "agent.settings.depth"}, {wrong, session.Limit{Depth: 3}, "agent.settings.depth"}, {raceAgent, session.Limit{Depth: 99}, "think.depth"}} {
		_, choose := s.Choose(t.Context(), c.agent, c.limit)
		_, rate := s.Rate(t.Context(), c.agent, c.limit)
		_, analyze := s.Analyze(t.Context(), c.agent, c.limit)
		_, deepen := s.Deepen(t.Context(), c.agent, c.limit, func(session.Step) error { return nil })
		for method, err := range map[string]error{"Choose": choose, "Rate": rate, "Analyze": analyze, "Deepen": deepen} {
			var invalid *keys.KeyError
			if !errors.As(err, &invalid) || !strings.HasPrefix(err.Error(), c.path) {
				t.Errorf("%s with the settings %v and %+v: %v", method, c.agent.Settings, c.limit, err)
			}
		}
	}
	stop := errors.New("enough")
	calls := 0
	if _, err := s.Deepen(t.Context(), raceAgent, session.Limit{Time: time.Minute}, func(session.Step) error { calls++; return stop }); !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%d steps, %v", calls, err)
	}
}

// mapCache is a cache that forgets nothing.
type mapCache map[[sha256.Size]byte]any

func (c mapCache) Get(key [sha256.Size]byte) (any, bool) { v, ok := c[key]; return v, ok }
func (c mapCache) Add(key [sha256.Size]byte, v any) bool { c[key] = v; return false }

func TestFinishedSearchesAreCached(t *testing.T) {
	t.Parallel()
	e, cache := newRace(), mapCache{}
	for range 2 {
		s := startRace(t, e, 0, session.Options{Cache: cache})
		if _, err := s.Choose(t.Context(), raceAgent, session.Limit{Time: time.Minute}); err != nil {
			t.Fatal(err)
		}
	}
	if n := e.searches.Load(); n != 5 || len(cache) != 5 {
		t.Errorf("%d searches, %d in the cache, want 5", n, len(cache))
	}
}

// patiently returns the result of a search with a limit of time. On a machine with other work, not even a
// search to depth 1 may be finished in a short time, so that patiently searches up to twenty times.
func patiently[T any](search func() (T, error), depth func(T) int) (result T, err error) {
	for range 20 {
		if result, err = search(); err == nil && depth(result) > 0 || err != nil && !errors.Is(err, session.ErrTooSlow) {
			break
		}
	}
	return result, err
}

// However short the time is, the games that ship answer with a depth that they finished:
// the values are those of an unlimited search to this depth.
func TestShippedGamesWithinATime(t *testing.T) {
	t.Parallel()
	depths := map[string]int{"risk": 8, "hare": 8, "othello": 40, "2048": 4, "chess": 20}
	for game, most := range depths {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			for i, limit := range []time.Duration{1, 100 * time.Microsecond, 3 * time.Millisecond, 20 * time.Millisecond} {
				s := start(t, game, session.Options{Seed: uint64(i)})
				playRandom(t, s, 2*i)
				a, l := defaultAgent(s), session.Limit{Depth: most, Time: limit}
				thought, err := patiently(func() (session.Thought, error) { return s.Choose(t.Context(), a, l) }, func(c session.Thought) int { return c.Depth })
				if err != nil {
					t.Fatal(err)
				}
				if thought.Depth < 1 || thought.Move == "" {
					t.Errorf("%v: %+v", limit, thought)
				}
				full, err := s.Analyze(t.Context(), a, session.Limit{Depth: thought.Depth})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(finite(full.Value), thought.Value); diff != "" || thought.Nodes != full.Nodes || thought.Value[s.Turn()] == nil {
					t.Errorf("%v: the search was cut after depth %d; to this depth it is %s", limit, thought.Depth, diff)
				}
				rating, err := patiently(func() (session.Rating, error) { return s.Rate(t.Context(), a, l) }, func(r session.Rating) int { return r.Depth })
				if err != nil || rating.Depth < 1 || len(rating.Rated) == 0 || rating.Rated[0].Value[s.Turn()] == nil {
					t.Errorf("%v: %+v, %v", limit, rating, err)
				}
			}
		})
	}
}

// finite replaces values that JSON cannot write by nil.
func finite(values []*float64) []*float64 {
	out := slices.Clone(values)
	for i, v := range out {
		if v != nil && (math.IsNaN(*v) || math.IsInf(*v, 0)) {
			out[i] = nil
		}
	}
	return out
}

// The first move of a rating is the move that the agent chooses.
func TestRateEveryMove(t *testing.T) {
	t.Parallel()
	for _, e := range games {
		game := e.Spec().Name
		s := start(t, game, session.Options{Seed: 3})
		a, l := defaultAgent(s), session.Limit{Depth: 2}
		if game == "minesweeper" || game == "go" || game == "risk-classic" { // without a depth
			l.Depth = 0
		}
		rating, err := s.Rate(t.Context(), a, l)
		if err != nil || len(rating.Rated) == 0 || rating.Depth != l.Depth || len(rating.Weights) != len(a.Weights) || len(rating.Order) != len(rating.Features) {
			t.Fatalf("%s: %+v, error %v", game, rating, err)
		}
		thought, err := s.Choose(t.Context(), a, l)
		if err != nil || game != "othello" && game != "minesweeper" && game != "go" && thought.Move != rating.Rated[0].Move {
			t.Errorf("%s: the agent chooses %s, the first of the rating is %s, error %v", game, thought.Move, rating.Rated[0].Move, err)
		}
	}
}

func TestPlayout(t *testing.T) {
	t.Parallel()
	s := start(t, "hare", session.Options{Seats: 3})
	won, n, err := s.Playout(t.Context(), engines.Agent{Player: "random"}, 4)
	if err != nil || n != 4 || won[0]+won[1]+won[2] < 4 {
		t.Errorf("%v of %d games, error %v", won, n, err)
	}
	again, _, err := s.Playout(t.Context(), engines.Agent{Player: "random"}, 4)
	if err != nil || !slices.Equal(won, again) {
		t.Errorf("%v, then %v, error %v", won, again, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if _, n, err := s.Playout(ctx, engines.Agent{Player: "random"}, 4); !errors.Is(err, session.ErrTooSlow) || n != 0 {
		t.Errorf("%d games without time, error %v", n, err)
	}
}

// A seat one square from the end wins every game from its turn on, and the other seat wins none.
func TestPlayoutCountsWins(t *testing.T) {
	t.Parallel()
	for position, want := range map[string][]int{"0 11:1 0:0": {3, 0}, "1 0:0 11:1": {0, 3}} {
		s := startRace(t, newRace(), 0, session.Options{Position: position})
		if won, n, err := s.Playout(t.Context(), raceAgent, 3); err != nil || n != 3 || !slices.Equal(won, want) {
			t.Errorf("%s: %v of %d games, want %v, error %v", position, won, n, want, err)
		}
	}
}

// Games that are finished when the time is up count; the one that is not finished does not.
func TestPlayoutWithinATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		e.asked = func(engines.Position) { time.Sleep(time.Second) }
		s := startRace(t, e, 0, session.Options{Position: "0 11:1 0:0"})
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		if won, n, err := s.Playout(ctx, raceAgent, 9); err != nil || n != 2 || !slices.Equal(won, []int{2, 0}) {
			t.Errorf("%v of %d games, error %v", won, n, err)
		}
	})
}

// Without a finished search, the only rated move is the one that leads to the best evaluation, and its
// line is the move alone.
func TestRateWithoutASearch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		e.blocks = 1
		s := startRace(t, e, 0, session.Options{Position: "0 3:1 2:2"})
		rating, err := s.Rate(t.Context(), raceAgent, session.Limit{Time: time.Second})
		if err != nil || len(rating.Rated) != 1 {
			t.Fatalf("%+v, error %v", rating, err)
		}
		if r := rating.Rated[0]; r.Move != "2" || !slices.Equal(r.Line, []string{"2"}) || *r.Value[0] != 3 || *rating.Static[1] != 2 {
			t.Errorf("%+v", rating)
		}
	})
}

// The words of a line are those of its moves if they are played one after the other, and the words of
// a choice are those of its move.
func TestWordsOfALineAreThoseOfItsMoves(t *testing.T) {
	t.Parallel()
	rated := start(t, "chess", session.Options{})
	a, l := defaultAgent(rated), session.Limit{Depth: 2}
	rating, err := rated.Rate(t.Context(), a, l)
	if err != nil || len(rating.Rated) != 20 {
		t.Fatalf("%d moves, error %v", len(rating.Rated), err)
	}
	for _, r := range rating.Rated {
		s := start(t, "chess", session.Options{})
		var words []string
		for _, move := range r.Line {
			words = append(words, play(t, s, move).Words)
		}
		if len(words) < 2 || words[0] == "" || !slices.Equal(r.Words, words) {
			t.Errorf("the line %v is %q in words, want %q", r.Line, r.Words, words)
		}
	}
	thought, err := rated.Choose(t.Context(), a, l)
	if err != nil || thought.Words == "" || thought.Words != play(t, rated, thought.Move).Words {
		t.Errorf("%+v, error %v", thought, err)
	}
}

// Without a time limit the agent searches once, to its maximum depth. With one it searches every depth.
func TestDepthsOfASearch(t *testing.T) {
	t.Parallel()
	deep := raceAgent
	deep.Settings = engines.Settings{"depth": "7"}
	shallow := raceAgent
	shallow.Settings = engines.Settings{"depth": "1"}
	for name, c := range map[string]struct {
		agent engines.Agent
		limit session.Limit
		want  []int
		end   session.End
	}{
		"default depth":     {raceAgent, session.Limit{}, []int{5}, session.EndDepth},
		"own depth":         {deep, session.Limit{}, []int{7}, session.EndDepth},
		"given depth":       {deep, session.Limit{Depth: 2}, []int{2}, session.EndDepth},
		"time":              {raceAgent, session.Limit{Time: time.Minute}, []int{1, 2, 3, 4, 5}, session.EndDepth},
		"time and depth":    {deep, session.Limit{Time: time.Minute, Depth: 2}, []int{1, 2}, session.EndDepth},
		"solved":            {deep, session.Limit{Time: time.Minute, Depth: 9}, []int{1, 2, 3, 4, 5, 6, 7, 8}, session.EndSolved},
		"solved, no time":   {deep, session.Limit{Depth: 9}, []int{9}, session.EndSolved},
		"solved at the end": {deep, session.Limit{Time: time.Minute, Depth: 8}, []int{1, 2, 3, 4, 5, 6, 7, 8}, session.EndSolved},
		"given depth 1":     {deep, session.Limit{Depth: 1}, []int{1}, session.EndDepth},
		"own depth 1":       {shallow, session.Limit{Time: time.Minute}, []int{1}, session.EndDepth},
	} {
		e := newRace()
		e.solved = 8
		s := startRace(t, e, 0, session.Options{})
		var depths []int
		end, err := s.Deepen(t.Context(), c.agent, c.limit, func(step session.Step) error {
			depths = append(depths, step.Depth)
			if *step.Value[0] != float64(step.Depth) || step.Nodes != uint64(step.Depth) || step.Best != "1" || !slices.Equal(step.Line, []string{"1", "1"}) {
				t.Errorf("%s: %+v", name, step)
			}
			return nil
		})
		if err != nil || !slices.Equal(depths, c.want) || end != c.end || int(e.searches.Load()) != len(c.want) {
			t.Errorf("%s: depths %v, %s, %d searches, error %v; want %v, %s", name, depths, end, e.searches.Load(), err, c.want, c.end)
		}
	}
}

// An agent that solves the ends of games has the result of a search if the time does not suffice for
// the solution.
func TestSearchBeforeASolution(t *testing.T) {
	t.Parallel()
	for position, want := range map[string]struct {
		depths []int
		end    session.End
	}{
		"--OOO-O--X-OOO-X--O-OOOO-OXXOXX-O-XXO----O-XO---O---XX-------XX- X": {[]int{1, 2, 3}, session.EndTime}, // 32 empty squares
		"XXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O": {[]int{1, 2, 3, 4}, session.EndSolved},
	} {
		s, err := session.New(othello.New(), session.Options{Position: position})
		if err != nil {
			t.Fatal(err)
		}
		agent := engines.Agent{Settings: engines.Settings{"depth": "6", "exact": "36"}}
		within := func(limit session.Limit) error {
			var depths []int
			end, err := s.Deepen(t.Context(), agent, limit, func(step session.Step) error {
				depths = append(depths, step.Depth)
				return nil
			})
			if err != nil || !slices.Equal(depths, want.depths) || end != want.end {
				return fmt.Errorf("depths %v, end %q, error %v; want %v, %q", depths, end, err, want.depths, want.end)
			}
			short := engines.Agent{Settings: engines.Settings{"depth": "2", "exact": "36"}}
			thought, err := s.Choose(t.Context(), short, limit)
			if solved := want.end == session.EndSolved; err != nil || thought.Cut == solved || (thought.Depth == 2) != solved || thought.Move == "" {
				return fmt.Errorf("%+v, error %v", thought, err)
			}
			return nil
		}
		err = within(session.Limit{Time: 500 * time.Millisecond})
		for limit := 2 * time.Second; err != nil && limit < time.Minute; limit *= 4 { // a busy machine needs longer
			err = within(session.Limit{Time: limit})
		}
		if err != nil {
			t.Errorf("%s: %v", position, err)
		}
	}
}

// An agent with the depth 0 chooses with a search to depth 1, and its analysis is that of the position.
func TestAgentWithoutASearch(t *testing.T) {
	t.Parallel()
	static := raceAgent
	static.Settings = engines.Settings{"depth": "0"}
	for _, limit := range []session.Limit{{}, {Time: time.Minute}} {
		s := startRace(t, newRace(), 0, session.Options{})
		thought, err := s.Choose(t.Context(), static, limit)
		if err != nil || thought.Depth != 1 || *thought.Value[0] != 1 {
			t.Errorf("%v: %+v, error %v", limit, thought, err)
		}
		n, err := s.Analyze(t.Context(), static, limit)
		if err != nil || n.Nodes != 0 || *n.Value[0] != 0 {
			t.Errorf("%v: %+v, error %v", limit, n, err)
		}
		if n, err = s.Analyze(t.Context(), raceAgent, limit); err != nil || n.Nodes != 5 {
			t.Errorf("%v: %+v, error %v", limit, n, err)
		}
	}
	if static.Settings["depth"] != "0" {
		t.Errorf("the agent's settings became %v", static.Settings)
	}
}

// A player that is no search of the game has no depth and no values. An agent with a time per move is
// not analysed in addition.
func TestChooseWithoutAnAnalysis(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		agent   engines.Agent
		options session.Options
		depth   int
		values  bool
	}{
		"search":        {raceAgent, session.Options{}, 5, true},
		"random player": {engines.Agent{Name: "dice", Player: "random"}, session.Options{}, 0, false},
		"time per move": {raceAgent, session.Options{MoveTime: time.Minute}, 5, false},
	} {
		e := newRace()
		s := startRace(t, e, 0, c.options)
		got, err := s.Choose(t.Context(), c.agent, session.Limit{})
		if err != nil || got.Depth != c.depth || len(got.Value) != 2 || (got.Value[0] != nil) != c.values || (got.Nodes > 0) != c.values || (got.Line != nil) != c.values || (e.searches.Load() > 0) != c.values {
			t.Errorf("%s: %+v after %d searches, error %v", name, got, e.searches.Load(), err)
		}
		if got.Agent != c.agent.Name || got.Move == "" || got.Words != got.Move+" squares" || got.Cut {
			t.Errorf("%s: %+v", name, got)
		}
	}
	e := newRace()
	e.broken, e.only = errors.New("no analysis"), "Analyze"
	s := startRace(t, e, 0, session.Options{})
	if got, err := s.Choose(t.Context(), raceAgent, session.Limit{}); err != nil || got.Move == "" || got.Value[0] != nil || len(got.Value) != 2 {
		t.Errorf("a failed analysis: %+v, error %v", got, err)
	}
	for name, err := range map[string]error{
		"analysis": func() error { _, err := s.Analyze(t.Context(), raceAgent, session.Limit{}); return err }(),
		"rating":   func() error { _, err := s.Rate(t.Context(), raceAgent, session.Limit{}); return err }(),
		"steps": func() error {
			_, err := s.Deepen(t.Context(), raceAgent, session.Limit{}, func(session.Step) error { return nil })
			return err
		}(),
	} {
		if !errors.Is(err, e.broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A search that fails with a deadline of its own is not one that the time ended.
func TestDeadlineOfThePlayer(t *testing.T) {
	t.Parallel()
	for _, limit := range []session.Limit{{}, {Time: time.Minute}} {
		e := newRace()
		e.broken, e.only = context.DeadlineExceeded, "Choose"
		s := startRace(t, e, 0, session.Options{})
		if got, err := s.Choose(t.Context(), raceAgent, limit); !errors.Is(err, context.DeadlineExceeded) || got.Cut || got.Move != "" {
			t.Errorf("%v: %+v, error %v", limit, got, err)
		}
	}
}

// The random numbers of a choice depend on the seed of the session and on the number of moves, and
// differ from those of the agents that play.
func TestSeedsOfChoices(t *testing.T) {
	t.Parallel()
	seeds := map[string]int{}
	for _, seed := range []uint64{1, 2} {
		for range 2 { // the same again
			var log []string
			e := newRace()
			e.log = &log
			s := startRace(t, e, 1, session.Options{Seed: seed})
			for range 2 {
				if _, err := s.Choose(t.Context(), raceAgent, session.Limit{}); err != nil {
					t.Fatal(err)
				}
				reply(t, s, 1)
				if _, err := s.Hint(t.Context(), raceAgent); err != nil {
					t.Fatal(err)
				}
				play(t, s, "1")
			}
			for _, line := range log {
				if strings.HasPrefix(line, "start ") {
					_, after, _ := strings.Cut(line, "seed ")
					number, _, _ := strings.Cut(after, ",")
					seeds[number]++
				}
			}
		}
	}
	// Each session starts four players to choose and one to play.
	if len(seeds) != 10 || seeds["1"] != 2 || seeds["2"] != 2 {
		t.Errorf("seeds %v", seeds)
	}
	for seed, n := range seeds {
		if n != 2 {
			t.Errorf("seed %s was used %d times", seed, n)
		}
	}
}

// A game that is over has no move, hint or choice, but an evaluation.
func TestThinkingAfterTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		s := startRace(t, e, 0, session.Options{Position: "1 5:0 12:0"})
		if _, err := s.Choose(t.Context(), raceAgent, session.Limit{}); !errors.Is(err, session.ErrOver) {
			t.Errorf("a choice: %v", err)
		}
		if _, err := s.Hint(t.Context(), raceAgent); !errors.Is(err, session.ErrOver) {
			t.Errorf("a hint: %v", err)
		}
		if _, err := s.Reply(t.Context()); !errors.Is(err, session.ErrOver) {
			t.Errorf("a reply: %v", err)
		}
		rating, err := s.Rate(t.Context(), raceAgent, session.Limit{})
		if err != nil || rating.Rated == nil || len(rating.Rated) != 0 || *rating.Static[0] != 5 || rating.Turn != 1 || rating.Position != "1 5:0 12:0" {
			t.Errorf("%+v, error %v", rating, err)
		}
		e.blocks = 1
		slow := startRace(t, e, 0, session.Options{Position: "1 5:0 12:0"})
		rating, err = slow.Rate(t.Context(), raceAgent, session.Limit{Time: time.Second})
		if err != nil || len(rating.Rated) != 0 || !rating.Cut || *rating.Static[1] != 12 {
			t.Errorf("without a search: %+v, error %v", rating, err)
		}
		n, err := slow.Analyze(t.Context(), raceAgent, session.Limit{Time: time.Second})
		if err != nil || n.Best != "" || n.Static[1] != 12 || *n.Value[1] != 12 {
			t.Errorf("without a search: %+v, error %v", n, err)
		}
	})
}

// A hint has the time of a move and ten seconds more.
func TestHintWithinATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		e.blocks, e.chance = 1, engines.WithChance
		for _, limit := range []time.Duration{2 * time.Second, 1} {
			s := startRace(t, e, 0, session.Options{MoveTime: limit})
			began := time.Now()
			if _, err := s.Hint(t.Context(), raceAgent); !errors.Is(err, session.ErrTooSlow) || time.Since(began) != limit+10*time.Second {
				t.Errorf("%v: %v after %v", limit, err, time.Since(began))
			}
		}
	})
}

// Steps, ratings and choices contain the time that they took. A step without a search has no depth.
func TestTimesOfSearches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		e.asked = func(engines.Position) { time.Sleep(300 * time.Millisecond) }
		s := startRace(t, e, 0, session.Options{})
		thought, err := s.Choose(t.Context(), raceAgent, session.Limit{})
		if err != nil || thought.Seconds != 0.3 {
			t.Errorf("%v seconds, error %v", thought.Seconds, err)
		}
		rating, err := s.Rate(t.Context(), raceAgent, session.Limit{})
		if err != nil || rating.Seconds != 0.3 {
			t.Errorf("%v seconds, error %v", rating.Seconds, err)
		}
		e.blocks = 1
		slow := startRace(t, e, 0, session.Options{Position: "0 3:1 2:2"})
		var steps []session.Step
		end, err := slow.Deepen(t.Context(), raceAgent, session.Limit{Time: time.Second}, func(step session.Step) error {
			steps = append(steps, step)
			return nil
		})
		if err != nil || end != session.EndTime || len(steps) != 1 {
			t.Fatalf("%v, %s, error %v", steps, end, err)
		}
		if step := steps[0]; step.MS != 1000 || step.Depth != 0 || step.Best != "2" || *step.Value[0] != 3 || step.Line == nil || len(step.Line) != 0 {
			t.Errorf("%+v", step)
		}
		stop := errors.New("enough")
		if _, err := slow.Deepen(t.Context(), raceAgent, session.Limit{Time: time.Second}, func(session.Step) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("%v", err)
		}
	})
}

// An analysis that the time ended has the additions of its deepest finished search, then its depth.
func TestAnalysisThatTheTimeEnded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := newRace()
		e.blocks = 4
		s := startRace(t, e, 0, session.Options{})
		n, err := s.Analyze(t.Context(), raceAgent, session.Limit{Time: time.Second})
		want := []analysis.Extra{{Key: "exact", Value: false}, {Key: "near", Value: true}, {Key: "depth", Value: 3}, {Key: "cut", Value: true}}
		if err != nil || !slices.Equal(n.Extra, want) {
			t.Errorf("%+v, error %v", n.Extra, err)
		}
		if n, err = s.Analyze(t.Context(), raceAgent, session.Limit{Time: time.Second, Depth: 3}); err != nil || !slices.Equal(n.Extra, want[:2]) {
			t.Errorf("%+v, error %v", n.Extra, err)
		}
	})
}

// Values that JSON cannot represent are absent.
func TestValuesAreFinite(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{Seats: 3})
	thought, err := s.Choose(t.Context(), raceAgent, session.Limit{})
	if err != nil || len(thought.Value) != 3 || *thought.Value[0] != 5 || thought.Value[1] != nil || thought.Value[2] != nil {
		t.Errorf("%+v, error %v", thought, err)
	}
	for bad, want := range map[float64]bool{math.NaN(): false, math.Inf(-1): false, math.Inf(1): false, -3: true} {
		weights := raceAgent
		weights.Weights = engines.Weights{bad}
		n := startRace(t, blocked(1), 0, session.Options{Position: "0 3:1 2:2"})
		synctest.Test(t, func(t *testing.T) {
			got, err := n.Analyze(t.Context(), weights, session.Limit{Time: time.Second})
			if err != nil || (got.Value[0] != nil) != want {
				t.Errorf("weight %v: %+v, error %v", bad, got, err)
			}
		})
	}
}

// blocked returns a race whose players never finish a search to the given depth.
func blocked(depth int) race {
	e := newRace()
	e.blocks = depth
	return e
}

// A rating has the terms of the evaluation, the additions of the game, and the agent's weights.
func TestRatingOfAPosition(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{})
	r, err := s.Rate(t.Context(), raceAgent, session.Limit{})
	if err != nil || r.Agent != "runner" || r.Turn != 0 || r.Depth != 5 || r.Cut || r.Nodes != 5 || r.Position != s.View(0).String() {
		t.Fatalf("%+v, error %v", r, err)
	}
	if !slices.Equal(r.Order, []string{"way", "fuel"}) || *r.Features["way"][1] != 4 || *r.Features["fuel"][0] != 1 || len(r.Features) != 2 {
		t.Errorf("features %v in the order %v", r.Features, r.Order)
	}
	if *r.Static[0] != 5 || *r.Static[1] != 7 || len(r.Extra) != 2 || r.Extra["near"] != true || r.Extra["exact"] != false {
		t.Errorf("static %v, additions %v", r.Static, r.Extra)
	}
	if len(r.Rated) != 1 || r.Rated[0].Move != "1" || !slices.Equal(r.Rated[0].Line, []string{"1"}) || !slices.Equal(r.Rated[0].Words, []string{"1 squares"}) {
		t.Errorf("rated %+v", r.Rated)
	}
	if len(r.Weights) != 1 {
		t.Errorf("weights %v", r.Weights)
	}
	for name, a := range map[string]engines.Agent{
		"another player": {Player: "random", Weights: engines.Weights{1}},
		"no weights":     {},
		"bad settings":   {Settings: engines.Settings{"length": "1"}, Weights: engines.Weights{1}},
	} {
		if got := session.WeightsOf(newRace(), a); got == nil || len(got) != 0 {
			t.Errorf("%s: weights %v", name, got)
		}
	}
}

// Searches of different positions, agents, settings and kinds have different entries in the cache.
// Failed searches have none.
func TestCacheKeys(t *testing.T) {
	t.Parallel()
	cache := mapCache{}
	analyze := func(o session.Options, a engines.Agent, moves ...string) {
		t.Helper()
		o.Cache = cache
		s := startRace(t, newRace(), 0, o)
		for _, m := range moves {
			play(t, s, m)
		}
		if _, err := s.Analyze(t.Context(), a, session.Limit{}); err != nil {
			t.Fatal(err)
		}
	}
	other := raceAgent
	other.Weights = engines.Weights{2}
	deep := raceAgent
	deep.Settings = engines.Settings{"depth": "6"}
	limited := raceAgent
	limited.Limit = engines.Limit{Depth: 7}
	broken := raceAgent
	broken.Weights = engines.Weights{math.NaN()}
	for i, step := range []func(){
		func() { analyze(session.Options{}, raceAgent) },
		func() { analyze(session.Options{}, other) },
		func() { analyze(session.Options{}, deep) },
		func() { analyze(session.Options{}, limited) },
		func() { analyze(session.Options{}, broken) },
		func() { analyze(session.Options{Seats: 3}, raceAgent) },
		func() { analyze(session.Options{}, raceAgent, "1") },
		func() { analyze(session.Options{Settings: engines.Settings{"length": "13"}}, raceAgent) },
		func() { analyze(session.Options{Position: "0 0:0 0:0"}, raceAgent) },
		func() {
			s := startRace(t, newRace(), 0, session.Options{Cache: cache})
			if _, err := s.Rate(t.Context(), raceAgent, session.Limit{}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for range 2 { // the second time finds the entry
			if step(); len(cache) != i+1 {
				t.Errorf("step %d: %d entries", i, len(cache))
			}
		}
	}
	e := newRace()
	e.broken, e.only = errors.New("broken"), "Analyze"
	s := startRace(t, e, 0, session.Options{Seed: 1, Seats: 3, Cache: mapCache{}})
	for range 2 {
		if _, err := s.Analyze(t.Context(), raceAgent, session.Limit{}); !errors.Is(err, e.broken) {
			t.Errorf("%v", err)
		}
	}
	if n := e.searches.Load(); n != 2 {
		t.Errorf("%d searches of one that fails", n)
	}
}

// Playouts stop at the first game that cannot be played to its end.
func TestPlayoutFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, method := range []string{"NewPlayer", "Choose"} {
		e := newRace()
		e.broken, e.only = broken, method
		s := startRace(t, e, 0, session.Options{})
		won, n, err := s.Playout(t.Context(), raceAgent, 3)
		if err == nil || !strings.HasSuffix(err.Error(), "broken") || (method == "Choose") != strings.HasPrefix(err.Error(), "seat 1: ") || n != 0 || !slices.Equal(won, []int{0, 0}) {
			t.Errorf("%s: %v of %d games, error %v", method, won, n, err)
		}
	}
	s, err := session.New(lost{newRace()}, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Playout(t.Context(), raceAgent, 1); err == nil || err.Error() != "the game cannot be played out from what seat 1 sees: no such position" {
		t.Errorf("a position that cannot be read: %v", err)
	}
	e := newRace()
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	e.asked = func(engines.Position) {
		if games++; games == 3 { // each game is one move
			cancel()
		}
	}
	s = startRace(t, e, 0, session.Options{Position: "0 11:1 0:0"})
	if won, n, err := s.Playout(ctx, raceAgent, 9); !errors.Is(err, context.Canceled) || n != 2 || !slices.Equal(won, []int{2, 0}) {
		t.Errorf("cancelled: %v of %d games, error %v", won, n, err)
	}
}

// lost is a race that cannot read positions.
type lost struct{ race }

func (lost) ParseGame(string, uint64) (engines.Game, error) {
	return nil, errors.New("no such position")
}

// A shared first place counts for every seat that has it, and different playouts have different
// seeds.
func TestPlayoutsOfChance(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{Seed: 3})
	won, n, err := s.Playout(t.Context(), engines.Agent{Player: "random"}, 60)
	if err != nil || n != 60 || won[0]+won[1] != 60 || won[0] < 10 || won[1] < 10 {
		t.Errorf("%v of %d games, error %v", won, n, err)
	}
}

// lines is a race that rates the first moves of given lines of play.
type lines struct {
	race
	list [][]engines.Move
}

func (l lines) With(engines.Settings) (engines.Engine, error) { return l, nil }

func (l lines) EvaluateMoves(context.Context, engines.Position, engines.Agent) ([]analysis.MoveEval, error) {
	var out []analysis.MoveEval
	for i, line := range l.list {
		value := float64(-i)
		out = append(out, analysis.MoveEval{Move: line[0], Line: line, Value: []*float64{&value, nil}})
	}
	return out, nil
}

// The words of a line end before the first move that cannot be made, and at the end of the game.
func TestWordsOfIllegalLines(t *testing.T) {
	t.Parallel()
	s, err := session.New(lines{newRace(), [][]engines.Move{{1, 1}, {2, 3, 1}, {2, 1, 3, 1}, {7}}}, session.Options{Position: "0 7:1 5:1"})
	if err != nil {
		t.Fatal(err)
	}
	before := position(s)
	r, err := s.Rate(t.Context(), raceAgent, session.Limit{})
	if err != nil || position(s) != before {
		t.Fatalf("%s, error %v", position(s), err)
	}
	for i, want := range []session.RatedMove{
		{Move: "1", Line: []string{"1", "1"}, Words: []string{"1 squares", "1 squares"}},
		{Move: "2", Line: []string{"2", "3", "1"}, Words: []string{"2 squares"}}, // seat 1 has fuel for two squares
		{Move: "2", Line: []string{"2", "1", "3", "1"}, Words: []string{"2 squares", "1 squares"}},
		{Move: "7", Line: []string{"7"}},
	} {
		got := r.Rated[i]
		if got.Move != want.Move || !slices.Equal(got.Line, want.Line) || !slices.Equal(got.Words, want.Words) || *got.Value[0] != float64(-i) || got.Value[1] != nil {
			t.Errorf("line %d: %+v", i, got)
		}
	}
	end, err := session.New(lines{newRace(), [][]engines.Move{{2, 1}}}, session.Options{Position: "0 10:1 5:1"})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = end.Rate(t.Context(), raceAgent, session.Limit{}); err != nil || !slices.Equal(r.Rated[0].Words, []string{"2 squares"}) {
		t.Errorf("a line beyond the end: %+v, error %v", r.Rated, err)
	}
}

// reordered is a race whose first setting is the depth of its players.
type reordered struct{ race }

func (r reordered) With(engines.Settings) (engines.Engine, error) { return r, nil }

func (r reordered) Spec() engines.Spec {
	spec := r.race.Spec()
	spec.Settings = slices.Clone(spec.Settings)
	slices.Reverse(spec.Settings)
	return spec
}

// The depth of the players may be the first setting of a game.
func TestDepthAsTheFirstSetting(t *testing.T) {
	t.Parallel()
	s, err := session.New(reordered{newRace()}, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Choose(t.Context(), raceAgent, session.Limit{}); err != nil || got.Depth != 5 {
		t.Errorf("%+v, %v", got, err)
	}
}
