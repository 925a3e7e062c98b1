package riskclassic

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/show"
)

const territories = 42

// area is a set of territories.
type area uint64

func areaOf(x int) area { return 1 << x }

func (a area) has(x int) bool { return a>>x&1 == 1 }

func (a area) size() int { return bits.OnesCount64(uint64(a)) }

// first returns the territory with the lowest number in the area, which must not be empty.
func (a area) first() int { return bits.TrailingZeros64(uint64(a)) }

// world is the map of classic Risk: names, borders and continents.
type world struct {
	names      [territories]string
	near       [territories]area
	continents []continent
	layout     any // for pictures
	drawn      drawing
}

// drawing contains the parts of the JSON layout of the map that this package uses.
type drawing struct {
	Width       int      `json:"width"`
	Height      int      `json:"height"`
	Lines       [][4]int `json:"lines"`
	Territories []struct {
		ID         int      `json:"id"`
		Name       string   `json:"name"`
		Group      string   `json:"group"`
		At         [2]int   `json:"at"`
		Shape      [][2]int `json:"shape"`
		Neighbours []int    `json:"neighbours"`
	} `json:"territories"`
}

type continent struct {
	name  string
	bonus int32 // units a turn for its owner
	all   area
}

// bonuses contains the number of units that the owner of each continent receives per turn, as
// printed on the board.
var bonuses = []struct {
	group string
	units int32
}{{"north_america", 5}, {"south_america", 2}, {"europe", 5}, {"africa", 3}, {"asia", 7}, {"australia", 2}}

// allBonuses is the sum of the bonuses of all continents.
const allBonuses = 24

// theWorld returns the map of classic Risk, which it takes from package risk.
var theWorld = sync.OnceValue(func() *world {
	e, err := risk.New().With(engines.Settings{"map": "classic"})
	if err != nil {
		panic(err)
	}
	scenes, _ := engines.As[show.SceneProvider](e)
	w := &world{layout: scenes.Layout()}
	text, err := json.Marshal(w.layout)
	if err != nil {
		panic(err)
	}
	drawn := &w.drawn
	if err := json.Unmarshal(text, drawn); err != nil || len(drawn.Territories) != territories {
		panic(fmt.Sprintf("the classic map has %d territories: %v", len(drawn.Territories), err))
	}
	for _, b := range bonuses {
		c := continent{name: b.group, bonus: b.units}
		for _, t := range drawn.Territories {
			if t.Group == b.group {
				c.all |= areaOf(t.ID)
			}
		}
		w.continents = append(w.continents, c)
	}
	for _, t := range drawn.Territories {
		w.names[t.ID] = t.Name
		for _, y := range t.Neighbours {
			w.near[t.ID] |= areaOf(y)
		}
	}
	return w
})

// reach returns the territories that can be reached from territory x without leaving the area
// within. They include x.
func (w *world) reach(x int, within area) area {
	found := areaOf(x)
	for edge := found; edge != 0; {
		var next area
		for ; edge != 0; edge &= edge - 1 {
			next |= w.near[edge.first()]
		}
		edge = next & within &^ found
		found |= edge
	}
	return found
}
