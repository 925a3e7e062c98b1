package serve

import (
	"context"
	"net/http"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/session"
)

// gamesPerPage is the largest number of games on a page.
const gamesPerPage = 50

type gamesPage struct {
	OK    bool       `json:"ok"`
	Run   string     `json:"run"`
	Games []gameLine `json:"games"`
	Next  string     `json:"next,omitempty" doc:"value of after for the following games; absent at the end"`
}

type gameLine struct {
	Game    string       `json:"game" doc:"round.pairing.game, pairings and games from 1; round 0 is a tournament or a verification"`
	Agents  []string     `json:"agents" doc:"by seat"`
	Seed    string       `json:"seed"`
	Places  []int        `json:"places" doc:"by seat, from 1"`
	Scores  []float64    `json:"scores,omitempty" doc:"by seat, if the game has scores"`
	Length  *int         `json:"length" doc:"number of moves of the game; null if the moves are not stored and a replay has not counted them, or the replay differs"`
	Reason  string       `json:"reason" doc:"reason of the end, such as checkmate; empty if unknown"`
	Forfeit *gameForfeit `json:"forfeit,omitempty"`
}

// gameForfeit describes why and when a seat forfeited a game.
type gameForfeit struct {
	Seat   int    `json:"seat" doc:"from 0"`
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
}

// gameReplay is the response with a stored game and its positions, which are computed by replaying
// the game.
type gameReplay struct {
	OK       bool              `json:"ok"`
	Run      string            `json:"run"`
	Game     string            `json:"game"`
	Engine   string            `json:"engine"`
	Settings map[string]string `json:"settings" doc:"settings of the game"`
	Agents   []string          `json:"agents" doc:"the names, in the order of the pairing"`
	Seats    []int             `json:"seats" doc:"by seat: index of its agent"`
	Players  []seatedAgent     `json:"players" doc:"by seat: description of its agent"`
	Seed     string            `json:"seed"`
	Stored   []int             `json:"stored" doc:"places stored by the run"`
	Now      []int             `json:"now" doc:"places of the replay"`
	Agrees   bool              `json:"agrees" doc:"whether the replay has the same result as the stored game"`
	Rules    string            `json:"rules,omitempty" doc:"a sentence if the run was played by another version of the game's rules"`
	Version  string            `json:"version" doc:"version of the program that played the run"`
	Ending   string            `json:"ending"`
	Forfeit  *gameForfeit      `json:"forfeit,omitempty"`
	Start    string            `json:"start" doc:"start position"`
	Status   string            `json:"status" doc:"state of the game at the start as text; may be empty"`
	Reason   string            `json:"reason" doc:"reason of the end, such as checkmate"`
	Scene    any               `json:"scene,omitempty" doc:"scene of the start position, if requested"`
	Total    int               `json:"total" doc:"number of moves of the game"`
	Plies    []session.Ply     `json:"plies"`
	Next     *int              `json:"next,omitempty" doc:"value of after for the following plies; absent at the end"`
}

// seatedAgent describes the agent that plays a seat.
type seatedAgent struct {
	Name     string                   `json:"name"`
	Player   string                   `json:"player,omitempty" doc:"random or first, for an agent without weights"`
	Weights  map[string]engines.Value `json:"weights,omitempty"`
	Settings map[string]string        `json:"settings,omitempty"`
}

type gamesInput struct {
	ID         string `path:"id" example:"last" doc:"an id, a name, a unique beginning or end of an id, or last"`
	Generation string `query:"generation" doc:"games of this round; 0 is a tournament or a verification"`
	Agent      string `query:"agent" doc:"games of this agent"`
	Outcome    string `query:"outcome" enum:"won,drawn,lost" doc:"result of that agent, or of the first seat if no agent is given"`
	Forfeit    bool   `query:"forfeit" doc:"only games with a forfeit"`
	After      string `query:"after"`
}

type replayInput struct {
	ID         string `path:"id" example:"last" doc:"an id, a name, a unique beginning or end of an id, or last"`
	Generation int    `path:"generation" minimum:"0" example:"1" doc:"a round; 0 is a tournament or a verification"`
	Pairing    int    `path:"pairing" minimum:"1" example:"1" doc:"number of the pairing, from 1"`
	Game       int    `path:"game" minimum:"1" example:"1" doc:"number of the game in the pairing, from 1"`
	After      int    `query:"after" minimum:"0" doc:"number of plies that the client has"`
	Scenes     bool   `query:"scenes" doc:"whether to add the scene of every position"`
}

// replayAPI serves the lists of stored games and replays the games.
type replayAPI struct {
	server   *Server
	searches *semaphore
	lengths  *lru.Cache[lengthKey, runs.Length] // see measured
}

func (t *replayAPI) register() {
	t.replayPages()
	operation(t.server, http.MethodGet, "/runs/{id}/games", "The games of a run", t.storedGames)
	operation(t.server, http.MethodGet, "/runs/{id}/games/{generation}/{pairing}/{game}", "A stored game, played again", t.storedGame,
		describe("The game is played by this program, from its seed. Where that ends otherwise than the run did, agrees is false."))
}

func (t *replayAPI) storedGames(ctx context.Context, in *gamesInput) (*gamesPage, error) {
	query := results.GameQuery{Agent: in.Agent, Outcome: in.Outcome, Forfeits: in.Forfeit, Limit: gamesPerPage + 1}
	if in.Generation != "" {
		round, err := strconv.Atoi(in.Generation)
		if err != nil || round < 0 {
			return nil, newProblem(http.StatusUnprocessableEntity, codeBadRequest, "the generation is a whole number from 0", mistake{"query.generation", in.Generation})
		}
		query.Round = &round
	}
	if in.After != "" {
		after, err := results.ParseGameRef(in.After)
		if err != nil {
			return nil, newProblem(http.StatusUnprocessableEntity, codeBadRequest, "after must be the value next of an earlier response", mistake{"query.after", in.After})
		}
		query.After = &after
	}
	out := &gamesPage{OK: true, Games: []gameLine{}}
	err := t.server.read(func(store *results.Store) error {
		run, err := store.Info(ctx, in.ID)
		if err != nil {
			return err
		}
		out.Run = run.ID
		games, err := store.Games(ctx, run.ID, query)
		if err != nil {
			return err
		}
		if len(games) > gamesPerPage {
			games = games[:gamesPerPage]
			out.Next = games[gamesPerPage-1].GameRef.String()
		}
		lengths := t.measured(ctx, store, run, games)
		for i, g := range games {
			out.Games = append(out.Games, lineOf(g))
			if l := lengths[g.GameRef]; l.Moves > 0 {
				out.Games[i].Length, out.Games[i].Reason = &l.Moves, l.Reason
			}
		}
		return nil
	})
	return out, err
}

func lineOf(g results.PlayedGame) gameLine {
	line := gameLine{Game: g.GameRef.String(), Agents: g.Agents, Seed: strconv.FormatUint(g.Seed, 10), Forfeit: forfeitOf(g.Record.Forfeit)}
	line.Places, line.Scores = placesOf(g.Record.Outcome)
	return line
}

func forfeitOf(f *engines.Forfeit) *gameForfeit {
	if f == nil {
		return nil
	}
	return &gameForfeit{f.Seat, f.Kind.String(), f.Reason}
}

func (t *replayAPI) storedGame(ctx context.Context, in *replayInput) (*gameReplay, error) {
	at := results.GameRef{Round: in.Generation, Pairing: in.Pairing - 1, Game: in.Game - 1}
	found, info, err := t.replayed(ctx, in.ID, at)
	if err != nil {
		return nil, err
	}
	out, err := replayOf(found, in.After, in.Scenes)
	if err != nil {
		return nil, err
	}
	out.Version = info.Version
	out.Settings, err = settingsOfRun(found.Engine, info.Summary)
	return out, err
}

// replayed replays a stored game. The number of concurrent replays and searches is limited.
func (t *replayAPI) replayed(ctx context.Context, id string, at results.GameRef) (found runs.ReplayResult, info results.Record, err error) {
	release, err := t.searches.acquire(ctx)
	if err != nil {
		return found, info, err
	}
	defer release()
	err = t.server.read(func(store *results.Store) error {
		run, err := store.Resolve(ctx, id)
		if err != nil {
			return err
		}
		if info, err = store.Get(ctx, run); err != nil {
			return err
		}
		there, err := hasGame(ctx, store, run, at)
		if err != nil {
			return err
		}
		if !there {
			return notFound("the run has no such game")
		}
		found, err = runs.Replay(ctx, t.server.options.Catalog, "", store, run, at)
		return err
	})
	return found, info, err
}

func hasGame(ctx context.Context, store *results.Store, run string, at results.GameRef) (bool, error) {
	before := at
	before.Game--
	list, err := store.Games(ctx, run, results.GameQuery{Round: &at.Round, After: &before, Limit: 1})
	return len(list) > 0 && list[0].GameRef == at, err
}

// replayOf returns the JSON document of a replayed game. It contains at most pageOfPlies positions,
// those after ply number after. If scenes is true, it also contains the data to draw them.
func replayOf(r runs.ReplayResult, after int, scenes bool) (*gameReplay, error) {
	out := &gameReplay{
		OK: true, Run: r.Run, Game: r.Game.String(), Engine: r.Engine.Spec().Name, Seed: strconv.FormatUint(r.Seed, 10),
		Agrees: r.Same(), Rules: r.Rules, Ending: r.Played.Ending.String(), Forfeit: forfeitOf(r.Played.Forfeit),
		Start: engines.View(r.Start, r.Start.Turn()).String(), Status: show.Status(r.Start), Reason: r.Played.Why(), Total: len(r.Played.Moves()), Plies: []session.Ply{},
	}
	out.Stored, _ = placesOf(r.Stored.Outcome)
	out.Now, _ = placesOf(r.Played.Outcome)
	out.Seats, out.Agents = r.Seats, make([]string, len(r.Agents))
	for seat, a := range r.Agents {
		out.Players = append(out.Players, seated(r.Engine, a))
		out.Agents[r.Seats[seat]] = a.Name
	}
	var err error
	if scenes {
		if out.Scene, err = sceneOf(r.Engine, r.Start); err != nil {
			return nil, err
		}
	}
	n := 0
	for ply := range r.Plies {
		if n++; n <= after {
			continue
		}
		if n > after+pageOfPlies {
			next := n - 1
			out.Next = &next
			break
		}
		p := session.Ply{Played: session.Played{Seat: ply.Seat, Move: ply.Move, Words: ply.Words, Event: ply.Event}, Position: engines.View(ply.Position, ply.Position.Turn()).String(), Status: show.Status(ply.Position)}
		if scenes {
			if p.Scene, err = sceneOf(r.Engine, ply.Position); err != nil {
				return nil, err
			}
		}
		out.Plies = append(out.Plies, p)
	}
	return out, nil
}

func seated(e engines.Engine, a engines.Agent) seatedAgent {
	return seatedAgent{Name: a.Name, Player: a.Player, Settings: a.Settings, Weights: session.WeightsOf(e, a)}
}
