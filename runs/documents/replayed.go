package documents

import (
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// Replayed is the document of a stored game, the n-th of its run.
func Replayed(r runs.ReplayResult, n int) any {
	type agentJSON struct {
		Name     string           `json:"name"`
		Player   string           `json:"player,omitempty"`
		Weights  engines.Weights  `json:"weights,omitempty"`
		Settings engines.Settings `json:"settings,omitempty"`
	}
	type plyJSON struct {
		Seat     int    `json:"seat"` // from 0
		Move     string `json:"move"`
		Told     string `json:"told,omitempty"`
		Opening  bool   `json:"opening,omitempty"`
		Position string `json:"position"`
	}
	doc := struct {
		Run      string           `json:"run"`
		Engine   string           `json:"engine"`
		Game     int              `json:"game"`
		Round    int              `json:"round"`   // 0: a tournament or a verification
		Pairing  int              `json:"pairing"` // from 1
		Seed     string           `json:"seed"`    // it may be more than JSON's numbers hold
		Agents   []agentJSON      `json:"agents"`
		Start    string           `json:"start"`
		Moves    []plyJSON        `json:"moves"`
		Outcome  engines.Outcome  `json:"outcome"`
		Ending   engines.Ending   `json:"ending"`
		Reason   string           `json:"reason,omitempty"` // why, in a word of the game
		Forfeit  *engines.Forfeit `json:"forfeit,omitempty"`
		Same     bool             `json:"same"` // it ended so in the run
		InTheRun engines.Outcome  `json:"stored"`
	}{
		Run: r.Run, Engine: r.Engine.Spec().Name, Game: n, Round: r.Game.Round, Pairing: r.Game.Pairing + 1,
		Seed: strconv.FormatUint(r.Seed, 10), Start: r.Start.String(), Moves: []plyJSON{},
		Outcome: r.Played.Outcome, Ending: r.Played.Ending, Reason: r.Played.Reason(), Forfeit: r.Played.Forfeit, Same: r.Same(), InTheRun: r.Stored.Outcome,
	}
	for _, a := range r.Agents {
		doc.Agents = append(doc.Agents, agentJSON{a.Name, a.Player, a.Weights, a.Settings})
	}
	for p := range r.Plies {
		doc.Moves = append(doc.Moves, plyJSON{p.Seat, p.Move, p.Event, p.Opening, p.Position.String()})
	}
	return doc
}
