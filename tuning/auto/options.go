package auto

import "fmt"

// Options are the few things to choose. The zero value of each is its default.
type Options struct {
	// Survey is the share of the games that the surface plays before SPSA takes
	// over, at most 1, unless the surface's check fails before. The default is
	// 0.3; with a negative number the surface plays all games.
	Survey float64 `yaml:"survey" json:"survey,omitempty"`
	// Rounds is the most rounds of the surface; the default is 50.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// LoneGames plays a duel as one game in place of one per seat order.
	LoneGames bool `yaml:"lone_games" json:"lone_games,omitempty"`
}

// Validate refuses numbers out of their range.
func (o Options) Validate() error {
	switch {
	case !(o.Survey <= 1):
		return fmt.Errorf("auto: survey: %v is not within [0, 1]", o.Survey)
	case o.Rounds < 0:
		return fmt.Errorf("auto: rounds: %d is not a count", o.Rounds)
	}
	return nil
}

func (o Options) survey() float64 {
	if o.Survey == 0 {
		return 0.3
	}
	return o.Survey
}

// When SPSA takes over.
const (
	doubtful = 3.0 // the doubts, as the logarithm of odds: the check alone says so below e^-3, 5%
	worth    = 30  // times the square of the number of weights: the games that waves need
)
