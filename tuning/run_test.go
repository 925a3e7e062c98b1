package tuning_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// duels is a game that the seats win at random, in proportion to their strength. An agent's first
// weight is its rating in Elo.
type duels struct{ hook func() }

func (d duels) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if d.hook != nil {
		d.hook()
	}
	if err := ctx.Err(); err != nil {
		return engines.Record{}, err
	}
	// The seat that wins is drawn by strength (Plackett-Luce).
	sum, strength := 0.0, make([]float64, len(seats))
	for i, a := range seats {
		if len(a.Weights) > 0 {
			strength[i] = math.Pow(10, a.Weights[0]/400)
		} else {
			strength[i] = 1
		}
		sum += strength[i]
	}
	x := engines.Rand(seed).Float64() * sum
	for i := range seats {
		if x -= strength[i]; x < 0 {
			return engines.Record{Outcome: engines.Winner(len(seats), i)}, nil
		}
	}
	return engines.Record{Outcome: engines.Winner(len(seats), len(seats)-1)}, nil
}

// counter is a strategy that requests three games a round and counts wins of the first seat.
type counter struct {
	Rounds, Wins int
	last         int // number of rounds; 0 for no limit
	tell         error
	ask          func(round int) error // error instead of a round; nil for none
	save         error                 // error of Snapshot
}

func (c *counter) Ask() (tuning.Batch, error) {
	if c.ask != nil {
		if err := c.ask(c.Rounds + 1); err != nil {
			return tuning.Batch{}, err
		}
	}
	if c.last > 0 && c.Rounds == c.last {
		return tuning.Batch{}, tuning.Done
	}
	b := tuning.Batch{Round: c.Rounds + 1, Field: []engines.Agent{{Name: "a"}, {Name: "b"}}}
	for i := range 3 {
		b.Pairings = append(b.Pairings, tournament.Pairing{Agents: []int{0, 1}, Games: 1, Seed: engines.Seed(1, uint64(c.Rounds), uint64(i))})
	}
	return b, nil
}

func (c *counter) Tell(b tuning.Batch, results []tournament.Result) error {
	if c.tell != nil {
		return c.tell
	}
	for i, r := range results {
		if r.Index != i || len(results) != len(b.Pairings) {
			return fmt.Errorf("result %d of %d stands at %d", r.Index, len(results), i)
		}
		if r.Points(0) == 1 {
			c.Wins++
		}
	}
	c.Rounds++
	return nil
}

func (c *counter) Best() tuning.Estimate {
	return tuning.Estimate{Weights: engines.Weights{float64(c.Wins)}}
}

func (c *counter) Snapshot() ([]byte, error) {
	data, _ := json.Marshal(c)
	return data, c.save
}
func (c *counter) Restore(state []byte) error { return json.Unmarshal(state, c) }

func local(a engines.Arena, workers int) tournament.Executor {
	return tournament.Local{Arena: a, Workers: workers}
}

func collect(t *testing.T, ctx context.Context, s tuning.Strategy, x tournament.Executor, o tuning.Options) ([]tuning.Round, error) {
	t.Helper()
	var rounds []tuning.Round
	for r, err := range tuning.Run(ctx, s, x, o) {
		if err != nil {
			return rounds, err
		}
		rounds = append(rounds, r)
	}
	return rounds, nil
}

func TestBudgets(t *testing.T) {
	for _, c := range []struct {
		name   string
		budget tuning.Budget
		last   int
		want   int
	}{
		{"the strategy is done", tuning.Budget{}, 4, 4},
		{"rounds", tuning.Budget{Rounds: 2}, 4, 2},
		{"games, whole rounds only", tuning.Budget{Games: 8}, 4, 2},
		{"games, exactly", tuning.Budget{Games: 9}, 4, 3},
		{"time is up", tuning.Budget{Time: 1}, 4, 0},
		{"one round", tuning.Budget{Rounds: 1}, 4, 1},
		{"one game", tuning.Budget{Games: 1}, 4, 0},
		{"rounds and games", tuning.Budget{Rounds: 3, Games: 7}, 4, 2},
	} {
		for ahead := range 3 {
			rounds, err := collect(t, t.Context(), &eager{counter: counter{last: c.last}, ahead: ahead}, local(duels{}, 2), tuning.Options{Budget: c.budget})
			if err != nil || len(rounds) != c.want {
				t.Errorf("%s, %d rounds ahead: %d rounds, %v; want %d", c.name, ahead, len(rounds), err, c.want)
			}
		}
	}
}

func TestRoundsAddUp(t *testing.T) {
	observed := 0
	rounds, err := collect(t, t.Context(), &counter{last: 5}, local(duels{}, 3), tuning.Options{Events: tuning.Events{Progress: func(p tuning.Progress) {
		observed++
		if p.RoundOf != 3 || p.RoundGames < 1 || p.RoundGames > 3 || p.Done != int64(3*(p.Round-1)+p.RoundGames) {
			t.Errorf("progress %+v", p)
		}
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rounds {
		if r.Number != i+1 || r.Games != 3 || r.Total != 3*(i+1) || len(r.Results) != 3 || len(r.Snapshot) == 0 {
			t.Errorf("round %d: %+v", i+1, r)
		}
	}
	if observed != 15 {
		t.Errorf("observed %d pairings, want 15", observed)
	}
}

func TestResumedRunEndsAlike(t *testing.T) {
	whole, err := collect(t, t.Context(), &counter{last: 6}, local(duels{}, 1), tuning.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for at := range 6 {
		s := &counter{last: 6}
		var o tuning.Options
		if at > 0 {
			if err := s.Restore(whole[at-1].Snapshot); err != nil {
				t.Fatal(err)
			}
			o.Round, o.Games = whole[at-1].Number, whole[at-1].Total
		}
		rest, err := collect(t, t.Context(), s, local(duels{}, 2), o)
		if err != nil {
			t.Fatal(err)
		}
		last := rest[len(rest)-1]
		if string(last.Snapshot) != string(whole[5].Snapshot) || last.Total != whole[5].Total || len(rest) != 6-at {
			t.Errorf("resumed after %d rounds: %s, want %s", at, last.Snapshot, whole[5].Snapshot)
		}
	}
}

func TestCancelledRunLosesTheRoundInPlay(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	s := &counter{}
	rounds, err := collect(t, ctx, s, local(duels{func() {
		if games++; games == 8 {
			cancel()
		}
	}}, 1), tuning.Options{})
	if !errors.Is(err, context.Canceled) || len(rounds) != 2 || s.Rounds != 2 {
		t.Errorf("%d rounds told, %d yielded, %v; want 2, 2 and a cancelled context", s.Rounds, len(rounds), err)
	}
}

func TestStrategyErrorsNameTheRound(t *testing.T) {
	confused := errors.New("confused")
	failAt := func(n int) func(int) error {
		return func(round int) error {
			if round == n {
				return confused
			}
			return nil
		}
	}
	for name, c := range map[string]struct {
		strategy tuning.Strategy
		rounds   int // number of rounds before the error
		want     string
	}{
		"tell":            {&counter{tell: confused}, 0, "tuning: round 1: confused"},
		"snapshot":        {&counter{save: confused}, 0, "tuning: round 1: confused"},
		"ask":             {&counter{ask: failAt(3)}, 2, "tuning: round 3: confused"},
		"ask ahead":       {&eager{counter: counter{ask: failAt(3)}, ahead: 2}, 0, "tuning: round 1: confused"},
		"ask ahead later": {&eager{counter: counter{ask: failAt(5)}, ahead: 2}, 3, "tuning: round 4: confused"},
		"tell ahead":      {&eager{counter: counter{tell: confused}, ahead: 2}, 0, "tuning: round 1: confused"},
		"snapshot ahead":  {&eager{counter: counter{save: confused}, ahead: 2}, 0, "tuning: round 1: confused"},
	} {
		rounds, err := collect(t, t.Context(), c.strategy, local(duels{}, 1), tuning.Options{})
		if err == nil || err.Error() != c.want || len(rounds) != c.rounds || !errors.Is(err, confused) {
			t.Errorf("%s: %v after %d rounds; want %s after %d", name, err, len(rounds), c.want, c.rounds)
		}
	}
}

func TestRunNeedsStrategyAndExecutor(t *testing.T) {
	for name, args := range map[string]struct {
		strategy tuning.Strategy
		executor tournament.Executor
	}{"no strategy": {nil, local(duels{}, 1)}, "no executor": {&counter{}, nil}, "neither": {}} {
		rounds, err := collect(t, t.Context(), args.strategy, args.executor, tuning.Options{})
		if len(rounds) != 0 || err == nil || !strings.Contains(err.Error(), "needs a strategy and an executor") {
			t.Errorf("%s: %d rounds, %v", name, len(rounds), err)
		}
	}
}

func TestProblemValidate(t *testing.T) {
	space := engines.Space{{Name: "x", Max: 1}, {Name: "y", Max: 1}}
	for want, p := range map[string]tuning.Problem{
		"games: -1":                  {Space: space, Games: -1},
		"rounds: -2":                 {Space: space, Rounds: -2},
		"ahead: -3":                  {Space: space, Ahead: -3},
		"seats: 9":                   {Space: space, Seats: 9},
		"x: named twice":             {Space: engines.Space{space[0], space[0]}},
		"start: 1 weights given":     {Space: space, Start: engines.Weights{1}},
		"start: y: NaN":              {Space: space, Start: engines.Weights{1, math.NaN()}},
		"steps: 1 steps for 2":       {Space: space, Steps: []float64{1}},
		"seats: -1 is not within [0": {Space: space, Seats: -1, Games: -1},
	} {
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", p, err, want)
		}
	}
	for _, p := range []tuning.Problem{{}, {Space: space}, {Space: space, Start: engines.Weights{1, 0}, Seats: 1, Games: 5, Rounds: 2, Ahead: 1}} {
		if err := p.Validate(); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// bent is a strategy whose rounds are changed.
type bent struct {
	tuning.Strategy
	change func(*tuning.Batch)
}

func (b bent) Ask() (tuning.Batch, error) {
	batch, err := b.Strategy.Ask()
	b.change(&batch)
	return batch, err
}

// bentAhead is bent for a strategy that returns rounds ahead.
type bentAhead struct {
	*eager
	change func(*tuning.Batch)
}

func (b bentAhead) Ask() (tuning.Batch, error) { return b.AskAhead(0) }

func (b bentAhead) AskAhead(n int) (tuning.Batch, error) {
	batch, err := b.eager.AskAhead(n)
	b.change(&batch)
	return batch, err
}

func TestRunRefusesRounds(t *testing.T) {
	empty := func(b *tuning.Batch) { b.Pairings = nil }
	unnumbered := func(b *tuning.Batch) { b.Round = 0 }
	late := func(b *tuning.Batch) {
		if b.Round == 3 {
			b.Pairings = nil
		}
	}
	ahead := func(change func(*tuning.Batch)) tuning.Strategy {
		return bentAhead{&eager{ahead: 2}, change}
	}
	for name, c := range map[string]struct {
		strategy tuning.Strategy
		options  tuning.Options
		rounds   int // number of rounds before the error
		want     string
	}{
		"no pairings":             {bent{&counter{}, empty}, tuning.Options{}, 0, "round 1: the strategy returned no pairings"},
		"no pairings later":       {bent{&counter{}, late}, tuning.Options{}, 2, "round 3: the strategy returned no pairings"},
		"no number":               {bent{&counter{}, unnumbered}, tuning.Options{}, 0, "round 1: the strategy returned round 0"},
		"no pairings ahead":       {ahead(empty), tuning.Options{}, 0, "round 1: the strategy returned no pairings"},
		"no pairings later ahead": {ahead(late), tuning.Options{}, 0, "round 3: the strategy returned no pairings"},
		"no number ahead":         {ahead(unnumbered), tuning.Options{}, 0, "round 1: the strategy returned round 0"},
		"resumed":                 {&counter{Rounds: 4}, tuning.Options{}, 0, "round 1: the strategy returned round 5"},
		"negative games":          {&counter{}, tuning.Options{Budget: tuning.Budget{Games: -1}}, 0, "budget: games: -1"},
		"negative rounds":         {&counter{}, tuning.Options{Budget: tuning.Budget{Rounds: -1}}, 0, "budget: rounds: -1"},
		"negative time":           {&counter{}, tuning.Options{Budget: tuning.Budget{Time: -time.Second}}, 0, "budget: time: -1"},
	} {
		rounds, err := collect(t, t.Context(), c.strategy, local(duels{}, 1), c.options)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(rounds) != c.rounds {
			t.Errorf("%s: %v after %d rounds; want %s after %d", name, err, len(rounds), c.want, c.rounds)
		}
	}
}

// batchNames records the names of the schedules that an executor plays.
type batchNames struct {
	tournament.Executor
	names *[]string
}

func (b batchNames) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	*b.names = append(*b.names, jobs.Batch())
	return b.Executor.Execute(ctx, jobs)
}

// A resumed run counts rounds, games and deals from where the earlier part ended. Its limits are
// those of the whole run.
func TestResumedRunCountsOn(t *testing.T) {
	for name, c := range map[string]struct {
		strategy tuning.Strategy
		batches  []string
	}{
		"one round at a time": {&counter{Rounds: 2, Wins: 4}, []string{"round 3", "round 4"}},
		"one round ahead":     {&eager{counter: counter{Rounds: 2, Wins: 4}, ahead: 1}, []string{"rounds from 3"}},
		"rounds ahead":        {&eager{counter: counter{Rounds: 2, Wins: 4}, ahead: 2}, []string{"rounds from 3"}},
	} {
		t.Run(name, func(t *testing.T) {
			var batches []string
			best := engines.Weights{4} // of the last finished round
			done := 6
			o := tuning.Options{
				Round: 2, Games: 6, Budget: tuning.Budget{Rounds: 4, Games: 13}, Dealt: 6, Deal: func(n int) uint64 { return 1000 + uint64(n) },
				Events: tuning.Events{
					Progress: func(p tuning.Progress) {
						if done++; p.Done != int64(done) || p.Of != 13 || p.Phase != tuning.Search || p.Best.Weights[0] != best[0] || p.Round != 3+(done-7)/3 {
							t.Errorf("%d games done: progress %+v; the best weights are %v", done, p, best)
						}
					},
					RoundFinished: func(r tuning.Round) { best = r.Best.Weights },
				},
			}
			rounds, err := collect(t, t.Context(), c.strategy, batchNames{local(duels{}, 1), &batches}, o)
			if err != nil || len(rounds) != 2 || !slices.Equal(batches, c.batches) {
				t.Fatalf("%d rounds in %q, %v", len(rounds), batches, err)
			}
			seed := uint64(1006)
			for i, r := range rounds {
				if r.Number != 3+i || r.Total != 9+3*i || r.Games != 3 {
					t.Errorf("round %d with %d of %d games", r.Number, r.Games, r.Total)
				}
				for k, res := range r.Results {
					if res.Pairing.Seed != seed || r.Batch.Pairings[k].Seed != seed {
						t.Errorf("round %d, pairing %d: seeds %d and %d, want %d", r.Number, k, res.Pairing.Seed, r.Batch.Pairings[k].Seed, seed)
					}
					seed++
				}
			}
		})
	}
	o := tuning.Options{Round: 2, Games: 6, Budget: tuning.Budget{Rounds: 2}}
	if rounds, err := collect(t, t.Context(), &counter{Rounds: 2}, local(duels{}, 1), o); err != nil || len(rounds) != 0 {
		t.Errorf("%d rounds after the last, %v", len(rounds), err)
	}
}

// Pairings of a round that begin from the same seed receive the same deal. The round that the
// strategy receives in Tell has its own seeds.
func TestDealsKeepEqualSeedsEqual(t *testing.T) {
	s := &pairs{}
	rounds, err := collect(t, t.Context(), s, local(duels{}, 1), tuning.Options{Dealt: 5, Deal: func(n int) uint64 { return uint64(n) }})
	if err != nil || len(rounds) != 1 {
		t.Fatal(len(rounds), err)
	}
	for i, p := range rounds[0].Batch.Pairings {
		if p.Seed != uint64(5+i/2) || rounds[0].Results[i].Pairing.Seed != p.Seed {
			t.Fatalf("pairing %d has seed %d and a result of seed %d", i, p.Seed, rounds[0].Results[i].Pairing.Seed)
		}
	}
	asked, err := (&pairs{}).Ask()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range s.received.Pairings {
		if p.Seed != asked.Pairings[i].Seed {
			t.Fatalf("pairing %d is passed to Tell with seed %d, requested with %d", i, p.Seed, asked.Pairings[i].Seed)
		}
	}
}

// The time of the budget is over when exactly this time has passed. Every round lasts three seconds.
func TestTimeBudgetIsExact(t *testing.T) {
	for name, c := range map[string]struct {
		strategy func() tuning.Strategy
		limit    time.Duration
		want     int
	}{
		"at the end of a round":        {func() tuning.Strategy { return &counter{} }, 6 * time.Second, 2},
		"just after a round":           {func() tuning.Strategy { return &counter{} }, 6*time.Second + 1, 3},
		"ahead, at the end of a round": {func() tuning.Strategy { return &eager{ahead: 2} }, 9 * time.Second, 3},
		"ahead, just after a round":    {func() tuning.Strategy { return &eager{ahead: 2} }, 9*time.Second + 1, 6},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := local(duels{func() { time.Sleep(time.Second) }}, 1)
				rounds, err := collect(t, t.Context(), c.strategy(), x, tuning.Options{Budget: tuning.Budget{Time: c.limit}})
				if err != nil || len(rounds) != c.want {
					t.Errorf("%d rounds, %v; want %d", len(rounds), err, c.want)
				}
				for _, r := range rounds {
					if r.Elapsed != 3*time.Second {
						t.Errorf("round %d took %v", r.Number, r.Elapsed)
					}
				}
			})
		})
	}
}

// A program that loses all games of a round by failing ends the run, before the strategy learns from
// them.
func TestBrokenProgramEndsTheRun(t *testing.T) {
	for name, s := range map[string]tuning.Strategy{"one round at a time": &counter{}, "rounds ahead": &eager{ahead: 2}} {
		terms := tournament.Terms{ForfeitLimit: -1, Programs: map[string]tournament.Tolerance{"": {Program: "engine", Share: 1}}}
		rounds, err := collect(t, t.Context(), s, local(broken{}, 1), tuning.Options{Terms: terms})
		failed := new(tournament.BrokenError)
		if !errors.As(err, &failed) || failed.Round != 3 || failed.Program != "engine" || len(rounds) != 0 {
			t.Errorf("%s: %d rounds, %v", name, len(rounds), err)
		}
	}
}

func TestVerifyChoosesAndMeasures(t *testing.T) {
	candidates := []tuning.Estimate{
		{Name: "own", Weights: engines.Weights{0}},
		{Name: "same again", Weights: engines.Weights{0}},
		{Name: "best", Weights: engines.Weights{150}},
		{Name: "worse", Weights: engines.Weights{-50}},
	}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{0}}, {Name: "strong", Weights: engines.Weights{150}}}
	for _, seats := range []int{2, 3} {
		var verdicts []string
		for _, workers := range []int{1, 3} {
			v, err := tuning.Verify(t.Context(), local(duels{}, workers), candidates, opponents, tuning.VerifyOptions{Games: 12_000, Seats: seats, Seed: 3})
			if err != nil {
				t.Fatal(err)
			}
			if v.Result.Name != "best" || len(v.Playoff) != 3 || v.Games < 11_900 || v.Games > 12_000 {
				t.Errorf("%d seats: result %s of %d candidates after %d games", seats, v.Result.Name, len(v.Playoff), v.Games)
			}
			for i, want := range []float64{150, 0} {
				m := v.Matches[i]
				if m.Wins+m.Draws+m.Losses != m.Games || m.Games != m.Pairings*seats || !m.Interval.Contains(float64(m.Rating)) {
					t.Errorf("%d seats: the match does not add up: %+v", seats, m)
				}
				// With two seats the true difference is known; four standard errors are
				// allowed.
				if spread := (m.Interval.High - m.Interval.Low) / 4; seats == 2 && math.Abs(float64(m.Rating)-want) > 4*spread {
					t.Errorf("against %s: %v Elo [%v, %v], truth %v", m.Agent, m.Rating, m.Interval.Low, m.Interval.High, want)
				}
			}
			verdicts = append(verdicts, fmt.Sprintf("%+v", v))
		}
		if verdicts[0] != verdicts[1] {
			t.Errorf("%d seats: one worker and three find\n%s\n%s", seats, verdicts[0], verdicts[1])
		}
	}
}

// Among five equal candidates the first is replaced in at most about one of twenty
// verifications.
func TestVerifyDoesNotChooseByLuck(t *testing.T) {
	var candidates []tuning.Estimate
	for i := range 5 {
		candidates = append(candidates, tuning.Estimate{Name: fmt.Sprint(i), Weights: engines.Weights{float64(i) / 1000}})
	}
	replaced := 0
	for seed := range uint64(100) {
		v, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, nil, tuning.VerifyOptions{Games: 1000, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if v.Result.Name != "0" {
			replaced++
		}
	}
	if replaced > 15 {
		t.Errorf("the result was replaced by an equal in %d of 100 verifications", replaced)
	}
}

func TestVerifyKeepsAFixedResult(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "own", Weights: engines.Weights{0}}, {Name: "best", Weights: engines.Weights{400}}}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{-2000}}}
	v, err := tuning.Verify(t.Context(), local(duels{}, 2), candidates, opponents, tuning.VerifyOptions{Games: 100, Fixed: true})
	if err != nil {
		t.Fatal(err)
	}
	if v.Result.Name != "own" || v.Playoff != nil {
		t.Errorf("result %s after a playoff of %d", v.Result.Name, len(v.Playoff))
	}
	// A match without losses has a finite rating and no upper limit.
	if m := v.Matches[0]; m.Losses != 0 || !m.Rating.Known() || m.Interval.Low > float64(m.Rating) || !math.IsInf(m.Interval.High, 1) {
		t.Errorf("a whitewash is %+v", m)
	}
}

// The 95% intervals of verifications contain the true difference in about 95% of cases.
func TestVerificationCovers(t *testing.T) {
	covered, n := 0, 400
	for seed := range uint64(n) {
		v, err := tuning.Verify(t.Context(), local(duels{}, 1), []tuning.Estimate{{Weights: engines.Weights{60}}},
			[]engines.Agent{{Name: "default", Weights: engines.Weights{0}}}, tuning.VerifyOptions{Games: 400, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if m := v.Matches[0]; m.Interval.Contains(60) {
			covered++
		}
	}
	if share := float64(covered) / float64(n); share < 0.92 || share > 0.98 {
		t.Errorf("95%% intervals cover in %.3f of %d verifications", share, n)
	}
}

func TestVerifyRefuses(t *testing.T) {
	for want, o := range map[string]tuning.VerifyOptions{"games: -1": {Games: -1}, "seats: 9": {Seats: 9}} {
		if _, err := tuning.Verify(t.Context(), local(duels{}, 1), make([]tuning.Estimate, 1), nil, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := tuning.Verify(t.Context(), local(duels{}, 1), nil, nil, tuning.VerifyOptions{}); err == nil || !strings.Contains(err.Error(), "candidate") {
		t.Errorf("%v", err)
	}
}

func TestTimeBudgetStopsBetweenRounds(t *testing.T) {
	rounds, err := collect(t, t.Context(), &counter{}, local(duels{func() { time.Sleep(2 * time.Millisecond) }}, 1),
		tuning.Options{Budget: tuning.Budget{Time: 30 * time.Millisecond}})
	if err != nil || len(rounds) < 1 || len(rounds) > 8 {
		t.Errorf("%d rounds of 6 ms in 30 ms, %v", len(rounds), err)
	}
}

// What the caller does between two rounds does not count as time of the run.
func TestTimeOfTheCallerDoesNotCount(t *testing.T) {
	for name, s := range map[string]tuning.Strategy{
		"one round at a time": &counter{last: 5}, "rounds ahead": &eager{counter: counter{last: 5}, ahead: 2},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rounds := 0
				for _, err := range tuning.Run(t.Context(), s, local(duels{}, 1), tuning.Options{Budget: tuning.Budget{Time: time.Second}}) {
					if err != nil {
						t.Fatal(err)
					}
					rounds++
					time.Sleep(time.Minute)
				}
				if rounds != 5 {
					t.Errorf("%d rounds", rounds)
				}
			})
		})
	}
}

// A strategy whose agents always forfeit is stopped, also across rounds.
func TestFailuresStopTheRun(t *testing.T) {
	rounds, err := collect(t, t.Context(), &counter{}, local(broken{}, 2), tuning.Options{})
	var failed *tournament.ForfeitsError
	if !errors.As(err, &failed) || failed.Games != 20 || len(rounds) != 6 {
		t.Errorf("%d rounds of three games, %v", len(rounds), err)
	}
}

// broken is a game in which the seats forfeit in turn.
type broken struct{}

func (broken) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	return engines.ForfeitRecord(len(seats), engines.Forfeit{Seat: int(seed % 2), Reason: "it does not start"}), nil
}
