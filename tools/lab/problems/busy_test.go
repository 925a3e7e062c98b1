package problems

import (
	"context"
	"math"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

// slow is a duel whose games take a second on average, in the time of a synctest bubble. The
// durations are log-normal with the given deviation of their logarithm. total counts the durations.
type slow struct {
	*bench.Duel
	deviation float64
	add       func(time.Duration)
}

func (s slow) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	z := engines.Rand(engines.Seed(seed, engines.Purpose("duration"))).NormFloat64()
	d := time.Duration(math.Exp(s.deviation*(z-s.deviation/2)) * float64(time.Second))
	s.add(d)
	time.Sleep(d)
	return s.Duel.Play(ctx, seats, seed)
}

// busy returns the share of the time of all slots during which they play, for a run of spsa with
// rounds of the given number of pairings, when rounds ahead of the next are requested. A slot plays
// the two games of a pairing one after the other.
func busy(t *testing.T, slots, pairings, ahead int, deviation float64) (share float64) {
	t.Helper()
	const rounds = 30
	synctest.Test(t, func(t *testing.T) {
		duel, err := bench.NewDuel(bench.Quad, 4, 1, bench.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		p := duel.Problem(rounds * 2 * pairings)
		p.Ahead = ahead
		s, err := spsa.New(p, spsa.Options{Rounds: rounds})
		if err != nil {
			t.Fatal(err)
		}
		durations := make(chan time.Duration, 1024)
		played := make(chan time.Duration)
		go func() {
			var sum time.Duration
			for d := range durations {
				sum += d
			}
			played <- sum
		}()
		began := time.Now()
		arena := slow{duel, deviation, func(d time.Duration) { durations <- d }}
		for _, err := range tuning.Run(t.Context(), s, tournament.Local{Arena: arena, Workers: slots}, tuning.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		elapsed := time.Since(began)
		close(durations)
		share = float64(<-played) / (float64(slots) * float64(elapsed))
	})
	return share
}

// Slots wait at the end of a round, the less the more pairings it has for each slot, and less if rounds
// are requested ahead. With LANISTA_EXHAUSTIVE=1 the table of docs/lab/growth.md is printed.
func TestBusyShare(t *testing.T) {
	if one, two := busy(t, 1, 20, 0, 0.5), busy(t, 1, 20, 1, 0.5); one < 0.999 || two < 0.999 {
		t.Errorf("a single slot waits: busy %.3f, with a round ahead %.3f", one, two)
	}
	if equal := busy(t, 64, 64, 0, 0); equal < 0.999 {
		t.Errorf("64 pairings of equal length on 64 slots: busy %.3f", equal)
	}
	if alone, ahead := busy(t, 64, 64, 0, 0.5), busy(t, 64, 64, 4, 0.5); alone > 0.6 || ahead < alone+0.2 {
		t.Errorf("64 pairings of unequal length on 64 slots: busy %.3f, and with four rounds ahead %.3f", alone, ahead)
	}
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		return
	}
	for _, slots := range []int{16, 100, 1000, 10_000} {
		for _, perSlot := range []int{1, 4, 16} {
			if slots*perSlot > 20_000 { // takes minutes
				continue
			}
			for _, ahead := range []int{0, 1, 4} {
				t.Logf("%6d slots, rounds of %6d pairings, %d ahead: busy %4.1f%%", slots, slots*perSlot, ahead, 100*busy(t, slots, slots*perSlot, ahead, 0.5))
			}
		}
	}
}
