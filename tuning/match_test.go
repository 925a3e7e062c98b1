package tuning_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// script is a game whose outcome a function of the agents' names and the seed determines.
type script func(names []string, seed uint64) engines.Record

func (s script) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	var names []string
	for _, a := range seats {
		names = append(names, a.Name)
	}
	return s(names, seed), nil
}

// verifyScript verifies the agent "result" against opponents with the given names.
func verifyScript(t *testing.T, s script, o tuning.VerifyOptions, names ...string) tuning.Verification {
	t.Helper()
	var list []engines.Agent
	for i, name := range names {
		list = append(list, engines.Agent{Name: name, Weights: engines.Weights{float64(i)}})
	}
	v, err := tuning.Verify(t.Context(), local(s, 1), []tuning.Estimate{{Name: "result", Weights: engines.Weights{-1}}}, list, o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// counting returns deals 0, 1, 2, ...
func counting(n int) uint64 { return uint64(n) }

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 || a == b }

// A result that wins or loses everything is rated as if one more pairing had been drawn.
func TestRatingOfMatchesByPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		winner func(seed uint64) string // "" for a draw
		score  float64
		rated  float64 // score that is converted to Elo
	}{
		"all won":          {func(uint64) string { return "result" }, 1, 10.5 / 11},
		"all lost":         {func(uint64) string { return "x" }, 0, 0.5 / 11},
		"all drawn":        {func(uint64) string { return "" }, 0.5, 0.5},
		"3 of 10 won":      {func(seed uint64) string { return []string{"result", "x"}[min(seed/3, 1)] }, 0.3, 0.3},
		"half a win of 10": {func(seed uint64) string { return []string{"", "x"}[min(seed, 1)] }, 0.05, 0.05},
	} {
		play := func(names []string, seed uint64) engines.Record {
			if w := slices.Index(names, c.winner(seed)); w >= 0 {
				return engines.Record{Outcome: engines.Winner(2, w)}
			}
			return engines.Record{Outcome: engines.Draw(2)}
		}
		m := verifyScript(t, play, tuning.VerifyOptions{Games: 20, Deal: counting}, "x").Matches[0]
		if !near(float64(m.Score), c.score) || !near(float64(m.Rating), rating.Elo(c.rated)) || math.Signbit(float64(m.Rating)) != (c.rated < 0.5) {
			t.Errorf("%s: score %v, rating %v; want %v and %v", name, m.Score, m.Rating, c.score, rating.Elo(c.rated))
		}
		if wins := int(20*c.score) / 2 * 2; c.score == 0.3 && (m.Wins != wins || m.Losses != 20-wins || m.Draws != 0) {
			t.Errorf("%s: %d won, %d drawn, %d lost", name, m.Wins, m.Draws, m.Losses)
		}
	}
}

// Rating, interval and LOS of graded scores follow from the mean of the pairings and its standard
// error, whose variance includes one more pairing with a score that differs by one half.
func TestRatingOfMatchesByScore(t *testing.T) {
	terms := tournament.Terms{Objective: tournament.Objective{Scale: 10}, ForfeitLimit: -1}
	// In deal n the agent "result" scores n points in the first seat and n+3 in the second, the
	// opponent 5.
	play := func(names []string, seed uint64) engines.Record {
		if names[0] == "result" {
			return engines.Record{Outcome: engines.ByScore(float64(seed), 5)}
		}
		return engines.Record{Outcome: engines.ByScore(5, float64(seed)+3)}
	}
	v := verifyScript(t, play, tuning.VerifyOptions{Terms: terms, Games: 24, Deal: counting}, "x")
	m := v.Matches[0]
	const n = 12
	var sum, squares, points, difference float64
	for deal := range n {
		value := (rating.Logistic((float64(deal)-5)/10) + rating.Logistic((float64(deal)-2)/10)) / 2
		sum += value
		squares += value * value
		points += float64(deal) + 1.5
		difference += float64(deal) + 1.5 - 5
	}
	mean := sum / n
	err := math.Sqrt((squares/n - mean*mean + 0.25/n) / n)
	student := distuv.StudentsT{Sigma: 1, Nu: n - 1}
	half := student.Quantile(0.975) * err
	want := rating.Interval{Low: mean - half, High: mean + half}.Elo()
	if !near(float64(m.Score), mean) || !near(float64(m.Rating), rating.Elo(mean)) || !near(m.Interval.Low, want.Low) || !near(m.Interval.High, want.High) {
		t.Errorf("score %v, rating %v %v; want %v, %v %v", m.Score, m.Rating, m.Interval, mean, rating.Elo(mean), want)
	}
	if los := student.CDF((mean - 0.5) / err); math.Abs(float64(m.LOS)-los) > 1e-9 {
		t.Errorf("LOS %v, want %v", m.LOS, los)
	}
	s := m.Scored
	if s == nil || !near(s.Against.Result.Mean, points/n) || !near(s.Agent.Mean, 5) || !near(s.Against.Difference.Mean, difference/n) || s.Against.Result.Games != 24 || s.Agent.Games != 24 {
		t.Errorf("scored %+v", s)
	}
	for name, c := range map[string]struct {
		loser string
		rated float64
	}{"the opponent forfeits": {"x", 12.5 / 13}, "the result forfeits": {"result", 0.5 / 13}} {
		play := func(names []string, _ uint64) engines.Record {
			return engines.ForfeitRecord(2, engines.Forfeit{Seat: slices.Index(names, c.loser), Kind: engines.ForfeitTimeout})
		}
		m := verifyScript(t, play, tuning.VerifyOptions{Terms: terms, Games: 24, Deal: counting}, "x").Matches[0]
		if !near(float64(m.Rating), rating.Elo(c.rated)) || m.Scored != nil || m.Forfeits != 24 || m.ForfeitsByKind["timeout"] != 24 {
			t.Errorf("%s: %+v, want a rating of %v", name, m, rating.Elo(c.rated))
		}
	}
	equal := func([]string, uint64) engines.Record { return engines.Record{Outcome: engines.ByScore(5, 5)} }
	m = verifyScript(t, equal, tuning.VerifyOptions{Terms: terms, Games: 24, Deal: counting}, "x").Matches[0]
	if m.Rating != 0 || math.Signbit(float64(m.Rating)) || m.LOS != 0.5 {
		t.Errorf("equal scores: rating %v, LOS %v", m.Rating, m.LOS)
	}
}

// With three seats the opponent has two of them. The result wins if it alone is first, draws if it
// shares the first place, and loses otherwise. Points are those of the mean opponent seat.
func TestMatchesOfThreeSeats(t *testing.T) {
	// Places of "result" and of the two other seats in turn order, by deal.
	deals := []struct {
		places [3]int
		points float64
	}{{[3]int{1, 2, 3}, 1}, {[3]int{1, 1, 2}, 0.75}, {[3]int{1, 2, 1}, 0.75}, {[3]int{1, 1, 1}, 0.5}, {[3]int{2, 1, 3}, 0.5}, {[3]int{2, 1, 2}, 0.25}, {[3]int{3, 1, 2}, 0}}
	play := func(names []string, seed uint64) engines.Record {
		own := slices.Index(names, "result")
		var places [3]int
		for i, place := range deals[seed].places {
			places[(own+i)%3] = place
		}
		return engines.Record{Outcome: engines.Places(places[:]...)}
	}
	v := verifyScript(t, play, tuning.VerifyOptions{Seats: 3, Games: 23, Deal: counting}, "x")
	sum := 0.0
	for _, d := range deals {
		sum += d.points
	}
	m := v.Matches[0]
	if m.Games != 21 || m.Pairings != 7 || m.Wins != 3 || m.Draws != 9 || m.Losses != 9 || !near(float64(m.Score), sum/7) {
		t.Errorf("%d games in %d pairings: %d won, %d drawn, %d lost, score %v; want score %v", m.Games, m.Pairings, m.Wins, m.Draws, m.Losses, m.Score, sum/7)
	}
	if m.Scored != nil {
		t.Errorf("scores %v of a game without scores", m.Scored)
	}
	second := func(names []string, seed uint64) engines.Record {
		places := []int{1, 3, 4}
		return engines.Record{Outcome: engines.Places(slices.Insert(places, slices.Index(names, "result"), 2)...)}
	}
	if m := verifyScript(t, second, tuning.VerifyOptions{Seats: 4, Games: 40, Deal: counting}, "x").Matches[0]; !near(float64(m.Score), 2./3) || m.Losses != 40 {
		t.Errorf("the second of four: %+v", m)
	}
	// Every seat of the opponent scores its number, the result 10 more than its own.
	scores := func(names []string, seed uint64) engines.Record {
		points := []float64{0, 1, 2}
		points[slices.Index(names, "result")] += 10
		return engines.Record{Outcome: engines.ByScore(points...)}
	}
	terms := tournament.Terms{Objective: tournament.Objective{Scale: 10}}
	s := verifyScript(t, scores, tuning.VerifyOptions{Terms: terms, Seats: 3, Games: 30, Deal: counting}, "x").Matches[0].Scored
	if s == nil || !near(s.Against.Result.Mean, 11) || !near(s.Agent.Mean, 1) || !near(s.Against.Difference.Mean, 10) || s.Agent.Games != 60 || s.Against.Result.Games != 30 {
		t.Errorf("scored %+v", s)
	}
}

// Games of one seat are compared deal by deal.
func TestMatchesOfOneSeat(t *testing.T) {
	play := func(names []string, seed uint64) engines.Record {
		if names[0] == "x" {
			return engines.Record{Outcome: engines.ByScore(4)}
		}
		if names[0] == "y" && seed == 9 {
			return engines.ForfeitRecord(1, engines.Forfeit{Kind: engines.ForfeitIllegal})
		}
		return engines.Record{Outcome: engines.ByScore(float64(seed))} // "result" and "y"
	}
	for opponent, want := range map[string]rating.Standing{"x": {Wins: 5, Draws: 1, Losses: 4}, "y": {Wins: 1, Draws: 9, Forfeits: 1}} {
		v := verifyScript(t, play, tuning.VerifyOptions{Seats: 1, Games: 21, Deal: counting}, opponent)
		m := v.Matches[0]
		if v.Games != 20 || m.Games != 20 || m.Pairings != 10 || m.Wins != want.Wins || m.Draws != want.Draws || m.Losses != want.Losses || m.Forfeits != want.Forfeits {
			t.Errorf("against %s: %+v", opponent, m)
		}
		// The tenth deal has no score of "y", so it counts for neither side.
		n, mean := 10-want.Forfeits, 4.5-0.5*float64(want.Forfeits)
		theirs := map[string]float64{"x": 4, "y": mean}[opponent]
		if s := m.Scored; s == nil || s.Agent.Games != n || s.Against.Result.Games != n || !near(s.Agent.Mean, theirs) || !near(s.Against.Result.Mean, mean) || !near(s.Against.Difference.Mean, mean-theirs) {
			t.Errorf("against %s: scored %+v", opponent, s)
		}
	}
	known := func(names []string, seed uint64) engines.Record {
		r := play(names, seed)
		r.Content = 2*seed + 1
		if names[0] == "result" {
			r.Content++
		}
		return r
	}
	if m := verifyScript(t, known, tuning.VerifyOptions{Seats: 1, Games: 20, Deal: counting}, "x").Matches[0]; m.Distinct != 20 || m.DistinctPairings != 10 {
		t.Errorf("of known content: %+v", m.Variety)
	}
	// With two opponents every deal has three games, one of each agent.
	if v := verifyScript(t, play, tuning.VerifyOptions{Seats: 1, Games: 8, Deal: counting}, "x", "z"); v.Games != 6 || v.Matches[0].Games != 4 || v.Matches[1].Games != 4 {
		t.Errorf("%d games: %+v", v.Games, v.Matches)
	}
}

// Openings are counted for matches that repeat games of known moves, from the different seeds in
// order.
func TestOpeningsOfRepeatedGames(t *testing.T) {
	for name, c := range map[string]struct {
		deal    tuning.Deal
		content bool
		want    []uint64 // argument of Openings; nil if it is not called
	}{
		"repeated":            {func(n int) uint64 { return uint64(7 - n%3) }, true, []uint64{5, 6, 7}},
		"every game is new":   {counting, true, nil},
		"of unknown contents": {func(n int) uint64 { return uint64(n % 3) }, false, nil},
	} {
		play := func(names []string, seed uint64) engines.Record {
			r := engines.Record{Outcome: engines.Winner(2, 0)}
			if c.content {
				r.Content = 1 + 2*seed
				if names[0] == "result" {
					r.Content++
				}
			}
			return r
		}
		var seeds []uint64
		o := tuning.VerifyOptions{Games: 20, Deal: c.deal, Openings: func(s []uint64) int {
			seeds = slices.Clone(s)
			return 42
		}}
		m := verifyScript(t, play, o, "x").Matches[0]
		if !slices.Equal(seeds, c.want) || (m.Openings == 42) != (c.want != nil) {
			t.Errorf("%s: openings of the seeds %v, want %v; %+v", name, seeds, c.want, m.Variety)
		}
	}
}

// Matches use the deals in order, each for all opponents. All get equally many games.
func TestDealsOfAVerification(t *testing.T) {
	played := map[string][]uint64{}
	play := func(names []string, seed uint64) engines.Record {
		key := fmt.Sprint(names)
		played[key] = append(played[key], seed)
		return engines.Record{Outcome: engines.Draw(2)}
	}
	v := verifyScript(t, play, tuning.VerifyOptions{Games: 13, Deal: func(n int) uint64 { return 50 + uint64(n) }}, "x", "y")
	if v.Games != 12 || len(played) != 4 {
		t.Errorf("%d games of %v", v.Games, played)
	}
	for key, seeds := range played {
		if !slices.Equal(seeds, []uint64{50, 51, 52}) {
			t.Errorf("%s: deals %v", key, seeds)
		}
	}
	// Fewer games than one deal needs are one deal.
	if v = verifyScript(t, play, tuning.VerifyOptions{Games: 1}, "x", "y"); v.Games != 4 {
		t.Errorf("%d games", v.Games)
	}
	if v = verifyScript(t, play, tuning.VerifyOptions{Games: 100}); v.Games != 0 || v.Matches != nil {
		t.Errorf("%d games without opponents, matches %v", v.Games, v.Matches)
	}
}

// A verification uses at most VerificationDeals seeds.
func TestVerificationDeals(t *testing.T) {
	for _, c := range []struct{ games, perDeal, want int }{{0, 2, 2}, {100, 2, 52}, {101, 2, 52}, {7, 0, 9}, {5, 6, 2}} {
		if got := tuning.VerificationDeals(c.games, c.perDeal); got != c.want {
			t.Errorf("%d games, %d a deal: %d, want %d", c.games, c.perDeal, got, c.want)
		}
	}
	play := func([]string, uint64) engines.Record { return engines.Record{Outcome: engines.Draw(2)} }
	candidates := []tuning.Estimate{{Name: "a", Weights: engines.Weights{1}}, {Name: "b", Weights: engines.Weights{2}}}
	for games := range 40 {
		most := 0
		o := tuning.VerifyOptions{Games: games, Deal: func(n int) uint64 {
			most = max(most, n+1)
			return uint64(n)
		}}
		if _, err := tuning.Verify(t.Context(), local(script(play), 1), candidates, opponents(5), o); err != nil {
			t.Fatal(err)
		}
		if bound := tuning.VerificationDeals(games, 2); most > bound {
			t.Errorf("%d games: %d deals, at most %d were announced", games, most, bound)
		}
	}
}

// The planned numbers of games are those of the verification if the start weights do not become the
// result. An opponent with the start weights makes a separate match against them unnecessary.
func TestVerificationPlan(t *testing.T) {
	start := engines.Weights{0}
	for name, c := range map[string]struct {
		candidates int // without the start weights
		opponents  []engines.Agent
		options    tuning.VerifyOptions
		want       tuning.VerificationPlan
	}{
		"start and another":          {1, opponents(0, -50), tuning.VerifyOptions{Games: 4000}, tuning.VerificationPlan{Playoff: 1600, Matches: 2400, Match: 1200, Compared: 1200}},
		"only the start":             {1, opponents(0), tuning.VerifyOptions{Games: 600}, tuning.VerificationPlan{Playoff: 240, Matches: 360, Match: 360, Compared: 360}},
		"the start is not named":     {1, opponents(-50), tuning.VerifyOptions{Games: 600}, tuning.VerificationPlan{Playoff: 240, Matches: 360, Match: 180, Compared: 180}},
		"no opponent":                {1, nil, tuning.VerifyOptions{Games: 100}, tuning.VerificationPlan{Playoff: 40, Matches: 60, Match: 60, Compared: 60}},
		"nothing left for the start": {1, nil, tuning.VerifyOptions{Games: 2}, tuning.VerificationPlan{Playoff: 2}},
		"fewer than one deal each":   {2, opponents(-50), tuning.VerifyOptions{Games: 2}, tuning.VerificationPlan{Playoff: 4, Matches: 2, Match: 2, Compared: 2}},
		"without a playoff":          {1, opponents(0), tuning.VerifyOptions{Games: 600, Fixed: true}, tuning.VerificationPlan{Matches: 600, Match: 600, Compared: 600}},
		"other settings":             {1, opponents(0), tuning.VerifyOptions{Games: 400, Other: engines.Settings{"depth": "2"}}, tuning.VerificationPlan{Playoff: 160, Matches: 120, Match: 120, Compared: 120, Other: 120}},
		"three seats":                {1, opponents(0), tuning.VerifyOptions{Games: 600, Seats: 3}, tuning.VerificationPlan{Playoff: 240, Matches: 360, Match: 360, Compared: 360}},
		"seats do not matter":        {1, opponents(0), tuning.VerifyOptions{Games: 601, Symmetric: true}, tuning.VerificationPlan{Playoff: 240, Matches: 361, Match: 361, Compared: 361}},
		"one seat":                   {1, opponents(0, -50), tuning.VerifyOptions{Games: 1000, Seats: 1}, tuning.VerificationPlan{Playoff: 400, Matches: 600, Match: 400, Compared: 200}},
	} {
		o := c.options
		o.Seed, o.Start = 1, start
		got := tuning.PlanVerification(c.candidates+1, c.opponents, o)
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		candidates := []tuning.Estimate{{Name: "found", Weights: engines.Weights{400}}, {Name: "second", Weights: engines.Weights{200}}}
		arena := engines.Arena(duels{})
		if o.Seats == 1 {
			arena = solo{new(atomic.Int64)}
		}
		var last tuning.Progress
		o.Events.Progress = func(p tuning.Progress) {
			if p.Done < last.Done || p.Of != int64(got.Games()) {
				t.Errorf("%s: %d of %d after %d", name, p.Done, p.Of, last.Done)
			}
			last = p
		}
		v, err := tuning.Verify(t.Context(), local(arena, 1), candidates[:c.candidates], c.opponents, o)
		if err != nil {
			t.Fatal(err)
		}
		if last.Done != last.Of {
			t.Errorf("%s: the progress ended at %d of %d", name, last.Done, last.Of)
		}
		if v.Refused != nil || v.Games != got.Games() || len(v.Matches) > 0 && v.Matches[0].Games != got.Match {
			t.Errorf("%s: %d games are played, %+v; %d planned", name, v.Games, v.Matches, got.Games())
		}
	}
}

// A match whose deals all end in the same way with the seats exchanged shows no difference in any
// game, if it has enough deals.
func TestMatchWithoutADifferentGame(t *testing.T) {
	for name, c := range map[string]struct {
		games int
		play  script
		want  bool
	}{
		"the first seat wins": {40, func([]string, uint64) engines.Record { return engines.Record{Outcome: engines.Winner(2, 0), Plies: 9} }, true},
		"too few deals":       {38, func([]string, uint64) engines.Record { return engines.Record{Outcome: engines.Winner(2, 0), Plies: 9} }, false},
		"a longer game of one": {40, func(names []string, seed uint64) engines.Record {
			r := engines.Record{Outcome: engines.Winner(2, 0), Plies: 9}
			if seed == 7 && names[0] == "result" {
				r.Plies = 10
			}
			return r
		}, false},
	} {
		v := verifyScript(t, c.play, tuning.VerifyOptions{Games: c.games, Deal: counting}, "x")
		if got := v.Matches[0].SameGames; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// An opponent that plays like the result is marked only if the start weights are given.
func TestOpponentLikeTheResult(t *testing.T) {
	like := []engines.Agent{{Name: "like", Weights: engines.Weights{5}}, {Name: "other", Weights: engines.Weights{9}}}
	for _, start := range []engines.Weights{nil, {0}} {
		v, err := tuning.Verify(t.Context(), local(duels{}, 1), []tuning.Estimate{{Name: "found", Weights: engines.Weights{5}}}, like,
			tuning.VerifyOptions{Games: 600, Seed: 1, Start: start, Fixed: true})
		if err != nil {
			t.Fatal(err)
		}
		if v.Matches[0].Same != (start != nil) || v.Matches[1].Same || v.Matches[0].Games == 0 || len(v.Matches) != 2+len(start) {
			t.Errorf("start %v: %+v", start, v.Matches)
		}
	}
}
