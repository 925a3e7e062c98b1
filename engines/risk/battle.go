package risk

import (
	"math"
	"math/rand/v2"
)

// In a battle, attacker and defender throw one die each. The higher die removes one unit of the
// other side, and equal dice are thrown again. The battle ends when no defender or only one
// attacker is left. So every decisive throw is like a toss of a fair coin, and a battle of an army
// a against d defenders has at most a+d-2 decisive throws.

// odds returns the probability that an army of at least 2 units beats at least 1 defender. This
// equals the probability of at least as many heads as defenders in n = army+defenders-2 coin
// tosses:
//
//	sum over k from defenders to n of C(n, k) / 2^n
//
// It is exact for up to 50 tosses, and has 10 correct digits for more.
func odds(army, defenders int) float64 {
	n := army + defenders - 2
	from, to, complement := defenders, n, false
	if 2*defenders < n { // sum the smaller tail
		from, to, complement = 0, defenders-1, true
	}
	sum := 0.0
	for k := to; k >= from && n <= 50; k-- {
		sum += coins(n, k)
	}
	if n > 50 {
		sum = tail(n, from, to)
	}
	if complement {
		return 1 - sum
	}
	return sum
}

// tail returns the probability that the number of heads in n coin tosses is between from and to. It
// adds terms from the one nearest to n/2 on, and stops when further terms do not change the sum.
func tail(n, from, to int) float64 {
	if n-to < from { // mirror an upper tail into a lower one
		from, to = n-to, n-from
	}
	term, sum := coins(n, to), 0.0
	for k := to; k >= from && term > sum*1e-18; k-- {
		sum += term
		term *= float64(k) / float64(n-k+1)
	}
	return sum
}

func coins(n, k int) float64 {
	k = min(k, n-k)
	c, exp := 1.0, -n
	for i := 1; i <= k; i++ {
		c = c * float64(n-k+i) / float64(i) // a binomial coefficient, exact below 2^53
		if c > 0x1p900 {
			c, exp = math.Ldexp(c, -900), exp+900
		}
	}
	return math.Ldexp(c, exp)
}

// fight rolls the dice of a battle and returns the remaining units of both sides. In the end the
// army has 1 unit or the defenders have none.
func fight(pcg *rand.PCG, army, defenders int32) (int32, int32) {
	var bits uint64
	have := 0
	for army > 1 && defenders > 0 {
		if have == 0 {
			bits, have = pcg.Uint64(), 64
		}
		hit := int32(bits & 1)
		defenders -= hit
		army -= 1 - hit
		bits >>= 1
		have--
	}
	return army, defenders
}
