package genetic

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// steady returns the config of a small breeder with the steady-state replacement, which makes few
// children in a generation.
func steady() Config {
	config := small()
	config.Fitness, config.Prior, config.Evidence = "rating", 200, 2
	config.Replacement, config.HallOfFame, config.Generations = "steady", 2, 12
	return config
}

// ahead plays a run to its end and returns the snapshot after every generation. round is the number
// of generations that the strategy has already learned from.
func ahead(t *testing.T, s tuning.Strategy, round, workers int) map[int][]byte {
	t.Helper()
	out := map[int][]byte{}
	x := tournament.Local{Arena: fakeArena{peak: 6}, Workers: workers}
	for r, err := range tuning.Run(t.Context(), s, x, tuning.Options{Round: round}) {
		if err != nil {
			t.Fatal(err)
		}
		out[r.Number] = r.Snapshot
	}
	return out
}

// If several generations are played at once, a run has the same result for any number of workers and
// if it is resumed from any snapshot.
func TestGenerationsAheadAreTheSameForAnyWorkers(t *testing.T) {
	t.Parallel()
	bred := Bred()
	bred.Population, bred.Generations = 16, 9
	for name, config := range map[string]Config{"steady": steady(), "bred": bred} {
		for _, n := range []int{1, 3} {
			t.Run(fmt.Sprint(name, " ", n), func(t *testing.T) {
				t.Parallel()
				p := tuning.Problem{Space: square(4), Seed: 2, Ahead: n}
				want := ahead(t, mustNew(t, p, config), 0, 1)
				other := ahead(t, mustNew(t, p, config), 0, 4)
				last := config.Generations
				if len(want) != last || !bytes.Equal(want[last], other[last]) {
					t.Fatalf("%d generations; four workers end alike: %v", len(want), bytes.Equal(want[last], other[last]))
				}
				for at := 1; at < last; at++ {
					again := mustNew(t, p, config)
					if err := again.Restore(want[at]); err != nil {
						t.Fatal(err)
					}
					if rest := ahead(t, again, at, 2); !bytes.Equal(rest[last], want[last]) {
						t.Errorf("resumed after generation %d it ends otherwise", at)
					}
				}
			})
		}
	}
}

// If several generations are played at once, children join the population after they have played,
// and the children of no generation are lost.
func TestGenerationsAheadJoinOnePopulation(t *testing.T) {
	t.Parallel()
	b := mustNew(t, tuning.Problem{Space: square(3), Seed: 4, Ahead: 2}, steady())
	if _, err := b.AskAhead(1); !errors.Is(err, tuning.NotYet) {
		t.Fatalf("a second generation without parents: %v", err)
	}
	round(t, b, fakeArena{peak: 6})
	first, err := b.Ask()
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 2; n++ {
		later, err := b.AskAhead(n)
		if err != nil || later.Round != first.Round+n {
			t.Fatalf("round %d, %v", later.Round, err)
		}
	}
	if _, err := b.AskAhead(3); !errors.Is(err, tuning.NotYet) {
		t.Fatalf("three generations ahead: %v", err)
	}
	if _, err := b.AskAhead(-1); err == nil || !strings.Contains(err.Error(), "-1 rounds ahead") {
		t.Fatalf("a negative number of generations ahead: %v", err)
	}
	born := func() map[int]int {
		n := map[int]int{}
		for _, g := range b.state.Members {
			n[g.Born]++
		}
		return n
	}
	round(t, b, fakeArena{peak: 6})
	round(t, b, fakeArena{peak: 6})
	if n := born(); n[2] == 0 || n[3] != 4 {
		t.Errorf("members by birth: %v; both generations should be there", n)
	}
}

// A stalled run still plays the generations that were requested before, also if it is stopped while
// they are played and then resumed.
func TestAStallEndsARunWithGenerationsAhead(t *testing.T) {
	t.Parallel()
	config := Bred()
	config.Population, config.Generations, config.Stall = 8, 1000, 2
	for seed := range uint64(5) {
		p := tuning.Problem{Space: square(3), Seed: seed, Ahead: 2}
		want := ahead(t, mustNew(t, p, config), 0, 1)
		last := len(want)
		if last >= config.Generations {
			t.Fatalf("seed %d: no stall in %d generations", seed, last)
		}
		for at := 1; at < last; at++ {
			again := mustNew(t, p, config)
			if err := again.Restore(want[at]); err != nil {
				t.Fatal(err)
			}
			if rest := ahead(t, again, at, 1); !bytes.Equal(rest[last], want[last]) {
				t.Errorf("seed %d: resumed after generation %d of %d it plays %d more", seed, at, last, len(rest))
			}
		}
	}
}

// Restore refuses a snapshot whose unfinished generations belong to another breeder.
func TestGenerationsOfAnotherBreederAreRefused(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(3), Seed: 4, Ahead: 2}
	b := mustNew(t, p, steady())
	round(t, b, fakeArena{peak: 6})
	for n := range 3 {
		if _, err := b.AskAhead(n); err != nil {
			t.Fatal(err)
		}
	}
	round(t, b, fakeArena{peak: 6})
	good, err := b.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if err := mustNew(t, p, steady()).Restore(good); err != nil {
		t.Fatal(err)
	}
	p.Ahead = 1
	if mustNew(t, p, steady()).Restore(good) == nil {
		t.Error("two generations in play were taken where there may be one")
	}
	p.Ahead = 2
	bad := bytes.Replace(good, []byte(`"ahead":[{"next_id":`), []byte(`"ahead":[{"next_id":-`), 1)
	if bytes.Equal(bad, good) || mustNew(t, p, steady()).Restore(bad) == nil {
		t.Error("unused identifiers were accepted")
	}
}

// An evidence of more generations than there are means all of them, however large the number is.
func TestEvidenceOfManyGenerationsAhead(t *testing.T) {
	t.Parallel()
	played := func(evidence int) map[int][]byte {
		config := steady()
		config.Evidence = evidence
		return ahead(t, mustNew(t, tuning.Problem{Space: square(4), Seed: 2, Ahead: 1}, config), 0, 1)
	}
	if want, got := played(0), played(math.MaxInt); !maps.EqualFunc(want, got, bytes.Equal) {
		t.Error("all generations and as many as possible differ")
	}
}
