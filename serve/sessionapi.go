package serve

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/session"
)

// The bodies of the commands.
type (
	// newCommand starts a session or shows a sealed one.
	newCommand struct{ SessionBody }

	// moveCommand makes a move.
	moveCommand struct {
		SessionBody
		Move string `json:"move" doc:"in the game's notation" example:"4"`
	}

	// bestCommand lets an agent move.
	bestCommand struct {
		SessionBody
		ThinkBody
		Apply *bool `json:"apply,omitempty" doc:"whether the move is made, too; true by default"`
	}

	// backCommand undoes moves.
	backCommand struct {
		SessionBody
		Plies int  `json:"plies,omitempty" minimum:"0" doc:"how many moves are taken back; one by default"`
		Seat  *int `json:"seat,omitempty" minimum:"0" doc:"take back to before the last move of this seat"`
	}

	// rateCommand lets an agent value the moves.
	rateCommand struct {
		SessionBody
		ThinkBody
	}

	// playoutCommand lets an agent play the game to its end.
	playoutCommand struct {
		SessionBody
		ThinkBody
		Games int `json:"games,omitempty" minimum:"0" maximum:"100" doc:"how many times; 5 by default"`
	}

	// historyCommand lists the moves of a session.
	historyCommand struct {
		SessionBody
		After  int  `json:"after,omitempty" minimum:"0" doc:"plies that are known already"`
		Scenes bool `json:"scenes,omitempty" doc:"with what a page draws of every position"`
	}
)

// body is the input of a command.
type body[T any] struct{ Body T }

// sessionAPI answers the commands about sessions.
type sessionAPI struct {
	server   *Server
	sessions *sessions
}

// register adds the commands.
func (t *sessionAPI) register() {
	command(t.server, "/games", "Start a game, or show a sealed one", t.newGame, describe(
		"A game from a position, or from its start. Nothing is kept: state contains the whole game, sealed; send it with the next command. "+
			"Settings that bring chance for tournaments (random_plies, opening, epsilon) are 0 unless they are given."))
	command(t.server, "/games/move", "Make a move", t.move, describe(
		"Makes a move for the seat to move. The answer contains what chance did and which moves are legal then."))
	command(t.server, "/games/best", "Let an agent choose a move, and make it", t.best, describe(
		"The agent's depth is reached step by step within the time; what its deepest finished search chooses is made, unless apply is false."))
	command(t.server, "/games/back", "Take moves back", t.back, describe(
		"A move that is taken back and made again falls as before."),
		sends(map[string]any{"engine": "othello", "moves": []string{"f5", "d6"}, "plies": 1}))
	command(t.server, "/games/rate", "Value every legal move", t.rate)
	command(t.server, "/games/analyze", "Ask one or two agents about a position", t.analyze, describe("What lanista eval --json gives, once for each agent."))
	command(t.server, "/games/playout", "Let an agent play the position out", t.playout, describe("The agent plays all seats to the end, each game with chance of its own."))
	command(t.server, "/games/history", "The moves of a game", t.history, describe("All moves of the game, 500 plies at a time."))
	command(t.server, "/games/edit", "Set up a position on a drawing, a step at a time", t.edit, describe("What is set up need not be a position of the game until it is finished; a new game from it says what it lacks."),
		sends(map[string]any{"engine": "othello", "scene": map[string]any{"board": strings.Repeat("-", 64)}, "tool": "X", "field": "d4"}))
	t.thinking()
}

// sessionAnswer is a session as the seat to move may see it.
type sessionAnswer struct {
	OK        bool              `json:"ok"`
	State     string            `json:"state" doc:"the game, sealed: send it back with the next command"`
	Engine    string            `json:"engine"`
	Settings  map[string]string `json:"settings" doc:"the settings that were asked for"`
	Seats     int               `json:"seats"`
	Position  string            `json:"position" doc:"as the seat to move sees it"`
	Turn      int               `json:"turn" doc:"the seat to move, from 0"`
	Ply       int               `json:"ply" doc:"moves made so far"`
	Over      bool              `json:"over"`
	Places    []int             `json:"places" doc:"a place for every seat, from 1, once the game is over"`
	Scores    []float64         `json:"scores,omitempty" doc:"points by seat, where the game counts them, once it is over"`
	Moves     []string          `json:"moves" doc:"the legal moves of the seat to move"`
	Scene     any               `json:"scene" doc:"what a page draws of the position"`
	Status    string            `json:"status" doc:"how the game stands, in words; empty where it does not say"`
	Played    []session.Played  `json:"played" doc:"what this command has made happen"`
	Takebacks int               `json:"takebacks" doc:"how often moves were taken back"`
	Record    *gameRecord       `json:"record" doc:"the whole game, once it is over; a new game of it plays it again"`
	Thought   *session.Thought  `json:"thought,omitempty" doc:"only of a best move"`
}

// gameRecord is a finished game: a new session with its keys plays it again.
type gameRecord struct {
	_     struct{} `nullable:"true"`
	Seed  string   `json:"seed" doc:"of all chance, in decimal digits"`
	Start *string  `json:"start" doc:"the position it began with; null for the game's own start"`
	Moves []string `json:"moves"`
}

// newSessionAnswer returns the answer to a command that made some moves.
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
	for name, value := range o.setup.Settings {
		a.Settings[name] = value
	}
	if a.Scene, err = sceneOf(o.Engine(), o.Game()); err != nil {
		return nil, err
	}
	if a.Over {
		a.Places, a.Scores = placesOf(o.Outcome())
		r := o.Record(0)
		a.Record = &gameRecord{Seed: strconv.FormatUint(r.Seed, 10), Moves: r.Moves}
		if r.Start != "" {
			a.Record.Start = &r.Start
		}
	}
	return a, nil
}

// placesOf returns the places of an outcome, and its scores if it has any.
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
	p, err := o.play(in.Body.Move)
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
		p, err := o.play(thought.Move)
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
	field := "plies"
	if seat := in.Body.Seat; seat != nil && in.Body.Plies == 0 {
		field, err = "seat", o.UndoTo(*seat)
	} else {
		err = o.Undo(max(1, in.Body.Plies))
	}
	if err != nil {
		return nil, refuse(codeBadRequest, field, "%w", err)
	}
	return newSessionAnswer(t.sessions, o, nil)
}

// pageOfPlies is the largest number of plies in an answer.
const pageOfPlies = 500

// gameHistory is a part of a game.
type gameHistory struct {
	OK    bool          `json:"ok"`
	Plies []session.Ply `json:"plies"`
	Next  *int          `json:"next,omitempty" doc:"how many plies are known after these; absent at the end"`
}

func (t *sessionAPI) history(ctx context.Context, in *body[historyCommand]) (*gameHistory, error) {
	o, _, err := t.sessions.open(ctx, in.Body.SessionBody)
	if err != nil {
		return nil, err
	}
	out := &gameHistory{OK: true, Plies: []session.Ply{}}
	after := in.Body.After
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

// editCommand is a step of setting up a position on a drawing.
type editCommand struct {
	Engine   string            `json:"engine" example:"othello"`
	Settings map[string]string `json:"settings,omitempty"`
	Scene    map[string]any    `json:"scene" doc:"what is drawn, as an answer gave it"`
	Turn     int               `json:"turn,omitempty" minimum:"0" maximum:"8" doc:"the seat to move"`
	Tool     string            `json:"tool,omitempty" doc:"what the game's page offers as a tool, as the letter of a piece; clear empties the board; nothing writes the scene as it is"`
	Field    string            `json:"field,omitempty" doc:"what the tool is used on" example:"d3"`
}

// editedPosition is the drawing after a step, and its notation.
type editedPosition struct {
	OK       bool   `json:"ok"`
	Scene    any    `json:"scene"`
	Position string `json:"position" doc:"in the game's notation; it need not be one that can be played yet"`
	Turn     int    `json:"turn"`
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
