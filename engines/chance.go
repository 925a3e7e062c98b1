package engines

// Chance states whether a game has chance after its opening.
type Chance uint8

// The values of Chance.
const (
	// UnknownChance leaves the question to [HasChance], which deals and replays the game.
	UnknownChance Chance = iota
	// NoChance means that the start position and the moves of a game determine all of it:
	// no dice, no cards, no deal that a player cannot see. The seed of a game may still
	// choose the start position, for example a line of an opening book.
	NoChance
	// WithChance means that games with equal moves from different seeds may differ.
	WithChance
)
