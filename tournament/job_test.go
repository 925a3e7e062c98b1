package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

// A job that is encoded as JSON and decoded again is equal to the original, to the last bit.
func TestJobsSurviveJSON(t *testing.T) {
	text := rapid.String()
	weight := rapid.Float64()
	agent := rapid.Custom(func(t *rapid.T) engines.Agent {
		a := engines.Agent{Name: text.Draw(t, "name"), Player: text.Draw(t, "player")}
		a.Weights = rapid.SliceOfN(weight, 1, 5).Draw(t, "weights")
		if rapid.Bool().Draw(t, "settings") {
			a.Settings = rapid.MapOfN(text, text, 1, 3).Draw(t, "settings")
		}
		a.Limit.Nodes = rapid.Uint64().Draw(t, "nodes")
		return a
	})
	rapid.Check(t, func(t *rapid.T) {
		field := rapid.SliceOfN(agent, 6, 6).Draw(t, "field")
		who := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 4)
		p := Pairing{Agents: who.Draw(t, "agents"), Seed: rapid.Uint64().Draw(t, "seed"), Games: rapid.IntRange(1, 4).Draw(t, "games")}
		if p.Apart = rapid.Bool().Draw(t, "apart"); p.Apart {
			p.Opponents = who.Draw(t, "opponents")
			p.First = rapid.IntRange(0, len(p.Opponents)).Draw(t, "first")
		}
		terms := Terms{
			Game:  engines.EngineRef{Name: "nim", Settings: engines.Settings{"file": text.Draw(t, "file")}, Version: "1"},
			Arena: engines.ArenaOptions{Moves: true, Openings: engines.Openings{RandomPlies: 3}},
		}
		jobs := &Jobs{terms: terms, field: field, schedule: Pairings{p}}
		job, err := jobs.Job(0)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		var back Job
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(job, back) {
			t.Fatalf("%+v came back as %+v", job, back)
		}
		for g := range p.Played() {
			for seat := range p.Seats() {
				want, got := field[p.Seat(g, seat)], back.Agents[back.Pairing.Seat(g, seat)]
				if !reflect.DeepEqual(want, got) {
					t.Fatalf("game %d, seat %d: %+v, want %+v", g, seat, got, want)
				}
				for i := range want.Weights {
					if math.Float64bits(want.Weights[i]) != math.Float64bits(got.Weights[i]) {
						t.Fatalf("weight %v came back as %v", want.Weights[i], got.Weights[i])
					}
				}
			}
		}
	})
}

// A job contains an agent once, even if the agent has several seats.
func TestJobsNameEveryAgentOnce(t *testing.T) {
	jobs := &Jobs{field: fieldOf(5), schedule: Pairings{{Agents: []int{4, 2, 2}, Games: 3}}}
	job, err := jobs.Job(0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := (&Jobs{field: fieldOf(5), schedule: Pairings{{Agents: []int{4, 2, 4}, Games: 3}}}).Job(0)
	if err != nil || len(again.Agents) != 2 || !reflect.DeepEqual(again.Pairing.Agents, []int{0, 1, 0}) {
		t.Errorf("%+v, %v", again, err)
	}
	if len(job.Agents) != 2 || job.Agents[0].Name != "agent 4" || !reflect.DeepEqual(job.Pairing.Agents, []int{0, 1, 1}) {
		t.Errorf("%+v", job)
	}
}

// Jobs.Result returns an error for game records that cannot belong to the job.
func TestResultsFromElsewhereAreChecked(t *testing.T) {
	jobs := &Jobs{field: fieldOf(2), schedule: Pairings{{Agents: []int{0, 1}, Games: 2}}}
	won := engines.Record{Outcome: engines.Winner(2, 0)}
	if _, err := jobs.Result(0, []engines.Record{won, won}); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]struct {
		index int
		games []engines.Record
	}{
		"another schedule":  {1, []engines.Record{won, won}},
		"a negative place":  {-1, []engines.Record{won, won}},
		"a game is missing": {0, []engines.Record{won}},
		"a game too many":   {0, []engines.Record{won, won, won}},
		"another table":     {0, []engines.Record{won, {Outcome: engines.Winner(3, 0)}}},
		"nobody's forfeit":  {0, []engines.Record{won, {Outcome: engines.Winner(2, 0), Forfeit: &engines.Forfeit{Seat: -1}}}},
	} {
		if r, err := jobs.Result(c.index, c.games); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// executorFunc is an executor that calls a function to play the jobs.
type executorFunc func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool)

func (f executorFunc) Execute(ctx context.Context, jobs *Jobs) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) { f(ctx, jobs, yield) }
}

// drawn returns a result of job i in which all games are draws.
func drawn(t *testing.T, jobs *Jobs, i int) Result {
	t.Helper()
	p, err := jobs.Pairing(i)
	if err != nil {
		t.Fatal(err)
	}
	games := make([]engines.Record, p.Played())
	for g := range games {
		games[g].Outcome = engines.Draw(p.Seats())
	}
	return Result{Index: i, Pairing: p, Games: games}
}

// An executor cannot take more jobs than the window allows before earlier results are yielded. A
// failed job is handed out again even if the window is full.
func TestTheWindowBoundsWhatIsAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // so that a call of Take reaches its limit of time only if it waits
		s := roundRobin(t, 10, 20)
		taken := 0
		x := executorFunc(func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
			jobs.Slots(2)
			var first Stretch
			var rest []Stretch
			for {
				short, cancel := context.WithTimeout(ctx, time.Millisecond)
				got, ok := jobs.Take(short, 3)
				cancel()
				if !ok {
					break
				}
				taken += got.Len()
				if first.Len() == 0 {
					first = got
					continue
				}
				rest = append(rest, got)
			}
			if taken < windowJobs || taken >= windowJobs+3 || len(rest) < 2*windowPerSlot {
				t.Errorf("%d jobs handed out while none was delivered", taken)
			}
			for _, stretch := range rest {
				for i := stretch.From; i < stretch.To; i++ {
					if !yield(drawn(t, jobs, i), nil) {
						return
					}
				}
			}
			if !yield(Result{}, &JobError{0, fmt.Errorf("once")}) {
				return
			}
			if again, ok := jobs.Take(ctx, 100); !ok || again != (Stretch{0, 1}) {
				t.Errorf("after the failure of the first job %v was handed out", again)
			}
			for i := range 3 {
				if !yield(drawn(t, jobs, i), nil) {
					return
				}
			}
			for {
				got, ok := jobs.Take(ctx, 1000)
				if !ok {
					return
				}
				for i := got.From; i < got.To; i++ {
					if !yield(drawn(t, jobs, i), nil) {
						return
					}
				}
			}
		})
		got, err := collect(t.Context(), x, 10, s, Options{})
		if err != nil || len(got) != s.Len() {
			t.Errorf("%d results of %d, %v", len(got), s.Len(), err)
		}
	})
}

// Run ends with an error that names the mistake if the executor violates its contract.
func TestRunWatchesTheExecutor(t *testing.T) {
	s := roundRobin(t, 4, 5)
	all := func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) bool {
		for {
			got, ok := jobs.Take(ctx, 4)
			if !ok {
				return true
			}
			for i := got.From; i < got.To; i++ {
				if !yield(drawn(t, jobs, i), nil) {
					return false
				}
			}
		}
	}
	for name, c := range map[string]struct {
		x    executorFunc
		want string
	}{
		"plays nothing": {func(context.Context, *Jobs, func(Result, error) bool) {}, "the executor ended before all pairings were played"},
		"cannot": {func(_ context.Context, _ *Jobs, yield func(Result, error) bool) {
			yield(Result{}, fmt.Errorf("the network is down"))
		}, "tournament: the network is down"},
		"was not asked": {func(_ context.Context, jobs *Jobs, yield func(Result, error) bool) {
			yield(drawn(t, jobs, 7), nil)
		}, "pairing 8: the executor returned a result for a pairing that it was not given"},
		"plays too little": {func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
			got, _ := jobs.Take(ctx, 1)
			r := drawn(t, jobs, got.From)
			r.Games = r.Games[:1]
			yield(r, nil)
		}, "pairing 1 (agent 0, agent 3) failed twice: the executor returned 1 games instead of 2"},
		"keeps one": {func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
			jobs.Slots(100)
			all(ctx, jobs, func(r Result, err error) bool { return r.Index == 9 || yield(r, err) })
		}, "pairing 10 (agent 2, agent 0) failed twice: the executor ended without returning its result"},
	} {
		_, err := collect(t.Context(), c.x, 4, s, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	repeats := executorFunc(func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
		if !all(ctx, jobs, func(r Result, err error) bool {
			for range 2 {
				if !yield(r, err) {
					return false
				}
			}
			return true
		}) {
			return
		}
		yield(drawn(t, jobs, 3), nil)
		yield(Result{}, &JobError{3, fmt.Errorf("too late")})
	})
	if got, err := collect(t.Context(), repeats, 4, s, Options{}); err != nil || len(got) != s.Len() {
		t.Errorf("with every result three times: %d of %d, %v", len(got), s.Len(), err)
	}
}

// ten returns the jobs of ten pairings, of which some are skipped.
func ten(skipped ...int) *Jobs {
	var s Pairings
	for i := range 10 {
		s = append(s, Pairing{Agents: []int{0, 1}, Games: 1, Seed: uint64(i)})
	}
	return &Jobs{field: fieldOf(2), schedule: s, slots: 1, skip: func(i int) bool {
		if i >= len(s) {
			panic("there is no such job")
		}
		return slices.Contains(skipped, i)
	}}
}

// Jobs are handed out in order, in ranges that contain no skipped job. Failed jobs come first, singly.
func TestJobsAreHandedOut(t *testing.T) {
	jobs := ten(0, 3, 4, 9)
	if jobs.Left() != 10 || jobs.Next() != 1 || jobs.Left() != 9 || jobs.Next() != 1 {
		t.Errorf("%d left, the next is %d", jobs.Left(), jobs.Next())
	}
	for _, step := range []struct {
		limit, retry int // job to retry before the step; -1 for none
		want         Stretch
		next, left   int // after it
	}{
		{0, -1, Stretch{1, 2}, 2, 8},
		{-3, -1, Stretch{2, 3}, 5, 5},
		{100, 1, Stretch{1, 2}, 5, 5},
		{2, -1, Stretch{5, 7}, 7, 3},
		{math.MaxInt, -1, Stretch{7, 9}, 10, 0},
		{100, 6, Stretch{6, 7}, 10, 0},
	} {
		if step.retry >= 0 {
			left := jobs.Left()
			if jobs.retry(step.retry); jobs.Left() != left+1 || !jobs.awaitsRetry(step.retry) || jobs.awaitsRetry(8) {
				t.Errorf("%+v: %d left after a failure", step, jobs.Left())
			}
			if _, all := jobs.progress(); all {
				t.Errorf("%+v: nothing is left", step)
			}
		}
		if got, ok := jobs.Take(t.Context(), step.limit); !ok || got != step.want {
			t.Errorf("%+v: %v", step, got)
		}
		if jobs.Next() != step.next || jobs.Left() != step.left {
			t.Errorf("%+v: the next is %d, %d left", step, jobs.Next(), jobs.Left())
		}
	}
	if got, ok := jobs.Take(t.Context(), 5); ok || got.Len() != 0 {
		t.Errorf("%v of nothing", got)
	}
	jobs.retry(8)
	jobs.retry(5)
	for _, want := range []int{5, 8} {
		if got, _ := jobs.Take(t.Context(), 1); got.From != want {
			t.Errorf("job %d is tried again before job %d", got.From, want)
		}
	}
	if taken, all := jobs.progress(); taken != 8 || !all {
		t.Errorf("%d ranges handed out, all %v", taken, all)
	}
	if got := jobs.handedOut(Stretch{}, []Stretch{{50, 51}}); !slices.Equal(got, []Stretch{{50, 51}, {1, 2}, {2, 3}, {5, 7}, {7, 9}}) {
		t.Errorf("handed out %v", got)
	}
	if got := jobs.handedOut(Stretch{}, nil); len(got) != 0 {
		t.Errorf("handed out again %v", got)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if got, ok := ten().Take(cancelled, 1); ok {
		t.Errorf("%v after the context ended", got)
	}
}

// Take waits if four ranges for each slot, and at least 256 jobs, were handed out and are not
// delivered. It continues when a range is delivered, when the executor has more slots, and for a job
// that failed.
func TestTheWindow(t *testing.T) {
	var s Pairings
	for range 5000 {
		s = append(s, Pairing{Agents: []int{0, 1}, Games: 1})
	}
	// fill takes ranges until none is handed out, and returns their number.
	fill := func(jobs *Jobs, limit int) int {
		for n := 0; ; n++ {
			_, ok, wait := jobs.take(limit)
			if ok == (wait != nil) {
				t.Fatalf("%d ranges: handed out %v, a channel %v", n, ok, wait)
			}
			if !ok {
				return n
			}
		}
	}
	for _, c := range []struct{ slots, limit, want int }{{1, 1, 256}, {1, 100, 4}, {2, 100, 8}, {3, 100, 12}, {1, 64, 4}, {1, 63, 5}, {100, 1, 400}, {0, 100, 4}, {-1, 100, 4}} {
		jobs := &Jobs{field: fieldOf(2), schedule: s}
		jobs.Slots(c.slots)
		if got := fill(jobs, c.limit); got != c.want {
			t.Errorf("%d slots, ranges of %d: %d handed out, want %d", c.slots, c.limit, got, c.want)
		}
	}
	jobs := &Jobs{field: fieldOf(2), schedule: s, slots: 1}
	fill(jobs, 100)
	woken := func(what string, f func(), want int) {
		t.Helper()
		_, _, wait := jobs.take(100)
		select {
		case <-wait:
			t.Errorf("%s: Take does not wait", what)
		default:
		}
		f()
		select {
		case <-wait:
		default:
			t.Errorf("%s: Take still waits", what)
		}
		if got := fill(jobs, 100); got != want {
			t.Errorf("%s: %d ranges, want %d", what, got, want)
		}
	}
	if jobs.handedOut(Stretch{}, nil); fill(jobs, 100) != 0 {
		t.Error("an empty range was delivered")
	}
	woken("a delivered range", func() { jobs.handedOut(Stretch{0, 100}, nil) }, 1)
	woken("more slots", func() { jobs.Slots(2) }, 4)
	woken("a failed job", func() { jobs.retry(7) }, 1)
	jobs = &Jobs{field: fieldOf(2), schedule: s, slots: 1}
	fill(jobs, 1)
	woken("a delivered job", func() { jobs.handedOut(Stretch{0, 1}, nil) }, 1)
	last := &Jobs{field: fieldOf(2), schedule: s[:400], slots: 1}
	for range 4 {
		last.take(100)
	}
	if got, ok, wait := last.take(100); ok || wait != nil {
		t.Errorf("%v after the last job, a channel %v", got, wait)
	}
}

// Take waits for a stream that may grow, and ends when the stream is closed.
func TestTakeFromAStream(t *testing.T) {
	var s Stream
	jobs := &Jobs{stream: &s, schedule: &s, slots: 1}
	s.grown = jobs.streamGrown
	if _, ok, wait := jobs.take(1); ok || wait == nil || !jobs.Open() {
		t.Error("a job of an empty stream")
	} else {
		s.Add(fieldOf(3), []Pairing{{Agents: []int{2, 0}, Games: 1}})
		select {
		case <-wait:
		default:
			t.Error("Take waits though the stream has grown")
		}
	}
	if _, all := jobs.progress(); all || len(jobs.Field()) != 3 || jobs.Players(0) != "agent 2, agent 0" {
		t.Errorf("all %v, %d agents, players %q", all, len(jobs.Field()), jobs.Players(0))
	}
	if got, ok, _ := jobs.take(5); !ok || got != (Stretch{0, 1}) {
		t.Errorf("%v, %v", got, ok)
	}
	_, _, wait := jobs.take(5)
	if _, all := jobs.progress(); all || wait == nil {
		t.Error("a stream that may grow has ended")
	}
	s.Close()
	select {
	case <-wait:
	default:
		t.Error("Take waits though the stream is closed")
	}
	if _, ok, wait := jobs.take(5); ok || wait != nil || jobs.Open() {
		t.Error("Take waits for a closed stream")
	}
	if _, all := jobs.progress(); !all {
		t.Error("a closed stream has not ended")
	}
}

// Errors name the agents of a pairing, unless it has none that exist.
func TestNamesOfJobs(t *testing.T) {
	jobs := &Jobs{field: fieldOf(3), schedule: Pairings{{Agents: []int{2, 0}, Games: 1}, {Agents: []int{0, 3}, Games: 1}}, batch: "round 17", terms: Terms{ForfeitLimit: 3}}
	if got := jobs.Players(0); got != "agent 2, agent 0" {
		t.Errorf("players %q", got)
	}
	if a, b := jobs.name(0), jobs.name(1); a != "pairing 1 (agent 2, agent 0)" || b != "pairing 2" {
		t.Errorf("%q and %q", a, b)
	}
	if jobs.Players(1) != "" || jobs.Batch() != "round 17" || jobs.Terms().ForfeitLimit != 3 || jobs.Open() {
		t.Errorf("players %q, batch %q", jobs.Players(1), jobs.Batch())
	}
	if _, err := jobs.Job(1); err == nil {
		t.Error("a job with an unknown agent")
	}
	if _, err := jobs.Result(1, []engines.Record{{Outcome: engines.Draw(2)}}); err == nil {
		t.Error("a result with an unknown agent")
	}
	if _, err := jobs.Result(0, []engines.Record{{Outcome: engines.Draw(3)}}); err == nil || err.Error() != "game 1: an outcome of 3 seats for 2 agents" {
		t.Errorf("a result of another game: %v", err)
	}
	if _, err := jobs.Result(2, nil); err == nil || err.Error() != "there is no pairing 3" {
		t.Errorf("%v", err)
	}
}

// A job that cannot be played returns an error and no games.
func TestJobPlayFails(t *testing.T) {
	broken := func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
		return engines.Record{}, fmt.Errorf("the board broke")
	}
	job := Job{Agents: fieldOf(2), Pairing: Pairing{Agents: []int{0, 1}, Games: 2}}
	if games, err := job.Play(t.Context(), arenaFunc(broken)); err == nil || err.Error() != "game 1: the board broke" || games != nil {
		t.Errorf("%v, %v", games, err)
	}
	if games, err := job.Play(t.Context(), arenaFunc(quickDraw)); err != nil || len(games) != 2 || games[1].Plies != 1 {
		t.Errorf("%v, %v", games, err)
	}
	job.Pairing.Agents = []int{0, 2}
	if games, err := job.Play(t.Context(), arenaFunc(quickDraw)); err == nil || games != nil {
		t.Errorf("an unknown agent: %v, %v", games, err)
	}
}

func quickDraw(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Draw(len(seats)), Plies: 1}, nil
}
