package pages

// Games contains the data of the page that lists the playable games. Engines is the same JSON
// document as in the API.
type Games struct{ Engines any }

// Play contains the data of the page on which a game is played.
type Play struct {
	Sheet   any    // document of the API about the game
	JSON    string // data for the script
	Players bool   // the game has settings of players
	Options bool   // a new game has settings or a number of seats
	Board
	Program string
	Seconds float64 // longest search of an agent that the server allows, in seconds
}

// GameList contains the data of the page that lists the stored games of a run.
type GameList struct {
	Run        string
	Games      []GameLine
	Next       string // URL of the next page; "" on the last page
	Generation string
	Agent      string
	Outcome    string
	Forfeit    bool
	Filtered   bool
	Unmeasured bool   // the number of moves of some game is unknown
	External   bool   // no game can be replayed, because the run uses external programs, which the server does not start
	Refusal    string // another reason why no game can be replayed; "" if there is none
	Program    string
	Store      string // flag of the store in commands, after a space; "" for the default
}

// GameLine is the entry of a stored game in a list.
type GameLine struct {
	Game    string
	Path    string // URL of the replay; "" if the server cannot replay the game
	Deal    string // round and pairing, which identify the deal
	Turned  int    // number of seats by which the agents were rotated
	Agents  []string
	Places  []int
	Scores  []float64
	Length  *int   // number of moves; nil if unknown
	Reason  string // reason of the end; "" if unknown
	Forfeit string
}

// Score formats the score of a seat. It returns "" if the game has no scores.
func (g GameLine) Score(seat int) string {
	if seat < len(g.Scores) {
		return number(g.Scores[seat])
	}
	return ""
}

// Replay contains the data of the page that replays a stored game.
type Replay struct {
	Game  any    // document of the API
	JSON  string // the same document as JSON, for the script
	Other string // URL of the other game of the pairing; "" if there is none
	Flips bool   // the board can be turned to the other side
}

// Etudes contains the data of the page that lists the etude sets (lists of labelled positions).
// Sets, Drawn and Report are the same JSON documents as in the API.
type Etudes struct {
	Sets  any
	Saves bool
	Games []string
	// These fields contain the entries of the page's form and the results. Drawn, Report and
	// Problem are empty if the form was not submitted.
	Game, Seed, Text string
	Draws            int
	Drawn, Report    any
	Problem          string
}

// EtudeSet contains the data of the page of an etude set, a list of labelled positions.
type EtudeSet struct {
	Set     any    // document of the API
	Seats   []int  // seats, from 0
	JSON    string // the same document as JSON, for the script
	File    string // name of the file with the ratings that a browser downloads
	Command string // command that searches a grid with the ratings
	Run     string // grid search that a form repeats with the labels; "" for none
}
