package chess

import "github.com/lanista/lanista/engines"

// The features of a position, in the order of the weights.
const (
	pawnFeature = iota
	knightFeature
	bishopFeature
	rookFeature
	queenFeature
	pairFeature
	squaresFeature
	mobilityFeature
	passedFeature
	weakFeature
	shelterFeature
	fileFeature
	featureCount
)

// space is the weights of the player's evaluation. The defaults of the pieces are
// those that are commonly taught, in hundredths of a pawn; the others are where a
// search may begin.
var space = engines.Space{
	pawnFeature:     {Name: "pawn", Doc: "a pawn", Min: 0, Max: 300, Default: 100},
	knightFeature:   {Name: "knight", Doc: "a knight", Min: 0, Max: 1500, Default: 320},
	bishopFeature:   {Name: "bishop", Doc: "a bishop", Min: 0, Max: 1500, Default: 330},
	rookFeature:     {Name: "rook", Doc: "a rook", Min: 0, Max: 2000, Default: 500},
	queenFeature:    {Name: "queen", Doc: "a queen", Min: 0, Max: 3000, Default: 950},
	pairFeature:     {Name: "bishop_pair", Doc: "two bishops or more", Min: -200, Max: 200, Default: 30},
	squaresFeature:  {Name: "squares", Doc: "a point of the tables that say where a piece stands well", Min: -10, Max: 10, Default: 1},
	mobilityFeature: {Name: "mobility", Doc: "a square that a knight, bishop, rook or queen attacks, own pieces on it not counted", Min: -50, Max: 50, Default: 4},
	passedFeature:   {Name: "passed", Doc: "a passed pawn, times the square of the ranks that it has advanced", Min: -50, Max: 50, Default: 3},
	weakFeature:     {Name: "weak", Doc: "a pawn with no own pawn beside its file, or with one before it", Min: -100, Max: 100, Default: -10},
	shelterFeature:  {Name: "shelter", Doc: "a pawn on the two ranks before its king, while there are pieces to attack it", Min: -100, Max: 100, Default: 10},
	fileFeature:     {Name: "open_file", Doc: "a rook on a file without own pawns, twice if it has none at all", Min: -100, Max: 100, Default: 10},
}
