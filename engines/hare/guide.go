package hare

import (
	"strings"

	"github.com/lanista/lanista/engines/show"
)

var _ show.Guided = (*engine)(nil)

// Guide returns the guide to Hare and Hedgehog.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `A race of 64 squares paid for in carrots: n squares forward cost 1 + 2 + ... + n. Going back
to the next hedgehog (G) pays ten carrots a square. On a carrot square (C) you may stay and
take or give ten. On a lettuce (L) you eat one of your three lettuces next turn and get ten
carrots times your rank. A number square pays ten times the number if that is your rank when
your turn comes (1 pays the ranks 1, 5 and 6). On a hare (H) a card decides. You finish on 64
without lettuces and with at most 10 carrots as the first, 20 as the second, and so on. Who
cannot move goes back to the start.`,
		Moves: `5      five squares forward       1001   take ten carrots (on a carrot square)
-3     back to the hedgehog       1002   give ten back
0      a forced turn: eat a lettuce, miss a turn, go back to the start`,
		Position: `Square, carrots, lettuces and a flag for every player, the one to move first; the flag is t
for a player whose next turn is spoken for (eating, missing it), otherwise f.
  45;26;2;f;29;19;0;f`,
		Seats: strings.Split("ABCDEF", ""),
		Picture: `S start, F finish, H hare, C carrots, L lettuce, G hedgehog, 1 to 4 number squares; * a
square that you can reach; A, B, ... the players (A has seat 1).`,
	}
}
