package evidence

import (
	"fmt"
	"math"
	"strings"
)

// MeanScore is what was scored on average in games that count points.
type MeanScore struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"` // standard error of the mean
	Games int     `json:"games"`
}

// String writes the mean and its error: "19973 ± 279".
func (m MeanScore) String() string { return points(m.Mean) + " ± " + points(m.Error) }

// Signed is String with the sign of the mean, for a difference: "+7570 ± 339".
func (m MeanScore) Signed() string {
	if text := m.String(); strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + m.String()
}

// points is a number of points, with decimals only where they are few.
func points(v float64) string {
	if math.Abs(v) >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// Scored is what the agent of a Standing scored.
type Scored struct {
	Agent MeanScore `json:"agent"`
	// Against, where the agent is an opponent of a verification, is what the
	// answer made of the same deals; otherwise nil.
	Against *Compared `json:"against,omitempty"`
}

// Compared is what an answer scored on the deals of an opponent.
type Compared struct {
	Answer     MeanScore `json:"answer"`
	Difference MeanScore `json:"difference"` // deal by deal, the answer's less the opponent's
}

// String writes the agent's mean, behind that of an answer if there is one:
// "19973 ± 279 against 12403 ± 185, +7570 ± 339 on the same deal".
func (s Scored) String() string {
	if s.Against == nil {
		return s.Agent.String()
	}
	return fmt.Sprintf("%v against %v, %s on the same deal", s.Against.Answer, s.Agent, s.Against.Difference.Signed())
}
