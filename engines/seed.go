package engines

import "math/rand/v2"

// Seed derives a seed from a parent seed and a path of numbers. For example, it derives the seed
// of a game from the seed of the run and the numbers of the round, the tournament and the
// pairing. Neighbouring paths give unrelated seeds. A game can be repeated without the games
// before it.
//
// For each number Seed multiplies the state by the golden-ratio constant, adds the number and the
// constant, and applies the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014).
func Seed(parent uint64, path ...uint64) uint64 {
	s := mix(parent + golden)
	for _, id := range path {
		s = mix(s*golden + id + golden)
	}
	return s
}

// golden is 2^64 divided by the golden ratio. The random number generator SplitMix64 adds it to its
// state at every step.
const golden = 0x9e3779b97f4a7c15

// mix scrambles the bits of a number. It is the output function of the random number generator
// SplitMix64, which is one-to-one.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Purpose returns a number that identifies one use of random numbers: the 64-bit FNV-1a hash of a
// name. As an argument of [Seed], it gives every use a separate seed. A new use then does not
// change the seeds of the others.
func Purpose(name string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return h
}

// Rand returns a random number generator for a seed, which determines both halves of its PCG state.
// To avoid the allocation, use [PCG] and store its value.
func Rand(seed uint64) *rand.Rand {
	pcg := PCG(seed)
	return rand.New(&pcg)
}

// PCG returns the random source that [Rand] uses for the same seed.
func PCG(seed uint64) rand.PCG {
	return *rand.NewPCG(mix(seed+golden), mix(seed^golden))
}
