package results

import (
	"bytes"
	"encoding/json"
)

// Checkpoint is the strength of the best weights of a round, measured by games that the
// search does not use.
type Checkpoint struct {
	Round    int      `json:"round"`
	Games    int      `json:"games"`  // of the search, up to the end of the round
	Rating   Float    `json:"rating"` // Elo above the opponent
	Interval Interval `json:"interval"`
	Against  string   `json:"against"` // the first opponent of the verification
	Played   int      `json:"played"`  // games of the measurement
}

// addEarlierCheckpoints reads the checkpoints of a stored answer from the key strength.
// Stores that were written before checkpoints had their name use that key.
func (a *Answer) addEarlierCheckpoints(text []byte) error {
	if !bytes.Contains(text, []byte(`"strength":`)) {
		return nil
	}
	var stored struct {
		Strength []struct {
			Checkpoint
			Round int `json:"generation"`
		} `json:"strength"`
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		return err
	}
	for _, c := range stored.Strength {
		c.Checkpoint.Round = c.Round
		if a.Rating != nil {
			c.Against = a.Rating.Against
		}
		a.Checkpoints = append(a.Checkpoints, c.Checkpoint)
	}
	return nil
}
