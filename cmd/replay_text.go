package cmd

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/runs"
)

// replayedGame prints the n-th game of a run move by move; boards adds the position after
// every move.
func (w textWriter) replayedGame(r runs.ReplayResult, n int, boards bool) error {
	where := ""
	if r.Game.Round > 0 { // a tournament has none
		where = fmt.Sprintf("round %d, ", r.Game.Round)
	}
	w.Printf("Run %s, game %d (%spairing %d, game %d), %s, seed %d\n",
		r.Run, n, where, r.Game.Pairing+1, r.Game.Game+1, r.Engine.Spec().Name, r.Seed)
	for seat, agent := range r.Agents {
		w.Printf("seat %d: %s\n", seat+1, agentLine(r.Engine, agent))
	}
	w.Printf("\n%s\n\n", strings.TrimRight(show.Illustrate(r.Engine, r.Start), "\n"))
	number := 0
	var last engines.Game
	for ply := range r.Plies {
		number++
		line := fmt.Sprintf("%3d. seat %d  %s", number, ply.Seat+1, ply.Move)
		if ply.Event != "" {
			line += "  (" + ply.Event + ")"
		}
		if ply.Opening {
			line += "  [opening]"
		}
		w.Println(line)
		if last = ply.Position; boards {
			w.Printf("%s\n\n", strings.TrimRight(show.Illustrate(r.Engine, last), "\n"))
		}
	}
	if last != nil && !boards {
		w.Printf("\n%s\n", strings.TrimRight(show.Illustrate(r.Engine, last), "\n"))
	}
	w.Printf("\nplaces by seat: %s", r.Played.Outcome)
	if f := r.Played.Forfeit; f != nil {
		w.Printf("; seat %d forfeited (%s): %s", f.Seat+1, f.Kind, f.Reason)
	} else if why := r.Played.Why(); why != engines.ByRules.String() {
		w.Printf("; ended by %s", why)
	}
	w.Println()
	return w.Err()
}

// agentLine returns a line that describes an agent.
func agentLine(e engines.Engine, agent engines.Agent) string {
	line := agent.Name
	if agent.Player != "" && agent.Player != agent.Name {
		line += " (" + agent.Player + ")"
	}
	with, err := e.With(agent.Settings)
	if err == nil && len(agent.Weights) == len(with.Spec().Weights) && len(agent.Weights) > 0 {
		line = strings.TrimSpace(line + "  " + formatWeightList(with.Spec().Weights, agent.Weights))
	}
	return line
}
