package ratinglist

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
)

// Rate reads all games of r and returns the rating list of their agents. It returns a
// keys.KeyError for a mistake in the options and a gamefile.Error for a mistake in the file.
func Rate(r gamefile.Reader, o Options) (*List, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Model == "" {
		o.Model = BradleyTerry
		if r.Ranked() {
			o.Model = PlackettLuce
		}
		if err := o.checkModel(o.Model); err != nil {
			return nil, err
		}
	}
	if o.Confidence == 0 {
		o.Confidence = rating.Confidence
	}
	if o.Scale == "" {
		o.Scale = LogisticScale
	}
	if o.FirstSeat && !r.Seated() {
		return nil, keys.Errorf("first-seat", "%s does not state who had the first seat in every game; a file of single games does, such as PGN", r.Name())
	}
	var selected *gamefile.Selected
	if !o.Selection.Empty() {
		selected = gamefile.Select(r, o.Selection)
		r = selected
	}
	m := newModel(o, r.Deals())
	s := records{matrix: o.Matrix, seats: o.FirstSeat}
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := m.add(g); err != nil {
			return nil, &gamefile.Error{File: r.Name(), Line: g.Line, Err: err}
		}
		s.add(g)
	}
	if s.games == 0 && selected != nil && selected.LeftOut() > 0 {
		return nil, &gamefile.Error{File: r.Name(), Line: 1, Err: fmt.Errorf("the names leave out all %d games", selected.LeftOut())}
	}
	damaged, damage := r.Damaged()
	if s.games == 0 && damaged > 0 {
		return nil, damage
	}
	if s.games == 0 {
		return nil, &gamefile.Error{File: r.Name(), Line: 1, Err: fmt.Errorf("no finished game (%d without a result)", r.Unfinished())}
	}
	m.finish()
	l := &List{Model: o.Model, Games: s.games, Distinct: m.observed().games, Pairings: m.observed().count, Unfinished: r.Unfinished(), Scale: o.Scale, Confidence: o.Confidence}
	l.Damaged, l.Damage = damaged, damage
	if two, ok := m.(*twoSeats); ok && two.deals {
		l.Paired = &two.paired
	}
	if selected != nil {
		l.LeftOut, l.UnusedNames = selected.LeftOut(), selected.Unused()
	}
	if err := l.fill(o, m, &s, r.Names()); err != nil {
		return nil, err
	}
	if m.observed().tooFew() {
		l.withoutIntervals()
	}
	return l, nil
}

// RateFile returns the rating list of the games in a file. The name and the first line decide the
// format, see [gamefile.Open].
func RateFile(from io.Reader, name string, o Options) (*List, error) {
	r, err := gamefile.Open(from, name)
	if err != nil {
		return nil, err
	}
	return Rate(r, o)
}

// fill computes the ratings for each group of agents who met, directly or through others, and
// adds these ratings to the list.
func (l *List) fill(o Options, m model, s *records, names []string) error {
	tables := s.tables()
	anchors, err := anchored(o, tables, names)
	if err != nil {
		return err
	}
	for _, list := range anchors {
		for _, a := range list {
			l.Anchors = append(l.Anchors, a.Agent)
		}
	}
	slices.Sort(l.Anchors)
	rated, held := make([]ratedTable, len(tables)), make([]bool, len(tables))
	done := 0
	halfDone := func() {
		if done++; o.Progress != nil {
			o.Progress(done/2, len(s.agents))
		}
	}
	for i, members := range tables {
		held[i] = len(anchors[i]) > 0
		if len(anchors[i]) > 1 {
			rated[i], err = rateAnchored(o, m, members, anchors[i], names)
		} else {
			rated[i], err = m.rate(members)
		}
		var option *keys.KeyError
		switch {
		case errors.As(err, &option):
			return err
		case err != nil:
			return fmt.Errorf("%s: %w", o.Model, err)
		}
		rated[i].members, rated[i].anchors = members, anchors[i]
		if len(tables) > 1 {
			rated[i].number = i + 1
		}
		if s.confounded(members, heldMembers(members, anchors[i], names)) {
			rated[i].FirstSeat, rated[i].FirstSeatInterval, rated[i].FirstSeatConfounded = nil, nil, true
		}
		rated[i].rescale(o.Scale)
		lines := rated[i].lines(s, names, halfDone)
		l.Standings = append(l.Standings, lines...)
		l.Tables = append(l.Tables, rated[i].Table)
	}
	if len(tables) == 1 {
		l.Table, l.Tables = l.Tables[0], nil
	}
	if o.Matrix {
		l.fillMatrix(rated, s, names)
	}
	if o.Reference != nil {
		l.Reference = newReference(l.Standings, held, o.Reference)
	}
	if !slices.ContainsFunc(anchors, func(list []*Anchor) bool { return len(list) > 1 }) {
		l.fillMisfit(o, m, tables, names)
	}
	return l.fillMatch(o, m, tables, names)
}

// fillMatch sets l.Match to the results of two agents against each other. It does so only if the
// file has exactly two agents and the model is for games of two seats. It also sets l.Test if the
// options request a sequential test. Such a request is an error for other files and models.
func (l *List) fillMatch(o Options, m model, tables [][]int, names []string) error {
	two, ok := m.(*twoSeats)
	if !ok || len(l.Standings) != 2 {
		if o.Test != nil {
			return keys.Errorf("sprt", "a sequential test needs two agents and one of the models bradley-terry, bayeselo, davidson and rao-kupper, not %d agents and %s",
				len(l.Standings), o.Model)
		}
		return nil
	}
	first, second := tables[0][0], tables[0][1]
	var err error
	if l.Match, err = two.match(first, second); err != nil {
		return fmt.Errorf("%s: %w", BradleyTerry, err)
	}
	l.Match.LOS = l.Standings[0].Next.LOS
	if l.Standings[0].Agent != names[first] {
		l.Match.LOS = 1 - l.Match.LOS
	}
	l.Match.First, l.Match.Second = names[first], names[second]
	if o.Test != nil {
		l.Test = two.test(*o.Test, l.Match, first, second, l.Games)
	}
	return nil
}

// anchored returns the anchors, which are agents with given ratings, for every group of agents who
// met. It returns an error if an agent of o.Anchors is unknown, if an agent has two anchors, or if
// a rating of o.AnchorRatings is too large. It also returns an error if none of the agents of
// o.AnchorRatings has games.
func anchored(o Options, tables [][]int, names []string) ([][]*Anchor, error) {
	tableOf := make(map[string]int)
	for i, members := range tables {
		for _, a := range members {
			tableOf[names[a]] = i
		}
	}
	out := make([][]*Anchor, len(tables))
	for i := range o.Anchors {
		a := &o.Anchors[i]
		t, ok := tableOf[a.Agent]
		if !ok {
			return nil, keys.Errorf("anchor", "no agent is named %q", a.Agent)
		}
		out[t] = append(out[t], a)
	}
	if o.AnchorRatings == nil || len(o.AnchorRatings.List) == 0 {
		return out, nil
	}
	known := 0
	for _, r := range o.AnchorRatings.List {
		t, ok := tableOf[r.Name]
		switch {
		case !ok:
			continue
		case slices.ContainsFunc(o.Anchors, func(a Anchor) bool { return a.Agent == r.Name }):
			return nil, keys.Errorf("anchors", "line %d: %s is anchored twice", r.Line, r.Name)
		case math.Abs(r.Elo) > mostElo:
			return nil, keys.Errorf("anchors", "line %d: %v is not a rating between -%[3]d and %[3]d", r.Line, r.Elo, mostElo)
		}
		known++
		out[t] = append(out[t], &Anchor{r.Name, r.Elo})
	}
	if known == 0 {
		return nil, keys.Errorf("anchors", "none of the %d agents of the file plays in the games; the first is %q", len(o.AnchorRatings.List), o.AnchorRatings.List[0].Name)
	}
	return out, nil
}

// heldMembers returns the agents in members whose ratings are fixed by anchors. It returns nil for
// fewer than two anchors, because a single fixed rating has no effect on a fit.
func heldMembers(members []int, anchors []*Anchor, names []string) []int {
	if len(anchors) < 2 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(members), func(member int) bool {
		return !slices.ContainsFunc(anchors, func(a *Anchor) bool { return a.Agent == names[member] })
	})
}

// rateAnchored rates a group of agents of whom two or more have fixed ratings (anchors). The agents
// of a group have met, directly or through others. rateAnchored returns an error if the model or
// the scale allows only one anchor.
func rateAnchored(o Options, m model, members []int, anchors []*Anchor, names []string) (ratedTable, error) {
	two, ok := m.(*twoSeats)
	switch {
	case !ok:
		return ratedTable{}, keys.Errorf("anchor", "%s and %s have met, directly or through others: with %s only one of them can be an anchor",
			anchors[0].Agent, anchors[1].Agent, o.Model)
	case o.Scale == BayesEloScale:
		return ratedTable{}, keys.Errorf("anchor", "the scale bayeselo depends on the fit, so it takes one anchor for agents who met, not %d", len(anchors))
	}
	elo := make(map[int]float64)
	for i, member := range members {
		for _, a := range anchors {
			if names[member] == a.Agent {
				elo[i] = a.Elo / pointsPerElo(o.Scale)
			}
		}
	}
	return two.rateFixed(members, elo)
}
