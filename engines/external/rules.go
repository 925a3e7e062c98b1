package external

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// ruleGame is a game whose rules a program implements. Lanista referees it and requests every
// position from the program, so that any agents can play it.
type ruleGame struct {
	game    programGame
	session *ruleSession
	effects *seedEffects
}

var (
	_ engines.Engine       = (*ruleGame)(nil)
	_ engines.ChanceFinder = (*ruleGame)(nil)
	_ show.Guided          = (*ruleGame)(nil)
)

func newRuleGame(g programGame, s *ruleSession) *ruleGame {
	return &ruleGame{g, s, &seedEffects{known: make(map[int]engines.SeedEffect)}}
}

// Spec returns the program's description of the game.
func (r *ruleGame) Spec() engines.Spec { return r.game.spec() }

// With returns a copy of the game in which s replaces the settings of the same names.
func (r *ruleGame) With(s engines.Settings) (engines.Engine, error) {
	g, err := r.game.with(s)
	if err != nil {
		return nil, err
	}
	return newRuleGame(g, r.session), nil
}

// playedIn returns a copy of the game that uses session s to request positions from the program.
func (r *ruleGame) playedIn(s *ruleSession) *ruleGame { return &ruleGame{r.game, s, r.effects} }

// seedEffects caches the [engines.SeedEffect] of a program's game for every number of seats.
type seedEffects struct {
	mu    sync.Mutex // held while an effect is found
	known map[int]engines.SeedEffect
}

// chanceTime limits how long random games are played to find out whether a program's game has
// chance.
const chanceTime = 5 * time.Second

// FindChance returns which parts of the game depend on its seed. It uses the program's declaration
// of chance or, without one, plays random games. If these take too long or the program fails, it
// assumes that only the start position depends on the seed. FindChance returns an error if the
// program declares no chance, but its start positions differ and a seat sees only a part of them.
func (r *ruleGame) FindChance(ctx context.Context, seats int) (engines.SeedEffect, error) {
	r.effects.mu.Lock()
	defer r.effects.mu.Unlock()
	effect, ok := r.effects.known[seats]
	if ok {
		return effect, nil
	}
	effect, err := r.findChance(ctx, seats)
	if err == nil {
		r.effects.known[seats] = effect
	}
	return effect, err
}

// findChance returns which parts of the game depend on its seed, as [ruleGame.FindChance] does. It
// does not use the cache.
func (r *ruleGame) findChance(ctx context.Context, seats int) (engines.SeedEffect, error) {
	switch r.game.about.Chance {
	case engines.WithChance:
		return engines.SeedEffect{Chance: true, Start: true}, nil
	case engines.NoChance:
		return engines.SeedEffect{Start: true}, r.checkDeals(seats)
	}
	limited, cancel := context.WithTimeout(ctx, chanceTime)
	defer cancel()
	s := newRuleSession(r.game.programs, r.game.program)
	defer s.close()
	s.setContext(limited)
	effect, err := engines.FindChance(limited, struct{ engines.Engine }{r.playedIn(s)}, seats)
	if err != nil {
		return engines.SeedEffect{Start: true}, ctx.Err()
	}
	return effect, nil
}

// checkDeals tests the start positions of a game that the program declares to be without chance. It
// requests the start positions of some seeds. It returns an error if they differ and some seat sees
// only a part of the start position, because hidden cards or pieces are chance.
func (r *ruleGame) checkDeals(seats int) error {
	const deals = 4
	var first *rulePosition
	for seed := range uint64(deals) {
		g, err := r.NewGame(seats, seed)
		if err != nil {
			return nil // the games of the run report it
		}
		p := g.(*rulePosition)
		if first == nil {
			first = p
		}
		hides := slices.ContainsFunc(first.state.Views, func(view string) bool { return view != first.state.Position })
		if hides && p.state.Position != first.state.Position {
			return fmt.Errorf("the hello of the program %s declares \"chance\": false, but the start of a game depends on the seed and the views hide parts of it; declare \"chance\": true", r.game.program.config.Name)
		}
	}
	return nil
}

// NewGame requests the start position of a game from the program.
func (r *ruleGame) NewGame(seats int, seed uint64) (engines.Game, error) {
	about := &r.game.about
	if seats < about.MinSeats || seats > about.MaxSeats {
		return nil, fmt.Errorf("%d seats, want %d to %d", seats, about.MinSeats, about.MaxSeats)
	}
	l := gameLine{settings: r.game.settings, seats: seats, seed: GameSeed(seed)}
	state, err := r.session.state(l)
	if err != nil {
		return nil, err
	}
	g := &rulePosition{session: r.session, line: l, names: &moveNames{}}
	g.set(state)
	return g, nil
}

// ParseGame parses a position in a game with the default number of seats. The text lists the moves
// from the start to the position, separated by commas or blanks. A move may contain blanks. The
// empty text and "start" are the start position. Other positions cannot be written, because the
// protocol has no message for them.
func (r *ruleGame) ParseGame(position string, seed uint64) (engines.Game, error) {
	about := &r.game.about
	g, err := r.NewGame(engines.Spec{MinSeats: about.MinSeats, MaxSeats: about.MaxSeats}.DefaultSeats(), seed)
	if position = strings.TrimSpace(position); err != nil || position == "" || position == "start" {
		return g, err
	}
	list, blanks := strings.Split(position, ","), false
	if len(list) == 1 {
		list, blanks = strings.Fields(position), true
	}
	for i := 0; len(list) > 0; i++ {
		words := 1 // of the next move
		if blanks {
			words = g.(*rulePosition).countWords(list)
		}
		m, err := g.ParseMove(strings.Join(list[:words], " "))
		list = list[words:]
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w; a position of this game is its moves from the start", i+1, err)
		}
	}
	return g, nil
}

// NewPlayer returns an error, because a program that implements only rules cannot play.
func (r *ruleGame) NewPlayer(context.Context, engines.Agent) (engines.Player, error) {
	return nil, fmt.Errorf("%s has no player of its own; name a program", r.game.program.config.Name)
}

// Guide returns texts that explain to people how moves and positions are written.
func (r *ruleGame) Guide() show.Guide {
	return show.Guide{
		Rules: r.game.about.Doc, Moves: "Moves are written as the program names them; moves lists the legal ones, and #1 makes the first of them.",
		Position: "A position is its moves from the start, separated by blanks or commas.",
	}
}
