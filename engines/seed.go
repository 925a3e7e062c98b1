package engines

import "math/rand/v2"

// Seed derives a seed from a parent and a path of identities, for example the seed of a game
// from (run seed, round, tournament, pairing). Each step adds the
// identity to the golden-ratio multiple of the state and applies the finaliser
// of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014), so that neighbouring paths give unrelated seeds
// and every game can be played again alone.
func Seed(parent uint64, path ...uint64) uint64 {
	s := mix(parent + golden)
	for _, id := range path {
		s = mix(s*golden + id + golden)
	}
	return s
}

const golden = 0x9e3779b97f4a7c15

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Purpose returns an identity for Seed from the name of a use of randomness
// (FNV-1a), so that uses added later leave the earlier ones unchanged.
func Purpose(name string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return h
}

// Rand returns a PCG generator with both halves of its state derived from a seed. Use PCG,
// stored by value, to avoid the allocation.
func Rand(seed uint64) *rand.Rand {
	pcg := PCG(seed)
	return rand.New(&pcg)
}

// PCG returns the source of a seed.
func PCG(seed uint64) rand.PCG {
	return *rand.NewPCG(mix(seed+golden), mix(seed^golden))
}
