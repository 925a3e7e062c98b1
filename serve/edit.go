package serve

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/serve/table"
)

// editCommand is a step of setting up a position on a drawing.
type editCommand struct {
	Engine   string            `json:"engine" example:"othello"`
	Settings map[string]string `json:"settings,omitempty"`
	Scene    map[string]any    `json:"scene" doc:"what is drawn, as an answer gave it"`
	Turn     int               `json:"turn,omitempty" minimum:"0" maximum:"8" doc:"the seat to move"`
	Tool     string            `json:"tool,omitempty" doc:"what the game's page offers as a tool, as the letter of a piece; clear empties the board; nothing writes the scene as it is"`
	Field    string            `json:"field,omitempty" doc:"what the tool is used on" example:"d3"`
}

// editedPosition is what is drawn after a step, and how it is written.
type editedPosition struct {
	OK       bool   `json:"ok"`
	Scene    any    `json:"scene"`
	Position string `json:"position" doc:"in the game's notation; it need not be one that can be played yet"`
	Turn     int    `json:"turn"`
}

// edit does a step of setting up a position.
func (t *tables) edit(ctx context.Context, in *body[editCommand]) (*editedPosition, error) {
	e, err := t.room.Engine(ctx, in.Body.Engine, in.Body.Settings)
	if err != nil {
		return nil, err
	}
	editor, ok := e.(show.Editor)
	if !ok {
		return nil, &table.Error{Code: table.BadRequest, Field: "engine", Err: errors.New("positions of this game are set up as text")}
	}
	scene, err := json.Marshal(in.Body.Scene)
	if err != nil {
		return nil, err
	}
	edited, err := editor.Edit(scene, show.Edit{Tool: in.Body.Tool, Field: in.Body.Field, Turn: in.Body.Turn})
	if err != nil {
		return nil, &table.Error{Code: table.BadRequest, Field: "scene", Err: err}
	}
	return &editedPosition{true, edited.Scene, edited.Position, in.Body.Turn}, nil
}
