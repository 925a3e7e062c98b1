package serve

// etudeSets contains the etude sets without their etudes.
type etudeSets struct {
	OK    bool       `json:"ok"`
	Saves bool       `json:"saves" doc:"whether the server stores ratings"`
	Sets  []etudeSet `json:"sets"`
}

// etudeSet describes an etude set. In a list it contains no etudes.
type etudeSet struct {
	OK      bool        `json:"ok"`
	Set     string      `json:"set"`
	Engine  string      `json:"engine"`
	Shipped bool        `json:"shipped" doc:"whether the set ships with the game"`
	Count   int         `json:"count"`
	Rated   int         `json:"rated" doc:"number of rated etudes"`
	Saves   bool        `json:"saves" doc:"whether the server stores ratings"`
	Tag     string      `json:"tag" doc:"version of the ratings; send it as If-Match with a new rating"`
	Etudes  []etudeLine `json:"etudes,omitempty"`
	Next    *int        `json:"next,omitempty" doc:"value of after for the following etudes; absent at the end"`
}

// etudeLine is an etude of a set.
type etudeLine struct {
	Line     int    `json:"line" doc:"line in the file of the set, from 1"`
	Position string `json:"position"`
	Winner   int    `json:"winner" doc:"seat of the label, from 0"`
	Comment  string `json:"comment"`
	Rated    *said  `json:"rated" doc:"rating of the etude; null if there is none"`
}

// said is the rating of an etude.
type said struct {
	_       struct{} `nullable:"true"`
	Winner  int      `json:"winner" doc:"the seat that will win, from 0"`
	Comment string   `json:"comment,omitempty"`
}

// Rate is the body of a request that rates an etude.
type Rate struct {
	Winner  int    `json:"winner" minimum:"0" doc:"the seat that will win, from 0" example:"1"`
	Comment string `json:"comment,omitempty" maxLength:"1000"`
}

// etudeText is a set of etudes as text.
type etudeText struct {
	Engine string `json:"engine" example:"hare"`
	Text   string `json:"text" example:"45;26;2;f;29;19;0;f;2"`
}

// etudeReport contains the etudes and mistakes of a text.
type etudeReport struct {
	OK      bool           `json:"ok"`
	Etudes  []etudeLine    `json:"etudes"`
	Errors  []lineError    `json:"errors" doc:"lines that are not valid etudes"`
	Seats   map[string]int `json:"seats" doc:"etudes by the number of seats"`
	Winners map[string]int `json:"winners" doc:"etudes by the winner's seat, from 0"`
	Hits    *int           `json:"hits" doc:"etudes whose winner the default weights value highest; null if unknown"`
}

// lineError is a line that is not an etude.
type lineError struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// etudeList contains etudes in the body of a request.
type etudeList struct {
	Engine string `json:"engine" example:"hare"`
	Etudes []struct {
		Position string `json:"position" example:"45;26;2;f;29;19;0;f"`
		Rate
	} `json:"etudes"`
}

// etudeDraw is the body of a request for new positions.
type etudeDraw struct {
	Engine string `json:"engine" example:"hare"`
	Count  int    `json:"count" minimum:"1" maximum:"200" example:"3"`
	Seats  int    `json:"seats,omitempty" minimum:"0" maximum:"8"`
	Seed   string `json:"seed,omitempty" doc:"equal seeds draw equal positions; random by default" example:"1"`
}

// drawn contains positions without labels.
type drawn struct {
	OK        bool     `json:"ok"`
	Seed      string   `json:"seed"`
	Positions []string `json:"positions"`
}

// formattedEtudes contains etudes in the format of a file.
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
	Line    int    `path:"line" minimum:"1" example:"6"`
	IfMatch string `header:"If-Match" doc:"tag of the set when it was read"`
	Body    Rate
}

// agreement contains, by agent, how often it values the winners of etudes highest.
type agreement struct {
	OK     bool         `json:"ok"`
	Agents []agentsHits `json:"agents"`
}

// agentsHits is the agreement of one agent, which evaluates the positions without search.
type agentsHits struct {
	Agent  string `json:"agent"`
	Hits   int    `json:"hits" doc:"etudes whose winner the agent values above all others"`
	Of     int    `json:"of" doc:"number of etudes"`
	Detail string `json:"detail,omitempty" doc:"error if the agent cannot evaluate the positions"`
}
