package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/session"
)

// These types are the request bodies of the operations on a game session.
type (
	// newCommand is the request body that starts a session or shows an existing one.
	newCommand struct{ SessionBody }

	// moveCommand is the request body that makes a move.
	moveCommand struct {
		SessionBody
		Move string `json:"move" doc:"move in the game's notation" example:"4"`
	}

	// bestCommand is the request body that makes the best move of an agent.
	bestCommand struct {
		SessionBody
		ThinkBody
		Apply *bool `json:"apply,omitempty" doc:"whether to make the move; true by default"`
	}

	// backCommand is the request body that undoes moves.
	backCommand struct {
		SessionBody
		Plies int  `json:"plies,omitempty" minimum:"0" doc:"number of moves to take back; by default 1. It excludes seat"`
		Seat  *int `json:"seat,omitempty" minimum:"0" doc:"take back all moves from the last one of this seat"`
	}

	// rateCommand is the request body that asks an agent for values of the legal moves.
	rateCommand struct {
		SessionBody
		ThinkBody
	}

	// playoutCommand is the request body that lets an agent play complete games from the
	// position.
	playoutCommand struct {
		SessionBody
		ThinkBody
		Games int `json:"games,omitempty" minimum:"0" maximum:"100" doc:"number of games; by default 5"`
	}

	// historyCommand is the request body that lists the moves of a session.
	historyCommand struct {
		SessionBody
		After  int  `json:"after,omitempty" minimum:"0" doc:"number of plies that the client has"`
		Scenes bool `json:"scenes,omitempty" doc:"whether to add the scene of every position"`
	}
)

// body is the input of an API operation whose request has a JSON body.
type body[T any] struct{ Body T }

// sessionAPI serves the API operations on game sessions, the games between people and agents.
type sessionAPI struct {
	server   *Server
	sessions *sessions
}

func (t *sessionAPI) register() {
	operation(t.server, http.MethodPost, "/games", "Start a game, or continue one from its encrypted state", t.newGame, describe(
		"Starts a game at its start or at a position. The server stores no games: state contains the whole game, sealed; send it with the next command. "+
			"Settings that vary the games of tournaments (random_plies, opening, epsilon) are 0 by default."))
	operation(t.server, http.MethodPost, "/games/move", "Make a move", t.move, describe(
		"Makes a move for the seat to move. The response contains the chance events and the legal moves after it."))
	operation(t.server, http.MethodPost, "/games/best", "Let an agent choose a move, and make it", t.best, describe(
		"The search deepens until it reaches the agent's depth or the time limit. The move of the deepest finished search is made, unless apply is false."))
	operation(t.server, http.MethodPost, "/games/back", "Take moves back", t.back, describe(
		"A move that is made again has the same chance events."),
		withBodyExample(map[string]any{"engine": "othello", "moves": []string{"f5", "d6"}, "plies": 1}))
	operation(t.server, http.MethodPost, "/games/rate", "Value every legal move", t.rate)
	operation(t.server, http.MethodPost, "/games/analyze", "Ask one or two agents about a position", t.analyze, describe("The output of lanista eval --json for each agent."))
	operation(t.server, http.MethodPost, "/games/playout", "Let an agent play games from the position to the end", t.playout, describe("The agent plays all seats to the end, each game with its own random numbers."))
	operation(t.server, http.MethodPost, "/games/history", "The moves of a game", t.history, describe("All moves of the game, 500 plies at a time."))
	operation(t.server, http.MethodPost, "/games/edit", "Set up a position step by step", t.edit, describe("A position may be incomplete while it is set up. A new game from an incomplete position is an error that states what is missing."),
		withBodyExample(map[string]any{"engine": "othello", "scene": map[string]any{"board": strings.Repeat("-", 64)}, "tool": "X", "field": "d4"}))
	t.thinking()
}

// sessionAnswer is the response that describes a game session. It contains only what the seat to
// move can see.
type sessionAnswer struct {
	OK        bool              `json:"ok"`
	State     string            `json:"state" doc:"the sealed session, to send with the next command"`
	Engine    string            `json:"engine"`
	Settings  map[string]string `json:"settings" doc:"settings that differ from the defaults"`
	Seats     int               `json:"seats" doc:"number of seats"`
	Position  string            `json:"position" doc:"position as the seat to move sees it"`
	Turn      int               `json:"turn" doc:"the seat to move, from 0"`
	Ply       int               `json:"ply" doc:"number of moves made"`
	Over      bool              `json:"over"`
	Places    []int             `json:"places" doc:"places by seat, from 1, once the game is over"`
	Scores    []float64         `json:"scores,omitempty" doc:"scores by seat once the game is over, if the game has scores"`
	Moves     []string          `json:"moves" doc:"the legal moves of the seat to move; of more than 100,000, the first 100,000"`
	Scene     any               `json:"scene" doc:"scene of the position"`
	Status    string            `json:"status" doc:"state of the game as text; may be empty"`
	Played    []session.Played  `json:"played" doc:"moves made by this command"`
	Takebacks int               `json:"takebacks" doc:"number of commands that took back moves"`
	Record    *gameRecord       `json:"record" doc:"record of the game once it is over; a new game with its seed, its start as position, and its moves replays it"`
	Thought   *session.Thought  `json:"thought,omitempty" doc:"search of the agent; only for /games/best"`
}

// gameRecord contains the setup and moves of a finished game. A client can start a new session
// with them to replay the game.
type gameRecord struct {
	_     struct{} `nullable:"true"`
	Seed  string   `json:"seed" doc:"seed of all chance as a decimal number"`
	Start *string  `json:"start" doc:"start position; null for the game's own"`
	Moves []string `json:"moves"`
}

// newSessionAnswer returns the description of a session after a request has made the given moves.
func newSessionAnswer(s *sessions, o *openSession, played []session.Played) (*sessionAnswer, error) {
	state, err := s.seal(o)
	if err != nil {
		return nil, err
	}
	a := &sessionAnswer{
		OK: true, State: state, Engine: o.setup.Engine, Settings: map[string]string{}, Seats: o.Seats(),
		Position: o.View(o.Turn()).String(), Turn: o.Turn(), Ply: len(o.Moves()), Over: o.Over(), Moves: o.Legal(),
		Status: o.Status(), Played: append([]session.Played{}, played...), Takebacks: o.Takebacks(),
	}
	maps.Copy(a.Settings, o.setup.Settings)
	if a.Scene, err = sceneOf(o.Engine(), o.Game()); err != nil {
		return nil, err
	}
	if a.Over {
		a.Places, a.Scores = placesOf(o.Outcome())
		r := session.NewRecord(o.Session, 0)
		a.Record = &gameRecord{Seed: strconv.FormatUint(r.Seed, 10), Moves: r.Moves}
		if r.Start != "" {
			a.Record.Start = &r.Start
		}
	}
	return a, nil
}

// placesOf returns the place of every seat in a finished game, and the scores if the game has
// any.
func placesOf(o engines.Outcome) (places []int, scores []float64) {
	for seat := range o.Seats() {
		places = append(places, o.Place(seat))
		if v, ok := o.Score(seat); ok {
			scores = append(scores, v)
		}
	}
	return places, scores
}

func (t *sessionAPI) newGame(ctx context.Context, in *body[newCommand]) (*sessionAnswer, error) {
	o, played, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	return newSessionAnswer(t.sessions, o, played)
}

func (t *sessionAPI) move(ctx context.Context, in *body[moveCommand]) (*sessionAnswer, error) {
	o, played, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	p, err := o.play(in.Body.Move, "move")
	if err != nil {
		return nil, err
	}
	return newSessionAnswer(t.sessions, o, append(played, p))
}

func (t *sessionAPI) best(ctx context.Context, in *body[bestCommand]) (*sessionAnswer, error) {
	o, played, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	var thought session.Thought
	err = t.sessions.consult(ctx, o, in.Body.ThinkBody, func(ctx context.Context, a engines.Agent, l session.Limit) (err error) {
		thought, err = o.Choose(ctx, a, l)
		return err
	})
	if err != nil {
		return nil, err
	}
	if in.Body.Apply == nil || *in.Body.Apply {
		p, err := o.play(thought.Move, "move")
		if err != nil {
			return nil, err
		}
		played = append(played, p)
	}
	a, err := newSessionAnswer(t.sessions, o, played)
	if err != nil {
		return nil, err
	}
	a.Thought = &thought
	return a, nil
}

func (t *sessionAPI) back(ctx context.Context, in *body[backCommand]) (*sessionAnswer, error) {
	o, _, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	field, seat := "plies", in.Body.Seat
	switch {
	case seat == nil:
		err = o.Undo(max(1, in.Body.Plies))
	case in.Body.Plies != 0:
		return nil, refuse(codeBadRequest, "seat", "plies and seat exclude each other")
	case *seat >= o.Seats():
		return nil, refuse(codeBadRequest, "seat", "%d is not within [0, %d]", *seat, o.Seats()-1)
	default:
		if field, err = "seat", o.UndoTo(*seat); errors.Is(err, session.ErrNothingToUndo) {
			err = fmt.Errorf("seat %d, counted from 0, has not moved yet: %w", *seat, session.ErrNothingToUndo)
		}
	}
	if err != nil {
		return nil, refuse(codeBadRequest, field, "%w", err)
	}
	return newSessionAnswer(t.sessions, o, nil)
}

// pageOfPlies is the largest number of plies in one response.
const pageOfPlies = 500

type gameHistory struct {
	OK    bool          `json:"ok"`
	Plies []session.Ply `json:"plies"`
	Next  *int          `json:"next,omitempty" doc:"value of after for the following plies; absent at the end"`
}

func (t *sessionAPI) history(ctx context.Context, in *body[historyCommand]) (*gameHistory, error) {
	o, _, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	out := &gameHistory{OK: true, Plies: []session.Ply{}}
	after := min(in.Body.After, len(o.Moves()))
	err = o.History(ctx, func(i int, p session.Ply, g engines.Game) (err error) {
		if i < after || i >= after+pageOfPlies {
			return nil
		}
		if in.Body.Scenes {
			p.Scene, err = sceneOf(o.Engine(), g)
		}
		out.Plies = append(out.Plies, p)
		return err
	})
	if last := after + pageOfPlies; last < len(o.Moves()) {
		out.Next = &last
	}
	return out, err
}

// editCommand is the request body for one step of the position editor, such as placing a piece on
// a square.
type editCommand struct {
	Engine   string            `json:"engine" example:"othello"`
	Settings map[string]string `json:"settings,omitempty"`
	Scene    map[string]any    `json:"scene" doc:"scene of an earlier response"`
	Turn     int               `json:"turn,omitempty" minimum:"0" maximum:"8" doc:"the seat to move"`
	Tool     string            `json:"tool,omitempty" doc:"a tool of the game's editor, such as the letter of a piece; clear empties the board; without a tool the scene is used as it is"`
	Field    string            `json:"field,omitempty" doc:"field to which the tool is applied" example:"d3"`
}

// editedPosition is the response of the position editor after one step. It contains the data to
// draw the position and the position's notation.
type editedPosition struct {
	OK       bool   `json:"ok"`
	Scene    any    `json:"scene"`
	Position string `json:"position" doc:"notation of the position, which may be incomplete"`
	Turn     int    `json:"turn" doc:"the seat to move, from 0"`
}

func (t *sessionAPI) edit(ctx context.Context, in *body[editCommand]) (*editedPosition, error) {
	e, err := t.sessions.engine(ctx, in.Body.Engine, in.Body.Settings)
	if err != nil {
		return nil, err
	}
	editor, ok := engines.As[show.Editor](e)
	if !ok {
		return nil, refuse(codeBadRequest, "engine", "positions of this game are set up as text")
	}
	scene, err := json.Marshal(in.Body.Scene)
	if err != nil {
		return nil, err
	}
	edited, err := editor.Edit(scene, show.Edit{Tool: in.Body.Tool, Field: in.Body.Field, Turn: in.Body.Turn})
	if err != nil {
		return nil, refuse(codeBadRequest, "scene", "%w", err)
	}
	return &editedPosition{true, edited.Scene, edited.Position, in.Body.Turn}, nil
}
