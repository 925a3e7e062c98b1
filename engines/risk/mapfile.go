package risk

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed classic_map.json
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

	line int // of the file, from 1
}

// longestName is the maximum number of characters of the name of a map or a territory.
const longestName = 100

// parseMap parses a map: a JSON object with a list of territories. Each has an id, a name and a
// list of the ids of its neighbours, in the order in which agents try attacks. The ids are the
// numbers from 0 on without gaps, in any order. The keys "at" (the centre in pictures, a pair of
// numbers) and "group" (the continent) are optional. Every territory must be reachable from every
// other. The argument name is used for a map without a name. Errors contain the line, if known, and
// name the territory.
func parseMap(name string, data []byte) (*board, error) {
	var m mapFile
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("line %d: %w", lineAt(data, mistakeAt(d, err)), plain(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("line %d: text after the end of the map", lineAt(data, d.InputOffset()))
	}
	locate(data, m.Territories)
	n := len(m.Territories)
	if n < 2 || n > maxTerritories {
		return nil, fmt.Errorf("%d territories are not within [2, %d]", n, maxTerritories)
	}
	b := &board{name: m.Name, names: make([]string, n), n: n}
	if b.name == "" {
		b.name = name
	}
	if utf8.RuneCountInString(b.name) > longestName {
		return nil, fmt.Errorf("the name %.20q... of the map has more than %d characters", b.name, longestName)
	}
	if err := fill(b, m.Territories); err != nil {
		return nil, err
	}
	b.measure()
	return b, nil
}

// plain converts an error of the JSON decoder to an error that states what is needed.
func plain(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("not JSON: %w", err)
	}
	needed := map[reflect.Kind]string{
		reflect.Struct: "an object", reflect.Slice: "a list", reflect.Int: "a whole number", reflect.String: "a text",
	}[wrong.Type.Kind()]
	if wrong.Field == "" {
		return fmt.Errorf("%s is needed, not %s", needed, wrong.Value)
	}
	return fmt.Errorf("%s: %s is needed, not %s", wrong.Field, needed, wrong.Value)
}

// mistakeAt returns the byte offset in the input of d at which the error err occurred.
func mistakeAt(d *json.Decoder, err error) int64 {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &wrong):
		return wrong.Offset
	}
	return d.InputOffset()
}

// lineAt returns the number, from 1, of the line that contains a byte offset.
func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
}

// locate sets the field line of every territory to the number of the line at which it begins. data
// is a map file that the decoder has accepted.
func locate(data []byte, territories []mapTerritory) {
	d := json.NewDecoder(bytes.NewReader(data))
	_, _ = d.Token() // the opening brace
	for d.More() {
		key, _ := d.Token()
		if name, ok := key.(string); !ok || !strings.EqualFold(name, "territories") {
			var skipped json.RawMessage
			if d.Decode(&skipped) != nil {
				return
			}
			continue
		}
		if start, err := d.Token(); err != nil || start != json.Delim('[') {
			continue // null
		}
		for i := 0; d.More(); i++ {
			var t json.RawMessage
			if d.Decode(&t) != nil {
				return
			}
			if i < len(territories) {
				territories[i].line = lineAt(data, d.InputOffset()-int64(len(t)))
			}
		}
		_, _ = d.Token() // the closing bracket
	}
}

// fill stores the territories of a map file in the board and checks them. Errors begin with the
// line of the territory.
func fill(b *board, territories []mapTerritory) error {
	place := make(map[int]int, b.n) // from ids to indices in the file
	for i, t := range territories {
		if t.ID == nil {
			return fmt.Errorf("line %d: territory %.100q (number %d in the file) has no id", t.line, t.Name, i+1)
		}
		id := *t.ID
		if first, ok := place[id]; ok {
			return fmt.Errorf("line %d: territories %.100q and %.100q have the same id %d", t.line, territories[first].Name, t.Name, id)
		}
		if id < 0 || id >= b.n {
			return fmt.Errorf("line %d: territory %.100q: id %d is not within [0, %d]", t.line, t.Name, id, b.n-1)
		}
		if utf8.RuneCountInString(t.Name) > longestName {
			return fmt.Errorf("line %d: the name %.20q... of territory %d has more than %d characters", t.line, t.Name, id, longestName)
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
			return fmt.Errorf("line %d: %w", territories[place[id]].line, err)
		}
	}
	for id := range b.n {
		if err := symmetric(b, id); err != nil {
			return fmt.Errorf("line %d: %w", territories[place[id]].line, err)
		}
	}
	if id := unreached(b); id >= 0 {
		return fmt.Errorf("line %d: territory %d (%s) cannot be reached from territory 0 (%s)", territories[place[id]].line, id, b.names[id], b.names[0])
	}
	return nil
}

// unreached returns a territory that cannot be reached from territory 0, or -1 if there is none.
func unreached(b *board) int {
	seen := make([]bool, b.n)
	seen[0] = true
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, y := range b.near[queue[0]] {
			if !seen[y] {
				seen[y] = true
				queue = append(queue, int(y))
			}
		}
	}
	return slices.Index(seen, false)
}

// fillDrawing stores the continents and centres of a map file in the board. The centres are used
// only if all territories have one.
func fillDrawing(b *board, territories []mapTerritory) {
	b.groups = make([]string, b.n)
	b.places = make([]point, b.n)
	for _, t := range territories {
		b.groups[*t.ID], _ = t.Group.(string)
		at, ok := placeOf(t.At)
		if !ok {
			b.places = nil
		} else if b.places != nil {
			b.places[*t.ID] = at
		}
	}
}

// placeOf parses the centre of a territory, a pair of numbers. ok is false if at is anything else.
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

// symmetric returns an error if a neighbour of territory x does not list x as a neighbour.
func symmetric(b *board, x int) error {
	for _, y := range b.near[x] {
		if !b.borders(int(y), x) {
			return fmt.Errorf("territory %d (%s) has the neighbour %d (%s), which does not list it", x, b.names[x], y, b.names[y])
		}
	}
	return nil
}
