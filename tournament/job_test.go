package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"reflect"
	"strings"
	"testing"
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
			Arena: engines.ArenaOptions{Moves: true, Margin: time.Millisecond, Openings: engines.Openings{RandomPlies: 3}},
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
	s := roundRobin(t, 10, 20)
	taken := 0
	x := executorFunc(func(ctx context.Context, jobs *Jobs, yield func(Result, error) bool) {
		jobs.Slots(2)
		var first Stretch
		var rest []Stretch
		for {
			short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
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
