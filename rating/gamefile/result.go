package gamefile

// These are the places of two players in a game that the first player won, lost or drew, and in a
// game without a result.
var (
	winPlaces  = [2]int{1, 2}
	lossPlaces = [2]int{2, 1}
	drawPlaces = [2]int{1, 1}
	unfinished [2]int
)

// resultPlaces returns the places of both players of a game, such as {2, 1} for the result "0-1".
// All formats of this package write results in these forms. For "*" it returns unfinished. ok is
// false for any other text.
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
