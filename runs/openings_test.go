package runs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// piles is Nim with a last stone that wins: a game without chance from one start position, or
// from a list of them whose number the setting starts gives.
type piles struct{ settings engines.Settings }

var pileSettings = []engines.Setting{{Name: "starts", Kind: engines.Int, Default: "1", Min: 1, Max: 1000}}

func newPiles() piles {
	s, err := engines.Resolve(pileSettings)
	if err != nil {
		panic(err)
	}
	return piles{s}
}

func (p piles) Spec() engines.Spec {
	weight := func(name string, value float64) engines.Weight {
		return engines.Weight{Name: name, Doc: "the " + name, Min: -10, Max: 10, Default: value}
	}
	return engines.Spec{
		Name: "piles", Title: "Piles", Doc: "Take one to three stones from a pile; the last stone wins.", Version: "1", MinSeats: 2, MaxSeats: 2,
		Settings: slices.Clone(pileSettings), ScaleFree: true, Chance: engines.NoChance,
		Weights: engines.Space{weight("stones", 1), weight("largest", 2), weight("ones", -1), weight("even", 1)},
	}
}

func (p piles) With(s engines.Settings) (engines.Engine, error) {
	r, err := engines.Resolve(pileSettings, p.settings, s)
	return piles{r}, err
}

// Deals is the number of starts, 1 for the game's own.
func (p piles) Deals() int { return p.settings.Int("starts") }

func (p piles) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats, not 2", seats)
	}
	at := &heaps{stones: [5]int{12, 11, 10, 9, 8}}
	if n := p.settings.Int("starts"); n > 1 {
		line := deals.Line(seed, n)
		at.stones = [5]int{1 + line%8, 1 + line/8%8, 5, 4, 1 + line/64}
	}
	return at, nil
}

func (p piles) ParseGame(position string, _ uint64) (engines.Game, error) {
	at := &heaps{}
	_, err := fmt.Sscanf(position, "%d %d %d %d %d seat %d", &at.stones[0], &at.stones[1], &at.stones[2], &at.stones[3], &at.stones[4], &at.turn)
	at.turn--
	if at.turn != 0 && at.turn != 1 || err != nil {
		return nil, fmt.Errorf("%q is not five piles and a seat", position)
	}
	return at, nil
}

func (p piles) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	a, err := a.Complete(p)
	return engines.OnePly(p, a.Weights), err
}

func (p piles) Features(at engines.Position) ([][]float64, error) {
	h := at.(*heaps)
	mover := make([]float64, 4)
	xor := 0
	for _, n := range h.stones {
		mover[0] += float64(n)
		mover[1] = max(mover[1], float64(n))
		if n == 1 {
			mover[2]++
		}
		xor ^= n % 4
	}
	if xor == 0 {
		mover[3] = 1
	}
	rows := [][]float64{make([]float64, 4), make([]float64, 4)}
	rows[1-h.turn] = mover
	return rows, nil
}

func (p piles) Evaluate(at engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(p, at, w)
}

type heaps struct {
	stones [5]int
	turn   int
}

func (h *heaps) Seats() int          { return 2 }
func (h *heaps) Turn() int           { return h.turn }
func (h *heaps) Clone() engines.Game { c := *h; return &c }
func (h *heaps) Over() bool          { return h.stones == [5]int{} }
func (h *heaps) Outcome() engines.Outcome {
	return engines.Winner(2, 1-h.turn)
}

func (h *heaps) String() string {
	s := h.stones
	return fmt.Sprintf("%d %d %d %d %d seat %d", s[0], s[1], s[2], s[3], s[4], h.turn+1)
}

func (h *heaps) Moves(dst []engines.Move) []engines.Move {
	for i, n := range h.stones {
		for take := 1; take <= min(n, 3); take++ {
			dst = append(dst, engines.Move(4*i+take))
		}
	}
	return dst
}

func (h *heaps) FormatMove(m engines.Move) string { return fmt.Sprintf("%d-%d", m/4+1, m%4) }

func (h *heaps) ParseMove(text string) (engines.Move, error) {
	var pile, take int
	_, err := fmt.Sscanf(text, "%d-%d", &pile, &take)
	return engines.Move(4*(pile-1) + take), err
}

func (h *heaps) Apply(m engines.Move) error {
	pile, take := int(m/4), int(m%4)
	if pile < 0 || pile >= len(h.stones) || take < 1 || take > min(3, h.stones[pile]) {
		return fmt.Errorf("%d of pile %d cannot be taken", take, pile+1)
	}
	h.stones[pile] -= take
	h.turn = 1 - h.turn
	return nil
}

func TestPilesKeepTheContract(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, newPiles(), 3)
}

const onPiles = "engine: {name: piles}\nstrategy: {name: spsa}\nbudget: {games: 400}\nverification: {games: 200, opponents: [default, random]}\nseed: 3\n"

// storedConfig returns the config of a run.
func storedConfig(t *testing.T, db, run string) configs.Config {
	t.Helper()
	rec, err := runs.Record(t.Context(), db, run)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := configs.Parse([]byte(rec.Config), "run")
	if err != nil {
		t.Fatal(err)
	}
	c, err := doc.Config()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// openingsOf returns the openings of the rounds of a run, dealt again from the seeds of its
// pairings, and of its verification or tournament.
func openingsOf(t *testing.T, db, run string) (rounds, last []string) {
	t.Helper()
	c := storedConfig(t, db, run)
	e, err := newPiles().With(configs.Settings(c.Engine.Settings))
	if err != nil {
		t.Fatal(err)
	}
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	for round := range rec.Rounds + 1 {
		before := uint64(0)
		for r, err := range store.Pairings(t.Context(), rec.ID, round) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Pairing.Seed == before { // pairings of one deal follow each other
				continue
			}
			before = r.Pairing.Seed
			g, _, err := engines.Deal(e, 2, r.Pairing.Seed, engines.Openings{RandomPlies: c.Openings.Plies()})
			if err != nil {
				t.Fatal(err)
			}
			if round == 0 {
				last = append(last, g.String())
			} else {
				rounds = append(rounds, g.String())
			}
		}
	}
	return rounds, last
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool)
	for _, text := range list {
		set[text] = true
	}
	return set
}

// A search of a game without chance chooses its random plies, plays no opening twice and
// leaves those of its verification out, with any number of workers and rounds ahead, and also
// if it is stopped and resumed.
func TestSearchPlaysEveryOpeningOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("checks results alone, and takes long under the race detector")
	}
	t.Parallel()
	cases := map[string][][2]int{"2": {{11, -1}}} // after a round or a pairing of the verification
	if exhaustive {
		cases["0"] = [][2]int{{-1, 20}, {3, -1}}
	}
	for ahead, stopped := range cases {
		o := runs.Options{Text: onPiles, Set: []string{"budget.ahead=" + ahead}, Workers: 1, Store: inStore(t)}
		whole, err := only(newPiles()).Tune(t.Context(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := storedConfig(t, o.Store, whole.Record.ID).Openings
		if c.Plies() != 5 || c.Distinct == nil || !*c.Distinct || c.SetAside == nil || *c.SetAside < 70 {
			t.Errorf("stored openings: %+v", c)
		}
		rounds, last := openingsOf(t, o.Store, whole.Record.ID)
		if len(rounds) != 200 || len(setOf(rounds)) != len(rounds) {
			t.Errorf("%d different openings in %d deals of the search", len(setOf(rounds)), len(rounds))
		}
		if len(last) < 70 || len(setOf(last)) != len(last) {
			t.Errorf("%d different openings in %d deals of the verification", len(setOf(last)), len(last))
		}
		if both := setOf(append(rounds, last...)); len(both) != len(rounds)+len(last) {
			t.Errorf("%d different openings in the %d deals of both", len(both), len(rounds)+len(last))
		}
		for _, at := range stopped {
			broken := o
			broken.Store, broken.Workers = inStore(t), 2
			ctx, cancel := context.WithCancel(t.Context())
			broken.Events = stops(cancel, at[0], at[1])
			_, err := only(newPiles()).Tune(ctx, broken, nil)
			cancel()
			var stopped *runs.InterruptedError
			if !errors.As(err, &stopped) {
				t.Fatal(err)
			}
			broken.Text, broken.Set, broken.Events, broken.Resume = "", nil, tuning.Events{}, stopped.Run
			resumed, err := only(newPiles()).Tune(t.Context(), broken, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(ending(t, o.Store, whole.Record.ID), ending(t, broken.Store, resumed.Record.ID), cmpopts.EquateNaNs(),
				cmpopts.EquateComparable(engines.Outcome{})); diff != "" {
				t.Errorf("ahead %s, stopped at %v: %s", ahead, at, diff)
			}
		}
	}
}

// A run that goes on with a larger budget keeps its openings.
func TestExtendedSearchKeepsItsOpenings(t *testing.T) {
	t.Parallel()
	text := strings.Replace(onPiles, "name: spsa", "name: cmaes", 1)
	o := runs.Options{Text: text, Store: inStore(t)}
	short, err := only(newPiles()).Tune(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := storedConfig(t, o.Store, short.Record.ID).Openings
	o.Resume, o.Text = short.Record.ID, strings.Replace(text, "games: 400", "games: 1600", 1)
	if _, err := only(newPiles()).Tune(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, storedConfig(t, o.Store, short.Record.ID).Openings); diff != "" {
		t.Error(diff)
	}
	rounds, last := openingsOf(t, o.Store, short.Record.ID)
	if both := setOf(append(rounds, last...)); len(both) != len(setOf(rounds))+len(setOf(last)) {
		t.Error("the verification plays openings of the search")
	}
}

// Where there are few openings, a third is set aside for the verification.
func TestFewOpeningsAreShared(t *testing.T) {
	t.Parallel()
	var warned []string
	o := runs.Options{Text: onPiles, Set: []string{"engine.settings.starts=60"}, Store: inStore(t)}
	o.Events.Warning = func(text string) { warned = append(warned, text) }
	got, err := only(newPiles()).Tune(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	rounds, last := openingsOf(t, o.Store, got.Record.ID)
	search, verification := setOf(rounds), setOf(last)
	if len(search) != 40 || len(verification) != 20 || len(setOf(append(rounds, last...))) != 60 {
		t.Errorf("%d openings in the search, %d in the verification", len(search), len(verification))
	}
	if len(setOf(rounds[:40])) != 40 || len(setOf(rounds[40:80])) != 40 {
		t.Error("an opening of the search was repeated before all had been played")
	}
	if text := strings.Join(warned, "\n"); !strings.Contains(text, "20 are set aside for the verification") {
		t.Errorf("warned of: %s", text)
	}
}

const pilesCup = "engine: {name: piles, settings: {starts: 24}}\nagents: [default, {name: other, weights: {even: 9, ones: 2}}, {name: third, weights: {even: -9}}]\nschedule: {cycles: 100}\nseed: 5\n"

// A tournament plays every line of a list once, ends when its agents repeat their games, and
// ends alike with any number of workers and if it was stopped.
func TestTournamentEndsWhenItsOpeningsAreUsedUp(t *testing.T) {
	t.Parallel()
	o := runs.Options{Text: pilesCup, Workers: 1, Store: inStore(t)}
	whole, err := only(newPiles()).Tournament(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, openings := openingsOf(t, o.Store, whole.Record.ID)
	if len(openings) != 26 || len(setOf(openings[:24])) != 24 || whole.Table.Pairings != 26*3 {
		t.Errorf("%d deals, %d different openings in the first 24, %d pairings", len(openings), len(setOf(openings[:24])), whole.Table.Pairings)
	}
	if want := "all 24 openings were played; more games would repeat them"; whole.Ended != want {
		t.Errorf("%q, want %q", whole.Ended, want)
	}
	if !whole.Record.Result.Exhausted {
		t.Error("the stored result does not say that the openings are used up")
	}
	for _, results := range []int{0, 20, 75} {
		broken := o
		broken.Store, broken.Workers = inStore(t), 3
		if results > 0 {
			ctx, cancel := context.WithCancel(t.Context())
			broken.Events = stopAfter(cancel, results)
			_, err := only(newPiles()).Tournament(ctx, broken, nil)
			cancel()
			var stopped *runs.InterruptedError
			if !errors.As(err, &stopped) {
				t.Fatal(err)
			}
			broken.Text, broken.Events, broken.Resume = "", tuning.Events{}, stopped.Run
		}
		got, err := only(newPiles()).Tournament(t.Context(), broken, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole, got, sameRecord, cmpopts.IgnoreFields(runs.TournamentResult{}, "Elapsed")); diff != "" {
			t.Errorf("stopped after %d results: %s", results, diff)
		}
	}
	o.Set, o.Store = []string{"openings.repeat=true"}, inStore(t)
	if all, err := only(newPiles()).Tournament(t.Context(), o, nil); err != nil || all.Table.Pairings != 300 || all.Ended != "" || all.Record.Result.Exhausted {
		t.Errorf("%d pairings, %q, %v", all.Table.Pairings, all.Ended, err)
	}
	o.Set, o.Store = []string{"agents=[default, random]"}, inStore(t)
	if all, err := only(newPiles()).Tournament(t.Context(), o, nil); err != nil || all.Table.Pairings != 100 || all.Ended != "" {
		t.Errorf("an agent that does not repeat itself: %d pairings, %q, %v", all.Table.Pairings, all.Ended, err)
	}
}

// An explicit number of random plies is kept, and 0 refused where every game is the same.
func TestExplicitRandomPlies(t *testing.T) {
	t.Parallel()
	o := runs.Options{Text: onPiles, Set: []string{"openings.random_plies=2"}, Store: inStore(t)}
	got, err := only(newPiles()).Tune(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := storedConfig(t, o.Store, got.Record.ID).Openings; c.Plies() != 2 {
		t.Errorf("%+v", c)
	}
	o.Set = []string{"openings.random_plies=0"}
	if _, err := only(newPiles()).Tune(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "the game is the same on every deal") {
		t.Error(err)
	}
	// Without a verification, too, since a suggested step adds one.
	for _, games := range []string{"200", "0"} {
		o.Set = []string{"openings={random_plies: 1, set_aside: 25}", "verification={games: " + games + "}"}
		if _, err := only(newPiles()).Tune(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "openings.set_aside: 25 of 15 openings") {
			t.Errorf("%s games of the verification: %v", games, err)
		}
	}
}

// Random plies that end every game are a mistake of the config, which is found before anything is
// played, in games with and without chance.
func TestRandomPliesThatEndTheGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		catalog runs.Catalog
		text    string
		want    string
	}{
		"a search":             {only(newPiles()), onPiles + "openings: {random_plies: 60}\n", "openings.random_plies: after 60 random plies, in 1000 tries: the game is over at its start"},
		"its own set of them":  {only(newPiles()), onPiles + "openings: {random_plies: 60, set_aside: 3}\n", "openings.random_plies: after 60 random plies, in 1000 tries: the game is over at its start"},
		"a tournament":         {only(newPiles()), pilesCup + "openings: {random_plies: 60}\n", "openings.random_plies: after 60 random plies, in 1000 tries: the game is over at its start"},
		"a game with chance":   {both(), "engine: {name: risk, settings: {size: 2, round_cap: 1}}\nopenings: {random_plies: 1000}\n", "openings.random_plies: after 1000 random plies, in 1000 tries: the game is over at its start"},
		"a game without moves": {both(), "engine: {name: duel}\nopenings: {random_plies: 3}\n", "the config:2: openings.random_plies: openings: a duel has no positions and no moves: the weights of its agents decide the probability of winning"},
		"some of the openings": {both(), "engine: {name: risk, settings: {size: 2, round_cap: 8}}\nopenings: {random_plies: 58}\n", "openings.random_plies: after 58 random plies, in 1000 tries: the game is over at its start"},
		"openings that do not": {only(newPiles()), pilesCup + "openings: {random_plies: 8}\n", ""},
	} {
		_, _, err := runs.CheckConfig(t.Context(), c.catalog, runs.Options{Text: c.text})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// unclear is a game whose chance cannot be determined.
type unclear struct{ engines.Engine }

func (u unclear) With(engines.Settings) (engines.Engine, error) { return u, nil }

func (unclear) FindChance(context.Context, int) (engines.SeedEffect, error) {
	return engines.SeedEffect{}, errors.New("the chance is not declared")
}

// An error about the chance of a game belongs to the game and not to the openings of the config.
func TestErrorAboutChance(t *testing.T) {
	t.Parallel()
	_, err := runs.ForecastTuning(t.Context(), only(unclear{newPiles()}), runs.Options{Text: onPiles})
	if want := "the config:1: engine: the chance is not declared"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A tournament uses one deal a cycle, whatever the number of its pairings.
func TestForecastCountsDeals(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]int{"cycles=1": 1, "cycles=2": 2, "cycles=100": 100} {
		f, err := runs.ForecastTournament(t.Context(), only(newPiles()), runs.Options{Text: pilesCup, Set: []string{"schedule." + set}})
		if err != nil {
			t.Fatal(err)
		}
		if p := f.Openings; p == nil || p.Deals != want {
			t.Errorf("%s: %+v, want %d deals", set, p, want)
		}
	}
}

// A dry run states what would be chosen.
func TestForecastStatesTheOpenings(t *testing.T) {
	t.Parallel()
	f, err := runs.ForecastTuning(t.Context(), only(newPiles()), runs.Options{Text: onPiles})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Openings; p == nil || !p.Auto || p.RandomPlies != 5 || p.Different.Openings < 10*300 || p.SetAside < 70 {
		t.Errorf("%+v", p)
	}
	cup, err := runs.ForecastTournament(t.Context(), only(newPiles()), runs.Options{Text: pilesCup})
	if err != nil {
		t.Fatal(err)
	}
	if p := cup.Openings; p == nil || p.Auto || !p.Ends || p.Different != (deals.Supply{Openings: 24, Exact: true}) || p.Deals != 100 {
		t.Errorf("%+v", p)
	}
}
