package hare

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines/show"
)

var _ show.Editor = (*engine)(nil)

// Tools are none: a position is numbers that every player has.
func (e *engine) Tools() []show.Tool { return nil }

// Edit writes what every player has.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Players) == 0 {
		return show.Edited{}, fmt.Errorf("the scene is not a track of Hare and Hedgehog")
	}
	if by.Tool != "" {
		return show.Edited{}, fmt.Errorf("there is no tool %q", by.Tool)
	}
	n := len(s.Players)
	turn := max(0, min(by.Turn, n-1))
	fields := make([]string, 0, 4*n)
	for k := range n {
		p := s.Players[(turn+k)%n]
		flag := map[string]string{"waits": "t", "eats": "t", "chooses": "c"}[p.State]
		if flag == "" {
			flag = "f"
		}
		fields = append(fields, strconv.Itoa(p.Square), strconv.Itoa(int(p.Carrots)), strconv.Itoa(p.Lettuces), flag)
	}
	position := strings.Join(fields, ";")
	if turn > 0 {
		position += " @" + strconv.Itoa(turn+1)
	}
	return show.Edited{Scene: s, Position: position}, nil
}
