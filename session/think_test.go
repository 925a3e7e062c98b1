package session_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
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
				if err != nil || n.Best == "" || (len(n.Extra) == 2) != c.cut || c.cut && n.Extra[0].Value != c.depth {
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
		if err := errors.Join(s.Close(), s.SetAgent(1, raceAgent)); err != nil { // an agent that never answers
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
		if _, err := s.Choose(t.Context(), raceAgent, session.Limit{Time: time.Second}); !errors.Is(err, session.ErrTooSlow) {
			t.Errorf("a game with chance: %v", err)
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
		if _, err := s.Choose(ctx, raceAgent, session.Limit{Time: time.Minute}); !errors.Is(err, context.Canceled) {
			t.Errorf("the request ended: %v", err)
		}
	})
}

func TestThinkingRefuses(t *testing.T) {
	t.Parallel()
	s := startRace(t, newRace(), 0, session.Options{})
	wrong := raceAgent
	wrong.Settings = engines.Settings{"depth": "x"}
	if _, err := s.Choose(t.Context(), wrong, session.Limit{}); err == nil {
		t.Error("the depth x was searched")
	}
	if _, err := s.Rate(t.Context(), raceAgent, session.Limit{Depth: 99}); err == nil {
		t.Error("the depth 99 was searched")
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
				thought, err := s.Choose(t.Context(), a, l)
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
				rating, err := s.Rate(t.Context(), a, l)
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
