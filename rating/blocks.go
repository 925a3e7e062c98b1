package rating

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// leastBlocks is the smallest number of blocks from which the errors of ratings are estimated. With
// fewer blocks the estimate would be too uncertain, so that all clusters count as independent
// instead.
const leastBlocks = 10

// blockSums contains sums over blocks of clusters, from which the errors of ratings are computed if
// blocks are the independent observations; see [Clusters.AddBlock]. The errors form a sandwich
// covariance, bread⁻¹·meat·bread⁻¹; see the function sandwich. The meat measures how much the
// points of the players differ from block to block. The mean points of a block can replace its
// expected points, because all blocks have the same expectation.
type blockSums struct {
	entered int  // clusters of all games, without copies
	copies  bool // some of these clusters have the same moves

	blocks   int
	clusters int           // in all blocks
	points   []float64     // sums over the blocks, by player
	products *mat.SymDense // sums of the products of the points of two players in a block
}

// count adds clusters to the totals of all games, whether or not they belong to a block.
func (b *blockSums) count(times Copies) {
	b.entered += times.Distinct
	b.copies = b.copies || times.Clusters > times.Distinct
}

// AddBlock records a block: entered clusters that depend on each other although their players differ.
// They began with the same deals (game starts), which may suit one player against all others. points
// contains the points of every player in the games of the block, from 0 to 1 a game, and clusters is
// the number of its clusters. All blocks must consist of clusters of the same players, and no cluster
// may be in two blocks.
//
// [Clusters.Fit] computes the errors from the differences between blocks if there are at least ten
// of them and no copies. It assumes that clusters outside of blocks vary like those in blocks.
// AddBlock returns an error and enters nothing if the number of points is not that of players or
// clusters is below 1.
func (c *Clusters) AddBlock(points []float64, clusters int) error {
	n := len(c.games)
	if len(points) != n {
		return fmt.Errorf("rating: a block with the points of %d players; there are %d", len(points), n)
	}
	if clusters < 1 {
		return fmt.Errorf("rating: a block of %d clusters; it has at least 1", clusters)
	}
	if n == 0 {
		return nil
	}
	b := &c.blocks
	if b.products == nil {
		b.points, b.products = make([]float64, n), mat.NewSymDense(n, nil)
	}
	b.blocks++
	b.clusters += clusters
	for i, p := range points {
		b.points[i] += p
	}
	b.products.SymRankOne(b.products, 1, mat.NewVecDense(n, points))
	return nil
}

// meat returns the meat of the sandwich covariance of all players, estimated from the blocks, and
// its degrees of freedom for Student's t distribution. ok is false if there are too few blocks or
// copies of clusters.
func (b *blockSums) meat() (meat *mat.SymDense, freedom int, ok bool) {
	if b.blocks < leastBlocks || b.copies {
		return nil, 0, false
	}
	blocks := float64(b.blocks)
	meat = mat.NewSymDense(len(b.points), nil)
	meat.SymRankOne(b.products, -1/blocks, mat.NewVecDense(len(b.points), b.points))
	meat.ScaleSym(blocks/(blocks-1)*float64(b.entered)/float64(b.clusters), meat)
	return meat, b.blocks - 1, true
}
