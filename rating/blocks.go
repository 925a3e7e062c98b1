package rating

import (
	"encoding/binary"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// leastBlocks is the smallest effective number of blocks per player, averaged over the players,
// from which the errors of ratings are estimated. With fewer blocks this estimate is too uncertain,
// and every cluster counts as an independent observation instead. [Clusters.AddBlock] explains
// blocks.
const leastBlocks = 10

// mostBlockSums is the largest number of sums that blockSums stores, to limit memory. The first set
// of players is stored even if it has more.
const mostBlockSums = 1 << 21

// blockSums contains sums over blocks of clusters, from which the errors of ratings are computed if
// blocks are the independent observations; see [Clusters.AddBlock]. The errors form a sandwich
// covariance, bread⁻¹·meat·bread⁻¹; see the function sandwich. The meat is a sum over blocks of the
// outer products of score vectors, which contain for every player the points minus the expected
// points.
//
// The expected points are known only after the fit. They are the same in all blocks of the same
// players, so blockSums stores sums without them for every set of players.
type blockSums struct {
	entered  int // clusters of all games
	clusters int // clusters in all stored blocks

	sets    map[string]*blockSet
	order   []*blockSet // sets in order of arrival, so that sums do not depend on the map's order
	stored  int         // sums in all sets
	repeats map[uint64]*block
	mixed   bool // a block has the content of a block of other players
}

// blockSet contains the sums over all blocks that have the same players. Blocks that repeat each
// other count as one block: its size m is their number, and y contains the total points of each
// player.
type blockSet struct {
	players []int         // ascending
	m, mm   float64       // sums of m and m²
	y, my   []float64     // sums of y and m·y, by player
	yy      *mat.SymDense // sums of y·yᵀ
}

// block is a group of game clusters that count as one observation; see [Clusters.AddBlock]. If a
// later block repeats it, the points of both are added up in one of them.
type block struct {
	joined *block // the block that contains this block's points; nil for the block itself
	set    *blockSet
	m      float64
	y      []float64
}

// root returns the block to which the points of b were added, directly or through other blocks. It
// returns b if b contains its points itself.
func (b *block) root() *block {
	for b.joined != nil {
		b = b.joined
	}
	return b
}

// enter adds the block, multiplied by factor, to the sums of its set of players. A factor of 1 adds
// the block, and -1 removes it again.
func (b *block) enter(factor float64) {
	s := b.set
	s.m += factor * b.m
	s.mm += factor * b.m * b.m
	for i, y := range b.y {
		s.y[i] += factor * y
		s.my[i] += factor * b.m * y
	}
	s.yy.SymRankOne(s.yy, factor, mat.NewVecDense(len(b.y), b.y))
}

// AddBlock records a block: a group of clusters, already added, that depend on each other although
// their players differ. They began with the same deals (game starts), which may suit one player
// against all others. players contains the players in ascending order. points contains their
// points in the games of the block, from 0 to 1 per game. clusters is the number of the block's
// clusters. No cluster may be in two blocks. All blocks of the same players must consist of
// the same clusters. If the players of two blocks differ, every two players of a block must have
// played equally many games of two seats.
//
// contents are hashes of what was played, such as one of every cluster. Blocks with a common hash
// repeat each other, so that they are one observation. Blocks without hashes are all different. If
// blocks of different players repeat each other, no blocks are used.
//
// [Clusters.Fit] computes the errors from the differences between blocks if players are in at least
// ten different blocks on average. It assumes that clusters outside of blocks vary like those in
// blocks. If there are some hundred thousand different sets of players, the blocks of further sets
// are not used. AddBlock returns an error and enters nothing if the players are not valid and in
// ascending order, the number of points is not that of players, or clusters is below 1.
func (c *Clusters) AddBlock(players []int, points []float64, clusters int, contents ...uint64) error {
	switch k := len(players); {
	case len(points) != k:
		return fmt.Errorf("rating: a block with the points of %d players; there are %d", len(points), k)
	case clusters < 1:
		return fmt.Errorf("rating: a block of %d clusters; it has at least 1", clusters)
	case k == 0:
		return nil
	case !slices.IsSorted(players) || players[0] < 0 || players[k-1] >= len(c.games) || len(slices.Compact(slices.Clone(players))) < k:
		return fmt.Errorf("rating: a block of the players %v of %d; they must be different, in ascending order from 0", players, len(c.games))
	}
	c.blocks.add(players, points, clusters, contents)
	return nil
}

func (s *blockSums) add(players []int, points []float64, clusters int, contents []uint64) {
	set := s.setOf(players)
	if set == nil || s.mixed {
		return
	}
	s.clusters += clusters
	own := &block{set: set, m: 1, y: points}
	if len(contents) > 0 {
		own.y = slices.Clone(points)
		if s.repeats == nil {
			s.repeats = make(map[uint64]*block)
		}
	}
	for _, content := range contents {
		b := s.repeats[content]
		s.repeats[content] = own
		if b == nil {
			continue
		}
		if b = b.root(); b == own {
			continue
		}
		if s.mixed = b.set != set; s.mixed {
			s.repeats = nil // no block is used any more
			return
		}
		b.enter(-1)
		own.m += b.m
		for i, y := range b.y {
			own.y[i] += y
		}
		b.joined, b.y = own, nil
	}
	own.enter(1)
}

// setOf returns the sums for a set of players, and creates them if they are missing. It returns nil
// if they would exceed mostBlockSums.
func (s *blockSums) setOf(players []int) *blockSet {
	var key []byte
	for _, p := range players {
		key = binary.LittleEndian.AppendUint32(key, uint32(p))
	}
	set := s.sets[string(key)]
	if set != nil {
		return set
	}
	k := len(players)
	sums := k * (k + 2)
	if len(s.sets) > 0 && s.stored+sums > mostBlockSums {
		return nil
	}
	if s.sets == nil {
		s.sets = make(map[string]*blockSet)
	}
	set = &blockSet{players: slices.Clone(players), y: make([]float64, k), my: make([]float64, k), yy: mat.NewSymDense(k, nil)}
	s.sets[string(key)] = set
	s.order = append(s.order, set)
	s.stored += sums
	return set
}

// meat returns the inner matrix, called meat, of the sandwich covariance at the given log-strengths
// of all players. freedom is the number of degrees of freedom for Student's t distribution. ok is
// false if there are too few blocks, or if blocks of different players repeat each other.
func (s *blockSums) meat(log []float64) (meat *mat.SymDense, freedom float64, ok bool) {
	if s.mixed || len(s.order) == 0 {
		return nil, 0, false
	}
	m, mm := make([]float64, len(log)), make([]float64, len(log)) // sums of m and m² over the blocks of a player
	meat = mat.NewSymDense(len(log), nil)
	for _, set := range s.order {
		expected := set.expected(log, s.alone())
		for a, i := range set.players {
			m[i] += set.m
			mm[i] += set.mm
			for b, j := range set.players[:a+1] {
				v := set.yy.At(a, b) - expected[a]*set.my[b] - expected[b]*set.my[a] + set.mm*expected[a]*expected[b]
				meat.SetSym(i, j, meat.At(i, j)+v)
			}
		}
	}
	blocks, players := 0.0, 0.0 // the effective number of blocks of all players
	for i := range m {
		if m[i] > 0 {
			blocks += square(m[i]) / mm[i]
			players++
		}
	}
	if blocks /= players; blocks < leastBlocks {
		return nil, 0, false
	}
	meat.ScaleSym(blocks/(blocks-1)*float64(s.entered)/float64(s.clusters), meat)
	return meat, blocks - 1, true
}

// alone reports whether all blocks have the same players. The expected points of a player are then
// the mean points per block.
func (s *blockSums) alone() bool { return len(s.order) == 1 }

// expected returns the expected points of every player in a block: the mean points if alone is true,
// and otherwise those that the log-strengths predict.
func (s *blockSet) expected(log []float64, alone bool) []float64 {
	out := slices.Clone(s.y)
	games := 0.0
	for i := range out {
		out[i] /= s.m
		games += out[i] // every game of two seats has one point
	}
	if alone {
		return out
	}
	out = expectedPoints(s.players, log)
	for i := range out {
		out[i] *= 2 * games / float64(len(out))
	}
	return out
}
