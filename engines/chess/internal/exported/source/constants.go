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

// Middle contains the values of squares while all pieces are on the board, in hundredths of a pawn.
// A value states how much more or less than its weight a white piece is worth there. Each kind of
// piece, from the pawn to the king, has 64 values in the order of the squares. For a black piece
// the board is mirrored.
var Middle = []int{0, 0}

// End contains the values of squares when only kings and pawns are left. Units and order are those
// of Middle.
var End = []int{0, 0}

// PhaseOf contains what a piece of each kind adds to the phase of a position, a measure of the
// pieces left. The index is the kind: 0 for no piece, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen,
// 6 king.
var PhaseOf = []int{0, 0, 1, 1, 2, 4, 0}

// AllPhase is the phase of a position with all pieces: the sum of PhaseOf over the pieces of the
// start position.
const AllPhase = 24

// StepX contains the horizontal steps of rooks (the first four), bishops (the other four), and
// queens and kings (all). StepY contains the vertical ones.
var StepX = []int{1, -1, 0, 0, 1, 1, -1, -1}

// StepY contains the vertical steps of rooks, bishops, queens and kings. StepY[i] belongs to
// StepX[i].
var StepY = []int{0, 0, 1, -1, 1, -1, 1, -1}

// JumpX contains the horizontal steps of the knight's eight moves. JumpY contains the vertical ones.
var JumpX = []int{1, 2, 2, 1, -1, -2, -2, -1}

// JumpY contains the vertical steps of the knight's eight moves, in the order of JumpX.
var JumpY = []int{2, 1, -1, -2, -2, -1, 1, 2}

// Stride is the number of integers in which a position is stored. The first 64 are the squares,
// each with the kind of its piece, negative for a piece of Black, or 0. The constants Side, Rights,
// Passant and Clock are the indices of the others. The list s, which many functions take, contains
// positions one after the other; a position begins at index o.
const Stride = 71

// Side is the index, in a position, of the side to move: 0 is White, 1 is Black.
const Side = 64

// Rights is the first of four indices, in a position, of the rights to castle: White short, White
// long, Black short, Black long. A value of 1 means that the side still has the right, and 0 that
// it does not.
const Rights = 65

// Passant is the index, in a position, of the square that a pawn has just passed if it can be
// captured there en passant. Otherwise the value at this index is 64.
const Passant = 69

// Clock is the index, in a position, of the number of plies since the last capture or pawn move.
const Clock = 70

// MateValue exceeds every evaluation. A mate in n plies has the value MateValue - n.
const MateValue = 1000000000.0

// MateLeast is the smallest value that means that the side to move gives mate, within 240 plies. A
// value of -MateLeast or less means that it is mated.
const MateLeast = 999999760.0

// Infinite exceeds every value.
const Infinite = 1000000000000.0

// CaptureScore is added to the score of a capture or promotion, so that the search tries these
// moves first. Killer moves follow, with the score KillerScore, and then all other moves, with
// scores of at most MostHistory.
const CaptureScore = 268435456

// KillerScore is the score of a killer move, which refuted another position at the same ply; see
// CaptureScore.
const KillerScore = 134217728

// MostHistory is the largest score of a move that is neither a capture nor a killer move; see
// CaptureScore.
const MostHistory = 1048576
