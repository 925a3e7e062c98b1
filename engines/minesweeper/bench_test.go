package minesweeper_test

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper"
)

func benchmarkGames(b *testing.B, one, two engines.Agent) {
	base, err := engines.NewArena(minesweeper.New(), engines.ArenaOptions{})
	if err != nil {
		b.Fatal(err)
	}
	arena := base.(engines.PerGoroutine).Fork()
	seats := []engines.Agent{one, two}
	b.ReportAllocs()
	seed := uint64(0)
	for b.Loop() {
		if _, err := arena.Play(context.Background(), seats, seed); err != nil {
			b.Fatal(err)
		}
		seed++
	}
	b.ReportMetric(float64(seed)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkGameRandom(b *testing.B) { benchmarkGames(b, random, random) }
func BenchmarkGameMaxP(b *testing.B)   { benchmarkGames(b, maxP, maxP) }
func BenchmarkGamePWQB(b *testing.B)   { benchmarkGames(b, pwqb, pwqb) }
func BenchmarkGameGemini(b *testing.B) { benchmarkGames(b, gemini, gemini) }
func BenchmarkGameLinear(b *testing.B) { benchmarkGames(b, linear, pwqb) }
func BenchmarkGameEV(b *testing.B)     { benchmarkGames(b, ev, ev) }
