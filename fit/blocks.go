package fit

// The sizes of blocks, in positions. A file has about mostBlocks blocks, and a short one
// at least fewestBlocks unless it has fewer positions.
const (
	mostBlocks   = 200
	fewestBlocks = 10
	usualBlock   = 32
	longestBlock = 4 // times the shortest block
)

// blocks numbers the blocks of a file that does not name the games of its positions, in
// which the positions of a game stand together. changes reports for every position whether
// its outcome differs from the one before.
//
// A block ends where the outcome changes, so that no game lies in two blocks: all positions
// of a game have its outcome. Only where the outcome stays the same for several times the
// length of a block, as in a file sorted by results, does a block end without a change; the
// game there may lie in two blocks. Scores that belong to positions and not to games change
// everywhere, so that up to one game lies across each end of a block.
func blocks(changes []bool) []int32 {
	n := len(changes)
	shortest := max(1, n/mostBlocks, min(usualBlock, n/fewestBlocks))
	numbers := make([]int32, n)
	number, length := int32(0), 0
	for i, change := range changes {
		if change && length >= shortest || length >= longestBlock*shortest {
			number, length = number+1, 0
		}
		numbers[i] = number
		length++
	}
	return numbers
}
