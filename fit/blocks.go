package fit

// The sizes of blocks, in positions. A file has about mostBlocks blocks, and a short file at
// least fewestBlocks if it has enough positions.
const (
	mostBlocks   = 200
	fewestBlocks = 10
	usualBlock   = 32
	longestBlock = 4 // times the shortest block
)

// blocks numbers the blocks of a file in which the positions of a game stand together but the
// games are not named. changes reports for every position whether its outcome differs from
// that of the position before.
//
// All positions of a game have its outcome, so a block that ends where the outcome changes
// divides no game. Only if the outcome stays the same for several times the length of a block,
// as in a file sorted by results, does a block end without a change. Scores that differ from
// position to position change everywhere, so that one game may lie across each end of a block.
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
