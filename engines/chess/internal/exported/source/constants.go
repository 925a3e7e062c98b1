package source

// Weights contains the weights of the features, in this order: pawn, knight, bishop, rook, queen,
// bishop_pair, squares, mobility, passed, weak, shelter, open_file. If Threats is 1, threat_pawn,
// threat_piece and hanging follow.
var Weights = []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}

// Threats is 1 if the evaluation counts threats, such as pieces attacked by pawns, and 0 if it does
// not.
const Threats = 0

// Depth is the search depth of the agent, in plies. The search of captures after the last ply does
// not count.
const Depth = 1

// Middle contains piece-square values with all pieces on the board, in hundredths of a pawn. Each
// value is added to the weight of a white piece that stands on the square. Each kind of piece, from
// the pawn to the king, has 64 values in the order of the squares. For black pieces the board is
// mirrored.
var Middle = []int{0, 0}

// End contains piece-square values with only kings and pawns left. Units and order are those of
// Middle.
var End = []int{0, 0}

// PhaseOf contains what each kind of piece adds to the phase of a position, a measure of the pieces
// left. The index is the kind: 0 no piece, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king.
var PhaseOf = []int{0, 0, 1, 1, 2, 4, 0}

// AllPhase is the phase of the start position: the sum of PhaseOf over its pieces.
const AllPhase = 24

// StepX contains the horizontal parts of one-square steps. Rooks move by the first four steps,
// bishops by the last four, queens and kings by all. StepY contains the vertical parts.
var StepX = []int{1, -1, 0, 0, 1, 1, -1, -1}

// StepY contains the vertical parts of the steps in StepX, in the same order.
var StepY = []int{0, 0, 1, -1, 1, -1, 1, -1}

// JumpX contains the horizontal parts of the knight's eight moves. JumpY contains the vertical
// parts.
var JumpX = []int{1, 2, 2, 1, -1, -2, -2, -1}

// JumpY contains the vertical parts of the knight's eight moves, in the order of JumpX.
var JumpY = []int{2, 1, -1, -2, -2, -1, 1, 2}

// Stride is the number of integers that encode a position. The first 64 are the squares: the kind
// of the piece, negative for Black, or 0. The other integers are at the indices Side, Rights,
// Passant and Clock. Many functions take a list s of positions, one after the other, and the index
// o at which a position begins.
const Stride = 71

// Side is the index, in a position, of the side to move: 0 is White, 1 is Black.
const Side = 64

// Rights is the first of four indices of the castling rights in a position: White short, White
// long, Black short, Black long. Each value is 1 if the side has the right, otherwise 0.
const Rights = 65

// Passant is the index, in a position, of the en passant square: the square that a pawn has just
// passed, if a legal capture there exists. Otherwise the value is 64.
const Passant = 69

// Clock is the index, in a position, of the number of plies since the last capture or pawn move.
const Clock = 70

// MateValue is the value of a mate on the board and exceeds every evaluation. A mate in n plies has
// the value MateValue - n.
const MateValue = 1000000000.0

// MateLeast is the smallest value that means a forced mate, within 240 plies, by the side to move.
// A value of -MateLeast or less means that this side is mated.
const MateLeast = 999999760.0

// Infinite exceeds every value.
const Infinite = 1000000000000.0

// CaptureScore is added to the scores of captures and promotions, so that the search tries them
// before all other moves. Killer moves, with scores from KillerScore on, come next.
const CaptureScore = 268435456

// KillerScore is the smallest score of a killer move: a quiet move that refuted another position at
// the same ply. The search tries killer moves after captures.
const KillerScore = 134217728

// MostHistory is the largest score of a move that is neither a capture nor a killer move. The
// search tries these moves last.
const MostHistory = 1048576
