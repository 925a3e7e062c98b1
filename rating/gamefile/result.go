package gamefile

// These are the places of the first and the second player of a game: 1 is the better place, and
// both are 1 in a draw. The places of an unfinished game are 0.
var (
	winPlaces  = [2]int{1, 2}
	lossPlaces = [2]int{2, 1}
	drawPlaces = [2]int{1, 1}
	unfinished [2]int
)

// resultPlaces parses the result of a game: 1-0, 0-1 or 1/2-1/2, or the score 1, 0 or 0.5 of the
// first player. It returns the places of both players, such as {2, 1} for 0-1. For *, the result of
// an unfinished game, it returns unfinished. ok is false for any other text.
func resultPlaces(result string) (places [2]int, ok bool) {
	switch result {
	case "1-0", "1":
		return winPlaces, true
	case "0-1", "0":
		return lossPlaces, true
	case "1/2-1/2", "0.5":
		return drawPlaces, true
	case "*":
		return unfinished, true
	}
	return unfinished, false
}
