package serve

import "github.com/lanista/lanista/engines/training"

// etudeSets is the response that lists the etude sets, without their etudes.
type etudeSets struct {
	OK    bool       `json:"ok"`
	Saves bool       `json:"saves" doc:"whether the server stores ratings"`
	Sets  []etudeSet `json:"sets"`
}

// etudeSet describes a set of etudes (labelled positions). In the list of all sets it contains no
// etudes.
type etudeSet struct {
	OK      bool        `json:"ok"`
	Set     string      `json:"set"`
	Engine  string      `json:"engine"`
	Shipped bool        `json:"shipped" doc:"whether the set ships with the game"`
	Count   int         `json:"count" doc:"number of etudes"`
	Rated   int         `json:"rated" doc:"number of rated etudes"`
	Saves   bool        `json:"saves" doc:"whether the server stores ratings"`
	Mistake string      `json:"mistake,omitempty" doc:"in the list: why the file of the set cannot be used"`
	Tag     string      `json:"tag" doc:"version of the ratings; send it as If-Match with a new rating"`
	Etudes  []etudeLine `json:"etudes,omitempty"`
	Next    *int        `json:"next,omitempty" doc:"value of after for the following etudes; absent at the end"`
}

// etudeLine is one etude: a position, the label that names the winning seat, and a user's rating
// if there is one.
type etudeLine struct {
	Line     int    `json:"line" doc:"line in the file of the set, from 1"`
	Position string `json:"position"`
	Winner   int    `json:"winner" doc:"seat of the label, from 0"`
	Comment  string `json:"comment"`
	Rated    *said  `json:"rated" doc:"rating of the etude; null if there is none"`
}

func newEtudeLine(e training.Etude) etudeLine {
	return etudeLine{Line: e.Line, Position: e.Position, Winner: e.Winner, Comment: e.Comment}
}

// said is a user's rating of an etude (a labelled position): the seat that the user expects to
// win, and a comment.
type said struct {
	_       struct{} `nullable:"true"`
	Winner  int      `json:"winner" doc:"the seat that will win, from 0"`
	Comment string   `json:"comment,omitempty"`
}

// Rate is the request body with a user's rating of an etude (a labelled position): the seat that
// the user expects to win, and a comment.
type Rate struct {
	Winner  int    `json:"winner" minimum:"0" doc:"the seat that will win, from 0" example:"1"`
	Comment string `json:"comment,omitempty" maxLength:"1000"`
}

// etudeText is the request body with a set of etudes (labelled positions) to check, one etude per
// line.
type etudeText struct {
	Engine string `json:"engine" example:"hare"`
	Text   string `json:"text" example:"45;26;2;f;29;19;0;f;2"`
}

// etudeReport is the response to a check of an etude set. It contains the valid etudes and the
// mistakes.
type etudeReport struct {
	OK      bool           `json:"ok"`
	Etudes  []etudeLine    `json:"etudes"`
	Errors  []lineError    `json:"errors" doc:"lines that are not valid etudes"`
	Seats   map[string]int `json:"seats" doc:"etudes by the number of seats"`
	Winners map[string]int `json:"winners" doc:"etudes by the winner's seat, from 0"`
	Hits    *int           `json:"hits" doc:"etudes whose winner the default weights value highest; null if unknown"`
}

// lineError describes a line of an etude set that cannot be parsed.
type lineError struct {
	Line    int    `json:"line" doc:"number of the line, from 1"`
	Message string `json:"message"`
}

// etudeList is a request body that contains etudes, labelled positions of a game.
type etudeList struct {
	Engine string `json:"engine" example:"hare"`
	Etudes []struct {
		Position string `json:"position" example:"45;26;2;f;29;19;0;f"`
		Rate
	} `json:"etudes"`
}

// etudeDraw is the request body that asks for new positions from random games.
type etudeDraw struct {
	Engine string `json:"engine" example:"hare"`
	Count  int    `json:"count" minimum:"1" maximum:"200" example:"3" doc:"number of positions"`
	Seats  int    `json:"seats,omitempty" minimum:"0" maximum:"8" doc:"number of seats; 0 for the default of the game"`
	Seed   string `json:"seed,omitempty" doc:"equal seeds draw equal positions; random by default" example:"1"`
}

// drawn is the response that contains new positions from random games. The positions have no
// labels yet.
type drawn struct {
	OK        bool     `json:"ok"`
	Seed      string   `json:"seed"`
	Positions []string `json:"positions"`
}

// formattedEtudes is the response with etudes in the text format of an etude file.
type formattedEtudes struct {
	OK   bool   `json:"ok"`
	Text string `json:"text"`
}

type taggedSet struct {
	ETag string `header:"ETag"`
	Body etudeSet
}

type setInput struct {
	Set   string `path:"set" example:"hare-20"`
	After int    `query:"after" minimum:"0"`
}

type rateInput struct {
	Set     string `path:"set" example:"hare-20"`
	Line    int    `path:"line" minimum:"1" example:"7"`
	IfMatch string `header:"If-Match" doc:"tag of the set when it was read"`
	Body    Rate
}

// agreement is the response to a test of several agents on etudes, positions labelled with the
// winning seat. An agent agrees with an etude if its evaluation is highest for that seat.
type agreement struct {
	OK     bool         `json:"ok"`
	Agents []agentsHits `json:"agents"`
}

// agentsHits contains the number of etudes (labelled positions) that an agent evaluates correctly:
// its evaluation, without a search, is highest for the seat that the label names as the winner.
type agentsHits struct {
	Agent  string `json:"agent"`
	Hits   int    `json:"hits" doc:"etudes whose winner the agent values above all others"`
	Of     int    `json:"of" doc:"number of etudes"`
	Detail string `json:"detail,omitempty" doc:"error if the agent cannot evaluate the positions"`
}
