package show

// Editor is implemented by engines with scenes ([SceneProvider]) whose positions can be set
// up on a drawing, a field at a time. What is set up need not be a position of the game
// until it is finished: reading it says what it lacks.
type Editor interface {
	// Tools are what can be put on a field or done to it; none where a drawing has
	// numbers to be filled in alone.
	Tools() []Tool
	// Edit does one thing to a scene that is set up, and writes it. The scene comes and
	// goes as its JSON says. Errors name what cannot be done.
	Edit(scene []byte, e Edit) (Edited, error)
}

// Tool is a tool of an [Editor].
type Tool struct {
	ID   string
	Name string // in words
}

// Edit is one step of setting up a position.
type Edit struct {
	Tool  string // the ID of a tool; "" writes the scene as it is, [ClearTool] empties it
	Field string // what the tool is used on, by the name that the drawing has for it
	Turn  int    // the seat to move
}

// ClearTool empties the whole board, where an editor lists it among its tools.
const ClearTool = "clear"

// Edited is a scene after an edit.
type Edited struct {
	Scene    any
	Position string // in the game's notation
}
