package pages

// Games is what the list of games shows. Engines are those of the API.
type Games struct{ Engines any }

// Play is what the page of a game shows.
type Play struct {
	Sheet   any    // of the game, as the API has it
	JSON    string // what the script needs to know of it
	Players bool   // players have settings
	Board
	Program string
}

// GameList is what the list of a run's games shows.
type GameList struct {
	Run        string
	Games      []GameLine
	Next       string // the address of the following games, "" at the end
	Generation string
	Agent      string
	Outcome    string
	Forfeit    bool
	Filtered   bool
	Unmeasured bool // the length of some game is not known
}

// GameLine is a game in a list.
type GameLine struct {
	Game, Path string
	Deal       string // which deal was played: the round and the pairing
	Turned     int    // by how many places the seats were turned
	Agents     []string
	Places     []int
	Scores     []float64
	Length     *int   // moves; nil where nobody knows
	Reason     string // why it was over, likewise
	Forfeit    string
}

// Place is the place of a seat, 0 where it is not known.
func (g GameLine) Place(seat int) int {
	if seat < len(g.Places) {
		return g.Places[seat]
	}
	return 0
}

// Score is the score of a seat, "" where none is counted.
func (g GameLine) Score(seat int) string {
	if seat < len(g.Scores) {
		return number(g.Scores[seat])
	}
	return ""
}

// Replay is what the page of a stored game shows.
type Replay struct {
	Game  any    // as the API has it
	JSON  string // the same as text, for the script
	Other string // the address of the other game of the pair, "" where there is none
}

// Etudes is what the list of sets of etudes shows. Sets are those of the API, and so
// are Drawn and Report.
type Etudes struct {
	Sets  any
	Saves bool
	Games []string
	// What was typed into the form below, and what came of it; nil where nobody asked.
	Game, Seed, Text string
	Draws            int
	Drawn, Report    any
	Problem          string
}

// EtudeSet is what the page of a set shows.
type EtudeSet struct {
	Set     any    // as the API has it
	Seats   []int  // those that its positions may have
	JSON    string // the same as text, for the script
	Program string
}
