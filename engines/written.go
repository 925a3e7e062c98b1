package engines

// Annotator is implemented by games whose moves people write down in a notation of
// their own: for chess the Standard Algebraic Notation, as in PGN files.
type Annotator interface {
	// SAN writes a legal move of the position.
	SAN(m Move) string
}

// Reasoner is implemented by games that can say why they are over.
type Reasoner interface {
	// Reason is a word or two of the game, as "checkmate"; "" while it goes on.
	Reason() string
}
