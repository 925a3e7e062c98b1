package table

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines/show"
)

// PageOfPlies is how many plies of a game are told at once.
const PageOfPlies = 500

// Ply is a move of a game and what came of it.
type Ply struct {
	Played
	Position string `json:"position" doc:"after the move, as the seat to move then sees it"`
	Status   string `json:"status" doc:"how the game then stands, in words; empty where it does not say"`
	Scene    any    `json:"scene,omitempty" doc:"what a page draws of it, where that was asked for"`
}

// History is a stretch of a game.
type History struct {
	OK    bool  `json:"ok"`
	Plies []Ply `json:"plies"`
	Next  *int  `json:"next,omitempty" doc:"how many plies are known after these; absent at the end"`
}

// History plays the game again and tells at most [PageOfPlies] of its plies, after
// those that are known.
func (t *Table) History(ctx context.Context, after int, scenes bool) (*History, error) {
	h := &History{OK: true, Plies: []Ply{}}
	g := *t
	g.restart()
	last := min(len(t.moves), after+PageOfPlies)
	for i, m := range t.moves[:max(0, last)] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := g.make(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		if i < after {
			continue
		}
		ply := Ply{Played: p, Position: g.Seen().String(), Status: show.Status(g.game)}
		if scenes {
			if ply.Scene, err = Scene(g.engine, g.game); err != nil {
				return nil, err
			}
		}
		h.Plies = append(h.Plies, ply)
	}
	if last < len(t.moves) {
		h.Next = &last
	}
	return h, nil
}
