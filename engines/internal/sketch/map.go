package sketch

// Map is a map of territories with their owners and units, to be drawn. Coordinates are in the
// units of the field Size, x to the right and y down.
type Map struct {
	Size        [2]int
	Territories []Territory
	Lanes       [][4]int // lines between territories that do not touch: x and y of both ends
}

// Territory is a territory on a map, with its shape, its owner and its label.
type Territory struct {
	At         [2]int // the centre
	Shape      [][2]int
	Label      string // for a terminal, such as "12:A3"
	Units      int
	Owner      int // a seat; -1 for none
	Neighbours []int
}
