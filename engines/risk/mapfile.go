package risk

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
)

//go:embed classic.json
var classicJSON []byte

var classic = sync.OnceValues(func() (*board, error) { return parseMap("classic", classicJSON) })

// mapFile is the JSON form of a map. Unknown keys are ignored.
type mapFile struct {
	Name        string         `json:"name"`
	Territories []mapTerritory `json:"territories"`
}

type mapTerritory struct {
	ID         *int   `json:"id"`
	Name       string `json:"name"`
	Neighbours []int  `json:"neighbours"`

	// Group and At are used only for pictures. Values of other types are ignored.
	Group any `json:"group"` // the continent, a string
	At    any `json:"at"`    // the centre, x to the right and y down
}

// parseMap parses a map, a JSON object with a list of territories. Each territory has an id (from
// 0, without gaps, in any order), a name, and the ids of its neighbours in the order in which
// agents try attacks. Optional are at, a pair of numbers with the position in pictures, and
// group, the continent. Errors name the file and the territory.
func parseMap(file string, data []byte) (*board, error) {
	var m mapFile
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: not a map: %w", file, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: text after the end of the map", file)
	}
	n := len(m.Territories)
	if n < 2 || n > maxTerritories {
		return nil, fmt.Errorf("%s: %d territories are not within [2, %d]", file, n, maxTerritories)
	}
	b := &board{name: m.Name, names: make([]string, n), n: n}
	if b.name == "" {
		b.name = file
	}
	if err := fill(b, m.Territories); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := symmetric(b); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	b.measure()
	return b, nil
}

func fill(b *board, territories []mapTerritory) error {
	place := make(map[int]int, b.n) // from ids to indices in the file
	for i, t := range territories {
		if t.ID == nil {
			return fmt.Errorf("territory %q (number %d in the file) has no id", t.Name, i+1)
		}
		id := *t.ID
		if first, ok := place[id]; ok {
			return fmt.Errorf("territories %q and %q have the same id %d", territories[first].Name, t.Name, id)
		}
		if id < 0 || id >= b.n {
			return fmt.Errorf("territory %q: id %d is not within [0, %d]", t.Name, id, b.n-1)
		}
		place[id] = i
		b.names[id] = t.Name
		if t.Name == "" {
			b.names[id] = fmt.Sprint(id)
		}
	}
	fillDrawing(b, territories)
	for id := range b.n {
		if err := link(b, id, territories[place[id]].Neighbours); err != nil {
			return err
		}
	}
	return nil
}

// fillDrawing copies the data for pictures from a map file to the board. It uses positions only
// if all territories have one.
func fillDrawing(b *board, territories []mapTerritory) {
	b.groups = make([]string, b.n)
	b.places = make([]point, b.n)
	for _, t := range territories {
		b.groups[*t.ID], _ = t.Group.(string)
		at, ok := placeOf(t.At)
		if !ok {
			b.places = nil
			return
		}
		b.places[*t.ID] = at
	}
}

// placeOf parses the position of a territory in pictures, a pair of numbers. ok is false if there
// is none.
func placeOf(at any) (p point, ok bool) {
	list, _ := at.([]any)
	if len(list) != 2 {
		return p, false
	}
	for i := range p {
		v, isNumber := list[i].(float64)
		if !isNumber || math.Abs(v) > 1e9 {
			return p, false
		}
		p[i] = v
	}
	return p, true
}

func link(b *board, x int, neighbours []int) error {
	for _, y := range neighbours {
		switch {
		case y < 0 || y >= b.n:
			return fmt.Errorf("territory %d (%s): unknown neighbour %d", x, b.names[x], y)
		case y == x:
			return fmt.Errorf("territory %d (%s) is its own neighbour", x, b.names[x])
		case slices.Contains(b.near[x], uint8(y)):
			return fmt.Errorf("territory %d (%s) lists the neighbour %d (%s) twice", x, b.names[x], y, b.names[y])
		}
		b.near[x] = append(b.near[x], uint8(y))
	}
	return nil
}

// symmetric returns an error if a territory has a neighbour that does not list the territory as
// its own neighbour.
func symmetric(b *board) error {
	for x := range b.n {
		for _, y := range b.near[x] {
			if !b.borders(int(y), x) {
				return fmt.Errorf("territory %d (%s) has the neighbour %d (%s), which does not list it",
					x, b.names[x], y, b.names[y])
			}
		}
	}
	return nil
}
