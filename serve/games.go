package serve

import (
	"context"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/serve/table"
)

// The bodies of the commands.
type (
	// newTable asks for a table.
	newTable struct{ TableBody }

	// moveCommand makes a move.
	moveCommand struct {
		TableBody
		Move string `json:"move" doc:"in the game's notation" example:"4"`
	}

	// bestCommand lets an agent move.
	bestCommand struct {
		TableBody
		ThinkBody
		Apply *bool `json:"apply,omitempty" doc:"whether the move is made, too; yes where nothing is said"`
	}

	// backCommand takes moves back.
	backCommand struct {
		TableBody
		Plies int  `json:"plies,omitempty" minimum:"0" doc:"how many moves are taken back; one where nothing is said"`
		Seat  *int `json:"seat,omitempty" minimum:"0" doc:"take back to before the last move of this seat"`
	}

	// rateCommand lets an agent value the moves.
	rateCommand struct {
		TableBody
		ThinkBody
	}

	// analyzeCommand asks one or two agents what they think.
	analyzeCommand struct {
		TableBody
		Agents []table.Agent `json:"agents,omitempty" maxItems:"2" doc:"who is asked; the champion where nothing is said"`
		Think  table.Limit   `json:"think,omitempty"`
	}

	// playoutCommand lets an agent play a table to its end.
	playoutCommand struct {
		TableBody
		ThinkBody
		Games int `json:"games,omitempty" minimum:"0" maximum:"100" doc:"how many times; 5 where nothing is said"`
	}

	// historyCommand asks how a table came about.
	historyCommand struct {
		TableBody
		After  int  `json:"after,omitempty" minimum:"0" doc:"plies that are known already"`
		Scenes bool `json:"scenes,omitempty" doc:"with what a page draws of every position"`
	}
)

// body is the input of a command.
type body[T any] struct{ Body T }

// ThinkBody says who is to think, and how far.
type ThinkBody struct {
	Agent table.Agent `json:"agent,omitempty" doc:"who is to think; the champion where nothing is said"`
	Think table.Limit `json:"think,omitempty"`
}

// commands adds the commands of tables.
func (t *tables) commands() {
	command(t, "/games", "Put up a table, or show a sealed one", t.newGame, describe(
		"A table of a position, or of the start. Nothing is kept: state holds the whole table, sealed, and goes with the next command. "+
			"Settings that bring chance for tournaments (random_plies, opening, epsilon) are 0 unless they are given."))
	command(t, "/games/move", "Make a move", t.move, describe(
		"Makes a move for the seat to move. The answer tells what chance did and which moves are legal then."))
	command(t, "/games/best", "Let an agent choose a move, and make it", t.best, describe(
		"The agent's depth is reached step by step within the time; what its deepest finished search chooses is made, unless apply is false."))
	command(t, "/games/back", "Take moves back", t.back, describe(
		"A move that is taken back and made again falls as before."),
		sends(map[string]any{"engine": "othello", "moves": []string{"f5", "d6"}, "plies": 1}))
	command(t, "/games/rate", "Value every legal move", t.rate)
	command(t, "/games/analyze", "Ask one or two agents about a position", t.analyze, describe("What lanista eval --json gives, once for each agent."))
	command(t, "/games/playout", "Let an agent play the position out", t.playout, describe("The agent plays all seats to the end, each game with chance of its own."))
	command(t, "/games/history", "How a table came about", t.history, describe("All moves made at the table, 500 plies at a time."))
	command(t, "/games/edit", "Set up a position on a drawing, a step at a time", t.edit, describe("What is set up need not be a position of the game until it is finished; a new table of it says what it lacks."),
		sends(map[string]any{"engine": "othello", "scene": map[string]any{"board": strings.Repeat("-", 64)}, "tool": "X", "field": "d4"}))
	t.thinking()
}

func (t *tables) newGame(ctx context.Context, in *body[newTable]) (*table.Answer, error) {
	d, played, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	return d.Answer(t.sealer, played)
}

func (t *tables) move(ctx context.Context, in *body[moveCommand]) (*table.Answer, error) {
	d, played, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	p, err := d.Play(in.Body.Move)
	if err != nil {
		return nil, err
	}
	return d.Answer(t.sealer, append(played, p))
}

func (t *tables) best(ctx context.Context, in *body[bestCommand]) (*table.Answer, error) {
	d, played, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	agent, release, err := t.asked(ctx, d, in.Body.Agent)
	if err != nil {
		return nil, err
	}
	defer release()
	thought, err := t.thinker.Best(ctx, d, agent, in.Body.Think)
	if err != nil {
		return nil, err
	}
	if in.Body.Apply == nil || *in.Body.Apply {
		p, err := d.Play(thought.Move)
		if err != nil {
			return nil, err
		}
		played = append(played, p)
	}
	a, err := d.Answer(t.sealer, played)
	if err != nil {
		return nil, err
	}
	a.Thought = thought
	return a, nil
}

// asked is the agent that is to think, once there is room for its search. Whoever
// asked gives the room back.
func (t *tables) asked(ctx context.Context, d *table.Table, who table.Agent) (a engines.Agent, release func(), err error) {
	if a, err = t.room.Agent(ctx, d, who); err != nil {
		return a, nil, err
	}
	release, err = t.places.Take(ctx)
	return a, release, err
}

func (t *tables) back(ctx context.Context, in *body[backCommand]) (*table.Answer, error) {
	d, _, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	if seat := in.Body.Seat; seat != nil && in.Body.Plies == 0 {
		err = d.BackTo(*seat)
	} else {
		err = d.Back(max(1, in.Body.Plies))
	}
	if err != nil {
		return nil, err
	}
	return d.Answer(t.sealer, nil)
}

func (t *tables) rate(ctx context.Context, in *body[rateCommand]) (*table.Rating, error) {
	d, _, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	agent, release, err := t.asked(ctx, d, in.Body.Agent)
	if err != nil {
		return nil, err
	}
	defer release()
	return t.thinker.Rate(ctx, d, agent, in.Body.Think)
}

func (t *tables) history(ctx context.Context, in *body[historyCommand]) (*table.History, error) {
	d, _, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	return d.History(ctx, in.Body.After, in.Body.Scenes)
}

// playout is how often each seat has won.
type playout struct {
	OK    bool   `json:"ok"`
	Agent string `json:"agent"`
	Games int    `json:"games" doc:"that were finished within the time"`
	Won   []int  `json:"won" doc:"games in which each seat came first, alone or with others"`
}

func (t *tables) playout(ctx context.Context, in *body[playoutCommand]) (*playout, error) {
	d, _, err := t.table(ctx, in.Body.TableBody)
	if err != nil {
		return nil, err
	}
	agent, release, err := t.asked(ctx, d, in.Body.Agent)
	if err != nil {
		return nil, err
	}
	defer release()
	games := in.Body.Games
	if games == 0 {
		games = usualPlayouts
	}
	won, played, err := t.thinker.Playout(ctx, d, agent, games, in.Body.Think)
	return &playout{OK: true, Agent: agent.Name, Games: played, Won: won}, err
}

// usualPlayouts is how often a position is played out where nobody says.
const usualPlayouts = 5
