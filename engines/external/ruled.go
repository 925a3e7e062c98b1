package external

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/show"
)

// ruled is a game whose rules a program owns. Lanista referees it by asking, so that
// any agents can meet in it.
type ruled struct {
	owned
	stage   *stage // where its games are played
	effects *engines.SeedEffects
}

var (
	_ engines.Engine       = (*ruled)(nil)
	_ engines.ChanceFinder = (*ruled)(nil)
)

// Rules is the game whose rules a program owns, to be seated by Table. It starts the
// program.
func (ps *Programs) Rules(ctx context.Context, name string) (engines.Engine, error) {
	d, err := ps.Description(ctx, name)
	if err != nil {
		return nil, err
	}
	if d.Role != driver.Rules {
		return nil, fmt.Errorf("program %s owns no rules", name)
	}
	d.Weights = nil // rules have none: agents have
	o, err := ps.own(name, d)
	if err != nil {
		return nil, err
	}
	return newRuled(o, ps.lobby(name)), nil
}

func newRuled(o owned, s *stage) *ruled {
	r := &ruled{owned: o, stage: s}
	r.effects = engines.NewSeedEffects(r.findChance)
	return r
}

// With returns the game with settings replaced.
func (r *ruled) With(s engines.Settings) (engines.Engine, error) {
	o, err := r.with(s)
	if err != nil {
		return nil, err
	}
	return newRuled(o, r.stage), nil
}

// Guide says how a game is written whose rules a program owns, as far as that is
// known.
func (r *ruled) Guide() show.Guide {
	return show.Guide{
		Rules: r.about.Doc, Moves: "A move is written as the program has it; moves lists those that are legal.",
		Position: "A position is its moves from the start, with blanks or commas between them.",
	}
}

// on is the same game, played on another stage.
func (r *ruled) on(s *stage) *ruled { return &ruled{r.owned, s, r.effects} }

// chanceTime bounds how long a program deals and replays games to find out whether they
// have chance.
const chanceTime = 2 * time.Second

// FindChance returns what the seed changes: as the program declares, otherwise as its games
// show. If the time is over first, or the program fails, nothing but the start position
// depends on the seed.
func (r *ruled) FindChance(ctx context.Context, seats int) (engines.SeedEffect, error) {
	return r.effects.Find(ctx, seats)
}

func (r *ruled) findChance(ctx context.Context, seats int) (engines.SeedEffect, error) {
	if declared := r.about.Chance; declared != engines.UnknownChance {
		return engines.SeedEffect{Chance: declared == engines.WithChance, Start: true}, nil
	}
	limited, cancel := context.WithTimeout(ctx, chanceTime)
	defer cancel()
	s := newStage(r.programs, r.program)
	defer s.close()
	s.during(limited)
	effect, err := engines.FindChance(limited, struct{ engines.Engine }{r.on(s)}, seats)
	if err != nil {
		return engines.SeedEffect{Start: true}, ctx.Err()
	}
	return effect, nil
}

// NewGame deals a table.
func (r *ruled) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats < r.about.MinSeats || seats > r.about.MaxSeats {
		return nil, fmt.Errorf("%d seats, want %d to %d", seats, r.about.MinSeats, r.about.MaxSeats)
	}
	l := line{settings: r.settings, seats: seats, seed: engines.Seed(seed, purpose) >> (64 - seedBits)}
	state, err := r.stage.state(l)
	if err != nil {
		return nil, err
	}
	g := &ruledGame{stage: r.stage, line: l, names: &moveNames{}}
	return g, g.enter(state)
}

// ParseGame reads moves from the start, with blanks or commas between them; none, or
// the word start, is the start itself. A program cannot be asked for any other
// position.
func (r *ruled) ParseGame(position string, seed uint64) (engines.Game, error) {
	g, err := r.NewGame(engines.Spec{MinSeats: r.about.MinSeats, MaxSeats: r.about.MaxSeats}.DefaultSeats(), seed)
	if position = strings.TrimSpace(position); err != nil || position == "" || position == "start" {
		return g, err
	}
	list := strings.Fields(position)
	if strings.Contains(position, ",") {
		list = strings.Split(position, ",")
	}
	for i, text := range list {
		m, err := g.ParseMove(text)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w; a position of this game is its moves from the start", i+1, err)
		}
	}
	return g, nil
}

// NewPlayer refuses: a program that owns rules has no player.
func (r *ruled) NewPlayer(context.Context, engines.Agent) (engines.Player, error) {
	return nil, fmt.Errorf("%s has no player of its own; name a program", r.program.Name)
}
