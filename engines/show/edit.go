package show

// Editor is implemented by engines with pictures of positions ([SceneProvider]) that a user can
// edit field by field. During editing, a picture may show an invalid position. ParseGame then
// returns an error that names what is missing.
type Editor interface {
	// Tools returns the editing tools, such as a piece to put on a field. It returns nil if a
	// user edits positions only by entering numbers.
	Tools() []Tool
	// Edit applies one editing step to a scene, the data of a picture, which is given as JSON. It
	// returns the changed scene. An error explains why the step is not possible.
	Edit(scene []byte, e Edit) (Edited, error)
}

// Tool is a tool of an [Editor] of positions, such as a piece to put on a field.
type Tool struct {
	ID   string // as in [Edit]
	Name string // for people
}

// Edit is one step of editing a position.
type Edit struct {
	Tool  string // the ID of a tool; "" writes the scene as it is, [ClearTool] empties it
	Field string // the field that the tool changes, as named in the scene
	Turn  int    // the seat to move
}

// ClearTool is the ID of the tool that empties the whole board, in editors that have such a tool.
const ClearTool = "clear"

// Edited is the result of one editing step: the changed picture data (scene) and the position
// that it shows.
type Edited struct {
	Scene    any
	Position string // in the game's notation
}
