package genetic

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// snapshotVersion is the version of the snapshot format. It is raised whenever older programs
// cannot continue from a new snapshot.
const snapshotVersion = 1

const strategyName = "genetic"

// snapshot is the JSON document that stores the state of a Breeder.
type snapshot struct {
	Strategy string `json:"strategy"`
	Version  int    `json:"version"`
	*state
	Ahead []planned `json:"ahead,omitempty"`
}

// planned contains the parts of a generation that must be stored if a snapshot is taken while the
// generation is being played. The pairings and their seeds are not stored; they are computed again
// when the snapshot is restored.
type planned struct {
	NextID   int          `json:"next_id"`
	Members  []Genome     `json:"members"`
	Children []Genome     `json:"children"`
	Hall     []hallMember `json:"hall,omitempty"`
}

// Snapshot returns the state of the Breeder after the last Tell as JSON.
func (b *Breeder) Snapshot() ([]byte, error) {
	s := snapshot{Strategy: strategyName, Version: snapshotVersion, state: b.state}
	if b.terms.problem.Ahead > 0 {
		for _, p := range b.asked {
			s.Ahead = append(s.Ahead, planned{p.nextID, p.members, p.children, p.hall})
		}
	}
	return json.Marshal(s)
}

// Restore replaces the state of the Breeder by a snapshot. It returns an error, and leaves the
// Breeder unchanged, for a snapshot of another strategy, another version, another population or
// other weights.
func (b *Breeder) Restore(data []byte) error {
	var head struct {
		Strategy string `json:"strategy"`
		Version  int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("genetic: snapshot: %w", err)
	}
	if head.Strategy != strategyName {
		return fmt.Errorf("genetic: snapshot of strategy %q; expected %q", head.Strategy, strategyName)
	}
	if head.Version < 1 || head.Version > snapshotVersion {
		return fmt.Errorf("genetic: snapshot of version %d; this program reads versions up to %d", head.Version, snapshotVersion)
	}
	snap := snapshot{state: &state{}}
	if err := json.Unmarshal(data, &snap); err != nil {
		return fmt.Errorf("genetic: snapshot: %w", err)
	}
	if err := b.check(snap.state); err != nil {
		return fmt.Errorf("genetic: snapshot: %w", err)
	}
	if s := snap.state; s.Generation > 0 {
		if err := s.choose(b.terms); err != nil {
			return fmt.Errorf("genetic: snapshot: %w", err)
		}
	}
	asked, err := b.inPlay(snap.state, snap.Ahead)
	if err != nil {
		return fmt.Errorf("genetic: snapshot: %w", err)
	}
	b.state, b.asked = snap.state, asked
	return nil
}

// inPlay restores the plans of the generations that were being played when the snapshot of the
// state s was taken. list contains their stored parts. inPlay returns an error if they do not fit
// the state or the config.
func (b *Breeder) inPlay(s *state, list []planned) ([]*plan, error) {
	if len(list) > 0 && (len(list) > b.terms.problem.Ahead || s.Generation == 0) {
		return nil, fmt.Errorf("%d generations in play after generation %d", len(list), s.Generation)
	}
	var plans []*plan
	for i, l := range list {
		p := &plan{generation: s.Generation + 1 + i, nextID: l.NextID, members: l.Members, children: l.Children, hall: l.Hall}
		as := &state{NextID: l.NextID, Members: l.Members, Hall: l.Hall}
		if n := b.terms.config.Population; len(l.Members) != n || len(l.Children) > n {
			return nil, fmt.Errorf("%d genomes and %d children in play, %d expected", len(l.Members), len(l.Children), n)
		}
		if err := as.checkGenomes(b.terms.problem.Space); err != nil {
			return nil, err
		}
		if err := (&state{NextID: l.NextID, Members: l.Children}).checkGenomes(b.terms.problem.Space); err != nil {
			return nil, err
		}
		if err := p.schedule(b.terms); err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// check returns an error if this Breeder cannot continue from the state s. A snapshot may come
// from a damaged file.
func (b *Breeder) check(s *state) error {
	n := b.terms.config.Population
	switch {
	case s.Generation == 0 && (len(s.Members) != 0 || s.NextID != 1):
		return fmt.Errorf("a population before the first generation")
	case s.Generation == 0:
		return nil
	case s.Generation < 0 || s.Games < 0:
		return fmt.Errorf("generation %d after %d games", s.Generation, s.Games)
	case len(s.Members) != n:
		return fmt.Errorf("%d genomes in the population, %d expected", len(s.Members), n)
	case len(s.Records) != n || len(s.Fitness) != n:
		return fmt.Errorf("%d records and %d fitnesses for %d genomes", len(s.Records), len(s.Fitness), n)
	case len(s.Trail) != s.Generation:
		return fmt.Errorf("%d averages after %d generations", len(s.Trail), s.Generation)
	}
	for _, v := range s.Trail {
		if len(v) != len(b.terms.problem.Space) {
			return fmt.Errorf("an average of %d weights, %d expected", len(v), len(b.terms.problem.Space))
		}
		for i, w := range b.terms.problem.Space {
			if err := w.Check(v[i]); err != nil && w.Kind.Has(engines.Choices) { // other weights are snapped
				return fmt.Errorf("an average: %w", err)
			}
		}
	}
	if err := s.checkGenomes(b.terms.problem.Space); err != nil {
		return err
	}
	if err := s.Comparisons.check(s.Generation); err != nil {
		return err
	}
	if b.adaptation != nil {
		if s.Distribution == nil {
			return fmt.Errorf("no distribution of the children")
		}
		if err := s.Distribution.Check(len(numbered(b.terms.problem.Space))); err != nil {
			return err
		}
	}
	return checkGroups(s.Groups, n)
}

// checkGenomes returns an error for identifiers that occur twice or are too large, and for
// weights outside the space.
func (s *state) checkGenomes(space engines.Space) error {
	seen := make(map[int]bool, len(s.Members))
	for _, g := range s.Members {
		if g.ID < 1 || g.ID >= s.NextID || seen[g.ID] {
			return fmt.Errorf("genome %d: the identifier is in use or not below the next one, %d", g.ID, s.NextID)
		}
		seen[g.ID] = true
	}
	genomes := slices.Clone(s.Members)
	for _, f := range s.Hall {
		genomes = append(genomes, f.Genome)
	}
	for _, g := range s.Past {
		if g.ID > 0 { // others are opponents, which may have another space
			genomes = append(genomes, g)
		}
	}
	for _, g := range genomes {
		if err := space.Check(g.Weights); err != nil {
			return fmt.Errorf("genome %d: %w", g.ID, err)
		}
	}
	return nil
}

func checkGroups(groups [][]int, population int) error {
	if len(groups) == 0 {
		return fmt.Errorf("no groups")
	}
	for _, group := range groups {
		if len(group) == 0 {
			return fmt.Errorf("an empty group")
		}
		for _, slot := range group {
			if slot < 0 || slot >= population {
				return fmt.Errorf("a group with slot %d", slot)
			}
		}
	}
	return nil
}
