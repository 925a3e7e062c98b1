package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
)

// What a program may lose by failing where the config says nothing.
const (
	failuresRow   = 3
	failuresShare = 0.02
)

// takenNames are the names of agents that no program can have.
var takenNames = append([]string{external.Own, "default", "start", "champion"}, engines.Baselines...)

// ReservedNames returns the names of agents that no program can have.
func ReservedNames() []string { return slices.Clone(takenNames) }

// hire makes the programs of a config ready to be started. It starts none. The
// programs of a run that is in a store are never taken from there: whoever resumes
// it brings them with a config.
func (s *setup) hire(o Options) error {
	if len(s.config.Programs) == 0 {
		return nil
	}
	if o.borrowed != nil {
		s.programs = o.borrowed
		return nil
	}
	if !o.typed {
		names := slices.Sorted(maps.Keys(s.config.Programs))
		return mistakef("the run uses the program %s, which only a config that is given can start", strings.Join(names, ", "))
	}
	folder := folderOf(o.Source)
	var list []external.Program
	for _, name := range slices.Sorted(maps.Keys(s.config.Programs)) {
		p, err := s.program(name, folder)
		s.wrong("programs."+name, errors.Join(err, p.Validate()))
		list = append(list, p)
	}
	if s.mistakes != nil || s.fatal != nil {
		return errNoted
	}
	var err error
	if s.programs, err = external.NewPrograms(list, external.Options{Lanista: BuildInfo().Version, Trace: o.Trace}); err != nil {
		return err
	}
	s.owner = true
	return s.fingerprint(list)
}

// program turns the section of one program into the program.
func (s *setup) program(name, folder string) (external.Program, error) {
	c := s.config.Programs[name]
	p := external.Program{
		Name: name, Command: c.Command, Folder: folder, Dir: c.Dir, Protocol: c.Protocol,
		Set: c.Set, Setup: c.Setup, EachGame: c.EachGame, Restart: external.Restart(c.Restart), Margin: c.Margin,
		Timeouts: protocol.Timeouts{Start: c.Timeouts.Start, Reply: c.Timeouts.Reply, Move: c.Timeouts.Move, Quit: c.Timeouts.Quit},
		Tuned:    s.mentioned(name),
	}
	for _, key := range slices.Sorted(maps.Keys(c.Env)) {
		p.Env = append(p.Env, key+"="+c.Env[key])
	}
	for _, o := range c.Options {
		p.Options = append(p.Options, protocol.Option{Name: o.Name, Value: o.Text})
	}
	var mistakes []error
	for _, w := range c.Weights {
		made, err := declared(w)
		if err != nil {
			mistakes = append(mistakes, keys.Under("weights", err))
		}
		p.Weights = append(p.Weights, made)
	}
	if bad := strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_"); name == "" || bad != "" {
		mistakes = append(mistakes, errors.New("a name is lower case letters, digits, - and _"))
	}
	if slices.Contains(takenNames, name) || slices.Contains(s.catalog.Games.Names(), name) {
		mistakes = append(mistakes, fmt.Errorf("the name %s means something else already", name))
	}
	if row := c.Failures.Row; row != nil && *row < 0 {
		mistakes = append(mistakes, keys.Errorf("failures.row", "%d is negative", *row))
	}
	if share := c.Failures.Share; share != nil {
		if err := keys.Within(0, 1).Check("failures.share", *share); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return p, errors.Join(mistakes...)
}

// mentioned names the weights of a program that the config says anything about. It
// is nil where the config takes the weights of an agent from somewhere else, whose
// names nobody knows yet: any may be meant.
func (s *setup) mentioned(program string) []string {
	names := make(map[string]bool)
	tuned := s.config.Engine.Player == program && len(s.config.Engine.Weights.Named) > 0
	if tuned {
		for name := range s.config.Engine.Weights.Named {
			names[name] = true
		}
	}
	for _, list := range [][]configs.Agent{s.config.Agents, s.config.Opponents, s.config.Verification.Opponents} {
		for _, a := range list {
			if a.Player == program {
				if a.Weights.Source != "" && !tuned {
					return nil
				}
				for name := range a.Weights.Named {
					names[name] = true
				}
			}
		}
	}
	return append([]string{}, slices.Sorted(maps.Keys(names))...)
}

// declared reads a weight that the config declares.
func declared(w configs.DeclaredWeight) (engines.Weight, error) {
	out := engines.Weight{Name: w.Name}
	if w.Min == nil || w.Max == nil || w.Default == nil {
		return out, keys.Errorf(w.Name, "min, max and default are needed")
	}
	out.Min, out.Max, out.Default = *w.Min, *w.Max, *w.Default
	if w.Kind == "" {
		return out, nil
	}
	var err error
	if out.Kind, err = engines.ParseKind(w.Kind); err != nil {
		err = keys.Errorf(w.Name+".kind", "%w", err)
	}
	return out, err
}

// table finds the game of the config: one of the catalog or one whose rules a program
// owns, with programs at its table if there are any; or that of a program that plays
// it by itself. Mistakes of the config are [keys.KeyError]s.
func (s *setup) table(ctx context.Context) (engines.Engine, error) {
	player := s.config.Engine.Player
	game, hosted, err := s.game(ctx)
	switch {
	case err != nil:
		return nil, err
	case hosted && player != "":
		return nil, keys.Errorf("engine.player", "%s plays its games itself; its own agents are tuned", s.config.Engine.Name)
	case hosted || s.programs == nil && player == "":
		return game, nil
	case s.programs == nil:
		return nil, keys.Errorf("engine.player", "there is no program %q: the config has no section programs", player)
	case player != "" && !s.programs.Has(player):
		return nil, keys.Errorf("engine.player", "there is no program %q (%s)", player, keys.Suggest(slices.Sorted(maps.Keys(s.config.Programs)), player))
	}
	t, err := s.programs.Table(ctx, game, player)
	if err != nil || player == "" {
		return t, misfit(err)
	}
	return t, s.offered(player)
}

// game finds the game alone. It is hosted if a program plays it by itself.
func (s *setup) game(ctx context.Context) (game engines.Engine, hosted bool, err error) {
	name := s.config.Engine.Name
	if s.programs.Has(name) {
		game, hosted, err = s.programs.Owned(ctx, name)
		return game, hosted, misfit(err)
	}
	game, err = s.catalog.find(name)
	return game, false, keys.Under("engine.name", err)
}

// misfit tells a program that does not fit the config, a mistake under a key, from one
// that cannot be started, which is none.
func misfit(err error) error {
	var start *external.StartError
	var config *external.ConfigError
	switch {
	case err == nil || errors.As(err, &start):
		return err
	case errors.As(err, &config):
		return keys.Under("programs."+config.Program, config.Err)
	}
	return keys.Under("engine", err)
}

// close ends the programs that the setup has brought.
func (s *setup) close() {
	if s.owner {
		_ = s.programs.Close()
	}
}

// alone notes programs where the game's own player alone is asked.
func (s *setup) alone() {
	if s.programs != nil {
		s.wrong("programs", errors.New("only the game's own player can be asked here; no program plays"))
	}
}

// tolerances say which players are programs, and what each may lose by failing.
func (s *setup) tolerances() map[string]tournament.Tolerance {
	if s.programs == nil {
		return nil
	}
	out := make(map[string]tournament.Tolerance)
	for name, c := range s.config.Programs {
		t := tournament.Tolerance{Program: name, Row: failuresRow, Share: failuresShare}
		if c.Failures.Row != nil {
			t.Row = *c.Failures.Row
		}
		if c.Failures.Share != nil {
			t.Share = *c.Failures.Share
		}
		if t.Row == 0 && c.Failures.Share == nil {
			t.Share = 0 // row: 0 alone switches it off
		}
		out[name] = t
	}
	for _, main := range []string{s.config.Engine.Name, s.config.Engine.Player} {
		if t, ok := out[main]; ok {
			out[""] = t
		}
	}
	return out
}

// irreproducible says, in words, what of the run depends on more than config and
// seed; nothing if nothing does.
func (s *setup) irreproducible(field ...[]engines.Agent) []string {
	var why []string
	add := func(text string) {
		if !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	timed := func(text string) {
		if l, err := engines.ParseLimit(text); err == nil && l.Timed() {
			kind, _, _ := strings.Cut(l.String(), " ")
			add("limit " + kind)
		}
	}
	if s.programs == nil {
		return nil
	}
	timed(string(s.config.Engine.Settings["limit"]))
	for _, agents := range field {
		for _, a := range agents {
			timed(a.Settings["limit"])
		}
	}
	for _, name := range s.programs.Started() {
		if d := s.programs.Known(name); !d.Deterministic {
			add(name + " does not say that it is deterministic")
		}
	}
	return why
}

// sayPrograms tells what the user should know of the programs before they play.
func (s *setup) sayPrograms(o Options, field ...[]engines.Agent) {
	if why := s.irreproducible(field...); why != nil {
		o.warn("not reproducible: %s", strings.Join(why, "; "))
	}
	for _, note := range s.coarse() {
		o.warn("warning: %s", note)
	}
}

// fewValues is the number of values below which a weight is coarse.
const fewValues = 20

// coarse says which weights have so few values that many duels will be between
// equal vectors.
func (s *setup) coarse() []string {
	var out []string
	if s.programs == nil {
		return nil
	}
	for _, w := range s.space {
		if n := w.Max - w.Min + 1; w.Free() && w.Kind.Has(engines.Integer) && n < fewValues {
			out = append(out, fmt.Sprintf("%s has %.0f values: many duels will be between equal vectors", w.Name, n))
		}
	}
	return out
}

// warnStray warns of programs that printed lines that were not answers.
func (s *setup) warnStray(o Options) {
	if !s.owner {
		return
	}
	_ = s.programs.Close()
	for _, name := range slices.Sorted(maps.Keys(s.config.Programs)) {
		h := s.programs.Stray(name)
		if h.Lines > 0 {
			o.warn("warning: %s printed %d lines that are not answers (first: %q); write such lines to standard error", name, h.Lines, h.First[0])
		}
	}
}

// processes is the number of processes that play at the same time, at most: one
// for every worker, seat and program that may sit there, and one for every worker of
// a program that plays the game by itself or owns its rules.
func (s *setup) processes(workers int) int {
	if s.programs == nil {
		return 0
	}
	n := 0
	for _, name := range s.programs.Started() {
		if s.programs.Known(name).Role == protocol.Agent {
			n += workers * s.seats
		} else if name == s.config.Engine.Name {
			n += workers
		}
	}
	return n
}
