package ratinglist

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// chain returns a CSV file with the given number of games in which each of n players meets the next,
// in turn. If ring is true, the last player also meets the first.
func chain(n, games int, ring bool) string {
	pairs := n - 1
	if ring {
		pairs = n
	}
	var b strings.Builder
	b.WriteString("first,second,result\n")
	for g := range games {
		i := g % pairs
		fmt.Fprintf(&b, "p%d,p%d,%s\n", i, (i+1)%n, [...]string{"1-0", "0-1", "1/2-1/2"}[g/pairs%3])
	}
	return b.String()
}

// TestManyAgents rates 300 agents by every model, in a chain or in a ring; with LANISTA_EXHAUSTIVE
// 20,000, in a chain and in a ring. It checks that plackett-luce refuses a file with too many.
func TestManyAgents(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	n, games := 150, 750
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		n, games = 20_000, 100_000
	}
	for _, ring := range []bool{false, true} {
		file := chain(n, games, ring)
		for i, model := range Models() {
			file := file
			switch {
			case model == PlackettLuce && n <= mostAgents && ring:
				continue
			case model == PlackettLuce && n <= mostAgents: // it takes minutes
				file = chain(mostAgents+1, mostAgents+1, false)
			case n == 150 && ring != (i%2 == 1):
				continue // every model has one of the two
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			began := time.Now()
			l, err := RateFile(strings.NewReader(file), "chain.csv", Options{Model: model})
			runtime.ReadMemStats(&after)
			allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
			switch {
			case model != PlackettLuce:
				if err != nil || len(l.Standings) != n || l.Games != games {
					t.Fatalf("%s: %v", model, err)
				}
				t.Logf("%s, ring %v: %v, %d MB allocated in all", model, ring, time.Since(began), allocated)
				if took := time.Since(began); took > time.Minute {
					t.Errorf("%s: %v", model, took)
				}
			default:
				if err == nil || !strings.Contains(err.Error(), "chain.csv:4001: agent number 4001 of the file; "+model+" takes at most 4000") {
					t.Errorf("%s: %v", model, err)
				}
				if allocated > 200 {
					t.Errorf("%s: %d MB before the refusal", model, allocated)
				}
			}
		}
	}
}

// Games of 300 players can be rated by the models that accept so many.
func TestGamesOfManyPlaces(t *testing.T) {
	const k = 300
	var b strings.Builder
	b.WriteString("game,agent,place\n")
	for game := range 2 {
		for i := range k {
			fmt.Fprintf(&b, "%d,p%d,%d\n", game, i, (i+game)%k+1)
		}
	}
	for _, model := range []string{TrueSkill, WengLin, PlackettLuce, ""} {
		began := time.Now()
		l, err := RateFile(strings.NewReader(b.String()), "places.csv", Options{Model: model})
		if model == PlackettLuce || model == "" {
			if err == nil || !strings.Contains(err.Error(), "places.csv:2: a game of 300 players; plackett-luce takes at most 120 (trueskill and weng-lin any number)") {
				t.Errorf("%s: %v", model, err)
			}
			continue
		}
		if err != nil || len(l.Standings) != k {
			t.Fatalf("%s: %v", model, err)
		}
		t.Logf("%s: %v", model, time.Since(began))
	}
}
