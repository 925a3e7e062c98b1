package show

// Editor is implemented by engines with scenes ([SceneProvider]) whose positions can be set
// up field by field. An unfinished scene need not be a position of the game; ParseGame then
// returns an error that names what is missing.
type Editor interface {
	// Tools returns what can be put on a field or done to it; nil if a drawing has only
	// numbers to fill in.
	Tools() []Tool
	// Edit applies one step to a scene, given as JSON, and returns the new scene. The error
	// names what cannot be done.
	Edit(scene []byte, e Edit) (Edited, error)
}

// Tool is a tool of an [Editor].
type Tool struct {
	ID   string // as in [Edit]
	Name string // for people
}

// Edit is one step of setting up a position.
type Edit struct {
	Tool  string // the ID of a tool; "" writes the scene as it is, [ClearTool] empties it
	Field string // the field that the tool changes, as named in the scene
	Turn  int    // the seat to move
}

// ClearTool is the ID of a tool that empties the whole board, for editors that have it.
const ClearTool = "clear"

// Edited is a scene after an edit.
type Edited struct {
	Scene    any
	Position string // in the game's notation
}
